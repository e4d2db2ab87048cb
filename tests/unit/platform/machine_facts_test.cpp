#include "platform/machine_facts.h"

#include "platform/environment_store.h"
#include "temporary_machine.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#ifdef _WIN32
#include "platform/windows/registry_key.h"
#endif

namespace cudnn_setup {
namespace {

using MachineFactsTest = TemporaryMachine;

TEST_F(MachineFactsTest, TellsTheTimeInUtc) {
    std::string shape = system.machine->utcNow();
    std::ranges::replace_if(shape, [](char letter) { return letter >= '0' && letter <= '9'; }, '0');
    EXPECT_EQ(shape, "0000-00-00T00:00:00Z");
}

TEST_F(MachineFactsTest, KnowsWhoRunsIt) {
    const auto account = system.machine->account().value();
    EXPECT_FALSE(account.name.empty());
    EXPECT_FALSE(account.sid.empty());
    EXPECT_FALSE(system.machine->systemName().empty());
}

TEST_F(MachineFactsTest, KnowsTheFolders) {
    for (const auto which : {KnownFolder::ProgramFiles, KnownFolder::ProgramData, KnownFolder::LocalAppData, KnownFolder::System32,
                             KnownFolder::Windows, KnownFolder::Temp}) {
        const auto found = system.machine->folder(which);
        ASSERT_TRUE(found.has_value());
        EXPECT_TRUE(found->is_absolute());
    }
}

#ifdef _WIN32
TEST_F(MachineFactsTest, ReadsToolkitsAndAdaptersFromTheRegistry) {
    const std::wstring toolkit = LR"(SOFTWARE\NVIDIA Corporation\GPU Computing Toolkit\CUDA\v99.9)";
    const std::wstring adapter = LR"(SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\9999)";
    const auto text = [](std::string value) { return RawVariable{.text = std::move(value), .type = RegistryText::Plain}; };
    {
        auto key = win::RegistryKey::create(HKEY_LOCAL_MACHINE, toolkit).value();
        ASSERT_TRUE(key.write(L"InstallDir", text(R"(C:\CUDA\v99.9\)")).has_value());
        auto other = win::RegistryKey::create(HKEY_LOCAL_MACHINE, adapter).value();
        ASSERT_TRUE(other.write(L"MatchingDeviceId", text(R"(PCI\VEN_10DE&DEV_2786)")).has_value());
        ASSERT_TRUE(other.write(L"DriverDesc", text("NVIDIA GeForce RTX 4070")).has_value());
        ASSERT_TRUE(other.write(L"DriverVersion", text("32.0.15.6094")).has_value());
    }
    const auto toolkits = system.machine->registeredToolkits().value();
    const auto adapters = system.machine->displayAdapters().value();
    EXPECT_EQ(::RegDeleteTreeW(HKEY_LOCAL_MACHINE, toolkit.c_str()), ERROR_SUCCESS);
    EXPECT_EQ(::RegDeleteTreeW(HKEY_LOCAL_MACHINE, adapter.c_str()), ERROR_SUCCESS);
    EXPECT_THAT(toolkits, ::testing::Contains(::testing::AllOf(::testing::Field(&RegisteredToolkit::keyName, "v99.9"),
                                                               ::testing::Field(&RegisteredToolkit::installDir, R"(C:\CUDA\v99.9\)"))));
    EXPECT_THAT(adapters, ::testing::Contains(::testing::AllOf(::testing::Field(&DisplayAdapter::name, "NVIDIA GeForce RTX 4070"),
                                                               ::testing::Field(&DisplayAdapter::driverVersion, "32.0.15.6094"))));
}
#endif

}   // namespace
}   // namespace cudnn_setup
