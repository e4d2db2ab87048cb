"""cudnnctl.exe on NVIDIA's own DLLs of 9.0.0.312 and 9.5.0.50 and CUDA 12.6's run-time libraries."""
import os
import pathlib
import unittest
import zipfile

from wine_machine import TOOLKIT, WineMachine

REAL = pathlib.Path(os.environ["CUDNN_SETUP_REAL"])
ACCEPT = ("/quiet", "/acceptlicense")
NEW = REAL / "archives/cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip"
OLD = REAL / "archives/cudnn-windows-x86_64-9.0.0.312_cuda12-archive.zip"


def real_machine():
    return WineMachine(REAL / "toolkit/v12.6")


def members(archive):
    """bare name -> CRC-32 and size of every file that belongs into the toolkit."""
    with zipfile.ZipFile(archive) as opened:
        return {pathlib.PurePosixPath(entry.filename).name: (entry.CRC, entry.file_size) for entry in opened.infolist()
                if entry.filename.endswith((".dll", ".h", ".lib"))}


class Real(unittest.TestCase):
    def test_life_of_an_installation(self):
        with real_machine() as machine:
            machine.set_machine_path("REG_EXPAND_SZ", r"%SystemRoot%\system32;%SystemRoot%")
            new, old = machine.bring(NEW), machine.bring(OLD)
            tree, path = machine.tree(), machine.machine_path()

            first = machine.ctl(*ACCEPT, "/zip", old)
            self.assertEqual((first.code, first.result["set"]["version"]), (0, "9.0.0.312"), first)

            upgraded = machine.ctl(*ACCEPT, "/zip", new)
            self.assertEqual((upgraded.code, upgraded.result["set"]["version"]), (0, "9.5.0.50"), upgraded)
            self.assertEqual(upgraded.codes("error"), [])
            placed = {name.rsplit("/", 1)[-1]: facts for name, facts in machine.tree().items() if name not in tree}
            self.assertEqual(set(placed), set(members(NEW)), "exactly the files of the release")
            self.assertEqual({name: facts[0] for name, facts in placed.items()}, {name: facts[1] for name, facts in members(NEW).items()})

            checked = machine.ctl("/verify")
            self.assertEqual((checked.code, checked.result["outcome"]), (0, "healthy"), checked)
            self.assertEqual(checked.result["set"]["dll"], {"found": 8, "expected": 8})

            # A new process finds cudnn64_9.dll by PATH alone; without a driver nothing is proven, and it says why.
            proof = machine.ctl("/prove")
            self.assertEqual((proof.code, proof.result["proof"]["state"]), (2, "not-proven"), proof)
            self.assertEqual(proof.result["proof"]["cudnn_version"], "9.5.0")
            self.assertEqual(proof.result["proof"]["loaded_folder"].lower(), (TOOLKIT + r"\bin").lower())
            self.assertTrue({"no-gpu", "probe-no-driver"} & {finding["code"] for finding in proof.result["findings"]}, proof)

            older = machine.ctl(*ACCEPT, "/zip", old)
            self.assertEqual(older.code, 1638, older)

            removed = machine.ctl("/quiet", "/uninstall")
            self.assertEqual(removed.code, 0, removed)
            self.assertEqual((machine.tree(), machine.machine_path()), (tree, path), "byte for byte as before the first install")
            self.assertFalse(machine.state_folder().exists())

    def test_refuses_one_flipped_byte_in_a_dll(self):
        with real_machine() as machine:
            tree, path = machine.tree(), machine.machine_path()
            tampered = machine.work / NEW.name
            with zipfile.ZipFile(NEW) as source, zipfile.ZipFile(tampered, "w", zipfile.ZIP_STORED) as target:
                for entry in source.infolist():
                    data = bytearray(source.read(entry))
                    if entry.filename.endswith("/cudnn_cnn64_9.dll"):
                        data[len(data) // 2] ^= 1
                    target.writestr(entry.filename, bytes(data))
            refused = machine.ctl(*ACCEPT, "/zip", "C:\\t\\" + NEW.name)
            self.assertEqual(refused.code, 13, refused)
            self.assertEqual(refused.codes(), ["signature-invalid"], refused)
            self.assertIn("cudnn_cnn64_9.dll", refused.result["findings"][0]["subject"])
            self.assertEqual((machine.tree(), machine.machine_path()), (tree, path))
            self.assertFalse(machine.state_folder().exists())

    def test_a_missing_sibling_is_named(self):
        with real_machine() as machine:
            self.assertEqual(machine.ctl(*ACCEPT, "/zip", machine.bring(NEW)).code, 0)
            (machine.toolkit / "bin/cudnn_ops64_9.dll").unlink()
            proof = machine.ctl("/prove")
            self.assertEqual((proof.code, proof.result["proof"]["state"]), (1, "disproven"), proof)
            died = [finding for finding in proof.result["findings"] if finding["code"] == "probe-died"]
            self.assertTrue(died and "cudnn_ops64_9.dll" in str(died[0]), proof)


if __name__ == "__main__":
    unittest.main()
