#include "temporary_machine.h"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>

#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

namespace cudnn_setup {
namespace {

std::filesystem::path freshFolder() {
    static std::atomic<int> count{0};
#ifdef _WIN32
    const auto id = ::_getpid();
#else
    const auto id = ::getpid();
#endif
    auto folder = std::filesystem::temp_directory_path() / ("cudnn-setup-test-" + std::to_string(id) + '-' + std::to_string(++count));
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
#ifndef _WIN32
    ::setenv("CUDNN_SETUP_MACHINE", folder.c_str(), 1);
#endif
    return folder;
}

}   // namespace

TemporaryMachine::TemporaryMachine() : folder(freshFolder()), system(makeSystem()), files(*system.files) {}

TemporaryMachine::~TemporaryMachine() {
    std::error_code ignored;   // a file left open by a failed test must not hide its message
    std::filesystem::remove_all(folder, ignored);
}

void TemporaryMachine::pretend(std::string_view json) const {
    put("machine.json", json);
}

std::filesystem::path TemporaryMachine::put(const std::filesystem::path& name, std::string_view text) const {
    const auto path = folder / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

std::string TemporaryMachine::textOf(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}   // namespace cudnn_setup
