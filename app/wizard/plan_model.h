#pragma once
/// @file
/// The plan as a two-level item model: groups of equal steps with their sums, below them the single files.
#include "plan/plan.h"
#include "wizard/icons.h"

#include <QAbstractItemModel>

#include <vector>

namespace cudnn_setup {

class PlanModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Action, Files, Folder, Release, Size, ColumnCount };
    enum Role { IconRole = Qt::UserRole, IsGroupRole };

    struct File {
        QString name;
        QString release;
        std::uint64_t bytes;
    };
    struct Group {
        Icon icon;
        Verb verb;
        bool setAside = false;   ///< the old files that a plan keeps
        Component component{};
        QString toolkit;   ///< "CUDA 12.6"
        QString folder;
        QString release{};   ///< "9.0.0.312 → 9.5.0.50"
        std::uint64_t bytes = 0;
        std::vector<File> files{};
    };

    explicit PlanModel(QObject* parent = nullptr);
    void setPlan(const Plan& plan);
    /// Texts in the current language; the rows stay.
    void retranslate();
    [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }
    [[nodiscard]] int count(Verb verb) const;   ///< files, without those only set aside

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString nameOf(const Group& group) const;
    std::vector<Group> m_groups;
    QString m_toolkits;
};

}   // namespace cudnn_setup
