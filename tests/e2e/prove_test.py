"""cudnnctl.exe /prove on doubles of driver and cuDNN (tests/doubles/cudnn): what a person reads and what a program gets."""
import os
import pathlib
import unittest
import zipfile

from install_test import ACCEPT, stub_archive
from wine_machine import TOOLKIT, WineMachine

DOUBLES = pathlib.Path(os.environ["CUDNN_SETUP_CUDNN_DOUBLES"])   # set/ and driver/
BIN = TOOLKIT + r"\bin"
SYSTEM_PATH = r"%SystemRoot%\system32;%SystemRoot%"
SMALL_GPU = "gpu0.free_mib = 64\n"   # room for the timed shape at batch 1 only: the double computes on the CPU


def script(folder, text):
    (folder / "cudnn_double.txt").write_text(text, "utf-8")


class Pc(WineMachine):
    """A toolkit with the doubles of cuDNN in bin, which is on PATH, and a driver."""

    def __init__(self, with_cudnn=True, with_driver=True):
        super().__init__()
        self.bin = self.toolkit / "bin"
        self.system32 = self.drive / "windows/system32"
        self.set_machine_path("REG_EXPAND_SZ", SYSTEM_PATH + (";" + BIN if with_cudnn else ""))
        if with_cudnn:
            for library in (DOUBLES / "set").glob("*.dll"):
                self.copy(library, self.bin)
        if with_driver:
            self.copy(DOUBLES / "driver/nvcuda.dll", self.system32)
        self.says(cudnn="", driver=SMALL_GPU)

    @staticmethod
    def copy(file, folder):
        (folder / file.name).write_bytes(file.read_bytes())

    def says(self, cudnn=None, driver=None):
        """How the doubles behave from the next process on."""
        if cudnn is not None:
            script(self.bin, cudnn)
        if driver is not None:
            script(self.system32, driver)

    def archive(self):
        """NVIDIA's layout with the doubles as DLLs."""
        stub = self.work / stub_archive(self).removeprefix("C:\\t\\")
        made = stub.with_name("doubles.zip")
        with zipfile.ZipFile(stub) as source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
            for entry in source.infolist():
                name = entry.filename.rsplit("/", 1)[-1]
                double = DOUBLES / "set" / name
                target.writestr(entry.filename, double.read_bytes() if name.endswith(".dll") else source.read(entry))
        made.replace(stub)
        return "C:\\t\\" + stub.name

    def programs_left(self):
        """Processes of cudnnctl.exe on this PC."""
        left = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                mine = f"WINEPREFIX={self.prefix}".encode() in (process / "environ").read_bytes().split(b"\0")
                command = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if mine and b"cudnnctl.exe" in command:
                left.append(command.replace(b"\0", b" ").decode("utf-8", "replace"))
        return left


def states(proof):
    return {step["step"]: step["state"] for step in proof["steps"]}


