#pragma once
/// @file
/// What writes to a toolkit, each from its own starting point: the tests that end it everywhere take them one after the other.
#include "scene.h"

namespace cudnn_setup {

struct Change {
    std::string name;
    void (*prepare)(Scene&);   // fails the test when it cannot
    Result<Applied> (*run)(Scene&);
    friend void PrintTo(const Change& change, std::ostream* out) { *out << change.name; }
};

/// Clean install, upgrade, adoption of hand-copied files, uninstall, uninstall of adopted files.
[[nodiscard]] std::vector<Change> everyChange();

/// @param log  Of a whole run. @return The operation that appends the commit record, which is the last one to the journal.
[[nodiscard]] std::size_t commitRecordOf(const std::vector<std::string>& log);

}   // namespace cudnn_setup
