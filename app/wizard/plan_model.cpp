#include "wizard/plan_model.h"

#include "wizard/text_label.h"

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace cudnn_setup {

namespace {

QString folderOf(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? QString() : toQt(std::string_view(path).substr(0, slash)).replace(u'/', u'\\');
}

QString fileOf(const std::string& path) {
    const auto slash = path.rfind('/');
    return toQt(slash == std::string::npos ? std::string_view(path) : std::string_view(path).substr(slash + 1));
}

QString versionOf(const std::optional<Version>& version) {
    return version ? toQt(version->toString()) : QString();
}

QString change(const QString& before, const QString& after) {
    if (before.isEmpty() || before == after) return after;
    return after.isEmpty() ? before : before + u" → "_s + after;
}

Icon iconOf(Verb verb) {
    switch (verb) {
        case Verb::Place: return Icon::Plus;
        case Verb::Replace: return Icon::Replace;
        case Verb::Remove: return Icon::Trash;
        case Verb::Keep: return Icon::Keep;
        case Verb::Restore: return Icon::Refresh;
    }
    return Icon::Dash;
}

}   // namespace

PlanModel::PlanModel(QObject* parent) : QAbstractItemModel(parent) {}

void PlanModel::setPlan(const Plan& plan) {
    beginResetModel();
    m_groups.clear();
    QStringList names;
    for (const ToolkitPlan& toolkit : plan.toolkits) {
        const QString name = u"CUDA "_s + toQt(toolkit.toolkit.toString(2));
        names += name;
        const auto groupFor = [&](Verb verb, bool aside, Component component, const QString& folder) -> Group& {
            const auto same = [&](const Group& g) {
                return g.verb == verb && g.setAside == aside && (aside || g.component == component) && g.toolkit == name &&
                       (aside || g.folder == folder);
            };
            if (const auto known = std::ranges::find_if(m_groups, same); known != m_groups.end()) return *known;
            Group group{.icon = aside ? Icon::Tray : iconOf(verb),
                        .verb = verb,
                        .setAside = aside,
                        .component = component,
                        .toolkit = name,
                        .folder = folder};
            m_groups.push_back(std::move(group));
            return m_groups.back();
        };
        const auto versionsIn = [](Group& group, const QString& text) {
            if (text.isEmpty() || group.release.split(u", "_s).contains(text)) return;
            group.release = group.release.isEmpty() ? text : group.release + u", "_s + text;
        };
        for (const FileStep& step : toolkit.files) {
            const bool goes = step.verb == Verb::Remove;
            const QString before = versionOf(step.versionBefore), after = versionOf(step.versionAfter);
            Group& group = groupFor(step.verb, false, step.component, folderOf(step.path));
            const QString release = goes ? before : change(before, after);
            group.files.push_back({fileOf(step.path), release, goes ? step.sizeBefore : step.sizeAfter});
            group.bytes += group.files.back().bytes;
            versionsIn(group, release);
        }
        for (const FileStep& step : toolkit.files) {
            if (step.old != OldFile::Backup) continue;
            Group& group = groupFor(Verb::Keep, true, step.component, u".cudnn-setup\\backup"_s);
            group.files.push_back({toQt(step.path).replace(u'/', u'\\'), versionOf(step.versionBefore), step.sizeBefore});
            group.bytes += step.sizeBefore;
            versionsIn(group, versionOf(step.versionBefore));
        }
    }
    // One toolkit needs no name in each row: it stands in the column's head.
    m_toolkits = names.size() == 1 ? names.front() : QString();
    endResetModel();
}

void PlanModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_groups.empty()) Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_groups.size()) - 1, ColumnCount - 1));
}

int PlanModel::count(Verb verb) const {
    std::size_t sum = 0;
    for (const Group& group : m_groups)
        if (group.verb == verb && !group.setAside) sum += group.files.size();
    return static_cast<int>(sum);
}

QModelIndex PlanModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    // Files carry the row of their group plus one; groups carry 0.
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex PlanModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0});
}

int PlanModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(m_groups.size());
    if (parent.internalId() != 0 || parent.column() != 0) return 0;
    const Group& group = m_groups[static_cast<std::size_t>(parent.row())];
    return group.files.size() > 1 ? static_cast<int>(group.files.size()) : 0;   // a single file names itself
}

int PlanModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QString PlanModel::nameOf(const Group& group) const {
    const int n = static_cast<int>(group.files.size());
    if (group.setAside) return tr("%n old files, until you uninstall", nullptr, n);
    if (n == 1) return group.files.front().name;
    switch (group.component) {
        case Component::Library: return tr("%n libraries", nullptr, n);
        case Component::Header: return tr("%n headers", nullptr, n);
        case Component::ImportLibrary: return tr("%n import libraries", nullptr, n);
        case Component::StaticLibrary: return tr("%n static libraries", nullptr, n);
        case Component::Licence: return tr("the licence");
    }
    return {};
}

QVariant PlanModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Messages& messages = Appearance::current().messages();
    const bool isGroup = index.internalId() == 0;
    const Group& group = m_groups[isGroup ? static_cast<std::size_t>(index.row()) : index.internalId() - 1];
    if (role == IconRole) return static_cast<int>(group.icon);
    if (role == IsGroupRole) return isGroup;
    if (role == Qt::TextAlignmentRole && index.column() == Size) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
    if (!isGroup) {
        const File& file = group.files[static_cast<std::size_t>(index.row())];
        switch (index.column()) {
            case Files: return file.name;
            case Release: return file.release;
            case Size: return toQt(messages.bytes(file.bytes));
            default: return QString();
        }
    }
    switch (index.column()) {
        case Action:
            return group.setAside ? tr("Keep aside") : toQt(messages.text(std::string("verbs.") + std::string(toText(group.verb))));
        case Files: return nameOf(group);
        case Folder: return m_toolkits.isEmpty() ? group.toolkit + u": "_s + group.folder : group.folder;
        case Release: return group.release;
        case Size: return toQt(messages.bytes(group.bytes));
        default: return {};
    }
}

QVariant PlanModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return static_cast<int>((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Action: return tr("Action");
        case Files: return tr("Files");
        case Folder: return m_toolkits.isEmpty() ? tr("Folder") : tr("Folder in %1").arg(m_toolkits);
        case Release: return tr("Version");
        case Size: return tr("Size");
        default: return {};
    }
}

}   // namespace cudnn_setup
