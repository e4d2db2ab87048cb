#include "scene.h"

#include "base/json.h"
#include "base/path_text.h"
#include "plan/path_segments.h"
#include "platform/hasher.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <atomic>
#include <cstdlib>
#include <random>

namespace cudnn_setup {
namespace {

namespace fs = std::filesystem;

/// In memory where the system offers it: the cut tests flush some ten thousand files.
fs::path parentFolder() {
#ifndef _WIN32
    std::error_code ignored;
    if (const fs::path memory = "/dev/shm"; fs::is_directory(memory, ignored)) return memory;
#endif
    return fs::absolute(fs::temp_directory_path()).make_preferred();
}

fs::path freshFolder() {
    static std::atomic<unsigned> number = 0;
    std::random_device random;
    auto folder = parentFolder() / ("cudnn-setup-apply-" + std::to_string(random()) + "-" + std::to_string(++number));
    fs::create_directories(folder);
    return folder;
}

class BytesInMemory final : public InputFile {
public:
    explicit BytesInMemory(std::string bytes) : m_bytes(std::move(bytes)) {}
    [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }
    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> buffer) const override {
        if (offset >= m_bytes.size()) return 0;
        const auto part = std::as_bytes(std::span(m_bytes)).subspan(static_cast<std::size_t>(offset));
        const auto count = std::min(part.size(), buffer.size());
        std::ranges::copy(part.first(count), buffer.begin());
        return count;
    }
    [[nodiscard]] FileInfo info() const override { return {.kind = FileKind::Regular, .size = m_bytes.size()}; }

private:
    std::string m_bytes;
};

std::string zipOf(const std::map<std::string, std::string>& entries) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* const target = zip_source_buffer_create(nullptr, 0, 0, &error);
    zip_source_keep(target);
    zip_t* const zip = zip_open_from_source(target, ZIP_TRUNCATE, &error);
    for (const auto& [name, bytes] : entries) {
        zip_source_t* const source = zip_source_buffer(zip, bytes.data(), bytes.size(), 0);
        if (zip_file_add(zip, name.c_str(), source, ZIP_FL_ENC_UTF_8) < 0) ADD_FAILURE() << zip_strerror(zip);
    }
    if (zip_close(zip) != 0) ADD_FAILURE() << zip_strerror(zip);
    std::string bytes;
    zip_source_open(target);
    zip_source_seek(target, 0, SEEK_END);
    bytes.resize(static_cast<std::size_t>(zip_source_tell(target)));
    zip_source_seek(target, 0, SEEK_SET);
    zip_source_read(target, bytes.data(), bytes.size());
    zip_source_close(target);
    zip_source_free(target);
    return bytes;
}

std::string placeOf(std::string_view name) {
    const std::string_view folder = name.ends_with(".dll") ? "bin/" : name.ends_with(".h") ? "include/" : "lib/x64/";
    return std::string(folder) + std::string(name);
}

std::string bareName(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

std::string_view folderInArchive(std::string_view name) {
    return name.ends_with(".dll") ? "bin/x64/" : name.ends_with(".h") ? "include/" : "lib/x64/";
}

}   // namespace

Sha256 sha256Of(std::string_view bytes) {
    return *hashOf(std::as_bytes(std::span(bytes)));
}

const Release& release91() {
    static const Release release{{"cudnn64_9.dll", "shim 9.1"},        {"cudnn_ops64_9.dll", "ops 9.1"},
                                 {"cudnn_old64_9.dll", "only in 9.1"}, {"cudnn.h", "// same header\n"},
                                 {"cudnn_old.h", "// only in 9.1\n"},  {"cudnn.lib", "import 9.1"},
                                 {"cudnn64_9.lib", "import too 9.1"}};
    return release;
}

const Release& release923() {
    static const Release release{{"cudnn64_9.dll", "shim of 9.23"},    {"cudnn_ops64_9.dll", "ops of 9.23"},
                                 {"cudnn_ext64_9.dll", "new in 9.23"}, {"cudnn_engines_tensor_ir64_9.dll", "also new in 9.23"},
                                 {"cudnn.h", "// same header\n"},      {"cudnn_version.h", "// new header\n"},
                                 {"cudnn.lib", "import of 9.23"},      {"cudnn64_9.lib", "import too of 9.23"}};
    return release;
}

