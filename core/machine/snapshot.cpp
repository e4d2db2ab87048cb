#include "machine/snapshot.h"

namespace cudnn_setup {

bool Toolkit::isLeftOver() const {
    return !parts.runtime && !parts.header;
}

std::vector<PathSegmentFact> Snapshot::effectivePath() const {
    auto segments = machinePath.segments;
    segments.insert(segments.end(), userPath.segments.begin(), userPath.segments.end());
    return segments;
}

}   // namespace cudnn_setup
