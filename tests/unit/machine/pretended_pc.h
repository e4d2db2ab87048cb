#pragma once
/// @file
/// A PC for tests: real files in a folder of their own, everything else pretended. Toolkits look like the acceptance cases' tree T.
#include "doubles/fake_environment_store.h"
#include "doubles/fake_machine_facts.h"
#include "doubles/fake_processes.h"
#include "doubles/fake_signatures.h"
#include "machine/observe.h"
#include "machine/watched_files.h"

namespace cudnn_setup {

class PretendedPc {
public:
    PretendedPc();
    ~PretendedPc();
    PretendedPc(const PretendedPc&) = delete;
    PretendedPc& operator=(const PretendedPc&) = delete;

    [[nodiscard]] std::filesystem::path path(std::string_view relative) const;
    [[nodiscard]] std::string text(std::string_view relative) const;   ///< the same as text, system's separators
    void write(std::string_view relative, std::string_view bytes) const;
    void remove(std::string_view relative) const;
    /// @param stub  Below the folder of stub sets: "Z96/bin/cudnn64_9.dll".
    void copyStub(std::string_view stub, std::string_view to) const;
    /// All files of a stub set into bin, include and lib\x64 of @p root: what people do by hand.
    void copySet(std::string_view set, std::string_view root) const;
    /// The DLLs of a stub set into one folder.
    void copyLibraries(std::string_view set, std::string_view folder) const;

    /// A complete toolkit "cuda/v12.8" of that version: files, registry key. Its DLL folder is put on the machine's Path.
    void addToolkit(std::string_view version, std::string_view root);
    void setPath(EnvironmentScope scope, std::string_view value, RegistryText type = RegistryText::Expandable);
    void appendToPath(std::string_view folder);   ///< as text
    void prependToPath(std::string_view folder);

    /// Like the workflow: observe, then make all toolkits targets. Fails the test on an error.
    [[nodiscard]] Snapshot observed();
    [[nodiscard]] Snapshot observedTargets();

    System system;   ///< of the fakes below
    WatchedFiles& files;
    FakeEnvironmentStore& environment;
    FakeMachineFacts& machine;
    FakeProcesses& processes;
    FakeSignatures& signatures;

private:
    explicit PretendedPc(System made);
    std::filesystem::path m_folder;
};

/// The toolkit with that root; fails the test when there is none.
[[nodiscard]] const Toolkit& toolkitAt(const Snapshot& snapshot, const std::string& root);
/// What the product would have written after installing the files that are there now.
[[nodiscard]] Receipt receiptOf(const Toolkit& hashed, const Version& release);

/// receipt.json and toolkits.json as the product writes them.
[[nodiscard]] std::string dumpReceipt(const Receipt& receipt);
[[nodiscard]] std::string dumpIndex(const std::vector<std::string>& roots);

}   // namespace cudnn_setup
