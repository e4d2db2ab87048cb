#include "base/error.h"

#include <algorithm>
#include <array>

namespace cudnn_setup {
namespace {

constexpr std::array codes{
#define CODE(number, name, id, exitCode, remedy) CodeInfo{ErrorCode::name, #name, id, exitCode, remedy},
#include "base/codes.def"
#undef CODE
};

}   // namespace

std::span<const CodeInfo> allCodes() noexcept {
    return codes;
}

const CodeInfo& codeInfo(ErrorCode code) noexcept {
    const auto* found = std::ranges::find(codes, code, &CodeInfo::code);
    return found != codes.end() ? *found : codeInfo(ErrorCode::InternalError);
}

Result<ErrorCode> codeFromId(std::string_view id) {
    const auto* found = std::ranges::find(codes, id, &CodeInfo::id);
    if (found == codes.end()) return fail(ErrorCode::JsonMalformed, std::string(id));
    return found->code;
}

}   // namespace cudnn_setup
