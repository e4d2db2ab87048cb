/// Promise 4 on NVIDIA's own bytes.
#include "platform/signatures.h"

#include "temporary_machine.h"

#include <gmock/gmock.h>

namespace cudnn_setup {
namespace {

class SignaturesWindowsTest : public TemporaryMachine {
protected:
    /// NVIDIA's DLL, copied; empty when there is none.
    [[nodiscard]] std::string realDll() const { return textOf(system.processes->ownProgram().parent_path() / "real" / "cudnn64_9.dll"); }
    [[nodiscard]] Signature verify(const std::filesystem::path& file) const { return system.signatures->verify(file).value(); }
};

TEST_F(SignaturesWindowsTest, AcceptsNvidiasDll) {
    const auto bytes = realDll();
    if (bytes.empty()) GTEST_SKIP() << "no real cudnn64_9.dll";
    const auto signature = verify(put("cudnn64_9.dll", bytes));
    EXPECT_EQ(signature.state, SignatureState::Valid);
    EXPECT_EQ(signature.systemCode, 0U);
    EXPECT_EQ(signature.commonName, "NVIDIA Corporation");
    EXPECT_EQ(signature.organization, "NVIDIA Corporation");
    EXPECT_THAT(signature.serial, ::testing::StartsWith("0636AFB1"));   // 2024's certificate
    EXPECT_TRUE(signature.timestamped);
}

TEST_F(SignaturesWindowsTest, RefusesOneChangedByteAnywhere) {
    const auto bytes = realDll();
    if (bytes.empty()) GTEST_SKIP() << "no real cudnn64_9.dll";
    for (const auto offset : {std::size_t{0x50}, bytes.size() / 3, bytes.size() / 2}) {
        SCOPED_TRACE(offset);
        auto changed = bytes;
        changed[offset] = static_cast<char>(changed[offset] ^ 1);
        const auto signature = verify(put("cudnn64_9.dll", changed));
        EXPECT_EQ(signature.state, SignatureState::Invalid);
        EXPECT_EQ(signature.systemCode, 0x80096010U);   // TRUST_E_BAD_DIGEST
    }
}

TEST_F(SignaturesWindowsTest, RefusesATruncatedDll) {
    const auto bytes = realDll();
    if (bytes.empty()) GTEST_SKIP() << "no real cudnn64_9.dll";
    EXPECT_NE(verify(put("cudnn64_9.dll", bytes.substr(0, bytes.size() - 100))).state, SignatureState::Valid);
    EXPECT_NE(verify(put("cudnn64_9.dll", bytes.substr(0, bytes.size() / 2))).state, SignatureState::Valid);
}

TEST_F(SignaturesWindowsTest, TellsUnsignedFiles) {
    const auto own = textOf(system.processes->ownProgram());   // an image without a signature
    const auto signature = verify(put("unsigned.dll", own));
    EXPECT_EQ(signature.state, SignatureState::None);
    EXPECT_TRUE(signature.commonName.empty());
    EXPECT_EQ(verify(put("text.dll", "not an image at all")).state, SignatureState::None);
    EXPECT_FALSE(system.signatures->verify(folder / "missing.dll").has_value());
}

}   // namespace
}   // namespace cudnn_setup
