// Covers: every wrong and every damaged archive that the acceptance cases name, and what is made of good ones. The archives come from
// tests/doubles/make_stub_set.py.
#include "cudnn/archive.h"
#include "cudnn/known_archives.h"

#include "base/json.h"
#include "doubles/memory_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace cudnn_setup {
namespace {

std::string readStub(const std::string& name) {
    const std::string path = std::string(CUDNN_SETUP_STUB_ARCHIVES) + "/" + name;
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file.is_open()) << path;
    return std::string((std::istreambuf_iterator<char>(file)), {});
}

/// {"Z96": {"file": "Z96/cudnn-….zip", "finding": "", "exit_code": 0}, …}
const nlohmann::json& stubIndex() {
    static const nlohmann::json index = nlohmann::json::parse(readStub("index.json"), nullptr, false);
    EXPECT_TRUE(index.is_object());
    return index;
}

Result<ArchiveContents> look(const std::string& key) {
    const std::string path = stubIndex().at(key).at("file");
    const auto archive = openArchive(std::make_unique<MemoryFile>(readStub(path)), path.substr(path.rfind('/') + 1));
    if (!archive) return std::unexpected(archive.error());
    return unpack(*archive, nullptr, {});
}

Result<Archive> resolve(const std::string& key) {
    const auto contents = look(key);
    if (!contents) return std::unexpected(contents.error());
    return resolveArchive(*contents);
}

/// "code subject: arguments"
std::string textOf(const Error& error) {
    std::string text = std::string(codeInfo(error.code).id) + " " + error.subject + ":";
    for (const std::string& argument : error.arguments) text += " " + argument;
    return text;
}

std::string failureOf(const std::string& key) {
    const auto archive = resolve(key);
    return archive ? "resolved" : textOf(archive.error());
}

std::vector<std::string> codesOf(const Archive& archive) {
    std::vector<std::string> codes;
    for (const Finding& finding : archive.findings) codes.emplace_back(codeInfo(finding.code).id);
    return codes;
}

constexpr auto zip96 = "cudnn-windows-x86_64-9.6.0.74_cuda12-archive.zip";
const std::string top96 = "cudnn-windows-x86_64-9.6.0.74_cuda12-archive/";

TEST(ResolveArchive, EndsEveryWrongArchiveWithItsOwnCode) {
    std::size_t seen = 0;
    for (const auto& [key, row] : stubIndex().items()) {
        const std::string finding = row.at("finding");
        // Whether its CUDA major fits is for the planner to say, who knows the toolkit.
        if (finding.empty() || finding == "archive-built-for-other-cuda") continue;
        const auto archive = resolve(key);
        ASSERT_FALSE(archive) << key;
        EXPECT_EQ(codeInfo(archive.error().code).id, finding) << key;
        EXPECT_EQ(codeInfo(archive.error().code).exitCode, row.at("exit_code")) << key;
        ++seen;
    }
    EXPECT_GE(seen, 24U);
}

TEST(ResolveArchive, NamesTheEvidence) {
    EXPECT_EQ(failureOf("Z897"), "archive-other-major cudnn-windows-x86_64-8.9.7.29_cuda12-archive.zip: 8.9.7.29 9 "
                                 "cudnn-windows-x86_64-8.9.7.29_cuda12-archive/bin/cudnn64_8.dll");
    EXPECT_EQ(failureOf("linux-renamed"), std::string("archive-linux ") + zip96 + ": tar.xz");
    EXPECT_EQ(failureOf("nested"), std::string("archive-in-archive download/") + zip96 + ": download.zip");
    EXPECT_EQ(failureOf("flipped-byte").substr(0, 110).find("archive-damaged " + top96 + "bin/cudnn_ops64_9.dll:"), 0U);
    EXPECT_EQ(failureOf("escaping-name"), "archive-unsafe-name ..\\..\\evil.dll:");
    EXPECT_EQ(failureOf("case-collision"), "archive-unsafe-name " + top96 + "bin/CUDNN64_9.DLL: twice");
    EXPECT_EQ(failureOf("incomplete"), std::string("archive-incomplete ") + zip96 + ": cudnn_heuristic64_9.dll");
    EXPECT_EQ(failureOf("incomplete-ten"),
              "archive-incomplete cudnn-windows-x86_64-9.23.1.3_cuda12-archive.zip: cudnn_engines_tensor_ir64_9.dll");
    EXPECT_EQ(failureOf("mixed-release"),
              "archive-contradicts " + top96 + "bin/cudnn_adv64_9.dll: 9.1.0.70 " + top96 + "bin/cudnn64_9.dll 9.6.0.74");
    EXPECT_EQ(failureOf("mixed-cuda"),
              "archive-contradicts " + top96 + "bin/cudnn_engines_precompiled64_9.dll: CUDA 12 " + top96 + "bin/cudnn_adv64_9.dll CUDA 11");
    EXPECT_EQ(failureOf("other-header"),
              "archive-contradicts " + top96 + "include/cudnn_version.h: 9.1.0 " + top96 + "bin/cudnn64_9.dll 9.6.0.74");
    EXPECT_EQ(failureOf("renamed-dll"),
              "archive-contradicts " + top96 + "bin/cudnn_ops64_9.dll: cudnn_cnn64_9.dll " + zip96 + " cudnn_ops64_9.dll");
    EXPECT_EQ(failureOf("32-bit-dll"),
              "archive-contradicts " + top96 + "bin/cudnn_ops64_9.dll: machine 0x014c " + top96 + "bin/cudnn64_9.dll x86_64");
    EXPECT_EQ(failureOf("empty-dll"), "archive-damaged " + top96 + "bin/cudnn_ops64_9.dll: file-empty");
}

