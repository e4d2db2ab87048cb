"""cudnn-setup.exe driven by a keyboard, from its start page to its proof page; what it leaves is what the command line leaves."""
import os
import pathlib
import unittest

from prove_test import SMALL_GPU, Pc
from wine_machine import TOOLKIT, WineMachine
from wizard_screen import PAGES, Wizard

REAL = pathlib.Path(os.environ["CUDNN_SETUP_REAL"])
ARCHIVE = REAL / "archives/cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip"
PATH = ("REG_EXPAND_SZ", r"%SystemRoot%\system32;%SystemRoot%;D:\%UNDEFINED%\x")


class ScreenPc(WineMachine):
    """NVIDIA's run-time libraries of CUDA 12.6, and NVIDIA's cuDNN archive on drive C."""
    display = True

    def __init__(self):
        super().__init__(REAL / "toolkit/v12.6")
        self.set_machine_path(*PATH)
        self.archive = self.bring(ARCHIVE)


class DoublesPc(Pc):
    """Doubles of driver and cuDNN, which compute on the CPU."""
    display = True


def go_to_review(wizard, see=lambda page: None):
    """Start page, archive with the licence accepted, target, review: as somebody does who takes what is offered."""
    wizard.wait_for("this-pc")
    see("this-pc")
    wizard.press("Return")
    wizard.wait_for("archive", can_go_on=False, title=r"(?!Reading the archive)(?=.*cuDNN \d)")
    wizard.press("space")   # the licence has the focus as soon as it can be read
    wizard.wait_for("archive")
    see("archive")
    wizard.press("Return")
    wizard.wait_for("target")
    see("target")
    wizard.press("Return")
    wizard.wait_for("review")
    see("review")


class RealArchive(unittest.TestCase):
    def test_by_keyboard_it_does_what_the_command_line_does(self):
        pictures = []
        with ScreenPc() as machine, Wizard(machine, "/zip", machine.archive, "/lang", "en") as wizard:
            def see(page, still=True):
                before = pictures[-1] if pictures else b""
                pictures.append(wizard.picture(f"{PAGES.index(page) + 1}-{page}", still, before))
            go_to_review(wizard, see)
            self.assertFalse(machine.state_folder().exists(), "nothing is written before Install")
            wizard.press("Return")
            wizard.wait_for_log("phase unpacking")
            see("install", still=False)
            title = wizard.wait_for("proof", seconds=300)
            see("proof")
            self.assertEqual(title, "Installed, but not proven")   # there is no driver here
            wizard.press("Return")
            run = wizard.ended()
            self.assertEqual((run.code, run.result["outcome"], run.result["proof"]["state"]), (0, "installed", "not-proven"), run)
            self.assertEqual(run.result["proof"]["reason"], "probe-no-driver")
            self.assertEqual(list(dict.fromkeys(page for page, _, _ in wizard.shown())), list(PAGES))
            self.assertEqual(len(set(pictures)), len(PAGES), "six different pictures")
            tree, path, checked = machine.tree(), machine.machine_path(), machine.ctl("/verify")
            self.assertEqual((checked.code, checked.result["outcome"]), (0, "healthy"), checked)
        with ScreenPc() as second:
            run = second.ctl("/quiet", "/acceptlicense", "/zip", second.archive)
            self.assertEqual((run.code, run.result["outcome"]), (0, "installed"), run)
            self.assertEqual((tree, path), (second.tree(), second.machine_path()))
        self.assertEqual(path, (PATH[0], PATH[1] + ";" + TOOLKIT + r"\bin"))

    def test_escape_while_unpacking_leaves_everything_as_it_was(self):
        with ScreenPc() as machine:
            tree, path = machine.tree(), machine.machine_path()
            with Wizard(machine, "/zip", machine.archive, "/lang", "en") as wizard:
                go_to_review(wizard)
                wizard.press("Return")
                wizard.wait_for_log("phase unpacking")
                wizard.press("Escape")
                wizard.wait_for_log("outcome cancelled")
                self.assertNotIn("phase placing", wizard.log())
                wizard.wait_for("install", can_go_on=False)
                self.assertEqual((machine.tree(), machine.machine_path()), (tree, path))
                self.assertFalse(machine.state_folder().exists())
                wizard.picture("5-cancelled")
                wizard.press("Escape")
                run = wizard.ended()
            self.assertEqual((run.code, run.result["outcome"]), (1602, "cancelled"), run)
            self.assertEqual((machine.tree(), machine.machine_path()), (tree, path))


class Verdicts(unittest.TestCase):
    """What the proof page says when driver and library behave, compute nonsense, or are not there."""

    def install(self, name, cudnn="", driver=SMALL_GPU):
        """Through the wizard to its proof page. (title of that page, Run)"""
        with DoublesPc(with_cudnn=False) as machine:
            machine.says(cudnn=cudnn, driver=driver)
            with Wizard(machine, "/zip", machine.archive(), "/allowunsigned", "/lang", "en") as wizard:
                go_to_review(wizard)
                wizard.press("Return")
                title = wizard.wait_for("proof", seconds=300)
                wizard.picture("6-" + name)
                wizard.press("Return")
                return title, wizard.ended()

    def test_proven(self):
        title, run = self.install("proven")
        self.assertEqual(title, "cuDNN 9.6.0.74 works on your Stub GPU")
        self.assertEqual((run.code, run.result["proof"]["state"], run.result["proof"]["device"]), (0, "proven", "Stub GPU"), run)

    def test_disproven_by_wrong_numbers(self):
        title, run = self.install("disproven", cudnn="cudnnConvolutionForward.wrong_output = 0\n")
        self.assertEqual(title, "cuDNN 9.6.0.74 fails at: Numbers")
        self.assertEqual((run.code, run.result["outcome"]), (1, "installed"), run)
        self.assertEqual((run.result["proof"]["state"], run.result["proof"]["reason"]), ("disproven", "probe-wrong-numbers"))

    def test_not_proven_without_a_device(self):
        title, run = self.install("not-proven", driver="devices = 0\n")
        self.assertEqual(title, "Installed, but not proven")
        self.assertEqual((run.code, run.result["outcome"]), (0, "installed"), run)
        self.assertEqual((run.result["proof"]["state"], run.result["proof"]["reason"]), ("not-proven", "probe-no-device"))


if __name__ == "__main__":
    unittest.main()
