"""cudnnctl.exe on stand-in files: what an install, a check and an uninstall leave on a PC."""
import subprocess
import unittest

from wine_machine import SOURCE, TOOLKIT, WineMachine

ACCEPT = ("/quiet", "/acceptlicense", "/allowunsigned")


def stub_archive(machine, release="9.6.0.74", *options):
    name = f"cudnn-windows-x86_64-{release}_cuda12-archive.zip"
    subprocess.run(["python3", SOURCE / "tests/doubles/make_stub_set.py", "archive", machine.work / name, "--release", release, *options], check=True)
    return "C:\\t\\" + name


class Install(unittest.TestCase):
    def test_gives_back_tree_and_path_byte_for_byte(self):
        for kind, text in (("REG_EXPAND_SZ", r"%SystemRoot%\system32;D:\%UNDEFINED%\x"), ("REG_SZ", r"C:\windows\system32;;C:\Nowhere ")):
            with self.subTest(kind=kind), WineMachine() as machine:
                machine.set_machine_path(kind, text)
                archive = stub_archive(machine)
                tree, path = machine.tree(), machine.machine_path()

                planned = machine.ctl("/whatif", "/zip", archive, "/allowunsigned")
                self.assertEqual(planned.code, 0, planned)
                self.assertEqual((machine.tree(), machine.machine_path()), (tree, path))
                self.assertFalse(machine.state_folder().exists())

                installed = machine.ctl(*ACCEPT, "/zip", archive)
                self.assertEqual(installed.code, 0, installed)
                self.assertEqual(installed.result["outcome"], "installed")
                self.assertEqual(installed.result["files_changed"], 31)
                self.assertEqual(installed.result["set"]["dll"], {"found": 8, "expected": 8})
                self.assertEqual(installed.result["set"]["header"], {"found": 7, "expected": 7})
                self.assertEqual(installed.result["set"]["lib"], {"found": 16, "expected": 16})
                self.assertEqual(installed.result["plan"]["digest"], planned.result["plan"]["digest"])
                self.assertEqual(machine.machine_path(), (kind, text + ";" + TOOLKIT + r"\bin"))
                self.assertEqual(installed.result["proof"]["state"], "not-proven")

                again = machine.ctl(*ACCEPT, "/zip", archive)
                self.assertEqual((again.code, again.result["outcome"], again.result["files_changed"]), (0, "already-installed", 0), again)

                removed = machine.ctl("/quiet", "/uninstall")
                self.assertEqual(removed.code, 0, removed)
                self.assertEqual((machine.tree(), machine.machine_path()), (tree, path))
                self.assertFalse(machine.state_folder().exists())

    def test_gives_hand_copied_files_back(self):
        with WineMachine() as machine:
            subprocess.run(["python3", SOURCE / "tests/doubles/make_stub_set.py", "tree", machine.toolkit, "--release", "9.1.0.70"], check=True)
            (machine.toolkit / "include/cudnn.h").chmod(0o444)   # read-only, as some people's copies are
            tree = machine.tree()
            self.assertEqual(machine.ctl(*ACCEPT, "/zip", stub_archive(machine)).code, 0)
            self.assertNotEqual(machine.tree(), tree)
            self.assertEqual(machine.ctl("/quiet", "/uninstall").code, 0)
            self.assertEqual(machine.tree(), tree)

    def test_refuses_unsigned_files(self):
        with WineMachine() as machine:
            tree, path = machine.tree(), machine.machine_path()
            refused = machine.ctl("/quiet", "/acceptlicense", "/zip", stub_archive(machine))
            self.assertEqual(refused.code, 13, refused)
            self.assertIn("signature-missing", refused.codes())
            self.assertEqual((machine.tree(), machine.machine_path()), (tree, path))
            self.assertFalse(machine.state_folder().exists())

    def test_finds_and_mends_a_changed_file(self):
        with WineMachine() as machine:
            archive = stub_archive(machine)
            self.assertEqual(machine.ctl(*ACCEPT, "/zip", archive).code, 0)
            tree = machine.tree()
            (machine.toolkit / "bin/cudnn_ops64_9.dll").write_bytes(b"something else")
            (machine.toolkit / "bin/cudnn_adv64_9.dll").unlink()
            checked = machine.ctl("/verify")
            self.assertEqual((checked.code, checked.result["outcome"]), (1, "faults-found"), checked)
            mended = machine.ctl(*ACCEPT, "/zip", archive)
            self.assertEqual((mended.code, mended.result["files_changed"]), (0, 2), mended)
            self.assertEqual(machine.tree(), tree)

    def test_command_line_errors_are_1639_and_leave_a_result(self):
        with WineMachine() as machine:
            wrong = machine.ctl("/frobnicate")
            self.assertEqual((wrong.code, wrong.codes()), (1639, ["unknown-switch"]), wrong)
            self.assertEqual(machine.ctl("/quiet", "/zip", "x.zip").code, 1639)


if __name__ == "__main__":
    unittest.main()
