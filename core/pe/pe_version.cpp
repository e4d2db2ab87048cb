#include "pe/pe_version.h"

#include "base/little_endian.h"
#include "base/unicode.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint32_t versionType = 16;   // RT_VERSION
constexpr std::uint32_t subdirectoryBit = 0x80000000U;

/// Offset that an entry of the resource directory at @p directory leads to. @param id The entry's; std::nullopt: the first one.
std::optional<std::uint32_t> entryOf(Bytes bytes, std::uint32_t directory, std::optional<std::uint32_t> id) {
    const auto named = readLittleEndian<std::uint16_t>(bytes, std::uint64_t{directory} + 12);
    const auto numbered = readLittleEndian<std::uint16_t>(bytes, std::uint64_t{directory} + 14);
    if (!named || !numbered) return std::nullopt;
    for (std::uint64_t index = 0; index < std::uint64_t{*named} + *numbered; ++index) {
        const std::uint64_t at = std::uint64_t{directory} + 16 + index * 8;
        const auto entryId = readLittleEndian<std::uint32_t>(bytes, at);
        const auto target = readLittleEndian<std::uint32_t>(bytes, at + 4);
        if (!entryId || !target) return std::nullopt;
        if (!id || *entryId == *id) return target;
    }
    return std::nullopt;
}

/// Type, name, language: three levels and no more, so that a tree that leads back to itself ends.
std::optional<FileRange> versionResource(const PeHeaders& headers, Bytes bytes) {
    const auto names = entryOf(bytes, 0, versionType);
    if (!names || (*names & subdirectoryBit) == 0) return std::nullopt;
    const auto languages = entryOf(bytes, *names & ~subdirectoryBit, std::nullopt);
    if (!languages || (*languages & subdirectoryBit) == 0) return std::nullopt;
    const auto leaf = entryOf(bytes, *languages & ~subdirectoryBit, std::nullopt);
    if (!leaf || (*leaf & subdirectoryBit) != 0) return std::nullopt;
    const auto address = readLittleEndian<std::uint32_t>(bytes, *leaf);
    const auto size = readLittleEndian<std::uint32_t>(bytes, std::uint64_t{*leaf} + 4);
    if (!address || !size || *address < headers.resourceAddress) return std::nullopt;
    return FileRange{*address - headers.resourceAddress, *size};
}

/// One node of the version tree: length, length of the value, type, key, then value and children, each on a multiple of four.
struct Node {
    std::u16string key;
    Bytes value;
    Bytes children;
    std::uint64_t length = 0;
};

std::uint64_t aligned(std::uint64_t offset) {
    return (offset + 3) & ~std::uint64_t{3};
}

std::optional<Node> nodeAt(Bytes bytes) {
    const auto length = readLittleEndian<std::uint16_t>(bytes, 0);
    const auto valueLength = readLittleEndian<std::uint16_t>(bytes, 2);
    const auto isText = readLittleEndian<std::uint16_t>(bytes, 4);
    if (!length || !valueLength || !isText || *length < 6 || *length > bytes.size()) return std::nullopt;
    const Bytes whole = bytes.first(*length);
    Node node;
    node.length = *length;
    std::uint64_t at = 6;
    for (;; at += 2) {
        const auto unit = readLittleEndian<std::uint16_t>(whole, at);
        if (!unit || node.key.size() > 64) return std::nullopt;
        if (*unit == 0) break;
        node.key.push_back(static_cast<char16_t>(*unit));
    }
    const std::uint64_t valueAt = std::min<std::uint64_t>(aligned(at + 2), whole.size());
    const std::uint64_t valueSize = std::min<std::uint64_t>(std::uint64_t{*valueLength} * (*isText == 1 ? 2 : 1), whole.size() - valueAt);
    node.value = whole.subspan(valueAt, valueSize);
    const std::uint64_t childrenAt = std::min<std::uint64_t>(aligned(valueAt + valueSize), whole.size());
    node.children = whole.subspan(childrenAt);
    return node;
}

/// The first child with @p key; an empty key: the first child.
std::optional<Node> childOf(const Node& parent, std::u16string_view key) {
    Bytes left = parent.children;
    while (auto node = nodeAt(left)) {
        const std::uint64_t next = std::min<std::uint64_t>(aligned(node->length), left.size());
        if (key.empty() || node->key == key) return node;
        left = left.subspan(next);
    }
    return std::nullopt;
}

/// Up to the first NUL, at most as long as a path.
std::string textOf(Bytes utf16) {
    std::u16string text;
    for (std::uint64_t at = 0; text.size() < 260; at += 2) {
        const auto unit = readLittleEndian<std::uint16_t>(utf16, at);
        if (!unit || *unit == 0) break;
        text += static_cast<char16_t>(*unit);
    }
    return utf8From(text);
}

}   // namespace

PeVersion versionIn(const PeHeaders& headers, Bytes bytes) {
    PeVersion version;
    const auto range = versionResource(headers, bytes);
    if (!range || range->offset > bytes.size()) return version;
    const auto root = nodeAt(bytes.subspan(range->offset, std::min<std::uint64_t>(range->size, bytes.size() - range->offset)));
    if (!root || root->key != u"VS_VERSION_INFO") return version;
    const auto high = readLittleEndian<std::uint32_t>(root->value, 8);
    const auto low = readLittleEndian<std::uint32_t>(root->value, 12);
    if (readLittleEndian<std::uint32_t>(root->value, 0) == 0xfeef04bdU && high && low)
        version.fileVersion = Version(*high >> 16U, *high & 0xffffU, *low >> 16U, *low & 0xffffU);
    if (const auto info = childOf(*root, u"StringFileInfo"))
        if (const auto table = childOf(*info, u""))
            if (const auto company = childOf(*table, u"CompanyName")) version.companyName = textOf(company->value);
    return version;
}

}   // namespace cudnn_setup
