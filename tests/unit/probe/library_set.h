#pragma once
/// @file
/// A folder with libraries that a probe in a real child is to find, and only that child.
#include "base/json.h"
#include "base/path_text.h"
#include "platform/system.h"
#include "probe/library.h"
#include "probe/prove.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>

namespace cudnn_setup {

/// The system's processes, but the program is the probe's host instead of the test.
class HostProcesses final : public Processes {
public:
    explicit HostProcesses(std::unique_ptr<Processes> real) : m_real(std::move(real)) {}
    [[nodiscard]] Result<ChildResult> run(const ChildRequest& request, const std::function<void(std::string_view)>& onLine,
                                          const std::stop_token& stop) override {
        return m_real->run(request, onLine, stop);
    }
    [[nodiscard]] Result<std::vector<ProcessUse>> usersOf(std::span<const std::filesystem::path> files) const override {
        return m_real->usersOf(files);
    }
    [[nodiscard]] Result<std::unique_ptr<RunLock>> acquireRunLock() override { return m_real->acquireRunLock(); }
    [[nodiscard]] std::filesystem::path ownProgram() const override { return std::filesystem::absolute(PROBE_HOST); }

private:
    std::unique_ptr<Processes> m_real;
};

class LibraryFolder {
public:
    explicit LibraryFolder(const std::filesystem::path& parent, std::string_view name) {
        static std::atomic<int> count = 0;
        const auto base = std::chrono::steady_clock::now().time_since_epoch().count();
        m_path = parent / ("probe-" + std::to_string(base) + "-" + std::to_string(count++) + "-" + std::string(name));
        std::filesystem::create_directories(m_path);
    }
    LibraryFolder(const LibraryFolder&) = delete;
    LibraryFolder& operator=(const LibraryFolder&) = delete;
    ~LibraryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    void write(std::string_view name, std::string_view text) const { std::ofstream(m_path / name, std::ios::binary) << text; }

private:
    std::filesystem::path m_path;
};

/// Where libraries are looked for: PATH on Windows, LD_LIBRARY_PATH elsewhere.
inline std::pair<std::string, std::string> searchPath(const std::vector<std::filesystem::path>& folders) {
    std::string text;
#ifdef _WIN32
    for (const auto& folder : folders) text += toUtf8(std::filesystem::absolute(folder)) + ";";
    return {"PATH", text + "C:\\windows\\system32;C:\\windows"};
#else
    for (const auto& folder : folders) text += (text.empty() ? "" : ":") + toUtf8(folder);
    return {"LD_LIBRARY_PATH", text.empty() ? "/nowhere" : text};
#endif
}

inline Proof proveIn(const std::vector<std::filesystem::path>& folders, ProveOptions options = {}) {
    System system = makeSystem();
    system.processes = std::make_unique<HostProcesses>(std::move(system.processes));
    options.freshEnvironment = false;
    options.extraEnvironment.push_back(searchPath(folders));
    auto proof = prove(system, options);
    EXPECT_TRUE(proof);
    return proof ? *std::move(proof) : Proof{};
}

}   // namespace cudnn_setup
