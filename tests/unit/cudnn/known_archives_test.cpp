// Covers: rows of the data files that are lost on the way into the program.
#include "cudnn/known_archives.h"

#include "cudnn/names.h"

#include <gtest/gtest.h>

#include <set>

namespace cudnn_setup {
namespace {

TEST(KnownArchives, AreAllThereAndAgreeWithTheirNames) {
    EXPECT_EQ(knownArchives().size(), 101U);   // as many as resources/known-archives.json has
    std::set<Sha256> hashes;
    for (const KnownArchive& known : knownArchives()) {
        const auto name = parseArchiveName(known.name);
        ASSERT_TRUE(name) << known.name;
        EXPECT_EQ(name->release, known.release) << known.name;
        EXPECT_EQ(name->cudaMajor, known.cudaMajor) << known.name;
        EXPECT_TRUE(hashes.insert(known.sha256).second) << known.name;
    }
}

TEST(KnownArchives, AreFoundByTheirHash) {
    const auto hash = Sha256::parse("2C7CF19FA6FFD923E4F12472B6E7BD33144BDA7E9553CC54A491AFA8F4D4DF38");   // redistrib_9.5.0.json
    ASSERT_TRUE(hash);
    const KnownArchive* known = findKnownArchive(*hash);
    ASSERT_NE(known, nullptr);
    EXPECT_EQ(known->name, "cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip");
    EXPECT_EQ(known->size, 549722031U);
    EXPECT_TRUE(known->fromNvidia);
    EXPECT_EQ(findKnownArchive(Sha256({})), nullptr);
}

TEST(DeniedCertificates, AreKnownHoweverTheSerialIsWritten) {
    for (const std::string_view serial : {"43BB437D609866286DD839E1D00309F5", "14781bc862e8dc503a559346f5dcc518",
                                          "43:BB:43:7D:60:98:66:28:6D:D8:39:E1:D0:03:09:F5", "0043BB437D609866286DD839E1D00309F5"})
        EXPECT_TRUE(isDeniedCertificate(serial)) << serial;
    for (const std::string_view serial : {"", "0636AFB1", "43BB437D609866286DD839E1D00309F6"})
        EXPECT_FALSE(isDeniedCertificate(serial)) << serial;
}

}   // namespace
}   // namespace cudnn_setup
