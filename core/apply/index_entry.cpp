#include "apply/index_entry.h"

#include "base/json.h"
#include "base/log.h"
#include "base/path_text.h"
#include "plan/path_segments.h"
#include "receipt/toolkit_index.h"

#include <algorithm>
#include <functional>

namespace cudnn_setup {
namespace {

constexpr std::uint64_t indexLimit = 4ULL * 1024 * 1024;
constexpr std::uint64_t receiptLimit = 16ULL * 1024 * 1024;

Result<ToolkitIndex> readIndex(const Files& files, const std::filesystem::path& file) {
    const auto info = files.info(file);
    if (!info) return std::unexpected(info.error());
    if (!*info) return ToolkitIndex{};
    const auto text = readText(files, file, indexLimit);
    if (!text) return std::unexpected(text.error());
    auto index = parseToolkitIndex(*text);
    if (index) return index;
    // It only repeats what receipts say, so a damaged one is no reason to refuse an installation.
    log().warn("{} is damaged ({}) and is started anew", toUtf8(file), index.error().subject);
    return ToolkitIndex{};
}

Result<void> makeIndexFolder(System& system, const std::filesystem::path& folder) {
    const auto account = system.machine->account();
    if (!account) return std::unexpected(account.error());
    const auto ownFolder = system.machine->folder(KnownFolder::LocalAppData);
    const bool ofOneUser = ownFolder && folder.parent_path() == *ownFolder;
    const bool protects = !ofOneUser && (account->elevated || account->system);
    return protects ? system.files->createProtectedFolder(folder) : system.files->createFolder(folder);
}

Result<void> needTrust(const Files& files, const std::filesystem::path& folder) {
    const auto trusted = files.isTrustedStateFolder(folder);
    if (!trusted) return std::unexpected(trusted.error());
    if (!*trusted) return fail(ErrorCode::StateFolderUntrusted, toUtf8(folder));
    return {};
}

using Change = std::function<std::optional<IndexedToolkit>(const std::optional<IndexedToolkit>&)>;

Result<void> changeEntry(System& system, const std::filesystem::path& folder, const std::string& root, const Change& change) {
    const auto info = system.files->info(folder);
    if (!info) return std::unexpected(info.error());
    if (*info)
        if (auto trusted = needTrust(*system.files, folder); !trusted) return trusted;
    const auto file = folder / "toolkits.json";
    auto index = readIndex(*system.files, file);
    if (!index) return std::unexpected(index.error());

    auto& toolkits = index->toolkits;
    const auto before = toolkits;
    const auto isThisOne = [wanted = normaliseSegment(root)](const IndexedToolkit& one) { return normaliseSegment(one.root) == wanted; };
    const auto found = std::ranges::find_if(toolkits, isThisOne);
    const auto entry = change(found == toolkits.end() ? std::nullopt : std::optional(*found));
    std::erase_if(toolkits, isThisOne);
    if (entry) toolkits.push_back(*entry);
    std::ranges::sort(toolkits, {}, &IndexedToolkit::root);
    if (toolkits == before) return {};
    if (!*info) {
        if (auto made = makeIndexFolder(system, folder); !made) return made;
        if (auto trusted = needTrust(*system.files, folder); !trusted) return trusted;   // somebody may have been faster
    }
    return writeTextAtomically(*system.files, file, dumpJson(toJson(*index), 2) + "\n");
}

}   // namespace

Result<std::optional<std::string>> readReceiptText(const Files& files, const TargetFolders& target) {
    const auto info = files.info(target.state().receipt);
    if (!info) return std::unexpected(info.error());
    if (!*info) return std::nullopt;
    auto text = readText(files, target.state().receipt, receiptLimit);
    if (!text) return std::unexpected(text.error());
    return std::move(*text);
}

Result<void> openIndexEntry(System& system, const std::filesystem::path& indexFolder, const std::string& root) {
    return changeEntry(system, indexFolder, root, [&](const std::optional<IndexedToolkit>& found) {
        IndexedToolkit entry = found.value_or(IndexedToolkit{.root = root, .pathScope = std::nullopt, .pathSegment = {}});
        entry.journalOpen = true;
        return std::optional(entry);
    });
}

Result<void> settleIndexEntry(System& system, const std::filesystem::path& indexFolder, const std::string& root,
                              const TargetFolders& target) {
    const auto text = readReceiptText(*system.files, target);
    if (!text) return std::unexpected(text.error());
    return changeEntry(system, indexFolder, root, [&](const std::optional<IndexedToolkit>& found) -> std::optional<IndexedToolkit> {
        if (!*text) return std::nullopt;
        IndexedToolkit entry = found.value_or(IndexedToolkit{.root = root, .pathScope = std::nullopt, .pathSegment = {}});
        entry.journalOpen = false;
        if (const auto receipt = parseReceipt(**text)) {   // a damaged one says nothing about PATH: what was known stays
            entry.pathScope = receipt->path ? std::optional(receipt->path->scope) : std::nullopt;
            entry.pathSegment = receipt->path ? receipt->path->segment : std::string{};
        }
        return entry;
    });
}

Result<void> removeIndexEntry(System& system, const std::filesystem::path& indexFolder, const std::string& root) {
    return changeEntry(system, indexFolder, root, [](const std::optional<IndexedToolkit>&) { return std::optional<IndexedToolkit>{}; });
}

}   // namespace cudnn_setup
