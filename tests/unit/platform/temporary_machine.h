#pragma once
/// @file
/// A folder of one test, and the system's seams. Natively the folder is also the pretended machine; on Windows the machine is the real one.
#include "platform/system.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace cudnn_setup {

class TemporaryMachine : public ::testing::Test {
protected:
    TemporaryMachine();
    ~TemporaryMachine() override;
    /// Natively: writes machine.json.
    void pretend(std::string_view json) const;
    /// A file in the folder, parents made.
    std::filesystem::path put(const std::filesystem::path& name, std::string_view text) const;
    /// The whole text; "" for a missing file.
    [[nodiscard]] static std::string textOf(const std::filesystem::path& path);

    const std::filesystem::path folder;
    System system;
    Files& files;
};

}   // namespace cudnn_setup
