#include "machine/observe.h"

#include "base/path_text.h"
#include "cudnn/names.h"
#include "machine/cudnn_files.h"
#include "machine/path_value.h"
#include "pe/pe_facts.h"
#include "platform/hasher.h"

#include <algorithm>

namespace cudnn_setup {
namespace {

constexpr std::size_t pieceBytes = 1 << 20;

struct TargetRead {
    System& system;
    Snapshot& snapshot;
    const std::stop_token& stop;
    const std::function<void(std::uint64_t)>& onProgress;
    std::vector<std::byte> buffer = std::vector<std::byte>(pieceBytes);
};

/// @param scanner  Gets the same bytes, so that nothing is read twice; nullptr: none.
Result<Sha256> hashFile(TargetRead& read, const InputFile& file, PeScanner* scanner) {
    Hasher hasher;
    for (std::uint64_t offset = 0;;) {
        if (read.stop.stop_requested()) return fail(ErrorCode::Cancelled, "observe");
        const auto bytes = file.readAt(offset, read.buffer);
        if (!bytes) return std::unexpected(bytes.error());
        if (*bytes == 0) return hasher.finish();
        const std::span piece(read.buffer.data(), *bytes);
        hasher.update(piece);
        if (scanner != nullptr) scanner->feed(piece);
        offset += *bytes;
        if (read.onProgress) read.onProgress(*bytes);
    }
}

/// Every fact of the file anew: it may have changed since observe().
Result<void> readTargetFile(TargetRead& read, const Toolkit& toolkit, CudnnFile& file) {
    const Files& files = *read.system.files;
    const auto path = pathFromUtf8(joinFolder(toolkit.root, file.path));
    if (const auto free = files.isFree(path)) file.inUse = !*free;
    else read.snapshot.findings.push_back(toFinding(free.error(), Severity::Warning));
    const auto open = files.open(path, OpenFor::ReadingShared);
    if (!open) {
        if (open.error().code == ErrorCode::FileInUse) file.inUse = true;
        else read.snapshot.findings.push_back(toFinding(open.error(), Severity::Warning));
        return {};
    }
    const auto info = (*open)->info();
    file.size = info.size;
    file.attributes = info.attributes;
    const auto name = toUtf8(path.filename());
    std::optional<PeScanner> scanner;
    if (!toolkit.receipt && cudnnMajorOfLibrary(lowerCase(name))) scanner.emplace();
    const auto sha256 = hashFile(read, **open, scanner ? &*scanner : nullptr);
    if (!sha256) {
        if (sha256.error().code == ErrorCode::Cancelled) return std::unexpected(sha256.error());
        read.snapshot.findings.push_back(toFinding(sha256.error(), Severity::Warning));
        return {};
    }
    file.sha256 = *sha256;
    if (!scanner) return {};
    if (const auto facts = scanner->finish(name)) file.embeddedNames.assign(facts->embeddedNames.begin(), facts->embeddedNames.end());
    return {};
}

Result<bool> isWritable(TargetRead& read, const Toolkit& toolkit) {
    for (const auto& relative : {std::string{}, toolkit.dllFolder, std::string("include"), std::string("lib/x64")}) {
        const auto folder = pathFromUtf8(relative.empty() ? toolkit.root : joinFolder(toolkit.root, relative));
        const auto info = read.system.files->info(folder);
        if (!info) return std::unexpected(info.error());
        if (!*info) continue;   // made by the install, in a folder that is asked here
        const auto writable = read.system.files->isWritable(folder);
        if (!writable || !*writable) return writable;
    }
    return true;
}

/// Programs that hold files which are in use; each once.
void addProcesses(TargetRead& read, const Toolkit& toolkit) {
    std::vector<std::filesystem::path> held;
    for (const auto& file : toolkit.cudnnFiles) {
        if (file.inUse) held.push_back(pathFromUtf8(joinFolder(toolkit.root, file.path)));
    }
    if (held.empty()) return;
    const auto users = read.system.processes->usersOf(held);
    if (!users) return read.snapshot.findings.push_back(toFinding(users.error(), Severity::Warning));
    for (const auto& user : *users) {
        if (!std::ranges::count(read.snapshot.processes, user)) read.snapshot.processes.push_back(user);
    }
}

}   // namespace

Result<void> observeTargets(System& system, Snapshot& snapshot, std::span<const std::string> roots, const std::stop_token& stop,
                            const std::function<void(std::uint64_t)>& onProgress) {
    TargetRead read{.system = system, .snapshot = snapshot, .stop = stop, .onProgress = onProgress};
    for (const auto& root : roots) {
        const auto key = folderKey(root);
        const auto toolkit = std::ranges::find_if(snapshot.toolkits, [&](const Toolkit& known) { return folderKey(known.root) == key; });
        if (toolkit == snapshot.toolkits.end()) return fail(ErrorCode::TargetNotAToolkit, root);
        if (const auto writable = isWritable(read, *toolkit)) toolkit->writable = *writable;
        else snapshot.findings.push_back(toFinding(writable.error(), Severity::Warning));
        for (auto& file : toolkit->cudnnFiles) {
            if (auto done = readTargetFile(read, *toolkit, file); !done) return done;
        }
        toolkit->hashed = true;
        addProcesses(read, *toolkit);
    }
    return {};
}

}   // namespace cudnn_setup
