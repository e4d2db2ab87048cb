/// Who may write decides whether a folder may stand on the machine PATH. Wine keeps no access lists, so the rule is tested on SDDL text.
#include "platform/windows/access_list.h"

#include <gtest/gtest.h>

namespace cudnn_setup::win {
namespace {

bool othersMay(std::wstring_view sddl) {
    return othersMayWrite(sddl, {}).value();
}

TEST(AccessList, TrustsProgramFiles) {
    // C:\Program Files as Windows 11 sets it up: users read, creators own, application packages read.
    EXPECT_FALSE(othersMay(L"O:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"
                           L"D:PAI(A;;FA;;;S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464)"
                           L"(A;CIIO;GA;;;S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464)"
                           L"(A;;0x1301bf;;;SY)(A;OICIIO;GA;;;SY)(A;;0x1301bf;;;BA)(A;OICIIO;GA;;;BA)(A;;0x1200a9;;;BU)(A;OICIIO;GXGR;;;BU)"
                           L"(A;OICIIO;GA;;;CO)(A;;0x1200a9;;;AC)(A;OICIIO;GXGR;;;AC)"));
}

TEST(AccessList, TrustsItsOwnProtectedFolder) {
    EXPECT_FALSE(othersMay(L"O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)"));
}

TEST(AccessList, SeesThatAFolderBelowTheDriveRootIsOpenToAll) {
    // What C:\CUDA inherits from C:\: authenticated users may change everything in it.
    EXPECT_TRUE(
        othersMay(L"O:BAD:AI(A;OICIID;FA;;;BA)(A;OICIID;FA;;;SY)(A;OICIID;0x1200a9;;;BU)(A;ID;0x1301bf;;;AU)(A;OICIIOID;SDGXGWGR;;;AU)"));
    // Files only: nobody may create one, everybody may change those that are there.
    EXPECT_TRUE(othersMay(L"O:BAD:(A;OICI;FA;;;BA)(A;OIIO;0x1301bf;;;BU)"));
}

TEST(AccessList, CountsOwnersSingleAccountsAndMissingLists) {
    EXPECT_TRUE(othersMay(L"O:S-1-5-21-1-2-3-1001D:(A;OICI;FA;;;BA)"));
    EXPECT_TRUE(othersMay(L"O:BAD:(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-21-1-2-3-1001)"));
    EXPECT_FALSE(othersMay(L"O:BAD:(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-21-1-2-3-512)"));
    EXPECT_TRUE(othersMay(L"O:BA"));                 // no list at all: everybody may do everything
    EXPECT_FALSE(othersMay(L"O:BAD:"));              // a list without entries: nobody may do anything
    EXPECT_TRUE(othersMay(L"O:BAD:(A;;WD;;;BU)"));   // may give himself the rest
    EXPECT_TRUE(othersMay(L"O:BAD:(A;;DC;;;BU)"));   // DELETE_CHILD is 0x40, "DC" is 2: create files
}

TEST(AccessList, IgnoresEntriesForSubfoldersAndHeedsDenials) {
    EXPECT_FALSE(othersMay(L"O:BAD:(A;OICI;FA;;;BA)(A;CIIO;FA;;;BU)"));
    EXPECT_FALSE(othersMay(L"O:BAD:(D;OICI;FA;;;WD)(A;OICI;FA;;;BU)"));
    EXPECT_TRUE(othersMay(L"O:BAD:(D;OICI;FA;;;S-1-5-21-1-2-3-1001)(A;OICI;FA;;;BU)"));
    EXPECT_TRUE(othersMay(L"O:BAD:(A;OICI;FA;;;BU)(D;OICI;0x1200a9;;;BU)"));
}

TEST(AccessList, IsAnErrorForNonsense) {
    EXPECT_FALSE(othersMayWrite(L"nonsense", {}).has_value());
}

}   // namespace
}   // namespace cudnn_setup::win
