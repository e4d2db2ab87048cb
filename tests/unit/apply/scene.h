#pragma once
/// @file
/// A toolkit on a real disk with an index beside it, PATH in memory, one counter over every changing operation of files and PATH, and
/// releases of a few bytes to install there.
#include "apply/transaction.h"
#include "disk_tree.h"
#include "doubles/fake_environment_store.h"
#include "doubles/fake_machine_facts.h"
#include "doubles/fake_processes.h"
#include "doubles/fake_signatures.h"
#include "doubles/faulty_files.h"
#include "receipt/toolkit_index.h"

#include <map>
#include <string>

namespace cudnn_setup {

/// Files of a release by bare name.
using Release = std::map<std::string, std::string>;
[[nodiscard]] const Release& release91();    // three DLLs, two headers, two import libraries
[[nodiscard]] const Release& release923();   // other bytes, one DLL more, one DLL and one header less; one header is the same

/// PATH in memory; a write is one more operation of FaultyFiles' counter, so that a cut can fall there too.
class CountedEnvironment final : public EnvironmentStore {
public:
    explicit CountedEnvironment(FaultyFiles& counter, std::filesystem::path nothing) : m_counter(counter), m_nothing(std::move(nothing)) {}
    FakeEnvironmentStore store;
    std::function<void()> onWritten;   // after a write
    [[nodiscard]] Result<std::optional<RawVariable>> read(EnvironmentScope scope, std::string_view name) const override {
        return store.read(scope, name);
    }
    [[nodiscard]] Result<void> write(EnvironmentScope scope, std::string_view name, const std::optional<RawVariable>& value) override {
        if (auto counted = m_counter.remove(m_nothing); !counted) return counted;
        auto written = store.write(scope, name, value);
        if (written && onWritten) onWritten();
        return written;
    }
    [[nodiscard]] Result<std::vector<std::pair<std::string, RawVariable>>> all(EnvironmentScope scope) const override {
        return store.all(scope);
    }
    [[nodiscard]] std::string expand(std::string_view text) const override { return store.expand(text); }
    [[nodiscard]] Result<void> announceChange() override { return store.announceChange(); }

private:
    FaultyFiles& m_counter;
    std::filesystem::path m_nothing;
};

/// Everything that must be the old or the new one.
struct SceneState {
    DiskTree toolkit;   // .cudnn-setup included
    FakeEnvironmentStore::Variables machine;
    std::vector<IndexedToolkit> index;
};

/// It only points at what it changes, disk and PATH; so most of it is const.
class Scene {
public:
    Scene();
    ~Scene();
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;

    [[nodiscard]] SceneState state() const;
    void restore(const SceneState& state) const;   // also heals the disk and counts from 0

    [[nodiscard]] std::filesystem::path root() const { return m_folder / "v12.6"; }
    [[nodiscard]] std::string rootText() const;
    [[nodiscard]] std::filesystem::path indexFolder() const { return m_folder / "program_data" / "cudnn-setup"; }
    [[nodiscard]] std::filesystem::path stateFolder() const { return root() / ".cudnn-setup"; }
    /// The DLL folder as PATH names it.
    [[nodiscard]] std::string segment() const;
    void setPath(std::string text, RegistryText type = RegistryText::Expandable) const;
    [[nodiscard]] std::optional<RawVariable> path() const;
    void copyByHand(const Release& release) const;
    [[nodiscard]] std::optional<Receipt> receipt() const;

#ifndef _WIN32
    /// From here on the disk is one of this machine.json (core/platform/posix/machine_file.h): files in use, folders not trusted.
    void pretend(std::string_view machineJson);
#endif

    [[nodiscard]] TransactionOptions options(Action action) const;
    /// What `/zip` with this release does; the plan is made from the disk as it is then.
    [[nodiscard]] Result<Applied> install(const Release& release);
    [[nodiscard]] Result<Applied> install(const Release& release, TransactionOptions given);
    [[nodiscard]] Result<Applied> uninstall();
    [[nodiscard]] Result<Recovery> recover();

    [[nodiscard]] Result<ZipArchive> open(const Release& release);
    [[nodiscard]] ToolkitPlan planInstall(const ArchiveContents& contents) const;
    [[nodiscard]] ToolkitPlan planUninstall() const;
    [[nodiscard]] Archive resolved(const ArchiveContents& contents) const;

    System system;
    FaultyFiles* files = nullptr;   // in system
    CountedEnvironment* environment = nullptr;
    FakeSignatures* signatures = nullptr;
    FakeProcesses* processes = nullptr;

private:
    void take(std::unique_ptr<Files> real);
    std::filesystem::path m_folder;
    std::map<const Release*, std::string> m_archives;   // zip bytes
};

[[nodiscard]] Sha256 sha256Of(std::string_view bytes);

}   // namespace cudnn_setup
