#include "wizard/archive_page.h"

#include "wizard/wizard_style.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

/// "2c7cf19f a6ffd923 … f4d4df38": enough to compare by eye.
QString shortHash(const Sha256& hash) {
    const QString hex = toQt(hash.toString());
    return hex.left(8) + u' ' + hex.mid(8, 8) + u" … "_s + hex.right(8);
}

QWidget* factRow(QWidget* parent, const QString& name, const QString& value, bool strong = false) {
    auto* row = new QWidget(parent);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(20, 0, 20, 0);
    line->setSpacing(16);
    auto* label = new TextLabel(TextRole::Body, Tone::Ink2, row);
    label->setText(name);
    label->setFixedWidth(88);
    auto* text = new TextLabel(strong ? TextRole::Name : TextRole::Body, Tone::Ink, row);
    text->setText(value);
    text->setParagraph();
    line->addWidget(label, 0, Qt::AlignTop);
    line->addWidget(text, 1, Qt::AlignTop);
    return row;
}

/// The licence on a sunken surface.
class Well final : public QWidget {
public:
    explicit Well(QWidget* content) {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(12, 8, 4, 8);
        column->addWidget(content);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        drawPanel(painter, QRectF(rect()), tokens().well, tokens().line, 8);
    }
};

}   // namespace

ArchivePage::ArchivePage(WorkflowModel& model, QWidget* parent)
    : Page(model, parent),
      m_path(new QLineEdit),
      m_browse(new Button(Button::Kind::Secondary)),
      m_hint(new TextLabel(TextRole::Caption, Tone::Ink2)),
      m_good(new QWidget),
      m_facts(new Card),
      m_evidence(new Card),
      m_licenceLabel(new SectionLabel),
      m_licence(new QPlainTextEdit),
      m_accept(new QCheckBox),
      m_blocker(new BlockerPanel) {
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    m_path->setFixedHeight(32);
    m_path->setTextMargins(12, 0, 8, 0);
    m_path->setText(toQt(model.request().source));
    line->addWidget(m_path, 1);
    line->addWidget(m_browse);
    body()->addLayout(line);
    body()->addSpacing(8);
    m_hint->setParagraph();
    body()->addWidget(m_hint);
    body()->addSpacing(20);

    auto* good = new QVBoxLayout(m_good);
    good->setContentsMargins(0, 0, 0, 0);
    good->setSpacing(0);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(16);
    cards->addWidget(m_facts, 44);
    cards->addWidget(m_evidence, 56);
    good->addLayout(cards);
    good->addSpacing(20);
    good->addWidget(m_licenceLabel);
    good->addSpacing(8);
    m_licence->setReadOnly(true);
    m_licence->setFrameShape(QFrame::NoFrame);
    m_licence->setTabChangesFocus(true);
    m_licence->setFixedHeight(68);   // with this the question below it is on the page, in Chinese too
    good->addWidget(new Well(m_licence));
    good->addSpacing(12);
    auto* accept = new QHBoxLayout;
    accept->setContentsMargins(0, 0, 0, 0);
    accept->addWidget(m_accept);
    accept->addStretch(1);
    good->addLayout(accept);
    body()->addWidget(m_good);
    body()->addWidget(m_blocker);

    connect(m_browse, &QPushButton::clicked, this, &Page::archiveWanted);
    connect(m_blocker->anotherArchive(), &QPushButton::clicked, this, &Page::archiveWanted);
    connect(m_path, &QLineEdit::editingFinished, this, &ArchivePage::readTypedPath);
    connect(m_accept, &QCheckBox::toggled, this, [this](bool on) {
        if (this->model().request().acceptLicence != on) this->model().setLicenceAccepted(on);
    });
    refresh();
}

QString ArchivePage::stepName() const {
    return tr("Archive");
}

QString ArchivePage::answer() const {
    if (model().archive()) return u"cuDNN "_s + toQt(model().archive()->release.toString());
    if (model().archiveRefusal()) return tr("cannot be used");
    return {};
}

bool ArchivePage::isComplete() const {
    return model().archive() && model().request().acceptLicence;
}
bool ArchivePage::isBlocked() const {
    return model().archiveRefusal().has_value();
}

