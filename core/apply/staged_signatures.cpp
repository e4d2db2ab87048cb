#include "apply/staged_signatures.h"

#include "cudnn/names.h"
#include "cudnn/signature_rules.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace cudnn_setup {

Result<std::vector<Finding>> judgeStaged(const Signatures& signatures, const TargetFolders& target, const StagedFiles& staged,
                                         bool archiveIsKnown, const std::stop_token& stop,
                                         const std::function<void(std::size_t, std::size_t, std::string_view)>& onFile) {
    std::vector<const StagedFile*> libraries;
    for (const auto& [entry, file] : staged)
        if (cudnnMajorOfLibrary(file.name)) libraries.push_back(&file);

    std::vector<Result<std::optional<Finding>>> judged(libraries.size(), fail(ErrorCode::Cancelled, {}));
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    const auto work = [&] {
        for (auto i = next++; i < libraries.size() && !stop.stop_requested(); i = next++) {
            const auto signature = signatures.verify(target.inState(libraries[i]->file));
            if (signature) judged[i] = judgeSignature(libraries[i]->name, *signature, archiveIsKnown);
            else judged[i] = std::unexpected(signature.error());
            if (onFile) onFile(++done, libraries.size(), libraries[i]->name);
        }
    };
    {
        std::vector<std::jthread> others;
        const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
        const auto workers = std::min({libraries.size(), cores, std::size_t{4}});
        while (others.size() + 1 < workers) others.emplace_back(work);
        work();
    }
    std::vector<Finding> findings;
    for (auto& one : judged) {
        if (!one) return std::unexpected(one.error());
        if (*one) findings.push_back(std::move(**one));
    }
    return findings;
}

}   // namespace cudnn_setup
