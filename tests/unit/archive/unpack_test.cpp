// Covers: bytes that differ from what the directory promised, results that depend on the number of threads, a cancel that comes late.
#include "archive/unpack.h"

#include "doubles/memory_file.h"
#include "platform/hasher.h"
#include "zip_builder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <random>

namespace cudnn_setup {
namespace {

class CollectingSink final : public UnpackSink {
public:
    std::map<std::string, std::string> files;   // what came between begin and end
    std::string refused;
    std::string failing;
    std::uint64_t written = 0;

    Result<bool> begin(const ZipEntry& entry) override {
        const std::scoped_lock lock(m_mutex);
        if (entry.name == refused) return false;
        m_open[entry.name] = {};
        return true;
    }
    Result<void> write(const ZipEntry& entry, std::span<const std::byte> bytes) override {
        const std::scoped_lock lock(m_mutex);
        if (entry.name == failing) return fail(ErrorCode::DiskFull, entry.name);
        written += bytes.size();
        m_open.at(entry.name).append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return {};
    }
    Result<void> end(const ZipEntry& entry) override {
        const std::scoped_lock lock(m_mutex);
        files[entry.name] = m_open.at(entry.name);
        return {};
    }

private:
    std::mutex m_mutex;
    std::map<std::string, std::string> m_open;
};

ZipArchive opened(std::string_view zip) {
    auto archive = ZipArchive::open(std::make_unique<MemoryFile>(zip), "a.zip");
    if (!archive) throw std::runtime_error(archive.error().subject);
    return std::move(*archive);
}

std::string noise(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);   // NOLINT: the same bytes in every run
    std::string text(size, '\0');
    for (char& letter : text) letter = static_cast<char>(random() % 64);
    return text;
}

/// Sizes around the pieces that the engine works with.
std::vector<BuiltEntry> someEntries() {
    std::vector<BuiltEntry> entries{{.name = "top/"}};
    unsigned seed = 0;
    for (const std::size_t size : {0UZ, 1UZ, 1000UZ, 262143UZ, 262144UZ, 262145UZ, 700000UZ})
        for (const bool deflated : {true, false}) {
            ++seed;
            entries.push_back(
                {.name = "top/" + std::to_string(size) + (deflated ? ".z" : ".s"), .data = noise(size, seed), .deflated = deflated});
        }
    return entries;
}

std::string sha256Of(std::string_view text) {
    const MemoryFile file(text);
    return hashOf(file, std::stop_token{})->toString();
}

TEST(Unpack, GivesEveryByteWhateverTheNumberOfThreads) {
    const auto entries = someEntries();
    const std::string zip = buildZip(entries);
    const ZipArchive archive = opened(zip);
    for (const unsigned workers : {1U, 2U, 3U, 16U}) {
        CollectingSink sink;
        const auto contents = unpack(archive, &sink, {.workers = workers, .stop = {}, .onProgress = {}});
        ASSERT_TRUE(contents) << contents.error().subject;
        EXPECT_EQ(contents->sha256.toString(), sha256Of(zip));
        EXPECT_EQ(contents->size, zip.size());
        ASSERT_EQ(contents->entries.size(), entries.size() - 1);
        for (std::size_t index = 0; index < contents->entries.size(); ++index) {
            const BuiltEntry& expected = entries[index + 1];
            EXPECT_EQ(contents->entries[index].entry.name, expected.name);
            EXPECT_EQ(contents->entries[index].sha256.toString(), sha256Of(expected.data)) << expected.name;
            EXPECT_EQ(sink.files.at(expected.name), expected.data) << expected.name;
        }
    }
}

TEST(Unpack, LooksWithoutASink) {
    const auto contents = unpack(opened(buildZip(someEntries())), nullptr, {});
    ASSERT_TRUE(contents);
    EXPECT_EQ(contents->entries.size(), someEntries().size() - 1);
}

TEST(Unpack, HashesAnEntryThatTheSinkDoesNotWant) {
    CollectingSink sink;
    sink.refused = "b";
    const auto contents = unpack(opened(buildZip({{.name = "a", .data = "aa"}, {.name = "b", .data = "bb"}})), &sink, {});
    ASSERT_TRUE(contents);
    EXPECT_EQ(sink.files, (std::map<std::string, std::string>{{"a", "aa"}}));
    EXPECT_EQ(contents->entries[1].sha256.toString(), sha256Of("bb"));
}

TEST(Unpack, KeepsTheTextsThatItWillBeAskedFor) {
    const auto contents = unpack(opened(buildZip({{.name = "t/include/cudnn_version.h", .data = "#define"},
                                                  {.name = "t/LICENSE", .data = "terms"},
                                                  {.name = "t/x", .data = "x"}})),
                                 nullptr, {});
    ASSERT_TRUE(contents);
    EXPECT_EQ(contents->entries[0].text, "#define");
    EXPECT_EQ(contents->entries[1].text, "terms");
    EXPECT_EQ(contents->entries[2].text, "");
}

TEST(Unpack, TellsWhyADllIsNone) {
    const auto contents =
        unpack(opened(buildZip({{.name = "a.dll", .data = "no image"}, {.name = "b.DLL"}, {.name = "c.txt", .data = "x"}})), nullptr, {});
    ASSERT_TRUE(contents);
    EXPECT_EQ(contents->entries[0].peError->code, ErrorCode::FileDamaged);
    EXPECT_EQ(contents->entries[1].peError->code, ErrorCode::FileEmpty);
    EXPECT_EQ(contents->entries[2].peError, std::nullopt);
}

TEST(Unpack, FindsEveryChangedByteOfPackedData) {
    const std::string data = noise(1000, 1);
    for (const bool deflated : {true, false}) {
        const std::string zip = buildZip({{.name = "first", .data = "one"}, {.name = "bin/last.dll", .data = data, .deflated = deflated}});
        const ZipArchive good = opened(zip);
        const ZipEntry entry = good.entries()[1];
        for (std::uint64_t at = 0; at < entry.packedSize; ++at) {
            std::string changed = zip;
            changed[good.dataOffset(entry) + at] ^= 0x10;
            const auto contents = unpack(opened(changed), nullptr, {.workers = 1, .stop = {}, .onProgress = {}});
            if (contents && at + 1 == entry.packedSize) {   // bits behind the last code mean nothing
                EXPECT_EQ(contents->entries[1].sha256.toString(), sha256Of(data));
                continue;
            }
            ASSERT_FALSE(contents) << at;
            ASSERT_EQ(contents.error().code, ErrorCode::ArchiveDamaged);
            ASSERT_EQ(contents.error().subject, "bin/last.dll");
        }
    }
}

TEST(Unpack, StopsAtTheSizeThatTheDirectoryClaims) {
    for (const std::uint64_t claimed : {0U, 1U, 99U, 101U}) {
        const auto contents = unpack(opened(buildZip({{.name = "x", .data = std::string(100, 'x'), .size = claimed}})), nullptr, {});
        ASSERT_FALSE(contents) << claimed;
        EXPECT_EQ(contents.error().code, ErrorCode::ArchiveDamaged);
    }
    // A bomb: 64 MiB behind a claim of one byte. The sink sees none of it.
    CollectingSink sink;
    EXPECT_FALSE(unpack(opened(buildZip({{.name = "x", .data = std::string(64 << 20, '\0'), .size = 1}})), &sink, {}));
    EXPECT_EQ(sink.written, 0U);
}

TEST(Unpack, FindsAWrongChecksum) {
    const auto contents = unpack(opened(buildZip({{.name = "x", .data = "x", .crc32 = 7}})), nullptr, {});
    ASSERT_FALSE(contents);
    EXPECT_EQ(contents.error(), (Error{ErrorCode::ArchiveDamaged, "x", 0, {"crc"}}));
}

TEST(Unpack, PassesTheSinksErrorOn) {
    CollectingSink sink;
    sink.failing = "top/1000.z";
    const auto contents = unpack(opened(buildZip(someEntries())), &sink, {});
    ASSERT_FALSE(contents);
    EXPECT_EQ(contents.error().code, ErrorCode::DiskFull);
}

TEST(Unpack, SaysThatTheFileCannotBeRead) {
    const std::string zip = buildZip({{.name = "a", .data = noise(300000, 3), .deflated = false}});
    auto file = std::make_unique<MemoryFile>(zip);
    MemoryFile& disk = *file;
    auto archive = ZipArchive::open(std::move(file), "a.zip");
    ASSERT_TRUE(archive);
    disk.failFrom(200000, 23);
    const auto contents = unpack(*archive, nullptr, {});
    ASSERT_FALSE(contents);
    EXPECT_EQ(contents.error(), (Error{ErrorCode::ArchiveUnreadable, "a.zip", 23}));
}

TEST(Unpack, StopsWithinOnePieceAThread) {
    const ZipArchive archive = opened(buildZip({{.name = "a", .data = noise(8 << 20, 1)}, {.name = "b", .data = noise(8 << 20, 2)}}));
    class StoppingSink final : public UnpackSink {
    public:
        std::stop_source stop;
        std::atomic<std::uint64_t> after = 0;
        Result<bool> begin(const ZipEntry&) override { return true; }
        Result<void> write(const ZipEntry&, std::span<const std::byte> bytes) override {
            if (stop.stop_requested()) after += bytes.size();
            stop.request_stop();
            return {};
        }
        Result<void> end(const ZipEntry&) override { return {}; }
    } sink;
    const auto contents = unpack(archive, &sink, {.workers = 2, .stop = sink.stop.get_token(), .onProgress = {}});
    ASSERT_FALSE(contents);
    EXPECT_EQ(contents.error().code, ErrorCode::Cancelled);
    EXPECT_LE(sink.after, 256U * 1024U);   // the other thread's piece, already unpacked
}

TEST(Unpack, StoppedBeforehandDoesNothing) {
    std::stop_source stop;
    stop.request_stop();
    CollectingSink sink;
    const auto contents = unpack(opened(buildZip(someEntries())), &sink, {.workers = 2, .stop = stop.get_token(), .onProgress = {}});
    ASSERT_FALSE(contents);
    EXPECT_EQ(contents.error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(sink.files.empty());
}

TEST(Unpack, ReportsProgressThatOnlyGrowsAndEndsAtAll) {
    std::uint64_t last = 0;
    std::uint64_t all = 0;
    bool grows = true;
    const auto contents = unpack(opened(buildZip(someEntries())), nullptr,
                                 {.workers = 3, .stop = {}, .onProgress = [&](std::uint64_t done, std::uint64_t total, std::string_view) {
                                      grows = grows && done >= last && done <= total;
                                      last = done;
                                      all = total;
                                  }});
    ASSERT_TRUE(contents);
    EXPECT_TRUE(grows);
    EXPECT_EQ(last, all);
    EXPECT_EQ(all, 2U * (1 + 1000 + 262143 + 262144 + 262145 + 700000));
}

TEST(ReadEntry, GivesAtMostTheLimit) {
    const ZipArchive archive = opened(buildZip({{.name = "x", .data = "hello"}}));
    EXPECT_EQ(readEntry(archive, archive.entries()[0], 5), "hello");
    EXPECT_EQ(readEntry(archive, archive.entries()[0], 4).error().code, ErrorCode::ArchiveTooLarge);
}

}   // namespace
}   // namespace cudnn_setup
