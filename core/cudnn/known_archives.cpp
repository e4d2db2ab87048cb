#include "cudnn/known_archives.h"

#include "base/json.h"
#include "embedded/deniedCertificatesJson.h"
#include "embedded/knownArchivesJson.h"

#include <algorithm>
#include <set>
#include <vector>

namespace cudnn_setup {
namespace {

/// Upper-case digits without leading zeros: certificates write one serial in several ways.
std::string plainSerial(std::string_view text) {
    std::string serial;
    for (char letter : text) {
        if (letter >= 'a' && letter <= 'f') letter = static_cast<char>(letter - 'a' + 'A');
        const bool isDigit = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'F');
        if (isDigit && !(serial.empty() && letter == '0')) serial.push_back(letter);
    }
    return serial;
}

std::vector<KnownArchive> readKnownArchives() {
    std::vector<KnownArchive> archives;
    const auto json = parseJson(embedded::knownArchivesJson, "known-archives.json");
    if (!json) return archives;
    JsonReader reader(*json);
    for (const nlohmann::json& row : reader.array("archives")) {
        JsonReader member(row);
        const auto release = Version::parse(member.text("version"));
        const auto sha256 = Sha256::parse(member.text("sha256"));
        if (!release || !sha256) continue;
        KnownArchive archive{.name = member.text("name"),
                             .release = *release,
                             .cudaMajor = static_cast<unsigned>(member.unsignedNumber("cuda_major")),
                             .sha256 = *sha256,
                             .size = std::nullopt,
                             .fromNvidia = !member.text("grade").starts_with("third_party")};
        if (member.has("size")) archive.size = member.unsignedNumber("size");
        if (!member.error()) archives.push_back(std::move(archive));
    }
    return archives;
}

}   // namespace

std::span<const KnownArchive> knownArchives() {
    static const std::vector<KnownArchive> archives = readKnownArchives();
    return archives;
}

const KnownArchive* findKnownArchive(const Sha256& sha256) {
    const auto archives = knownArchives();
    const auto found = std::ranges::find(archives, sha256, &KnownArchive::sha256);
    return found == archives.end() ? nullptr : &*found;
}

bool isDeniedCertificate(std::string_view serial) {
    static const std::set<std::string> denied = [] {
        std::set<std::string> serials;
        if (const auto json = parseJson(embedded::deniedCertificatesJson, "denied-certificates.json")) {
            JsonReader reader(*json);
            for (const std::string& text : reader.texts("serials")) serials.insert(plainSerial(text));
        }
        return serials;
    }();
    return denied.contains(plainSerial(serial));
}

}   // namespace cudnn_setup