QWidget* ArchivePage::mainChoice() {
    if (model().archive()) return m_accept;
    if (model().archiveRefusal()) return m_blocker->anotherArchive();
    return m_path;
}

bool ArchivePage::hasUnreadPath() const {
    return m_path->text().trimmed() != toQt(model().request().source);
}

void ArchivePage::readTypedPath() {
    QString path = m_path->text().trimmed();
    if (path.size() >= 2 && path.startsWith(u'"') && path.endsWith(u'"'))
        path = path.mid(1, path.size() - 2);   // Explorer's "Copy as path"
    if (path.isEmpty() || path == toQt(model().request().source)) return;
    model().readArchive(path.toStdString());
}

void ArchivePage::showProgress() {
    if (model().activity() != Activity::Reading || !model().progress()) return;
    const auto& progress = *model().progress();
    const Messages& messages = Appearance::current().messages();
    m_hint->setText(progress.total == 0
                        ? tr("Reading...")
                        : tr("Read %1 of %2").arg(toQt(messages.bytes(progress.done)), toQt(messages.bytes(progress.total))));
}

void ArchivePage::refresh() {
    m_browse->setText(tr("Browse..."));
    m_browse->setShortcut(QKeySequence(u"Alt+R"_s));
    m_path->setPlaceholderText(tr("Path of the archive"));
    m_path->setAccessibleName(tr("Path of the archive"));
    m_licence->setAccessibleName(tr("NVIDIA's licence"));
    m_accept->setText(tr("I accept NVIDIA's licence"));
    m_accept->setShortcut(QKeySequence(u"Alt+I"_s));
    if (!m_path->hasFocus() || m_path->text().isEmpty()) m_path->setText(toQt(model().request().source));
    m_hint->setText(tr("You can also drop a zip, a Python wheel or an unpacked folder anywhere on this window."));

    const auto& archive = model().archive();
    const auto& refusal = model().archiveRefusal();
    m_good->setVisible(archive.has_value());
    m_blocker->setVisible(refusal.has_value());
    setHeadingMark(refusal ? std::optional(Mark::Blocked) : std::nullopt);
    if (refusal) {
        setHeading(tr("This archive cannot be used here"), tr("Nothing has been changed. The archive was only read."));
        m_blocker->set({&*refusal, 1}, {{tr("Archive"), toQt(model().request().source)}});
    } else if (archive) {
        const QString release = toQt(archive->release.toString());
        switch (archive->origin) {
            case ArchiveOrigin::Nvidia: setHeading(tr("This is NVIDIA's cuDNN %1, unaltered").arg(release), QString()); break;
            case ArchiveOrigin::Repacked: setHeading(tr("cuDNN %1, but not NVIDIA's own archive").arg(release), QString()); break;
            case ArchiveOrigin::Unknown: setHeading(tr("This holds cuDNN %1").arg(release), QString()); break;
        }
        QStringList fits;
        for (const ToolkitView& view : model().toolkits())
            if (view.usable) fits.append(u"CUDA "_s + toQt(view.toolkit->version.toString(2)));
        setHeading(title(), fits.isEmpty()
                                ? tr("No toolkit on this PC is for CUDA %1. Nothing has been changed.").arg(archive->cudaMajor)
                                : tr("It fits %1 on this PC. Nothing has been changed.").arg(fits.join(tr(", ", "between toolkits"))));
        refreshFacts();
        refreshEvidence();
        m_licenceLabel->set(tr("NVIDIA's licence"), archive->licenceText.empty() ? tr("none in the archive; it is on NVIDIA's page")
                                                                                 : tr("from the archive, unchanged"));
        const QString licence = toQt(archive->licenceText);
        if (m_licence->toPlainText() != licence) m_licence->setPlainText(licence);
        m_licence->parentWidget()->setVisible(!licence.isEmpty());
        if (m_accept->isChecked() != model().request().acceptLicence) m_accept->setChecked(model().request().acceptLicence);
    } else if (model().activity() == Activity::Reading) {
        setHeading(tr("Reading the archive"), tr("Every byte is read and checked in memory. This changes nothing."));
        showProgress();
    } else {
        setHeading(tr("Choose NVIDIA's cuDNN archive"),
                   tr("The zip from NVIDIA's page, for example cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip."));
    }
    Q_EMIT completeChanged();
}