TEST(ResolveArchive, TakesAFlatZip) {
    const auto archive = resolve("Z96");
    ASSERT_TRUE(archive) << textOf(archive.error());
    EXPECT_EQ(archive->release, Version(9, 6, 0, 74));
    EXPECT_EQ(archive->cudaMajor, 12U);
    EXPECT_EQ(archive->shape, ArchiveShape::NvidiaZip);
    EXPECT_EQ(archive->count(Component::Library), 8U);
    EXPECT_EQ(archive->count(Component::Header), 7U);
    EXPECT_EQ(archive->count(Component::ImportLibrary), 16U);
    EXPECT_EQ(archive->count(Component::Licence), 1U);
    EXPECT_TRUE(archive->licenceText.starts_with("This is a stand-in"));
    EXPECT_EQ(archive->files.front().name, "cudnn64_9.dll");
    EXPECT_EQ(archive->files.front().entry, top96 + "bin/cudnn64_9.dll");
    EXPECT_EQ(archive->files.front().version, Version(9, 6, 0, 74));
    EXPECT_TRUE(std::ranges::is_sorted(archive->files, {}, [](const ArchiveFile& file) { return std::pair(file.component, file.name); }));
}

TEST(ResolveArchive, TakesTenDllsFromANestedFolder) {
    const auto archive = resolve("Z923");
    ASSERT_TRUE(archive) << textOf(archive.error());
    EXPECT_EQ(archive->release, Version(9, 23, 1, 3));
    EXPECT_EQ(archive->count(Component::Library), 10U);
    EXPECT_EQ(archive->count(Component::ImportLibrary), 20U);
    EXPECT_EQ(archive->files.front().entry, "cudnn-windows-x86_64-9.23.1.3_cuda12-archive/bin/x64/cudnn64_9.dll");
}

TEST(ResolveArchive, TakesAWheelAndSaysThatItIsForRunningOnly) {
    const auto archive = resolve("wheel");
    ASSERT_TRUE(archive) << textOf(archive.error());
    EXPECT_EQ(archive->shape, ArchiveShape::Wheel);
    EXPECT_EQ(archive->release, Version(9, 6, 0, 74));
    EXPECT_EQ(archive->cudaMajor, 12U);
    EXPECT_EQ(archive->count(Component::Header), 7U);
    EXPECT_FALSE(archive->licenceText.empty());
    EXPECT_EQ(codesOf(*archive), std::vector<std::string>{"archive-without-import-libraries"});
}

TEST(ResolveArchive, SaysRepackedForAKnownNameWithAnotherHash) {
    const auto archive = resolve("Z96");
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->origin, ArchiveOrigin::Repacked);
    EXPECT_EQ(codesOf(*archive), std::vector<std::string>{"archive-repacked"});
    EXPECT_EQ(archive->findings[0].severity, Severity::Warning);
}

TEST(ResolveArchive, KnowsNvidiasOwnByItsHash) {
    auto contents = look("Z96");
    ASSERT_TRUE(contents);
    const auto known = std::ranges::find(knownArchives(), zip96, &KnownArchive::name);
    ASSERT_NE(known, knownArchives().end());
    contents->sha256 = known->sha256;
    contents->name = "renamed.zip";
    const auto archive = resolveArchive(*contents);
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->origin, ArchiveOrigin::Nvidia);
    EXPECT_TRUE(archive->findings.empty());
}

TEST(ResolveArchive, FollowsTheContentWhereTheNameSaysAnotherCuda) {
    const auto archive = resolve("cuda13-renamed");
    ASSERT_TRUE(archive) << textOf(archive.error());
    EXPECT_EQ(archive->cudaMajor, 13U);
    const auto finding = std::ranges::find(archive->findings, ErrorCode::ArchiveContradicts, &Finding::code);
    ASSERT_NE(finding, archive->findings.end());
    EXPECT_EQ(finding->severity, Severity::Warning);
    EXPECT_EQ(finding->arguments,
              (std::vector<std::string>{"CUDA 12", "cudnn-windows-x86_64-9.23.1.3_cuda13-archive/bin/x64/cudnn_adv64_9.dll", "CUDA 13"}));
    EXPECT_EQ(resolve("cuda11")->cudaMajor, 11U);
    EXPECT_EQ(resolve("cuda13")->cudaMajor, 13U);
}

