#include "receipt/state_layout.h"

namespace cudnn_setup {

StateLayout::StateLayout(const std::filesystem::path& toolkitRoot)
    : root(toolkitRoot / ".cudnn-setup"),
      journal(root / "journal.jsonl"),
      receipt(root / "receipt.json"),
      staging(root / "staging"),
      backup(root / "backup"),
      superseded(root / "superseded"),
      licence(root / "LICENSE.txt") {}

}   // namespace cudnn_setup
