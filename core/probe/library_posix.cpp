#include "probe/library.h"

#include "base/path_text.h"

#include <dlfcn.h>
#include <link.h>

namespace cudnn_setup {

Result<Library> Library::open(std::string_view name) {
    void* handle = ::dlopen(std::string(name).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char* why = ::dlerror();
        return fail(ErrorCode::ProbeLoadFailed, std::string(name), 0, {why ? why : ""});
    }
    const link_map* entry = nullptr;
    if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&entry)) != 0 || !entry)
        return fail(ErrorCode::ProbeLoadFailed, std::string(name));
    return Library(handle, entry->l_name);
}

void* Library::symbol(const char* name) const {
    return ::dlsym(m_handle, name);
}

std::vector<std::string> loadedLibraries() {
    std::vector<std::string> paths;
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* list) {
            if (info->dlpi_name && info->dlpi_name[0] == '/') static_cast<std::vector<std::string>*>(list)->emplace_back(info->dlpi_name);
            return 0;
        },
        &paths);
    return paths;
}

std::string_view driverLibraryName() {
    return "libcuda.so.1";
}

std::string cudnnLibraryName(std::string_view part) {
    return "lib" + std::string(part) + ".so.9";
}

bool isCudnn9Library(std::string_view fileName) {
    // Other names of the same files (libcudnn_ops.so, libcudnn_ops.so.9.5.0) lie beside them as symbolic links.
    return fileName.starts_with("libcudnn") && fileName.ends_with(".so.9");
}

std::string siblingRequest(std::string_view folder, std::string_view fileName) {
    return std::string(folder) + '/' + std::string(fileName);
}

std::string folderOf(std::string_view path) {
    return toUtf8(pathFromUtf8(path).parent_path());
}

std::string fileNameOf(std::string_view path) {
    return toUtf8(pathFromUtf8(path).filename());
}

void silenceErrorBoxes() {}   // there are none

}   // namespace cudnn_setup
