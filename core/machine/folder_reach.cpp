#include "machine/folder_reach.h"

#include "base/path_text.h"
#include "machine/path_value.h"

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace cudnn_setup {
namespace {

/// Shared with the threads, which may outlive the call that started them.
struct Answers {
    std::mutex mutex;
    std::condition_variable changed;
    std::set<std::string> answered;   // with an answer that is no error
    std::size_t open = 0;             // threads without an answer yet
    bool abandoned = false;           // nobody waits any more: a thread that starts late asks nothing
};

bool isLetter(char c) {
    return c >= 'a' && c <= 'z';
}

}   // namespace

std::string volumeOf(std::string_view folder) {
    std::string key = folderKey(folder);
    // Win32's long form of the same names: \\?\UNC\server\share, \\?\C:\folder.
    if (key.starts_with(R"(\\?\unc\)")) key = R"(\\)" + key.substr(8);
    else if (key.starts_with(R"(\\?\)")) key.erase(0, 4);
    if (key.size() >= 2 && isLetter(key[0]) && key[1] == ':') return key.substr(0, 2) + '\\';
    if (!key.starts_with(R"(\\)")) return {};
    const auto server = key.find('\\', 2);
    if (server == std::string::npos) return key + '\\';
    return key.substr(0, key.find('\\', server + 1)) + '\\';
}

FolderReach::FolderReach(const Files& files, std::span<const std::string> folders, std::span<const std::string> localFolders,
                         std::chrono::milliseconds budget) {
    std::set<std::string> local{std::string{}};
    for (const auto& folder : localFolders) local.insert(volumeOf(folder));
    for (const auto& folder : folders) {
        auto volume = volumeOf(folder);
        if (!local.contains(volume)) m_silent.insert(std::move(volume));
    }
    if (m_silent.empty()) return;

    const auto deadline = std::chrono::steady_clock::now() + budget;
    const auto answers = std::make_shared<Answers>();
    answers->open = m_silent.size();
    for (const auto& volume : m_silent) {
        std::thread([&files, answers, volume] {
            {
                const std::lock_guard lock(answers->mutex);
                if (answers->abandoned) return;
            }
            std::string asked = volume;
            if constexpr (std::filesystem::path::preferred_separator == '/') std::ranges::replace(asked, '\\', '/');
            const bool good = files.info(pathFromUtf8(asked)).has_value();
            const std::lock_guard lock(answers->mutex);
            if (good) answers->answered.insert(volume);
            --answers->open;
            answers->changed.notify_all();
        }).detach();
    }
    std::unique_lock lock(answers->mutex);
    answers->changed.wait_until(lock, deadline, [&] { return answers->open == 0; });
    answers->abandoned = true;
    for (const auto& volume : answers->answered) m_silent.erase(volume);
}

bool FolderReach::answers(std::string_view folder) const {
    return m_silent.empty() || !m_silent.contains(volumeOf(folder));
}

}   // namespace cudnn_setup
