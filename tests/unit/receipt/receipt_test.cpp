#include "receipt/receipt.h"

#include "base/json.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

Sha256 hash(std::uint8_t value) {
    Sha256::Bytes bytes{};
    bytes.fill(value);
    return Sha256(bytes);
}

Receipt sample() {
    return {.toolVersion = "0.1.0",
            .installedAt = "2026-05-04T12:34:56Z",
            .dllFolder = "bin",
            .archive = {"cudnn-windows-x86_64-9.6.0.74_cuda12-archive.zip", hash(1), Version(9, 6, 0, 74), 12, "nvidia"},
            .files = {{"bin/cudnn64_9.dll", 10, hash(2), "x/bin/cudnn64_9.dll", Version(9, 6, 0, 74), std::nullopt},
                      {"include/cudnn.h", 20, hash(3), "x/include/cudnn.h", std::nullopt,
                       PriorFile{"0", 19, hash(4), 33, "O:BAD:(A;;FA;;;BA)"}}},
            .removed = {{"bin/cudnn_ext64_9.dll", PriorFile{"1", 5, hash(5), 0, ""}}},
            .folders = {"lib", "lib/x64"},
            .path = PathAddition{EnvironmentScope::Machine, R"(C:\CUDA\bin)", RawVariable{"%SystemRoot%;\"a;b\"", RegistryText::Expandable},
                                 RawVariable{R"(%SystemRoot%;"a;b";C:\CUDA\bin)", RegistryText::Expandable}},
            .signaturesIgnored = true};
}

/// The sample with one member changed, as text.
template <class Change> std::string changed(Change change) {
    auto json = toJson(sample());
    change(json);
    return dumpJson(json);
}

TEST(Receipt, ComesBackFromItsText) {
    const auto back = parseReceipt(dumpJson(toJson(sample()), 2));
    ASSERT_TRUE(back.has_value()) << back.error().subject;
    EXPECT_EQ(*back, sample());
}

TEST(Receipt, KeepsAPathValueThatIsNoUtf8ByteForByte) {
    auto receipt = sample();
    for (const std::string text : {"a\xFF;b", "\xED\xA0\x80", "\xC0\xAF", "half \xE2\x82", "\xF5\x80\x80\x80"}) {
        receipt.path->before->text = text;
        const auto back = parseReceipt(dumpJson(toJson(receipt)));
        ASSERT_TRUE(back.has_value());
        EXPECT_EQ(back->path->before->text, text);
    }
}

TEST(Receipt, RemembersThatThereWasNoPathValue) {
    auto receipt = sample();
    receipt.path->before.reset();
    EXPECT_EQ(parseReceipt(dumpJson(toJson(receipt))).value(), receipt);
}

TEST(Receipt, RefusesWhatIsNoReceipt) {
    for (const auto* text : {"", "{", "[]", "null", "{}", R"({"format":1})"}) {
        const auto back = parseReceipt(text);
        ASSERT_FALSE(back.has_value()) << text;
        EXPECT_EQ(back.error().code, ErrorCode::ReceiptDamaged);
    }
}

TEST(Receipt, NamesWhatIsDamaged) {
    using Json = nlohmann::json;
    const std::vector<std::pair<std::string, std::string>> cases{
        {changed([](Json& json) { json["format"] = 2; }), "format"},
        {changed([](Json& json) { json["dll_folder"] = "..\\System32"; }), "dll_folder"},
        {changed([](Json& json) { json["files"][0]["path"] = "bin/../../evil.dll"; }), "bin/../../evil.dll"},
        {changed([](Json& json) { json["files"][0]["path"] = "INCLUDE/CUDNN.H"; }), "INCLUDE/CUDNN.H"},
        {changed([](Json& json) { json["files"][1]["path"] = "bin/CUDNN64_9.dll"; }), "bin/CUDNN64_9.dll"},   // twice, but for case
        {changed([](Json& json) { json["removed"][0]["path"] = "include/cudnn.h"; }), "include/cudnn.h"},
        {changed([](Json& json) { json["removed"][0]["before"]["backup"] = "0"; }), "bin/cudnn_ext64_9.dll"},   // one backup for two files
        {changed([](Json& json) { json["removed"][0]["before"]["backup"] = ""; }), "bin/cudnn_ext64_9.dll"},
        {changed([](Json& json) { json["files"][1]["before"]["backup"] = "../0"; }), "backup"},
        {changed([](Json& json) { json["files"][1]["before"]["attributes"] = 4'294'967'296; }), "attributes"},
        {changed([](Json& json) { json["files"][0]["sha256"] = "12"; }), "sha256"},
        {changed([](Json& json) { json["files"][0]["size"] = -1; }), "size"},
        {changed([](Json& json) { json["archive"]["release"] = "nine"; }), "release"},
        {changed([](Json& json) { json["folders"][0] = "nvvm"; }), "nvvm"},
        {changed([](Json& json) { json["path"]["scope"] = "all"; }), "scope"},
        {changed([](Json& json) { json["path"]["after"]["type"] = "binary"; }), "path.after"},
        {changed([](Json& json) { json["path"]["before"]["text"] = {{"hex", "f"}}; }), "path.before"},
    };
    for (const auto& [text, subject] : cases) {
        const auto back = parseReceipt(text);
        ASSERT_FALSE(back.has_value()) << subject;
        EXPECT_EQ(back.error().code, ErrorCode::ReceiptDamaged);
        EXPECT_EQ(back.error().subject, subject);
    }
}

}   // namespace
}   // namespace cudnn_setup
