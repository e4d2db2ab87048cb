#pragma once
/// @file
/// The pretended machine of the native lane: a folder with machine.json, which says what registry, account, signatures and locks would
/// say on Windows. Files are real. The folder is named by the environment variable CUDNN_SETUP_MACHINE; without it the machine is
/// empty (nothing registered, nothing signed) and cannot be written.
///
/// All members are optional. Relative paths count from the folder.
///
///     {
///       "system": "Windows 11 23H2 (10.0.22631)",
///       "now": "2026-05-04T12:34:56Z",                                      fixed clock
///       "account": {"name": "PC\\user", "sid": "S-1-5-21-1", "elevated": true, "system": false},
///       "environment": {
///         "machine": {"Path": {"type": "expandable", "text": "%SystemRoot%\\system32"}},       "plain" | "expandable"
///         "user": {…}                                                       of account.sid
///         "users": {"S-1-5-21-2": {…}}                                      of makeSystem(sid) with another sid
///       },
///       "toolkits": [{"key": "v12.6", "folder": "toolkit"}],                as registered
///       "adapters": [{"name": "NVIDIA GeForce RTX 4070", "driver": "32.0.15.6094"}],
///       "folders": {"program_files": …, "program_data": …, "local_app_data": …, "system32": …, "windows": …, "temp": …},
///                                                                           default: a folder of that name in the machine's folder
///       "signatures": {"default": "valid-nvidia", "files": {"cudnn_ops64_9.dll": "invalid"}},
///                       "valid-nvidia" | "none" (default) | "invalid" | "root-missing" | "foreign" | "not-timestamped" | "denied";
///                       a key of "files" is a file name (any case) or the SHA-256 of the bytes
///       "free_space": 1000000,                                              bytes, everywhere
///       "unwritable": ["toolkit/bin"],                                      isWritable() is false there and below
///       "writable_by_users": ["toolkit"],                                   isWritableByUsers() is true there and below
///       "untrusted": ["program_data"],                                      isTrustedStateFolder() is false there and below
///       "in_use": [{"file": "toolkit/bin/cudnn_ops64_9.dll", "process": "python.exe", "id": 4711}],
///       "announced": 1                                                      how often announceChange() was called
///     }
#include "base/error.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace cudnn_setup {

/// Any thread; several processes may share the folder: changes are made under a lock and replace the file at once.
class MachineFile {
public:
    /// @param folder  Empty: the empty machine.
    explicit MachineFile(const std::filesystem::path& folder);
    /// By CUDNN_SETUP_MACHINE.
    [[nodiscard]] static std::shared_ptr<MachineFile> fromEnvironment();

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }
    /// The file as it is now. @return Error{JsonMalformed | SystemCallFailed}.
    [[nodiscard]] Result<std::shared_ptr<const nlohmann::json>> read() const;
    /// Reads, lets @p edit change it, writes. @return Error{SystemCallFailed} for the empty machine.
    [[nodiscard]] Result<void> change(const std::function<void(nlohmann::json&)>& edit);

    /// Absolute and normal; relative ones from the machine's folder.
    [[nodiscard]] std::filesystem::path resolve(const std::filesystem::path& path) const;
    /// @p path is one of the folders in the list @p key, or below one.
    [[nodiscard]] bool isListed(std::string_view key, const std::filesystem::path& path) const;

private:
    std::filesystem::path m_folder;
    mutable std::mutex m_mutex;
    mutable std::string m_stamp;   // inode, size and time of the file that m_json was read from
    mutable std::shared_ptr<const nlohmann::json> m_json;
};

}   // namespace cudnn_setup
