// Covers: facts that depend on how the bytes arrive, and images that make the reader read beside them.
#include "pe/pe_facts.h"

#include "base/json.h"
#include "doubles/memory_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

namespace cudnn_setup {
namespace {

std::vector<std::byte> readStub(const std::string& name) {
    const std::string path = std::string(CUDNN_SETUP_STUB_ARCHIVES) + "/files/" + name;
    std::ifstream file(path, std::ios::binary);
    std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    EXPECT_FALSE(bytes.empty()) << path;
    const auto* start = reinterpret_cast<const std::byte*>(bytes.data());
    return {start, start + bytes.size()};
}

Result<PeFacts> scan(std::span<const std::byte> bytes, std::size_t piece = 4096) {
    PeScanner scanner;
    for (; bytes.size() > piece; bytes = bytes.subspan(piece)) scanner.feed(bytes.first(piece));
    scanner.feed(bytes);
    return scanner.finish("x.dll");
}

TEST(PeFacts, SayWhatADllIs) {
    const auto facts = scan(readStub("Z96/bin/cudnn_adv64_9.dll"));
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->machine, PeMachine::Amd64);
    EXPECT_TRUE(facts->isDll);
    EXPECT_EQ(facts->exportName, "cudnn_adv64_9.dll");
    EXPECT_EQ(facts->fileVersion, Version(9, 6, 0, 74));
    EXPECT_EQ(facts->companyName, "NVIDIA Corporation");
    EXPECT_EQ(facts->embeddedNames,
              (std::set<std::string>{"cublaslt64_12.dll", "cudnn_adv64_9.dll", "cudnn_graph64_9.dll", "cudnn_ops64_9.dll"}));
}

TEST(PeFacts, FindWideNamesToo) {
    const auto facts = scan(readStub("Z923/bin/cudnn_engines_precompiled64_9.dll"));
    ASSERT_TRUE(facts);
    EXPECT_TRUE(facts->embeddedNames.contains("nvrtc64_120_0.dll"));
}

TEST(PeFacts, HaveNoVersionWhereTheFileHasNone) {
    const auto facts = scan(readStub("Z96/bin/cudnn_graph64_9.dll"));
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->fileVersion, std::nullopt);
    EXPECT_EQ(facts->exportName, "cudnn_graph64_9.dll");
}

TEST(PeFacts, TellA32BitImage) {
    const auto facts = scan(readStub("32-bit.dll"));
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->machine, PeMachine::I386);
    EXPECT_EQ(facts->fileVersion, Version(9, 6, 0, 74));
}

TEST(PeFacts, AreTheSameHoweverTheBytesArrive) {
    const auto bytes = readStub("Z923/bin/cudnn64_9.dll");
    const auto whole = scan(bytes, bytes.size());
    ASSERT_TRUE(whole);
    for (const std::size_t piece : {1UZ, 7UZ, 511UZ, 4096UZ}) EXPECT_EQ(scan(bytes, piece), whole) << piece;
}

TEST(PeFacts, AreTheSameInABigFile) {
    auto bytes = readStub("Z96/bin/cudnn_cnn64_9.dll");
    const auto small = scan(bytes);
    bytes.resize(bytes.size() + 300 * 1024);   // the headers are parsed while bytes still come
    EXPECT_EQ(scan(bytes, 64 * 1024), small);
    EXPECT_EQ(scan(bytes, 1000), small);
}

TEST(PeFacts, OfAFileOnDiskAreTheSameButForEmbeddedNames) {
    const auto bytes = readStub("Z96/bin/cudnn_ops64_9.dll");
    auto expected = scan(bytes);
    ASSERT_TRUE(expected);
    expected->embeddedNames.clear();
    EXPECT_EQ(readPeHeaders(MemoryFile(bytes), "x.dll"), expected);
}

TEST(PeFacts, CutOffAnywhereIsAnError) {
    const auto bytes = readStub("Z96/bin/cudnn_ops64_9.dll");
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        const auto facts = scan(cut);
        const auto headers = readPeHeaders(MemoryFile(cut), "x.dll");
        ASSERT_FALSE(facts) << size;
        ASSERT_FALSE(headers) << size;
        ASSERT_EQ(facts.error().code, size == 0 ? ErrorCode::FileEmpty : ErrorCode::FileDamaged);
        ASSERT_EQ(facts.error(), headers.error());
    }
}

TEST(PeFacts, OfDamagedImagesReadNothingBesideThem) {
    const auto bytes = readStub("Z923/bin/cudnn_adv64_9.dll");
    std::mt19937 random(1);   // NOLINT: the same damage in every run
    for (int round = 0; round < 5000; ++round) {
        auto damaged = bytes;
        for (int count = 0; count < 4; ++count) damaged[random() % damaged.size()] = static_cast<std::byte>(random());
        for (int count = 0; count < 2; ++count) damaged[random() % 0x400] = static_cast<std::byte>(random());
        const auto facts = scan(damaged);
        const auto headers = readPeHeaders(MemoryFile(damaged), "x.dll");
        ASSERT_EQ(facts.has_value(), headers.has_value());
    }
}

TEST(PeFacts, SurviveJson) {
    for (const char* name : {"Z96/bin/cudnn_adv64_9.dll", "Z96/bin/cudnn_graph64_9.dll"}) {
        const auto facts = scan(readStub(name));
        ASSERT_TRUE(facts);
        EXPECT_EQ(peFactsFromJson(toJson(*facts)), *facts);
    }
    EXPECT_FALSE(peFactsFromJson(
        nlohmann::json{{"machine", 70000}, {"is_dll", true}, {"export_name", ""}, {"embedded_names", nlohmann::json::array()}}));
}

}   // namespace
}   // namespace cudnn_setup
