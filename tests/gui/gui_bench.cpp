#include "gui_bench.h"

#include "base/json.h"
#include "wizard/button_bar.h"
#include "wizard/card.h"
#include "wizard/step_rail.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <stdexcept>

namespace cudnn_setup {

namespace {

std::string bytesOf(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw std::runtime_error("missing test data: " + file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// A hash that differs from file to file and release to release; its digits mean nothing.
Sha256 pretendedHash(std::string_view text) {
    Sha256::Bytes bytes{};
    std::uint32_t state = 2166136261U;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 16777619U;
        bytes[i] = static_cast<std::uint8_t>(state >> 24);
    }
    return Sha256(bytes);
}

constexpr std::array libraries{"cudnn64_9.dll",
                               "cudnn_adv64_9.dll",
                               "cudnn_cnn64_9.dll",
                               "cudnn_engines_precompiled64_9.dll",
                               "cudnn_engines_runtime_compiled64_9.dll",
                               "cudnn_graph64_9.dll",
                               "cudnn_heuristic64_9.dll",
                               "cudnn_ops64_9.dll"};
constexpr std::array headers{"cudnn.h", "cudnn_adv.h", "cudnn_backend.h", "cudnn_cnn.h", "cudnn_graph.h", "cudnn_ops.h", "cudnn_version.h"};

}   // namespace

void settle() {
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
}

void ScriptedDriver::tell(const WorkflowEvent& event) {
    m_onEvent(event);
    settle();
}

bool ScriptedDriver::startObserving() {
    if (snapshot) m_onEvent(SnapshotTaken{*snapshot});
    return true;
}

bool ScriptedDriver::startReadingArchive(std::string source) {
    sources.push_back(std::move(source));
    if (refusal) m_onEvent(ArchiveRefused{*refusal});
    else if (archive) m_onEvent(ArchiveRead{*archive});
    return true;
}

bool ScriptedDriver::startPlanning(Request request) {
    planned.push_back(request);
    if (!snapshot || !archive) return true;
    const auto roots = selectTargets(request, *snapshot, archive->cudaMajor);
    plan = makePlan(request, *snapshot, &*archive, roots ? *roots : std::vector<std::string>{},
                    [](std::string_view text) { return std::string(text); });
    plan->findings.insert(plan->findings.end(), planFindings.begin(), planFindings.end());
    m_onEvent(PlanMade{*plan});
    return true;
}

bool ScriptedDriver::startApplying(Request request) {
    applied = std::move(request);
    return true;
}

bool ScriptedDriver::startProving(Request request) {
    proven = std::move(request);
    return true;
}

Snapshot samplePc() {
    const auto json = parseJson(bytesOf(std::string(CUDNN_SETUP_MACHINES) + "/several-toolkits.json"), "several-toolkits.json");
    if (!json) throw std::runtime_error("several-toolkits.json is no JSON");
    auto snapshot = snapshotFromJson(*json);
    if (!snapshot) throw std::runtime_error("several-toolkits.json: " + snapshot.error().subject);
    snapshot->systemName = "Windows 11 Pro 24H2";
    snapshot->gpus = {{"NVIDIA GeForce RTX 4070", "566.36"}};
    for (Toolkit& toolkit : snapshot->toolkits) {
        toolkit.hashed = true;
        toolkit.freeBytes = 212'000'000'000;
        if (toolkit.version.toString(2) != "12.8") continue;
        for (const char* name : libraries) {
            if (std::string_view(name).contains("heuristic") || std::string_view(name).contains("_ops")) continue;
            toolkit.cudnnFiles.push_back({.path = "bin/" + std::string(name),
                                          .size = 114'000'000,
                                          .sha256 = pretendedHash(std::string("old") + name),
                                          .version = Version(9, 0, 0, 312)});
        }
        for (const char* name : headers)
            toolkit.cudnnFiles.push_back(
                {.path = "include/" + std::string(name), .size = 40'000, .sha256 = pretendedHash(std::string("old") + name)});
        toolkit.headerVersion = Version(9, 0, 0);
    }
    return *snapshot;
}

Archive sampleArchive() {
    Archive archive{
        .name = "cudnn-windows-x86_64-9.6.0.74_cuda12-archive.zip",
        .size = 550'000'000,
        .sha256 = pretendedHash("archive"),
        .shape = ArchiveShape::NvidiaZip,
        .origin = ArchiveOrigin::Nvidia,
        .release = Version(9, 6, 0, 74),
        .cudaMajor = 12,
        .files = {},
        .licenceText =
            "LICENSE AGREEMENT FOR NVIDIA SOFTWARE DEVELOPMENT KITS\n\nA stand-in for the licence text that lies in the archive.\n",
        .findings = {}};
    const std::string top = "cudnn-windows-x86_64-9.6.0.74_cuda12-archive/";
    const auto add = [&](const std::string& folder, const std::string& name, Component component, std::uint64_t size) {
        archive.files.push_back({.entry = top + folder + name,
                                 .name = name,
                                 .component = component,
                                 .size = size,
                                 .sha256 = pretendedHash("new" + name),
                                 .version = component == Component::Library ? std::optional(Version(9, 6, 0, 74)) : std::nullopt});
    };
    for (const char* name : libraries) add("bin/", name, Component::Library, 104'000'000);
    for (const char* name : headers) add("include/", name, Component::Header, 41'000);
    for (const char* name : libraries) {
        std::string stem(name);
        stem.resize(stem.size() - 4);
        add("lib/x64/", stem + ".lib", Component::ImportLibrary, 90'000);
        add("lib/x64/", stem.substr(0, stem.size() - 4) + ".lib", Component::ImportLibrary, 90'000);
    }
    return archive;
}

Proof provenProof() {
    Proof proof;
    proof.verdict = Verdict::Proven;
    const auto passed = [&](ProbeStep step, std::string detail) {
        proof.steps.push_back({step, StepState::Passed, std::nullopt, std::move(detail)});
    };
    passed(ProbeStep::Process, "");
    passed(ProbeStep::Driver, "566.36");
    passed(ProbeStep::Devices, "1");
    passed(ProbeStep::Load, R"(C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v12.8\bin)");
    passed(ProbeStep::Version, "9.6.0");
    passed(ProbeStep::VersionChecks, "4");
    passed(ProbeStep::Modules, "8");
    passed(ProbeStep::Handle, "");
    passed(ProbeStep::Convolution, "");
    passed(ProbeStep::Numbers, "1.9e-06");
    passed(ProbeStep::Speed, "");
    DeviceProof device;
    device.name = "NVIDIA GeForce RTX 4070";
    device.computeCapability = "8.9";
    device.memoryBytes = 12'000'000'000;
    device.verdict = Verdict::Proven;
    device.numbers = NumbersCheck{.shape = "x 2x3x7x9, w 4x3x3x3, pad 1", .outputs = 504, .largestError = 1.9e-6, .tolerance = 1e-5};
    Timing timing{
        .shape = "3x3, 64 channels, FP32", .batch = 32, .warmUp = 20, .milliseconds = {}, .medianMilliseconds = 0.361, .teraflops = 20.5};
    for (int i = 0; i < 200; ++i) timing.milliseconds.push_back(0.361 + 0.006 * std::sin(i * 0.9) + (i == 133 ? 0.18 : 0));
    device.timing = timing;
    proof.devices.push_back(device);
    proof.cudnnVersion = Version(9, 6, 0);
    return proof;
}

Outcome outcomeOf(OutcomeKind kind, const ScriptedDriver& driver) {
    Outcome outcome;
    outcome.kind = kind;
    outcome.plan = driver.plan;
    outcome.archive = driver.archive;
    outcome.seconds = 11;
    outcome.exitCode = exitCodeOf(kind, {}, std::nullopt);
    outcome.logFile = R"(C:\ProgramData\cudnn-setup\logs\2026-05-04T123456.log)";
    return outcome;
}

GuiBench::GuiBench(Language language, Scheme scheme, Request request) : m_appearance(std::make_unique<Appearance>(scheme, language)) {
    m_model = std::make_unique<WorkflowModel>(
        [this](OnWorkflowEvent onEvent) {
            auto driver = std::make_unique<ScriptedDriver>(std::move(onEvent));
            m_driver = driver.get();
            return driver;
        },
        std::move(request));
    m_driver->snapshot = samplePc();
    m_driver->archive = sampleArchive();
    m_window = std::make_unique<MainWindow>(*m_model, *m_appearance);
}

GuiBench::~GuiBench() = default;

void GuiBench::start() {
    m_window->show();
    m_window->activateWindow();
    m_model->observe();
    settle();
}

void GuiBench::goTo(MainWindow::Step step) {
    if (step >= MainWindow::Archive && m_model->request().source.empty()) {
        m_model->readArchive(R"(C:\Users\Anna\Downloads\cudnn-windows-x86_64-9.6.0.74_cuda12-archive.zip)");
        settle();
    }
    if (step >= MainWindow::Target) {
        m_model->setLicenceAccepted(true);
        m_model->makePlan();
        settle();
    }
    if (step >= MainWindow::Install) {
        m_window->showStep(MainWindow::Review);
        settle();
        m_window->bar().next().click();
    } else {
        m_window->showStep(step);
    }
    settle();
}

QStringList GuiBench::texts() const {
    QStringList texts;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (!widget->isVisible()) continue;
        texts << widget->accessibleName() << widget->accessibleDescription() << widget->toolTip();
        if (const auto* label = qobject_cast<const QLabel*>(widget)) texts << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts << button->text();
        if (const auto* edit = qobject_cast<const QLineEdit*>(widget)) texts << edit->placeholderText();
    }
    texts.removeAll(QString());
    return texts;
}

}   // namespace cudnn_setup
