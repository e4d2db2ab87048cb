/// The double must itself be right: a fault that does not fire makes every crash test green.
#include "doubles/faulty_files.h"

#include "temporary_machine.h"

#include <gmock/gmock.h>

#include <csignal>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

class FaultyFilesTest : public TemporaryMachine {
protected:
    FaultyFiles faulty{files};
};

TEST_F(FaultyFilesTest, CountsChangingOperationsOnly) {
    ASSERT_TRUE(writeTextAtomically(faulty, folder / "text", "new").has_value());   // remove, create, write, flush, replace
    EXPECT_EQ(faulty.operations(), 5U);
    EXPECT_TRUE(readText(faulty, folder / "text", 10).has_value());
    EXPECT_TRUE(faulty.isWritable(folder).value());
    EXPECT_EQ(faulty.operations(), 5U);
    EXPECT_THAT(faulty.log().back(), ::testing::StartsWith("replace "));
}

TEST_F(FaultyFilesTest, FailsExactlyOneOperation) {
    for (std::size_t operation = 0; operation < 5; ++operation) {
        SCOPED_TRACE(operation);
        const auto path = put("text", "old");
        faulty.restart();
        faulty.setFault({.operation = operation});
        const auto written = writeTextAtomically(faulty, path, "new");
        ASSERT_FALSE(written.has_value());
        EXPECT_EQ(written.error().subject, "pretended fault");
        EXPECT_EQ(textOf(path), "old");
        EXPECT_EQ(faulty.operations(), operation + 1);
    }
}

TEST_F(FaultyFilesTest, KeepsFailingWhenTheDiskIsGone) {
    faulty.setFault({.operation = 0, .persistent = true});
    EXPECT_FALSE(faulty.createFolder(folder / "a").has_value());
    EXPECT_FALSE(faulty.createFolder(folder / "a").has_value());
    faulty.heal();
    EXPECT_TRUE(faulty.createFolder(folder / "a").has_value());
}

TEST_F(FaultyFilesTest, LosesAnAnswer) {
    const auto from = put("from", "x");
    faulty.setFault({.operation = 0, .effect = FaultEffect::FailAfterwards});
    EXPECT_FALSE(faulty.rename(from, folder / "to").has_value());
    EXPECT_EQ(textOf(folder / "to"), "x");
}

#ifndef _WIN32   // needs fork; the Windows way of dying is TerminateProcess
using FaultyFilesDeathTest = FaultyFilesTest;
TEST_F(FaultyFilesDeathTest, DiesBeforeTheOperationOrInTheMiddleOfAnAppend) {
    const auto journal = folder / "journal";
    const auto append = [&](FaultEffect effect) {
        faulty.setFault({.operation = 0, .effect = effect});
        EXPECT_TRUE(faulty.appendFlushed(journal, std::as_bytes(std::span(std::string_view("12345678")))).has_value());
    };
    const ::testing::KilledBySignal killed(SIGKILL);
    EXPECT_EXIT(append(FaultEffect::Die), killed, "");
    EXPECT_FALSE(fs::exists(journal));
    EXPECT_EXIT(append(FaultEffect::DieHalfway), killed, "");
    EXPECT_EQ(textOf(journal), "1234");
}
#endif

}   // namespace
}   // namespace cudnn_setup