Scene::Scene() : m_folder(freshFolder()) {
    take(makeSystem().files);
    auto judged = std::make_unique<FakeSignatures>();
    signatures = judged.get();
    auto running = std::make_unique<FakeProcesses>();
    processes = running.get();
    system.machine = std::make_unique<FakeMachineFacts>();
    system.processes = std::move(running);
    system.signatures = std::move(judged);

    writeFile(root() / "bin" / "nvcc.exe", "compiler");
    writeFile(root() / "include" / "cuda.h", "// cuda\n");
    setPath(R"(%SystemRoot%\system32;C:\Tools)");
    fs::create_directories(indexFolder().parent_path());
    for (const auto* release : {&release91(), &release923()}) {
        std::map<std::string, std::string> entries{{"top/LICENSE", release == &release91() ? "licence 9.1" : "licence 9.23"}};
        for (const auto& [name, bytes] : *release) entries.emplace("top/" + std::string(folderInArchive(name)) + name, bytes);
        m_archives.emplace(release, zipOf(entries));
    }
}

void Scene::take(std::unique_ptr<Files> real) {
    auto counted = std::make_unique<FaultyFiles>(std::move(real));
    auto counting = std::make_unique<CountedEnvironment>(*counted, m_folder / "nothing");
    if (environment) counting->store = environment->store;
    files = counted.get();
    environment = counting.get();
    system.files = std::move(counted);
    system.environment = std::move(counting);
}

#ifndef _WIN32
void Scene::pretend(std::string_view machineJson) {
    writeFile(m_folder / "machine" / "machine.json", machineJson);
    ::setenv("CUDNN_SETUP_MACHINE", (m_folder / "machine").c_str(), 1);   // NOLINT(concurrency-mt-unsafe): no other thread runs here
    take(makeSystem().files);
    ::unsetenv("CUDNN_SETUP_MACHINE");   // NOLINT(concurrency-mt-unsafe)
}
#endif

Scene::~Scene() {
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(m_folder, ignored))
        if (entry.is_regular_file(ignored)) fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add, ignored);
    fs::remove_all(m_folder, ignored);
}

SceneState Scene::state() const {
    SceneState state{.toolkit = readTree(root()), .machine = environment->store.machine, .index = {}};
    if (const auto file = indexFolder() / "toolkits.json"; fs::exists(file)) {
        auto index = parseToolkitIndex(readFile(file));
        EXPECT_TRUE(index.has_value());
        if (index) state.index = std::move(index->toolkits);
    }
    return state;
}

void Scene::restore(const SceneState& state) const {
    files->heal();
    files->restart();
    writeTree(root(), state.toolkit);
    environment->store.machine = state.machine;
    fs::remove_all(indexFolder());
    if (!state.index.empty()) writeFile(indexFolder() / "toolkits.json", dumpJson(toJson(ToolkitIndex{state.index})));
}

std::string Scene::rootText() const {
    return toUtf8(root().make_preferred());
}
std::string Scene::segment() const {
    return toUtf8((root() / "bin").make_preferred());
}
void Scene::setPath(std::string text, RegistryText type) const {
    environment->store.machine.insert_or_assign("Path", RawVariable{std::move(text), type});
}

std::optional<RawVariable> Scene::path() const {
    return *environment->store.read(EnvironmentScope::Machine, "Path");
}

void Scene::copyByHand(const Release& release) const {
    for (const auto& [name, bytes] : release) writeFile(root() / placeOf(name), bytes);
}

std::optional<Receipt> Scene::receipt() const {
    const auto file = stateFolder() / "receipt.json";
    if (!fs::exists(file)) return std::nullopt;
    auto receipt = parseReceipt(readFile(file));
    EXPECT_TRUE(receipt.has_value());
    return receipt ? std::optional(std::move(*receipt)) : std::nullopt;
}

TransactionOptions Scene::options(Action action) const {
    return {.root = rootText(), .dllFolder = "bin", .action = action, .indexFolder = indexFolder(), .stop = {}, .onProgress = {}};
}

Result<ZipArchive> Scene::open(const Release& release) {
    return ZipArchive::open(std::make_unique<BytesInMemory>(m_archives.at(&release)), "cudnn.zip");
}

Archive Scene::resolved(const ArchiveContents& contents) const {
    return {.name = contents.name,
            .size = contents.size,
            .sha256 = contents.sha256,
            .shape = ArchiveShape::NvidiaZip,
            .origin = ArchiveOrigin::Unknown,
            .release = Version(9, 1),
            .cudaMajor = 12,
            .files = {},
            .licenceText = "licence of " + contents.sha256.toString(),
            .findings = {}};
}

