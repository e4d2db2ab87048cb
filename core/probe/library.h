#pragma once
/// @file
/// Run-time loading for the probe, with the system's default search: the probe must find what a new program would find.
#include "base/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace cudnn_setup {

/// A loaded library. It stays loaded until the process ends: unloading cuDNN or the driver while their threads run is not safe.
class Library {
public:
    /// @param name  A bare file name, searched as for any program, or a full path.
    /// @return Error{ProbeLoadFailed, name} with Windows' code (126 not found or an import of it missing, 127 an import's function
    ///         missing, 193 no valid image) or, on POSIX, with the loader's text as argument.
    [[nodiscard]] static Result<Library> open(std::string_view name);
    /// @return nullptr when it exports no such name.
    [[nodiscard]] void* symbol(const char* name) const;
    /// Full path of the file that was loaded.
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }

private:
    Library(void* handle, std::string path) : m_handle(handle), m_path(std::move(path)) {}
    void* m_handle;
    std::string m_path;
};

/// Full paths of all modules in this process, in load order.
[[nodiscard]] std::vector<std::string> loadedLibraries();

[[nodiscard]] std::string_view driverLibraryName();   ///< "nvcuda.dll"
/// @param part  "cudnn", "cudnn_ops" … @return "cudnn64_9.dll", "cudnn_ops64_9.dll" …
[[nodiscard]] std::string cudnnLibraryName(std::string_view part);
[[nodiscard]] bool isCudnn9Library(std::string_view fileName);
/// What the shim itself would ask the system for when it wants the library @p fileName: the bare name on Windows; on POSIX the file in
/// @p folder, which its RUNPATH $ORIGIN leads to.
[[nodiscard]] std::string siblingRequest(std::string_view folder, std::string_view fileName);

/// Folder and last part of a full path in the system's form.
[[nodiscard]] std::string folderOf(std::string_view path);
[[nodiscard]] std::string fileNameOf(std::string_view path);

/// Failing calls must end in an answer, not in a message box that nobody sees.
void silenceErrorBoxes();

}   // namespace cudnn_setup
