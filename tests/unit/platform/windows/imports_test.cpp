/// A program of ours may import KnownDLLs only: Windows looks for any other DLL beside the program first, where a downloads folder may
/// hold a
/// stranger's.
#include <gmock/gmock.h>

#include <windows.h>

#include <algorithm>
#include <set>
#include <string>

namespace {

std::set<std::string> importsOfThisProgram() {
    const auto* const base = reinterpret_cast<const BYTE*>(::GetModuleHandleW(nullptr));
    const auto* const dos = reinterpret_cast<const IMAGE_DOS_HEADER*>(base);
    const auto* const headers = reinterpret_cast<const IMAGE_NT_HEADERS*>(base + dos->e_lfanew);
    const auto& directory = headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT];
    std::set<std::string> names;
    for (const auto* entry = reinterpret_cast<const IMAGE_IMPORT_DESCRIPTOR*>(base + directory.VirtualAddress); entry->Name != 0; ++entry) {
        std::string name = reinterpret_cast<const char*>(base + entry->Name);
        std::ranges::transform(name, name.begin(),
                               [](char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; });
        names.insert(name);
    }
    return names;
}

TEST(Imports, AreKnownDllsOnly) {
    EXPECT_THAT(importsOfThisProgram(),
                ::testing::IsSubsetOf({"advapi32.dll", "kernel32.dll", "msvcrt.dll", "ole32.dll", "shell32.dll", "user32.dll"}));
}

}   // namespace
