#include "zip_builder.h"

#include <zlib.h>

namespace cudnn_setup {
namespace {

void put(std::string& out, std::uint64_t value, unsigned bytes) {
    for (unsigned index = 0; index < bytes; ++index) out.push_back(static_cast<char>((value >> (8U * index)) & 0xffU));
}

std::string deflated(const std::string& data) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);   // NOLINT: zlib's macro casts
    std::string packed(deflateBound(&stream, static_cast<uLong>(data.size())), '\0');
    std::string input = data;   // zlib's pointer is not const
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

}   // namespace

std::string buildZip(const std::vector<BuiltEntry>& entries, std::string_view comment, bool zip64End) {
    std::string zip;
    std::string directory;
    for (const BuiltEntry& entry : entries) {
        const std::string packed = entry.deflated ? deflated(entry.data) : entry.data;
        const std::uint64_t size = entry.size.value_or(entry.data.size());
        const std::uint32_t crc = entry.crc32.value_or(
            static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(entry.data.data()), static_cast<uInt>(entry.data.size()))));
        const std::uint16_t method = entry.method.value_or(entry.deflated ? 8 : 0);
        const auto flags = static_cast<std::uint16_t>(entry.flags | (entry.hasDescriptor ? 8U : 0U));
        const std::uint64_t offset = entry.headerOffset.value_or(static_cast<std::uint32_t>(zip.size()));
        const std::string& localName = entry.localName ? *entry.localName : entry.name;
        constexpr std::uint32_t in64 = 0xffffffffU;

        put(zip, 0x04034b50, 4);
        put(zip, entry.zip64 ? 45 : 20, 2);
        put(zip, flags, 2);
        put(zip, method, 2);
        put(zip, 0x00210000, 4);   // 1980-01-01
        put(zip, entry.hasDescriptor ? 0 : crc, 4);
        put(zip, entry.hasDescriptor ? 0 : entry.zip64 ? in64 : packed.size(), 4);
        put(zip, entry.hasDescriptor ? 0 : entry.zip64 ? in64 : size, 4);
        put(zip, localName.size(), 2);
        put(zip, entry.zip64 ? 20 : 0, 2);
        zip += localName;
        if (entry.zip64) {
            put(zip, 1, 2);
            put(zip, 16, 2);
            put(zip, size, 8);
            put(zip, packed.size(), 8);
        }
        zip += packed;
        if (entry.hasDescriptor) {
            put(zip, 0x08074b50, 4);
            put(zip, crc, 4);
            put(zip, packed.size(), 4);
            put(zip, size, 4);
        }

        put(directory, 0x02014b50, 4);
        put(directory, entry.madeBy, 2);
        put(directory, entry.zip64 ? 45 : 20, 2);
        put(directory, flags, 2);
        put(directory, method, 2);
        put(directory, 0x00210000, 4);
        put(directory, crc, 4);
        put(directory, entry.zip64 ? in64 : packed.size(), 4);
        put(directory, entry.zip64 ? in64 : size, 4);
        put(directory, entry.name.size(), 2);
        put(directory, entry.zip64 ? 28 : 0, 2);
        put(directory, 0, 2);   // comment
        put(directory, 0, 2);   // disk
        put(directory, 0, 2);
        put(directory, entry.externalAttributes, 4);
        put(directory, entry.zip64 ? in64 : offset, 4);
        directory += entry.name;
        if (entry.zip64) {
            put(directory, 1, 2);
            put(directory, 24, 2);
            put(directory, size, 8);
            put(directory, packed.size(), 8);
            put(directory, offset, 8);
        }
    }
    const std::uint64_t directoryAt = zip.size();
    zip += directory;
    if (zip64End) {
        const std::uint64_t endAt = zip.size();
        put(zip, 0x06064b50, 4);
        put(zip, 44, 8);
        put(zip, 45, 2);
        put(zip, 45, 2);
        put(zip, 0, 8);   // disks
        put(zip, entries.size(), 8);
        put(zip, entries.size(), 8);
        put(zip, directory.size(), 8);
        put(zip, directoryAt, 8);
        put(zip, 0x07064b50, 4);
        put(zip, 0, 4);
        put(zip, endAt, 8);
        put(zip, 1, 4);
    }
    put(zip, 0x06054b50, 4);
    put(zip, 0, 4);   // disks
    put(zip, zip64End ? 0xffff : entries.size(), 2);
    put(zip, zip64End ? 0xffff : entries.size(), 2);
    put(zip, zip64End ? 0xffffffffU : directory.size(), 4);
    put(zip, zip64End ? 0xffffffffU : directoryAt, 4);
    put(zip, comment.size(), 2);
    zip += comment;
    return zip;
}

}   // namespace cudnn_setup
