/// What native tests of other modules pretend must arrive at the seams, or they test something else than they say.
#include "platform/posix/machine_file.h"

#include "temporary_machine.h"

#include <gmock/gmock.h>

namespace cudnn_setup {
namespace {

using MachineFileTest = TemporaryMachine;

TEST_F(MachineFileTest, PretendsAccountToolkitsAndAdapters) {
    pretend(R"({"system": "Windows 11", "now": "2026-05-04T12:34:56Z",
                "account": {"name": "PC\\user", "sid": "S-1-5-21-1", "elevated": false},
                "toolkits": [{"key": "v12.6", "folder": "toolkit"}],
                "adapters": [{"name": "NVIDIA GeForce RTX 4070", "driver": "32.0.15.6094"}],
                "folders": {"program_data": "data"}})");
    const auto account = system.machine->account().value();
    EXPECT_EQ(account.sid, "S-1-5-21-1");
    EXPECT_FALSE(account.elevated);
    EXPECT_EQ(system.machine->systemName(), "Windows 11");
    EXPECT_EQ(system.machine->utcNow(), "2026-05-04T12:34:56Z");
    EXPECT_EQ(system.machine->registeredToolkits().value().at(0).installDir, (folder / "toolkit").string());
    EXPECT_EQ(system.machine->displayAdapters().value().at(0).driverVersion, "32.0.15.6094");
    EXPECT_EQ(system.machine->folder(KnownFolder::ProgramData).value(), folder / "data");
    EXPECT_EQ(system.machine->folder(KnownFolder::Temp).value(), folder / "temp");
}

TEST_F(MachineFileTest, PretendsRightsAndSpace) {
    std::filesystem::create_directories(folder / "toolkit" / "bin");
    std::filesystem::create_directories(folder / "toolkit2");
    pretend(R"({"free_space": 1234, "unwritable": ["toolkit"], "writable_by_users": ["toolkit/bin"], "untrusted": ["toolkit"]})");
    EXPECT_EQ(files.freeSpace(folder).value(), 1234U);
    EXPECT_FALSE(files.isWritable(folder / "toolkit" / "bin").value());
    EXPECT_TRUE(files.isWritable(folder / "toolkit2").value());
    EXPECT_TRUE(files.isWritableByUsers(folder / "toolkit" / "bin").value());
    EXPECT_FALSE(files.isWritableByUsers(folder / "toolkit").value());
    EXPECT_FALSE(files.isTrustedStateFolder(folder / "toolkit").value());
    EXPECT_EQ(files.createProtectedFolder(folder / "toolkit" / "state").error().code, ErrorCode::StateFolderUntrusted);
}

TEST_F(MachineFileTest, PretendsThatAProgramHoldsAFile) {
    const auto file = put("toolkit/bin/a.dll", "x");
    pretend(R"({"in_use": [{"file": "toolkit/bin/a.dll", "process": "python.exe", "id": 4711}]})");
    EXPECT_FALSE(files.isFree(file).value());
    EXPECT_EQ(files.rename(file, folder / "b.dll").error().code, ErrorCode::FileInUse);
    EXPECT_EQ(files.replace(put("new", "y"), file).error().code, ErrorCode::FileInUse);
    EXPECT_EQ(files.remove(file).error().code, ErrorCode::FileInUse);
    EXPECT_EQ(textOf(file), "x");
    const std::array asked{file, folder / "new"};
    EXPECT_THAT(system.processes->usersOf(asked).value(), ::testing::ElementsAre(ProcessUse{.id = 4711, .name = "python.exe"}));
    pretend("{}");   // the program ends
    EXPECT_TRUE(files.isFree(file).value());
    EXPECT_TRUE(files.remove(file).has_value());
}

TEST_F(MachineFileTest, KeepsUsersApart) {
    pretend(R"({"account": {"sid": "S-1-5-21-1"}})");
    const RawVariable value{.text = "x", .type = RegistryText::Plain};
    const auto other = makeSystem("S-1-5-21-2");
    ASSERT_TRUE(other.environment->write(EnvironmentScope::User, "Path", value).has_value());
    EXPECT_EQ(system.environment->read(EnvironmentScope::User, "Path").value(), std::nullopt);
    EXPECT_EQ(makeSystem("S-1-5-21-2").environment->read(EnvironmentScope::User, "path").value(), value);
    ASSERT_TRUE(makeSystem("S-1-5-21-1").environment->write(EnvironmentScope::User, "Path", value).has_value());
    EXPECT_EQ(system.environment->read(EnvironmentScope::User, "Path").value(), value);
}

TEST_F(MachineFileTest, IsAnErrorWhenDamaged) {
    pretend("{");
    EXPECT_EQ(system.machine->account().error().code, ErrorCode::JsonMalformed);
    EXPECT_EQ(system.environment->read(EnvironmentScope::User, "Path").error().code, ErrorCode::JsonMalformed);
}

TEST(MachineFile, IsEmptyAndUnwritableWithoutAFolder) {
    MachineFile machine{{}};
    EXPECT_TRUE(machine.read().value()->empty());
    EXPECT_EQ(machine.change([](nlohmann::json&) {}).error().code, ErrorCode::SystemCallFailed);
}

}   // namespace
}   // namespace cudnn_setup
