#include "platform/windows/signatures_windows.h"

#include "platform/windows/full_path.h"
#include "platform/windows/system_library.h"
#include "platform/windows/unique_handle.h"
#include "platform/windows/wide_text.h"
#include "platform/windows/wine.h"

#include <windows.h>

#include <softpub.h>
#include <wincrypt.h>
#include <wintrust.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace cudnn_setup::win {
namespace {

struct TrustFunctions {
    TrustFunctions() {
        const SystemLibrary wintrust(L"wintrust.dll");
        const SystemLibrary crypt32(L"crypt32.dll");
        verify = wintrust.find<decltype(::WinVerifyTrust)>("WinVerifyTrust");
        providerOf = wintrust.find<decltype(::WTHelperProvDataFromStateData)>("WTHelperProvDataFromStateData");
        signerOf = wintrust.find<decltype(::WTHelperGetProvSignerFromChain)>("WTHelperGetProvSignerFromChain");
        certificateOf = wintrust.find<decltype(::WTHelperGetProvCertFromChain)>("WTHelperGetProvCertFromChain");
        nameOf = crypt32.find<decltype(::CertGetNameStringW)>("CertGetNameStringW");
        messageParameter = crypt32.find<decltype(::CryptMsgGetParam)>("CryptMsgGetParam");
    }
    [[nodiscard]] bool complete() const {
        return verify != nullptr && providerOf != nullptr && signerOf != nullptr && certificateOf != nullptr && nameOf != nullptr &&
               messageParameter != nullptr;
    }
    decltype(::WinVerifyTrust)* verify = nullptr;
    decltype(::WTHelperProvDataFromStateData)* providerOf = nullptr;
    decltype(::WTHelperGetProvSignerFromChain)* signerOf = nullptr;
    decltype(::WTHelperGetProvCertFromChain)* certificateOf = nullptr;
    decltype(::CertGetNameStringW)* nameOf = nullptr;
    decltype(::CryptMsgGetParam)* messageParameter = nullptr;
};

const TrustFunctions& trust() {
    static const TrustFunctions instance;
    return instance;
}

SignatureState stateFor(std::uint32_t answer) {
    switch (answer) {
        case 0: return SignatureState::Valid;
        case static_cast<std::uint32_t>(TRUST_E_NOSIGNATURE):
        case static_cast<std::uint32_t>(TRUST_E_SUBJECT_FORM_UNKNOWN):   // not a kind of file that can be signed
        case static_cast<std::uint32_t>(TRUST_E_PROVIDER_UNKNOWN): return SignatureState::None;
        // The chain ends before a root, or in one that is not installed here. The digest was checked before the chain.
        case static_cast<std::uint32_t>(CERT_E_CHAINING):
        case static_cast<std::uint32_t>(CERT_E_UNTRUSTEDROOT): return SignatureState::RootMissing;
        default: return SignatureState::Invalid;
    }
}

std::string nameFrom(const CERT_CONTEXT* certificate, const char* attribute) {
    std::array<wchar_t, 256> text{};
    // The parameter is not const; the text is only read (wincrypt.h).
    const DWORD size =
        trust().nameOf(certificate, CERT_NAME_ATTR_TYPE, 0, const_cast<char*>(attribute), text.data(), static_cast<DWORD>(text.size()));
    return size > 1 ? toUtf8(std::wstring_view(text.data(), size - 1)) : std::string{};
}

std::string serialOf(const CERT_CONTEXT* certificate) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto& number = certificate->pCertInfo->SerialNumber;   // least significant byte first
    std::string text;
    for (DWORD index = number.cbData; index > 0; --index) {
        text += digits[number.pbData[index - 1] >> 4U];
        text += digits[number.pbData[index - 1] & 0x0FU];
    }
    // DER puts a zero before a number whose first bit is set; printed serials leave it out.
    if (text.size() > 2 && text.starts_with("00")) text.erase(0, 2);
    return text;
}

