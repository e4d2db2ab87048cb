/// PATH is other people's data: type, case and text must come back exactly, or %SystemRoot% in it stops working for everybody.
#include "platform/environment_store.h"

#include "temporary_machine.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace cudnn_setup {
namespace {

constexpr auto name = "CUDNN_SETUP_TEST";   // on Windows in the real registry (a Wine prefix), removed again

class EnvironmentStoreTest : public TemporaryMachine, public ::testing::WithParamInterface<EnvironmentScope> {
protected:
    ~EnvironmentStoreTest() override { EXPECT_TRUE(store.write(GetParam(), name, std::nullopt).has_value()); }
    EnvironmentStore& store = *system.environment;
};

INSTANTIATE_TEST_SUITE_P(Scopes, EnvironmentStoreTest, ::testing::Values(EnvironmentScope::Machine, EnvironmentScope::User),
                         [](const auto& instance) { return instance.param == EnvironmentScope::Machine ? "Machine" : "User"; });

TEST_P(EnvironmentStoreTest, KeepsTypeAndText) {
    for (const auto type : {RegistryText::Plain, RegistryText::Expandable}) {
        for (const auto* text : {R"(%SystemRoot%\system32;;"C:\a b";C:\CUDA\;)", "", "C:\\\xE6\xB5\x8B\xE8\xAF\x95 \xF0\x9F\x98\x80"}) {
            const RawVariable value{.text = text, .type = type};
            ASSERT_TRUE(store.write(GetParam(), name, value).has_value());
            EXPECT_EQ(store.read(GetParam(), name).value(), value);
        }
    }
}

TEST_P(EnvironmentStoreTest, HoldsAPathOfTheGreatestLength) {
    const RawVariable value{.text = std::string(32'767, 'x'), .type = RegistryText::Expandable};
    ASSERT_TRUE(store.write(GetParam(), name, value).has_value());
    EXPECT_EQ(store.read(GetParam(), name).value(), value);
}

TEST_P(EnvironmentStoreTest, DeletesAndKnowsNothingOfMissingValues) {
    ASSERT_TRUE(store.write(GetParam(), name, RawVariable{.text = "x", .type = RegistryText::Plain}).has_value());
    ASSERT_TRUE(store.write(GetParam(), name, std::nullopt).has_value());
    EXPECT_EQ(store.read(GetParam(), name).value(), std::nullopt);
    EXPECT_TRUE(store.write(GetParam(), name, std::nullopt).has_value());
}

TEST_P(EnvironmentStoreTest, FindsNamesInAnyCaseAndListsThemSorted) {
    ASSERT_TRUE(store.write(GetParam(), name, RawVariable{.text = "x", .type = RegistryText::Plain}).has_value());
    EXPECT_TRUE(store.read(GetParam(), "cudnn_setup_test").value().has_value());
    ASSERT_TRUE(store.write(GetParam(), "cudnn_Setup_test", RawVariable{.text = "y", .type = RegistryText::Plain}).has_value());
    const auto all = store.all(GetParam()).value();
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &std::pair<std::string, RawVariable>::first));
    const auto found = std::ranges::find(all, name, &std::pair<std::string, RawVariable>::first);
    ASSERT_NE(found, all.end());   // under the name that it was first written with
    EXPECT_EQ(found->second.text, "y");
}

TEST_P(EnvironmentStoreTest, ExpandsWhatItHolds) {
    const RawVariable value{.text = R"(C:\CUDA)", .type = RegistryText::Plain};
    ASSERT_TRUE(store.write(GetParam(), name, value).has_value());
    EXPECT_EQ(store.expand(R"(%cudnn_setup_TEST%\bin;%NOT_THERE_AT_ALL%)"), R"(C:\CUDA\bin;%NOT_THERE_AT_ALL%)");
    ASSERT_TRUE(store.write(GetParam(), name, RawVariable{.text = R"(D:\CUDA)", .type = RegistryText::Plain}).has_value());
    EXPECT_EQ(store.expand("%CUDNN_SETUP_TEST%"), R"(D:\CUDA)");   // not yesterday's value
}

TEST_P(EnvironmentStoreTest, Announces) {
    EXPECT_TRUE(store.announceChange().has_value());
}

#ifdef _WIN32
TEST_P(EnvironmentStoreTest, SeesTheVariablesOfANewProgram) {
    EXPECT_THAT(store.expand("%SystemRoot%"), ::testing::HasSubstr(":\\"));
    EXPECT_THAT(store.expand("%USERPROFILE%"), ::testing::HasSubstr(":\\"));
}
#endif

}   // namespace
}   // namespace cudnn_setup