class Prove(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pc = Pc()
        cls.addClassCleanup(cls.pc.__exit__)

    def setUp(self):
        self.pc.says(cudnn="", driver=SMALL_GPU)

    def prove(self, state, code, reason, headline):
        """Runs /prove; exit code, result file and last line must tell the same story. The Run."""
        run = self.pc.ctl("/prove")
        self.assertEqual(run.code, code, run)
        proof = run.result["proof"]
        self.assertEqual((run.result["outcome"], proof["state"], proof["reason"]), (state, state, reason), run)
        self.assertIn(f"\n{headline} Exit code {code}\n\nexit_code=", run.output)   # what comes behind is the launcher's
        if reason is not None:
            self.assertIn(f"[{reason}]: ", run.output)
        return run

    def test_right_numbers_prove_it(self):
        self.pc.says(cudnn="teraflops = 20\noverhead_ms = 0.5\n")
        run = self.prove("proven", 0, None, "cuDNN 9.6.0 works: a new process computed a convolution, and its numbers agree with the CPU.")
        proof = run.result["proof"]
        self.assertEqual(proof["device"], "Stub GPU")
        # The double's own model of the time: 2 * multiplications of the timed shape at batch 1 over 20 TFLOP/s, and the overhead.
        self.assertAlmostEqual(proof["milliseconds"], 0.5 + 236_760_072_192 / 32 / 20e9, delta=0.01)
        self.assertEqual(set(states(proof).values()), {"passed"}, run)
        self.assertEqual(proof["loaded_folder"].lower(), BIN.lower())
        self.assertEqual(proof["cudnn_version"], "9.6.0")
        self.assertEqual(len(proof["modules"]), 8)
        self.assertEqual(run.codes(), [])
        self.assertIn("Proof: Proven", run.output)
        self.assertRegex(run.output, r"GPU 0: Stub GPU")
        self.assertIn("[ok] Numbers (GPU 0)", run.output)

    def test_wrong_numbers_disprove_it(self):
        self.pc.says(cudnn="cudnnConvolutionForward.wrong_output = 2287\n")
        run = self.prove("disproven", 1, "probe-wrong-numbers", "cuDNN does not work for a new process.")
        proof = run.result["proof"]
        self.assertEqual((proof["device"], proof["milliseconds"]), ("Stub GPU", None))
        self.assertEqual((states(proof)["convolution"], states(proof)["numbers"]), ("passed", "failed"))
        self.assertIn("Stub GPU computed wrong numbers:", run.output)
        self.assertIn("[failed] Numbers (GPU 0)", run.output)
        self.assertIn("differ from the CPU by up to 3.4e-02", run.output)
        self.assertNotIn("agree with the CPU", run.output)

    def test_nothing_is_proven_without_a_device(self):
        self.pc.says(driver="devices = 0\n")
        run = self.prove("not-proven", 2, "probe-no-device", "Not proven, for the reason given.")
        proof = run.result["proof"]
        self.assertEqual((proof["device"], proof["milliseconds"]), (None, None))
        self.assertEqual([states(proof)[step] for step in ("driver", "devices", "version-checks", "convolution")],
                         ["passed", "not-run", "passed", "not-run"])
        self.assertEqual(run.codes(), [])
        self.assertIn("The NVIDIA driver sees no GPU.", run.output)

    def test_a_handle_that_cannot_be_made_disproves_it(self):
        self.pc.says(cudnn="cudnnCreate.status = 1001\nlast_error = the driver is older than this cuDNN\n")
        run = self.prove("disproven", 1, "probe-create-failed", "cuDNN does not work for a new process.")
        self.assertEqual(run.result["proof"]["device"], "Stub GPU")
        self.assertEqual(states(run.result["proof"])["handle"], "failed")
        self.assertIn("CUDNN_STATUS_NOT_INITIALIZED (1001). the driver is older than this cuDNN", run.output)

    def test_a_missing_sub_library_ends_the_child_and_is_named(self):
        ops = self.pc.bin / "cudnn_ops64_9.dll"
        aside = ops.with_suffix(".aside")
        ops.rename(aside)
        self.addCleanup(aside.rename, ops)
        run = self.prove("disproven", 1, "probe-died", "cuDNN does not work for a new process.")
        self.assertEqual(run.result["proof"]["exit_code"], 0xC0000409)
        self.assertEqual(states(run.result["proof"])["version-checks"], "failed")
        self.assertIn("0xC0000409", run.output)
        self.assertIn("Could not locate cudnn_ops64_9.dll", run.output)

    def test_a_death_in_the_convolution_is_told_with_the_step(self):
        self.pc.says(cudnn="cudnnConvolutionForward.exit = 3221225477\n")
        run = self.prove("disproven", 1, "probe-died", "cuDNN does not work for a new process.")
        proof = run.result["proof"]
        self.assertEqual((proof["device"], proof["exit_code"]), ("Stub GPU", 0xC0000005))
        self.assertEqual((states(proof)["handle"], states(proof)["convolution"]), ("passed", "failed"))
        self.assertIn("convolution", next(finding["subject"] for finding in run.result["findings"] if finding["code"] == "probe-died"))
        self.assertIn("0xC0000005", run.output)

    def test_chinese_is_told_in_chinese(self):
        self.pc.says(driver="devices = 0\n")
        told = self.pc.wine(r"C:\t\cudnnctl.exe", "/prove", "/lang", "zh-CN").stdout.decode("utf-8")
        self.assertIn("[probe-no-device]", told)
        self.assertNotIn("The NVIDIA driver sees no GPU.", told)


class ProveWithoutADriver(unittest.TestCase):
    def test_says_that_there_is_none(self):
        with Pc(with_driver=False) as pc:
            run = pc.ctl("/prove")
            self.assertEqual((run.code, run.result["proof"]["state"], run.result["proof"]["reason"]), (2, "not-proven", "probe-no-driver"), run)
            self.assertIn("There is no NVIDIA driver on this PC (nvcuda.dll cannot be loaded).", run.output)
            self.assertEqual(states(run.result["proof"])["version-checks"], "passed")   # the files were tried all the same


class ProofOfAnInstall(unittest.TestCase):
    def test_proves_what_was_installed(self):
        with Pc(with_cudnn=False) as pc:
            run = pc.ctl(*ACCEPT, "/prove", "/zip", pc.archive())
            self.assertEqual((run.code, run.result["outcome"], run.result["proof"]["state"]), (0, "installed", "proven"), run)
            self.assertEqual(run.result["proof"]["device"], "Stub GPU")
            self.assertEqual(run.result["proof"]["loaded_folder"].lower(), BIN.lower())   # by the PATH entry that it has just made
            self.assertIn("cuDNN 9.6.0.74 is installed in CUDA 12.6. Exit code 0", run.output)

    def test_ends_with_1_when_disproven_and_leaves_it_installed(self):
        with Pc(with_cudnn=False) as pc:
            archive = pc.archive()
            pc.says(cudnn="cudnnConvolutionForward.wrong_output = 0\n")
            run = pc.ctl(*ACCEPT, "/prove", "/zip", archive)
            self.assertEqual((run.code, run.result["outcome"]), (1, "installed"), run)
            self.assertEqual((run.result["proof"]["state"], run.result["proof"]["reason"]), ("disproven", "probe-wrong-numbers"))
            self.assertEqual(pc.ctl("/verify").result["set"]["dll"], {"found": 8, "expected": 8})

    def test_stays_0_when_nothing_could_be_proven(self):
        with Pc(with_cudnn=False) as pc:
            pc.says(driver="devices = 0\n")
            run = pc.ctl(*ACCEPT, "/prove", "/zip", pc.archive())
            self.assertEqual((run.code, run.result["outcome"], run.result["proof"]["state"]), (0, "installed", "not-proven"), run)
            self.assertEqual(run.result["proof"]["reason"], "probe-no-device")


class Hang(unittest.TestCase):
    def test_the_time_out_ends_the_child(self):
        with Pc() as pc:
            pc.says(cudnn="cudnnConvolutionForward.hang = 1\n")
            run = pc.ctl("/prove")
            self.assertEqual((run.code, run.result["outcome"]), (1, "disproven"), run)
            proof = run.result["proof"]
            self.assertEqual((proof["state"], proof["reason"], proof["milliseconds"]), ("disproven", "probe-timed-out", None))
            self.assertEqual(states(proof)["convolution"], "failed")
            self.assertIn("did not get past the step “convolution” in 120 seconds and was ended.", run.output)
            self.assertEqual(pc.programs_left(), [])


if __name__ == "__main__":
    unittest.main()