/// Wine 8 does not look at counter signatures, so there the attribute in the message has to do.
bool carriesTimestamp(HCRYPTMSG message) {
    DWORD size = 0;
    if (trust().messageParameter(message, CMSG_SIGNER_INFO_PARAM, 0, nullptr, &size) == 0) return false;
    std::vector<std::byte> memory(size);
    if (trust().messageParameter(message, CMSG_SIGNER_INFO_PARAM, 0, memory.data(), &size) == 0) return false;
    const auto& attributes = reinterpret_cast<const CMSG_SIGNER_INFO*>(memory.data())->UnauthAttrs;
    constexpr const char* rfc3161 = "1.3.6.1.4.1.311.3.3.1";
    return std::any_of(attributes.rgAttr, attributes.rgAttr + attributes.cAttr, [&](const CRYPT_ATTRIBUTE& attribute) {
        return std::strcmp(attribute.pszObjId, szOID_RSA_counterSign) == 0 || std::strcmp(attribute.pszObjId, rfc3161) == 0;
    });
}

void readSigner(HANDLE state, Signature& signature) {
    CRYPT_PROVIDER_DATA* const provider = trust().providerOf(state);
    if (provider == nullptr) return;
    CRYPT_PROVIDER_SGNR* const signer = trust().signerOf(provider, 0, FALSE, 0);
    if (signer == nullptr) return;
    CRYPT_PROVIDER_CERT* const certificate = trust().certificateOf(signer, 0);
    if (certificate == nullptr || certificate->pCert == nullptr) return;
    signature.commonName = nameFrom(certificate->pCert, szOID_COMMON_NAME);
    signature.organization = nameFrom(certificate->pCert, szOID_ORGANIZATION_NAME);
    signature.serial = serialOf(certificate->pCert);
    if (wineVersion()) {
        signature.timestamped = provider->hMsg != nullptr && carriesTimestamp(provider->hMsg);
    } else {
        signature.timestamped = signer->csCounterSigners > 0 && signer->pasCounterSigners[0].dwError == 0;
    }
}

}   // namespace

Result<Signature> SignaturesWindows::verify(const std::filesystem::path& file) const {
    if (!trust().complete()) return failed(std::string("wintrust.dll"), ERROR_PROC_NOT_FOUND);
    const auto name = extendedPath(file);
    // Held open for reading only, so that the bytes judged are the bytes there.
    const UniqueFile opened(
        ::CreateFileW(name.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!opened) {
        const DWORD why = ::GetLastError();
        return failed(file, why);
    }
    WINTRUST_FILE_INFO subject{};
    subject.cbStruct = sizeof subject;
    subject.pcwszFilePath = name.c_str();
    subject.hFile = opened.get();
    WINTRUST_DATA request{};
    request.cbStruct = sizeof request;
    request.dwUIChoice = WTD_UI_NONE;
    request.fdwRevocationChecks = WTD_REVOKE_NONE;
    request.dwUnionChoice = WTD_CHOICE_FILE;
    request.pFile = &subject;
    request.dwStateAction = WTD_STATEACTION_VERIFY;
    request.dwProvFlags = WTD_CACHE_ONLY_URL_RETRIEVAL | WTD_REVOCATION_CHECK_NONE;
    GUID action = WINTRUST_ACTION_GENERIC_VERIFY_V2;
    const auto noWindow = static_cast<HWND>(INVALID_HANDLE_VALUE);
    const auto answer = static_cast<std::uint32_t>(trust().verify(noWindow, &action, &request));
    Signature signature{.state = stateFor(answer), .systemCode = answer};
    if (request.hWVTStateData != nullptr) readSigner(request.hWVTStateData, signature);
    request.dwStateAction = WTD_STATEACTION_CLOSE;
    trust().verify(noWindow, &action, &request);
    return signature;
}

}   // namespace cudnn_setup::win
