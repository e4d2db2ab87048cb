#pragma once
/// @file
/// The version resource of a portable executable (Microsoft, VS_VERSIONINFO).
#include "pe/pe_headers.h"

namespace cudnn_setup {

struct PeVersion {
    std::optional<Version> fileVersion;
    std::string companyName;   ///< UTF-8
};

/// @param bytes  Those of headers.resourceRange().
/// @return Empty members when there is no version resource, or one that is out of shape.
[[nodiscard]] PeVersion versionIn(const PeHeaders& headers, std::span<const std::byte> bytes);

}   // namespace cudnn_setup
