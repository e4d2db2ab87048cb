#include "platform/hasher.h"
#include "temporary_machine.h"

namespace cudnn_setup {
namespace {

using SignaturesPosixTest = TemporaryMachine;

TEST_F(SignaturesPosixTest, AnswersByPolicyNameAndHash) {
    const auto good = put("good.dll", "good");
    EXPECT_EQ(system.signatures->verify(good).value().state, SignatureState::None);   // nothing pretended, nothing signed
    const auto changed = put("changed.dll", "changed");
    const auto hash = hashOf(std::as_bytes(std::span(std::string_view("changed")))).value().toString();
    pretend(R"({"signatures": {"default": "valid-nvidia", "files": {")" + hash + R"(": "invalid", "FOREIGN.dll": "foreign"}}})");
    const auto signature = system.signatures->verify(good).value();
    EXPECT_EQ(signature.state, SignatureState::Valid);
    EXPECT_EQ(signature.commonName, "NVIDIA Corporation");
    EXPECT_TRUE(signature.timestamped);
    EXPECT_EQ(system.signatures->verify(changed).value().state, SignatureState::Invalid);
    EXPECT_NE(system.signatures->verify(put("foreign.dll", "x")).value().commonName, "NVIDIA Corporation");
    EXPECT_FALSE(system.signatures->verify(folder / "missing.dll").has_value());
}

}   // namespace
}   // namespace cudnn_setup
