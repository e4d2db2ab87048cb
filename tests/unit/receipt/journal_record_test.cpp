#include "receipt/journal_record.h"

#include "receipt/line_checksum.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

Sha256 hash(std::uint8_t value) {
    Sha256::Bytes bytes{};
    bytes.fill(value);
    return Sha256(bytes);
}

const JournalBegin begin{"0.1.0", "2026-05-04T12:34:56Z", "install", "bin", true};
const JournalPlan plan{hash(7), 3};
const JournalFile replaced{0, "bin/cudnn64_9.dll", "backup/0", hash(1), "staging/0", hash(2)};
const JournalFile placed{1, "include/cudnn.h", "", std::nullopt, "staging/1", hash(3)};
const JournalFile removed{2, "bin/cudnn_ext64_9.dll", "superseded/2", hash(4), "", std::nullopt};

std::vector<JournalRecord> wholeRun() {
    return {begin,
            plan,
            JournalFolder{"lib/x64", true},
            replaced,
            placed,
            removed,
            JournalPath{EnvironmentScope::User, R"(C:\CUDA\bin)", std::nullopt, RawVariable{"C:\\CUDA\\bin", RegistryText::Expandable}},
            JournalReceipt{"{\"old\":\n\xFF}", std::nullopt},
            JournalCommit{true}};
}

std::string textOf(const std::vector<JournalRecord>& records) {
    std::string text;
    for (const auto& record : records) text += toLine(record);
    return text;
}

/// A line with that JSON, its length and checksum right.
std::string lineOf(const std::string& json) {
    char sum[9];
    std::snprintf(sum, sizeof sum, "%08x", lineChecksum(json));
    return std::to_string(json.size()) + ' ' + sum + ' ' + json + '\n';
}

void expectDamaged(const std::string& text, const char* line) {
    const auto contents = parseJournal(text);
    ASSERT_FALSE(contents.has_value()) << text;
    EXPECT_EQ(contents.error(), (Error{ErrorCode::JournalDamaged, "journal.jsonl", 0, {line}}));
}

TEST(Journal, ComesBackRecordByRecord) {
    const auto contents = parseJournal(textOf(wholeRun()));
    ASSERT_TRUE(contents.has_value());
    EXPECT_FALSE(contents->tornTail);
    EXPECT_EQ(contents->records, wholeRun());
}

TEST(Journal, IsReadUpToWhereverAPowerCutFell) {
    const auto text = textOf(wholeRun());
    std::size_t whole = 0;
    for (std::size_t length = 0; length <= text.size(); ++length) {
        if (length > 0 && text[length - 1] == '\n') ++whole;
        const auto contents = parseJournal(std::string_view(text).substr(0, length));
        ASSERT_TRUE(contents.has_value()) << length;
        EXPECT_EQ(contents->records.size(), whole) << length;
        EXPECT_EQ(contents->tornTail, length > 0 && text[length - 1] != '\n') << length;
    }
}

TEST(Journal, IgnoresALastLineOfZeros) {
    // NTFS may have grown the file before the power cut and never written the data.
    const auto contents = parseJournal(textOf({begin, plan}) + std::string(300, '\0'));
    ASSERT_TRUE(contents.has_value());
    EXPECT_TRUE(contents->tornTail);
    EXPECT_EQ(contents->records.size(), 2U);
}

TEST(Journal, SeesEveryChangedByteBeforeTheLastLine) {
    const auto text = textOf({begin, plan, replaced});
    const auto lastLine = text.rfind('\n', text.size() - 2) + 1;
    for (std::size_t at = 0; at < lastLine; ++at) {
        auto damaged = text;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x01);
        EXPECT_FALSE(parseJournal(damaged).has_value()) << at;
    }
}

TEST(Journal, KnowsWhatMayFollowWhat) {
    const JournalPath path{EnvironmentScope::User, "x", std::nullopt, std::nullopt};
    const JournalReceipt receipt{std::nullopt, "{}"};
    expectDamaged(textOf({plan}), "1");
    expectDamaged(textOf({begin, begin}), "2");
    expectDamaged(textOf({begin, replaced}), "2");
    expectDamaged(textOf({begin, path}), "2");
    expectDamaged(textOf({begin, JournalFolder{"lib", true}}), "2");
    expectDamaged(textOf({begin, JournalCommit{}}), "2");
    expectDamaged(textOf({begin, plan, plan}), "3");
    expectDamaged(textOf({begin, plan, replaced, replaced}), "4");
    expectDamaged(textOf({begin, plan, path, path}), "4");
    expectDamaged(textOf({begin, plan, receipt, placed}), "4");
    expectDamaged(textOf({begin, plan, JournalCommit{}, placed}), "4");
    EXPECT_TRUE(parseJournal(textOf({begin})).has_value());
}

TEST(Journal, FollowsNoPathOutOfTheToolkit) {
    auto file = placed;
    for (const auto* path : {"bin/../evil.dll", "C:/evil.dll", "bin/x64/cudnn64_9.dll", "journal.jsonl"}) {
        file.path = path;
        expectDamaged(textOf({begin, plan, file}), "3");
    }
    file = replaced;
    for (const auto* aside : {"../backup/0", "backup/../0", "backup/", "staging/0", "0", "backup/a/b"}) {
        file.aside = aside;
        expectDamaged(textOf({begin, plan, file}), "3");
    }
    file = replaced;
    for (const auto* from : {"superseded/0", "staging/..", "C:/x", "staging\\0"}) {
        file.from = from;
        expectDamaged(textOf({begin, plan, file}), "3");
    }
    expectDamaged(textOf({begin, plan, JournalFolder{"nvvm", false}}), "3");
    auto elsewhere = begin;
    elsewhere.dllFolder = "..";
    expectDamaged(textOf({elsewhere}), "1");
}

TEST(Journal, NeedsTheHashOfEveryFileItWouldTouch) {
    auto file = replaced;
    file.asideSha256.reset();
    expectDamaged(textOf({begin, plan, file}), "3");
    file = replaced;
    file.fromSha256.reset();
    expectDamaged(textOf({begin, plan, file}), "3");
    file = {3, "bin/x.dll", "", std::nullopt, "", std::nullopt};
    expectDamaged(textOf({begin, plan, file}), "3");
}

TEST(Journal, DoesNotTakeARightChecksumForARightRecord) {
    expectDamaged(lineOf("{}"), "1");
    expectDamaged(lineOf(R"({"record":"format-disk"})"), "1");
    expectDamaged(lineOf("not json"), "1");
    expectDamaged(textOf({begin}) + lineOf(R"({"record":"plan","digest":"12","steps":1})"), "2");
}

}   // namespace
}   // namespace cudnn_setup
