#pragma once
/// @file
/// Fills function pointers from a library and remembers the first name that is missing.
#include "probe/library.h"

#include <bit>

namespace cudnn_setup {

class SymbolBinder {
public:
    explicit SymbolBinder(const Library& library) : m_library(library) {}

    template <class Function> void bind(const char* name, Function& target) {
        void* symbol = m_library.symbol(name);
        if (!symbol && m_missing.empty()) m_missing = name;
        target = std::bit_cast<Function>(symbol);
    }
    /// Empty when everything was there.
    [[nodiscard]] const std::string& missing() const noexcept { return m_missing; }

private:
    const Library& m_library;
    std::string m_missing;
};

}   // namespace cudnn_setup
