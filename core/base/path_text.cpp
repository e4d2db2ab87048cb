#include "base/path_text.h"

#include "base/unicode.h"

namespace cudnn_setup {

namespace {

// path's own conversions from and to char8_t throw for text that is not well-formed (libstdc++ 12 with wide paths).
template <class Native> Native nativeFrom(std::string_view text) {
    if constexpr (sizeof(typename Native::value_type) == 1) return Native(text.begin(), text.end());
    else {
        const auto wide = utf16From(text);
        return Native(wide.begin(), wide.end());
    }
}

template <class Native> std::string textFrom(const Native& native) {
    if constexpr (sizeof(typename Native::value_type) == 1) return std::string(native.begin(), native.end());
    else return utf8From(std::u16string(native.begin(), native.end()));
}

}   // namespace

std::filesystem::path pathFromUtf8(std::string_view text) {
    return nativeFrom<std::filesystem::path::string_type>(text);
}

std::string toUtf8(const std::filesystem::path& path) {
    return textFrom(path.native());
}

}   // namespace cudnn_setup
