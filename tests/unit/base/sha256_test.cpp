#include "base/sha256.h"

#include <gtest/gtest.h>

namespace cudnn_setup {
namespace {

constexpr std::string_view emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST(Sha256Text, IsLowerCaseWhateverCaseCameIn) {
    EXPECT_EQ(Sha256::parse(emptyHash).value().toString(), emptyHash);
    EXPECT_EQ(Sha256::parse("E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855").value().toString(), emptyHash);
}

TEST(Sha256Text, RefusesAnythingButSixtyFourDigits) {
    for (const std::string& text :
         {std::string(), std::string(63, 'a'), std::string(65, 'a'), std::string(63, 'a') + 'g', std::string(64, ' ')}) {
        EXPECT_FALSE(Sha256::parse(text)) << text;
    }
}

}   // namespace
}   // namespace cudnn_setup
