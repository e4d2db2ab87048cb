#pragma once
/// @file
/// What the system knows about itself: registry keys of CUDA and of graphics drivers, known folders, the account.
#include "base/error.h"

#include <filesystem>
#include <optional>

namespace cudnn_setup {

struct Account {
    std::string name;        ///< DOMAIN\user
    std::string sid;         ///< "S-1-5-21-…"; POSIX: the user id
    bool elevated = false;   ///< a full administrator's token (or root)
    bool system = false;     ///< LocalSystem
};

/// A toolkit as the registry names it (HKLM\SOFTWARE\NVIDIA Corporation\GPU Computing Toolkit\CUDA\vX.Y, 64-bit view).
struct RegisteredToolkit {
    std::string keyName;      ///< "v12.6"
    std::string installDir;   ///< as written there
};

/// A display adapter as the registry names it (class {4d36e968-e325-11ce-bfc1-08002be10318}); no CUDA is loaded for this.
struct DisplayAdapter {
    std::string name;            ///< "NVIDIA GeForce RTX 4070"
    std::string driverVersion;   ///< Windows' form, "32.0.15.6094"
};

enum class KnownFolder { ProgramFiles, ProgramData, LocalAppData, System32, Windows, Temp };

/// Calls block; any thread.
class MachineFacts {
public:
    virtual ~MachineFacts() = default;
    [[nodiscard]] virtual std::string systemName() const = 0;    ///< "Windows 11 23H2 (10.0.22631)"
    [[nodiscard]] virtual Result<Account> account() const = 0;   ///< of this process
    [[nodiscard]] virtual Result<std::vector<RegisteredToolkit>> registeredToolkits() const = 0;
    [[nodiscard]] virtual Result<std::vector<DisplayAdapter>> displayAdapters() const = 0;     ///< NVIDIA's only
    [[nodiscard]] virtual Result<std::filesystem::path> folder(KnownFolder which) const = 0;   ///< of the requesting user
    /// UTC now, "2026-05-04T12:34:56Z".
    [[nodiscard]] virtual std::string utcNow() const = 0;
};

}   // namespace cudnn_setup
