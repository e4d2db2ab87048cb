#include "platform/posix/machine_file.h"

#include "base/json.h"
#include "base/path_text.h"
#include "platform/posix/unique_descriptor.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace cudnn_setup {
namespace {

std::filesystem::path normal(const std::filesystem::path& path) {
    auto result = path.lexically_normal();
    if (!result.has_filename() && result.has_relative_path()) result = result.parent_path();   // "a/" is "a"
    return result;
}

}   // namespace

MachineFile::MachineFile(const std::filesystem::path& folder)
    : m_folder(folder.empty() ? folder : normal(std::filesystem::absolute(folder))) {}

std::shared_ptr<MachineFile> MachineFile::fromEnvironment() {
    const char* folder = std::getenv("CUDNN_SETUP_MACHINE");   // NOLINT(concurrency-mt-unsafe): nothing of ours sets variables
    return std::make_shared<MachineFile>(folder == nullptr ? std::filesystem::path{} : std::filesystem::path(folder));
}

Result<std::shared_ptr<const nlohmann::json>> MachineFile::read() const {
    const std::lock_guard guard(m_mutex);
    static const auto nothing = std::make_shared<const nlohmann::json>(nlohmann::json::object());
    if (m_folder.empty()) return nothing;
    const auto file = m_folder / "machine.json";
    struct stat status{};
    if (::stat(file.c_str(), &status) != 0) {
        const int why = errno;
        if (why == ENOENT) return nothing;
        return fail(ErrorCode::SystemCallFailed, toUtf8(file), static_cast<std::uint32_t>(why));
    }
    const auto stamp = std::to_string(status.st_ino) + ' ' + std::to_string(status.st_size) + ' ' + std::to_string(status.st_mtim.tv_sec) +
                       ' ' + std::to_string(status.st_mtim.tv_nsec);
    if (m_json != nullptr && stamp == m_stamp) return m_json;
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    auto json = parseJson(text, toUtf8(file));
    if (!json) return std::unexpected(json.error());
    if (!json->is_object()) return fail(ErrorCode::JsonMalformed, toUtf8(file));
    m_json = std::make_shared<const nlohmann::json>(std::move(*json));
    m_stamp = stamp;
    return m_json;
}

Result<void> MachineFile::change(const std::function<void(nlohmann::json&)>& edit) {
    if (m_folder.empty()) return fail(ErrorCode::SystemCallFailed, "CUDNN_SETUP_MACHINE", ENOENT);
    const auto lockName = m_folder / "machine.lock";
    const UniqueDescriptor lock(::open(lockName.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!lock || ::flock(lock.get(), LOCK_EX) != 0) {
        return fail(ErrorCode::SystemCallFailed, toUtf8(lockName), static_cast<std::uint32_t>(errno));
    }
    const auto now = read();
    if (!now) return std::unexpected(now.error());
    nlohmann::json json = **now;
    edit(json);
    const auto file = m_folder / "machine.json";
    const auto fresh = m_folder / "machine.json.new";
    {
        std::ofstream stream(fresh, std::ios::binary | std::ios::trunc);
        stream << dumpJson(json, 2) << '\n';
        if (!stream.flush()) return fail(ErrorCode::SystemCallFailed, toUtf8(fresh), EIO);
    }
    if (::rename(fresh.c_str(), file.c_str()) != 0) {
        return fail(ErrorCode::SystemCallFailed, toUtf8(file), static_cast<std::uint32_t>(errno));
    }
    return {};
}

std::filesystem::path MachineFile::resolve(const std::filesystem::path& path) const {
    return normal(path.is_absolute() ? path : std::filesystem::absolute(m_folder / path));
}

bool MachineFile::isListed(std::string_view key, const std::filesystem::path& path) const {
    const auto json = read();
    if (!json) return false;
    const auto list = (*json)->find(key);
    if (list == (*json)->end() || !list->is_array()) return false;
    const auto asked = resolve(path);
    return std::ranges::any_of(*list, [&](const nlohmann::json& entry) {
        if (!entry.is_string()) return false;
        const auto listed = resolve(pathFromUtf8(entry.get<std::string>()));
        return std::mismatch(listed.begin(), listed.end(), asked.begin(), asked.end()).first == listed.end();
    });
}

}   // namespace cudnn_setup
