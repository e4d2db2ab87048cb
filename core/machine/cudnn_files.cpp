#include "machine/cudnn_files.h"

#include "base/path_text.h"
#include "cudnn/names.h"
#include "machine/path_value.h"
#include "pe/pe_facts.h"

namespace cudnn_setup {

void readHeaders(const Files& files, const std::filesystem::path& path, CudnnFile& file, std::vector<Finding>& findings) {
    const auto name = toUtf8(path.filename());
    if (!cudnnMajorOfLibrary(lowerCase(name))) return;
    file.problem.reset();
    file.version.reset();
    file.innerName.clear();
    const auto open = files.open(path, OpenFor::ReadingShared);
    if (!open) {
        // Held without sharing by another program: seen again, as "in use", where the file is a target's.
        findings.push_back(toFinding(open.error(), Severity::Warning));
        return;
    }
    const auto facts = readPeHeaders(**open, name);
    if (!facts) {
        const auto code = facts.error().code;
        if (code == ErrorCode::FileEmpty || code == ErrorCode::FileDamaged || code == ErrorCode::FileWrongMachine) file.problem = code;
        else findings.push_back(toFinding(facts.error(), Severity::Warning));
        return;
    }
    file.version = facts->fileVersion;
    // Every cuDNN DLL read (9.0.0.312, 9.5.0.50, 9.28.0.42) carries its own file name in the export table.
    if (!facts->exportName.empty() && lowerCase(facts->exportName) != lowerCase(name)) {
        file.problem = ErrorCode::FileRenamed;
        file.innerName = facts->exportName;
    }
    if (facts->machine != PeMachine::Amd64) file.problem = ErrorCode::FileWrongMachine;
}

std::vector<CudnnFile> cudnnFilesIn(const Files& files, const std::filesystem::path& folder, std::string_view prefix,
                                    const std::function<bool(std::string_view)>& wanted, std::vector<Finding>& findings) {
    std::vector<CudnnFile> found;
    const auto names = files.list(folder);
    if (!names) {
        findings.push_back(toFinding(names.error(), Severity::Warning));
        return found;
    }
    for (const auto& name : *names) {
        if (!wanted(lowerCase(name))) continue;
        const auto path = folder / pathFromUtf8(name);
        const auto info = files.info(path);
        if (!info) findings.push_back(toFinding(info.error(), Severity::Warning));
        if (!info || !*info || (*info)->kind == FileKind::Folder) continue;
        CudnnFile file{.path = std::string(prefix) + name, .size = (*info)->size, .attributes = (*info)->attributes};
        readHeaders(files, path, file, findings);
        found.push_back(std::move(file));
    }
    return found;
}

}   // namespace cudnn_setup