TEST(ResolveArchive, FollowsTheContentWhereTheNameSaysAnotherRelease) {
    auto contents = look("Z96");
    ASSERT_TRUE(contents);
    contents->name = "cudnn-windows-x86_64-9.7.0.66_cuda12-archive.zip";
    const auto archive = resolveArchive(*contents);
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->release, Version(9, 6, 0, 74));
    EXPECT_THAT(codesOf(*archive), ::testing::Contains("archive-contradicts"));
}

TEST(ResolveArchive, NeedsNoTellingName) {
    auto contents = look("Z923");
    ASSERT_TRUE(contents);
    contents->name = "download.zip";
    const auto archive = resolveArchive(*contents);
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->release, Version(9, 23, 1, 3));
    EXPECT_EQ(archive->cudaMajor, 12U);
    EXPECT_TRUE(archive->findings.empty());
}

TEST(ResolveArchive, TakesTheHeadersVersionWhereNoDllHasOne) {
    auto contents = look("Z96");
    ASSERT_TRUE(contents);
    contents->name = "download.zip";
    for (UnpackedEntry& entry : contents->entries)
        if (entry.pe) entry.pe->fileVersion.reset();
    const auto archive = resolveArchive(*contents);
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->release, Version(9, 6, 0));
}

TEST(ResolveArchive, TellsCuda13ByItsOnlyMarkWhereNothingElseTells) {
    auto contents = look("cuda13");
    ASSERT_TRUE(contents);
    contents->name = "download.zip";
    for (UnpackedEntry& entry : contents->entries)
        if (entry.pe)
            std::erase_if(entry.pe->embeddedNames,
                          [](const std::string& name) { return name.starts_with("cublaslt") || name.starts_with("nvrtc"); });
    const auto archive = resolveArchive(*contents);
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->cudaMajor, 13U);
}

TEST(ResolveArchive, TakesOneOfTwoEqualFilesAndRefusesTwoDifferentOnes) {
    auto contents = look("Z96");
    ASSERT_TRUE(contents);
    UnpackedEntry copy = contents->entries[1];
    ASSERT_EQ(copy.entry.name, top96 + "bin/cudnn64_9.dll");
    copy.entry.name = top96 + "bin/12.6/cudnn64_9.dll";
    contents->entries.push_back(copy);
    EXPECT_EQ(resolveArchive(*contents)->count(Component::Library), 8U);
    contents->entries.back().sha256 = Sha256({1});
    const auto archive = resolveArchive(*contents);
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error().code, ErrorCode::ArchiveContradicts);
    EXPECT_EQ(archive.error().subject, top96 + "bin/12.6/cudnn64_9.dll");
    EXPECT_EQ(archive.error().arguments.at(1), top96 + "bin/cudnn64_9.dll");
}

TEST(ResolveArchive, SetsStaticLibrariesApart) {
    auto contents = look("Z96");
    ASSERT_TRUE(contents);
    UnpackedEntry library = contents->entries.back();
    library.entry.name = top96 + "lib/x64/cudnn_graph_static64_9.lib";
    contents->entries.push_back(library);
    const auto archive = resolveArchive(*contents);
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->count(Component::StaticLibrary), 1U);
    EXPECT_EQ(archive->count(Component::ImportLibrary), 16U);
}

TEST(ResolveArchive, GivesTheLicenceAsUtf8) {
    auto contents = look("Z96");
    ASSERT_TRUE(contents);
    const auto licence =
        std::ranges::find_if(contents->entries, [](const UnpackedEntry& entry) { return entry.entry.name == top96 + "LICENSE"; });
    ASSERT_NE(licence, contents->entries.end());
    licence->text = "\xef\xbb\xbf\xc2\xa9 NVIDIA";
    EXPECT_EQ(resolveArchive(*contents)->licenceText, "\xc2\xa9 NVIDIA");
    licence->text = "\xa9 NVIDIA";   // Latin-1
    EXPECT_EQ(resolveArchive(*contents)->licenceText, "\xc2\xa9 NVIDIA");
    contents->entries.erase(licence);
    EXPECT_THAT(codesOf(*resolveArchive(*contents)), ::testing::Contains("archive-without-licence"));
}

TEST(ResolveArchive, WritesJsonWithoutTheLicence) {
    const auto archive = resolve("Z96");
    ASSERT_TRUE(archive);
    const nlohmann::json json = toJson(*archive);
    EXPECT_EQ(json.at("release"), "9.6.0.74");
    EXPECT_EQ(json.at("cuda_major"), 12);
    EXPECT_EQ(json.at("files").size(), archive->files.size());
    EXPECT_EQ(dumpJson(json).find("stand-in made for tests"), std::string::npos);
}

}   // namespace
}   // namespace cudnn_setup