ToolkitPlan Scene::planInstall(const ArchiveContents& contents) const {
    ToolkitPlan plan{.root = rootText(), .toolkit = Version(12, 6), .dllFolder = "bin", .files = {}, .path = {}};
    const auto old = receipt();
    const auto isOurs = [&](const std::string& path, const Sha256& hash) {
        return old && std::ranges::any_of(old->files, [&](const ReceiptFile& file) { return file.path == path && file.sha256 == hash; });
    };
    std::map<std::string, std::string> wanted;
    for (const auto& unpacked : contents.entries)
        if (!unpacked.entry.name.ends_with("LICENSE")) wanted.emplace(placeOf(bareName(unpacked.entry.name)), unpacked.entry.name);
    for (const auto& [path, entry] : wanted) {
        const auto unpacked = std::ranges::find(contents.entries, entry, [](const UnpackedEntry& one) { return one.entry.name; });
        FileStep step{
            .verb = Verb::Place, .reason = StepReason::NewFile, .path = path, .component = Component::Library, .after = unpacked->sha256};
        step.sizeAfter = unpacked->entry.size;
        step.source = entry;
        if (const auto file = root() / path; fs::exists(file)) {
            step.before = sha256Of(readFile(file));
            step.sizeBefore = fs::file_size(file);
            step.verb = step.before == step.after ? Verb::Keep : Verb::Replace;
            if (step.verb == Verb::Replace) step.old = isOurs(path, *step.before) ? OldFile::Discard : OldFile::Backup;
        }
        plan.files.push_back(step);
    }
    for (const auto& [path, entry] : readTree(root())) {
        if (entry.isFolder || wanted.contains(path) || path.starts_with(".cudnn-setup") || !path.contains("/cudnn")) continue;
        FileStep step{.verb = Verb::Remove,
                      .reason = StepReason::LeftOver,
                      .path = path,
                      .component = Component::Library,
                      .before = sha256Of(entry.bytes)};
        step.sizeBefore = entry.bytes.size();
        step.old = isOurs(path, *step.before) ? OldFile::Discard : OldFile::Backup;
        plan.files.push_back(step);
    }
    const auto current = path();
    if (!current || !containsSegment(current->text, segment(), [](std::string_view text) { return std::string(text); })) {
        const auto text = current ? current->text : std::string{};
        plan.path = PathStep{.scope = EnvironmentScope::Machine,
                             .segment = segment(),
                             .adds = true,
                             .before = current,
                             .after = RawVariable{addSegment(text, segment()), current ? current->type : RegistryText::Expandable}};
    }
    return plan;
}

ToolkitPlan Scene::planUninstall() const {
    ToolkitPlan plan{.root = rootText(), .toolkit = Version(12, 6), .dllFolder = "bin", .files = {}, .path = {}};
    const auto old = receipt();
    if (!old) return plan;
    const auto add = [&](const std::string& path, const std::optional<Sha256>& ours, const std::optional<PriorFile>& before) {
        FileStep step{.verb = Verb::Keep, .reason = StepReason::GiveBack, .path = path, .component = Component::Library};
        if (const auto file = root() / path; fs::exists(file)) {
            step.before = sha256Of(readFile(file));
            step.sizeBefore = fs::file_size(file);
        }
        if (step.before == ours && !(before && before->backup.empty())) {
            step.verb = before ? Verb::Restore : Verb::Remove;
            if (step.before) step.old = OldFile::Discard;
            if (before) {
                step.source = before->backup;
                step.after = before->sha256;
                step.sizeAfter = before->size;
            }
        }
        plan.files.push_back(step);
    };
    for (const auto& file : old->files) add(file.path, file.sha256, file.before);
    for (const auto& file : old->removed) add(file.path, std::nullopt, file.before);
    if (old->path) {
        const auto current = path();
        std::optional<RawVariable> after = old->path->before;
        if (current != old->path->after) after = RawVariable{removeSegment(current->text, old->path->segment), current->type};
        plan.path =
            PathStep{.scope = EnvironmentScope::Machine, .segment = old->path->segment, .adds = false, .before = current, .after = after};
    }
    return plan;
}

Result<Applied> Scene::install(const Release& release) {
    return install(release, options(Action::Install));
}

Result<Applied> Scene::install(const Release& release, TransactionOptions given) {
    const auto archive = open(release);
    if (!archive) return std::unexpected(archive.error());
    auto transaction = Transaction::begin(system, std::move(given));
    if (!transaction) return std::unexpected(transaction.error());
    const auto contents = transaction->stage(*archive, 1);
    if (!contents) {
        if (auto back = transaction->rollBack(); !back) return std::unexpected(back.error());
        return std::unexpected(contents.error());
    }
    const auto findings = transaction->checkSignatures(false, false);
    if (!findings) return std::unexpected(findings.error());
    const auto resolvedArchive = resolved(*contents);
    return transaction->commit(planInstall(*contents), contents->sha256, &resolvedArchive, false);
}

Result<Applied> Scene::uninstall() {
    const auto plan = planUninstall();
    auto transaction = Transaction::begin(system, options(Action::Uninstall));
    if (!transaction) return std::unexpected(transaction.error());
    return transaction->commit(plan, Sha256(Sha256::Bytes{}), nullptr, false);
}

Result<Recovery> Scene::recover() {
    return cudnn_setup::recover(system, rootText(), indexFolder(), {});
}

}   // namespace cudnn_setup
