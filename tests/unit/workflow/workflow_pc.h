#pragma once
/// @file
/// A pretended PC with CUDA 12.8, and the workflow on it as every front end drives it.
#include "machine/pretended_pc.h"
#include "workflow/workflow.h"

#include <map>

namespace cudnn_setup {

class WorkflowPc : public PretendedPc {
public:
    WorkflowPc();
    [[nodiscard]] static std::string archive(const std::string& id);   ///< by make_stub_set.py's index
    [[nodiscard]] Request install(const std::string& id) const;        ///< into the toolkit, licence accepted
    [[nodiscard]] Request request(Action action) const;
    Outcome run(const Request& request, OnWorkflowEvent onEvent = {});
    /// Every file of the toolkit with size and a hash of its bytes, the product's own folder left out.
    [[nodiscard]] std::map<std::string, std::string> tree() const;
    [[nodiscard]] RawVariable machinePath() const;
    [[nodiscard]] bool hasStateFolder() const;

    const std::string root;   ///< of the toolkit
};

[[nodiscard]] std::vector<std::string> errorIds(const Outcome& outcome);
[[nodiscard]] bool hasFinding(const Outcome& outcome, ErrorCode code);

}   // namespace cudnn_setup
