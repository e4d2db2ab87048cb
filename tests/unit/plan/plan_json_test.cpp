#include "sample_machine.h"

#include "base/json.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

void expectComesBack(const Plan& plan) {
    const auto back = planFromJson(parseJson(dumpJson(toJson(plan)), "plan").value());
    ASSERT_TRUE(back.has_value()) << back.error().subject;
    EXPECT_EQ(back->toolVersion, plan.toolVersion);
    EXPECT_EQ(back->action, plan.action);
    EXPECT_EQ(back->archive, plan.archive);
    EXPECT_EQ(back->toolkits, plan.toolkits);
    EXPECT_EQ(back->findings, plan.findings);
    EXPECT_EQ(back->digest, plan.digest);
    EXPECT_EQ(digestOf(*back).value(), plan.digest);
}

TEST(PlanJson, ComesBack) {
    auto machine = sample::snapshot();
    machine.toolkits.front().cudnnFiles = sample::copiedByHand(sample::archive("9.23.1.3"));
    machine.machinePath.value = RawVariable{"C:\\\xFFx", RegistryText::Plain};
    expectComesBack(sample::planInstall(machine, sample::archive("9.6.0.74")));
    const auto installed = sample::CarriedOut(machine).install(sample::archive("9.6.0.74")).now();
    expectComesBack(sample::planUninstall(installed));
}

TEST(PlanJson, NamesTheWrongMember) {
    const auto good = toJson(sample::planInstall(sample::snapshot(), sample::archive("9.6.0.74")));
    const auto subjectOf = [&](auto change) {
        auto json = good;
        change(json);
        const auto back = planFromJson(json);
        return back ? std::string() : back.error().subject;
    };
    using Json = nlohmann::json;
    EXPECT_EQ(subjectOf([](Json& json) { json["digest"] = "12"; }), "digest");
    EXPECT_EQ(subjectOf([](Json& json) { json["action"] = "explode"; }), "action");
    EXPECT_EQ(subjectOf([](Json& json) { json["toolkits"][0]["files"][3]["verb"] = "burn"; }), "toolkits.files.verb");
    EXPECT_EQ(subjectOf([](Json& json) { json["toolkits"][0]["path"] = {{"scope", "all"}}; }), "toolkits.path.scope");
    EXPECT_EQ(subjectOf([](Json& json) { json["archive"].erase("release"); }), "archive.release");
}

TEST(RequestJson, ComesBack) {
    Request request{.action = Action::Uninstall,
                    .source = "C:\\\xC3\xA4.zip",
                    .expectedHash = sample::hashFor("x"),
                    .target = "12.6",
                    .path = PathChoice::None,
                    .acceptLicence = true,
                    .allowUnsigned = true,
                    .whatIf = true,
                    .prove = true};
    EXPECT_EQ(requestFromJson(toJson(request)).value(), request);
    EXPECT_EQ(requestFromJson(toJson(Request{})).value(), Request{});
    auto json = toJson(request);
    json["path"] = "everywhere";
    EXPECT_EQ(requestFromJson(json).error(), (Error{ErrorCode::JsonMalformed, "path"}));
    json = toJson(request);
    json["expected_hash"] = "12";
    EXPECT_EQ(requestFromJson(json).error().subject, "expected_hash");
    json.erase("what_if");
    EXPECT_EQ(requestFromJson(json).error().code, ErrorCode::JsonMalformed);
}

}   // namespace
}   // namespace cudnn_setup
