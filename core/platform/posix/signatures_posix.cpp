#include "platform/posix/signatures_posix.h"

#include "base/path_text.h"
#include "platform/expand_variables.h"
#include "platform/hasher.h"
#include "platform/posix/files_posix.h"

namespace cudnn_setup {
namespace {

/// WinVerifyTrust's answers (wintrust.h, winerror.h).
constexpr std::uint32_t noSignature = 0x800B0100U;
constexpr std::uint32_t badDigest = 0x80096010U;
constexpr std::uint32_t chaining = 0x800B010AU;

Signature pretended(std::string_view policy) {
    // The serial starts like that of NVIDIA's certificate of 2024 and belongs to nobody.
    const Signature nvidia{.state = SignatureState::Valid,
                           .commonName = "NVIDIA Corporation",
                           .organization = "NVIDIA Corporation",
                           .serial = "0636AFB1000000000000000000000000",
                           .timestamped = true};
    Signature signature = nvidia;
    if (policy == "valid-nvidia") return signature;
    if (policy == "invalid") {
        signature.state = SignatureState::Invalid;
        signature.systemCode = badDigest;
        return signature;
    }
    if (policy == "root-missing") {
        signature.state = SignatureState::RootMissing;
        signature.systemCode = chaining;
        return signature;
    }
    if (policy == "foreign") {
        signature.commonName = signature.organization = "Somebody Else";
        return signature;
    }
    if (policy == "not-timestamped") {
        signature.timestamped = false;
        return signature;
    }
    if (policy == "denied") {
        signature.serial = "43BB437D609866286DD839E1D00309F5";   // leaked in 2022 (resources/denied-certificates.json)
        return signature;
    }
    return {
        .state = SignatureState::None, .commonName = {}, .organization = {}, .serial = {}, .timestamped = false, .systemCode = noSignature};
}

}   // namespace

SignaturesPosix::SignaturesPosix(std::shared_ptr<MachineFile> machine) : m_machine(std::move(machine)) {}

Result<Signature> SignaturesPosix::verify(const std::filesystem::path& file) const {
    const auto machine = m_machine->read();
    if (!machine) return std::unexpected(machine.error());
    const FilesPosix files(m_machine);
    const auto opened = files.open(file, OpenFor::ReadingShared);
    if (!opened) return std::unexpected(opened.error());
    const auto policies = (*machine)->value("signatures", nlohmann::json::object());
    const auto overrides = policies.value("files", nlohmann::json::object());
    std::string hash;
    for (const auto& [key, policy] : overrides.items()) {
        if (!policy.is_string()) continue;
        if (isSameVariable(key, toUtf8(file.filename()))) return pretended(policy.get<std::string>());
        if (key.size() != 2 * sizeof(Sha256::Bytes)) continue;
        if (hash.empty()) {
            const auto computed = hashOf(**opened, {});
            if (!computed) return std::unexpected(computed.error());
            hash = computed->toString();
        }
        if (key == hash) return pretended(policy.get<std::string>());
    }
    return pretended(policies.value("default", "none"));
}

}   // namespace cudnn_setup