void ArchivePage::refreshFacts() {
    const Archive& archive = *model().archive();
    const Messages& messages = Appearance::current().messages();
    m_facts->clearRows();
    auto* rows = new QWidget(m_facts);
    auto* column = new QVBoxLayout(rows);
    column->setContentsMargins(0, 16, 0, 16);
    column->setSpacing(10);
    column->addWidget(factRow(rows, tr("Version"), toQt(archive.release.toString()), true));
    column->addWidget(factRow(rows, tr("Built for"), tr("CUDA %1, 64-bit Windows").arg(archive.cudaMajor)));
    column->addWidget(
        factRow(rows, tr("Contents"),
                tr("%n libraries", nullptr, static_cast<int>(archive.count(Component::Library))) + tr(", ", "between counts") +
                    tr("%n headers", nullptr, static_cast<int>(archive.count(Component::Header))) + tr(", ", "between counts") +
                    tr("%n import libraries", nullptr, static_cast<int>(archive.count(Component::ImportLibrary)))));
    column->addWidget(
        factRow(rows, tr("Size"), tr("%1, %2 unpacked").arg(toQt(messages.bytes(archive.size)), toQt(messages.bytes(archive.bytes())))));
    const QString shape = archive.shape == ArchiveShape::NvidiaZip ? tr("NVIDIA's zip")
                          : archive.shape == ArchiveShape::Wheel   ? tr("Python wheel")
                                                                   : tr("Unpacked folder");
    column->addWidget(factRow(rows, tr("Kind"), shape));
    column->addStretch(1);
    m_facts->addRow(rows);
}

void ArchivePage::refreshEvidence() {
    const Archive& archive = *model().archive();
    const Messages& messages = Appearance::current().messages();
    m_evidence->clearRows();
    auto* rows = new QWidget(m_evidence);
    auto* column = new QVBoxLayout(rows);
    column->setContentsMargins(0, 9, 0, 9);
    column->setSpacing(0);
    const auto add = [&](Mark mark, const QString& name, const QString& detail, bool code = false) {
        auto* row = new EvidenceRow(rows);
        if (code) row->setCodeDetail();
        row->set(mark, name, detail);
        column->addWidget(row);
    };
    const QString hash = u"SHA-256 "_s + shortHash(archive.sha256);
    switch (archive.origin) {
        case ArchiveOrigin::Nvidia: add(Mark::Ok, tr("Hash known from NVIDIA's list"), hash, true); break;
        case ArchiveOrigin::Repacked: add(Mark::Warning, tr("Another hash than NVIDIA's archive"), hash, true); break;
        case ArchiveOrigin::Unknown: add(Mark::None, tr("Hash not in our list"), hash, true); break;
    }
    add(Mark::Waiting, tr("Signatures: checked while unpacking"), tr("on the very bytes that are placed"));
    add(Mark::Ok, tr("Complete: all %n libraries are there", nullptr, static_cast<int>(archive.count(Component::Library))),
        tr("every checksum correct"));
    bool warned = false;
    for (const Finding& finding : archive.findings) {
        if (finding.severity == Severity::Info || finding.code == ErrorCode::ArchiveRepacked) continue;
        add(Mark::Warning, toQt(messages.describe(finding)), toQt(messages.remedy(finding)));
        warned = true;
    }
    if (!warned)
        add(Mark::Ok, tr("Consistent: name, header and libraries agree"), tr("found by content, for CUDA %1").arg(archive.cudaMajor));
    column->addStretch(1);
    m_evidence->addRow(rows);
}

QString ArchivePage::details() const {
    QString text = Page::details() + toQt(model().request().source) + u'\n';
    if (model().archive()) text += u"SHA-256 "_s + toQt(model().archive()->sha256.toString()) + u'\n';
    if (model().archiveRefusal()) text += BlockerPanel::asText({&*model().archiveRefusal(), 1});
    return text;
}

}   // namespace cudnn_setup
