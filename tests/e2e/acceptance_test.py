"""The acceptance cases, by their numbers, with cudnnctl.exe under Wine. A case that is missing here is not met yet, or is met by another
test: docs/acceptance.md says which."""
import json
import os
import pathlib
import shutil
import unittest

from wine_machine import ENVIRONMENT_KEY, TOOLKIT, WineMachine

STUBS = pathlib.Path(os.environ["CUDNN_SETUP_STUBS"])
INDEX = json.loads((STUBS / "index.json").read_text("utf-8"))
QUIET = ("/quiet", "/acceptlicense", "/allowunsigned")
T_BIN = TOOLKIT + r"\bin"
CUDA_FOLDER = TOOLKIT.rsplit("\\", 1)[0]


def bring(machine, identity):
    return machine.bring(STUBS / INDEX[identity]["file"])


def install(machine, identity, *more):
    return machine.ctl(*QUIET, "/zip", bring(machine, identity), "/cuda", TOOLKIT, *more)


def copy_set(identity, toolkit, only=None):
    """What people do by hand."""
    for file in (STUBS / "files" / identity).rglob("*"):
        relative = file.relative_to(STUBS / "files" / identity)
        if file.is_file() and (only is None or relative.name in only):
            target = toolkit / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)


def counts(run):
    return [(run.result["set"][kind]["found"], run.result["set"][kind]["expected"]) for kind in ("dll", "header", "lib")]


def finding(run, code):
    return next((one for one in run.result["findings"] if one["code"] == code), None)


class OneToolkit(unittest.TestCase):
    def setUp(self):
        self.machine = WineMachine()
        self.addCleanup(self.machine.__exit__)
        self.machine.set_machine_path("REG_EXPAND_SZ", rf"%SystemRoot%\system32;%SystemRoot%;{T_BIN}")

    def state(self):
        return self.machine.tree(), self.machine.machine_path()

    def assert_unchanged(self, before):
        self.assertEqual(self.state(), before)
        self.assertFalse(self.machine.state_folder().exists())

    def verify(self, *more):
        return self.machine.ctl(*QUIET, "/verify", "/cuda", TOOLKIT, *more)


class A01(OneToolkit):
    def test_flat_zip(self):
        tree, path = self.state()
        run = install(self.machine, "Z96")
        self.assertEqual((run.code, run.result["outcome"], run.result["set"]["version"]), (0, "installed", "9.6.0.74"), run)
        self.assertEqual(counts(run), [(8, 8), (7, 7), (16, 16)])
        self.assertEqual((run.result["files_changed"], run.result["path_changed"]), (31, False))
        self.assertEqual(self.machine.machine_path(), path)
        after = self.machine.tree()
        self.assertEqual({name: after[name] for name in tree}, tree)
        added = sorted(set(after) - set(tree))
        self.assertEqual(added, sorted(str(file.relative_to(STUBS / "files/Z96")) for file in (STUBS / "files/Z96").rglob("*") if file.is_file()))
        for name in added:
            self.assertEqual((self.machine.toolkit / name).read_bytes(), (STUBS / "files/Z96" / name).read_bytes(), name)
        self.assertEqual((run.result["proof"]["state"], run.result["proof"]["reason"]), ("not-proven", "no-gpu"))
        self.assertIn("no-gpu", run.codes("info"))
        log = self.machine.drive / run.result["log"][3:].replace("\\", "/")
        text = log.read_text("utf-8")
        self.assertIn("9.6.0.74_cuda12-archive.zip", text)
        self.assertIn(TOOLKIT, text)


class A02(OneToolkit):
    def test_a_dlls_of_bin_x64_go_where_the_toolkit_has_its_own(self):
        path = self.machine.machine_path()
        run = install(self.machine, "Z923")
        self.assertEqual((run.code, counts(run)), (0, [(10, 10), (7, 7), (20, 20)]), run)
        self.assertFalse((self.machine.toolkit / "bin/x64").exists())
        self.assertTrue((self.machine.toolkit / "bin/cudnn_ext64_9.dll").exists())
        self.assertEqual(self.machine.machine_path(), path)

    def test_b_path_gains_the_folder_that_holds_them(self):
        self.machine.set_machine_path("REG_EXPAND_SZ", r"%SystemRoot%\system32;%SystemRoot%")
        self.assertEqual(install(self.machine, "Z923").code, 0)
        self.assertEqual(self.machine.machine_path(), ("REG_EXPAND_SZ", r"%SystemRoot%\system32;%SystemRoot%;" + T_BIN))


class A03AndA04(OneToolkit):
    def test_wrong_and_damaged_archives_change_nothing(self):
        before = self.state()
        for identity, entry in INDEX.items():
            if entry["exit_code"] == 0:
                continue
            with self.subTest(identity):
                folder = self.machine.work / identity   # some have one name
                folder.mkdir()
                file = STUBS / entry["file"]
                shutil.copy(file, folder)
                run = self.machine.ctl(*QUIET, "/zip", f"C:\\t\\{identity}\\{file.name}", "/cuda", TOOLKIT)
                self.assertEqual((run.code, run.codes()), (entry["exit_code"], [entry["finding"]]), run)
                self.assertEqual((run.result["outcome"], run.result["files_changed"]), ("refused", 0))
                self.assertNotIn(run.result["findings"][0]["remedy"], ("", "none"))
                self.assert_unchanged(before)
        self.assertEqual(list(self.machine.drive.rglob("evil.dll")), [])


class A06(OneToolkit):
    def test_a_two_of_eight_are_no_installation_until_repaired(self):
        copy_set("Z96", self.machine.toolkit, {"cudnn64_9.dll", "cudnn_ops64_9.dll"})
        found = self.verify()
        self.assertEqual((found.code, found.result["set"]["dll"]), (1, {"found": 2, "expected": 8}), found)
        incomplete = finding(found, "set-incomplete")
        self.assertEqual(len(incomplete["arguments"]), 6)
        mended = self.machine.ctl(*QUIET, "/repair", "/zip", bring(self.machine, "Z96"), "/cuda", TOOLKIT)
        self.assertEqual((mended.code, mended.result["outcome"], counts(mended)), (0, "repaired", [(8, 8), (7, 7), (16, 16)]), mended)
        self.assertEqual(self.verify().code, 0)

    def test_b_two_of_ten_missing(self):
        copy_set("Z923", self.machine.toolkit)
        for name in ("cudnn_engines_tensor_ir64_9.dll", "cudnn_ext64_9.dll"):
            (self.machine.toolkit / "bin" / name).unlink()
        found = self.verify()
        self.assertEqual((found.code, found.result["set"]["dll"]), (1, {"found": 8, "expected": 10}), found)
        self.assertEqual(sorted(finding(found, "set-incomplete")["arguments"]), ["cudnn_engines_tensor_ir64_9.dll", "cudnn_ext64_9.dll"])


class A07(OneToolkit):
    def repaired(self, changed):
        run = self.machine.ctl(*QUIET, "/repair", "/zip", bring(self.machine, "Z96"), "/cuda", TOOLKIT)
        self.assertEqual((run.code, run.result["outcome"], run.result["files_changed"]), (0, "repaired", changed), run)
        for file in (STUBS / "files/Z96").rglob("*"):
            if file.is_file():
                self.assertEqual((self.machine.toolkit / file.relative_to(STUBS / "files/Z96")).read_bytes(), file.read_bytes(), file.name)

    def test_a_the_odd_dll_is_named_and_repaired(self):
        copy_set("Z96", self.machine.toolkit)
        copy_set("Z91", self.machine.toolkit, {"cudnn_adv64_9.dll"})
        found = self.verify()
        mixed = [one for one in found.result["findings"] if one["code"] == "set-mixed-version"]
        self.assertEqual((found.code, len(mixed)), (1, 1), found)
        self.assertTrue(mixed[0]["subject"].endswith("cudnn_adv64_9.dll"))
        self.assertEqual(mixed[0]["arguments"], ["9.1.0.70", "9.6.0.74"])
        self.repaired(1)

    def test_b_the_receipt_settles_dlls_without_a_version(self):
        self.assertEqual(install(self.machine, "Z96").code, 0)
        found = self.verify()
        self.assertEqual(found.code, 0, found)
        self.assertIsNone(finding(found, "set-version-unknown"))

    def test_c_the_archive_settles_them_too(self):
        copy_set("Z96", self.machine.toolkit)
        alone = self.verify()
        self.assertEqual(alone.code, 0, alone)
        self.assertIsNotNone(finding(alone, "set-version-unknown"))
        archive = bring(self.machine, "Z96")
        settled = self.verify("/zip", archive)
        self.assertEqual(settled.code, 0, settled)
        self.assertIsNone(finding(settled, "set-version-unknown"))
        with open(self.machine.toolkit / "bin/cudnn_heuristic64_9.dll", "ab") as file:
            file.write(b"x")
        changed = self.verify("/zip", archive)
        self.assertEqual(changed.code, 1, changed)
        self.assertTrue(finding(changed, "file-changed")["subject"].endswith("cudnn_heuristic64_9.dll"))
        self.repaired(1)

    def test_d_the_header_of_another_release(self):
        copy_set("Z96", self.machine.toolkit)
        copy_set("Z91", self.machine.toolkit, {"cudnn_version.h"})
        found = self.verify()
        self.assertEqual(found.code, 1, found)
        self.assertEqual(sorted(finding(found, "set-header-mismatch")["arguments"]), ["9.1.0", "9.6.0"])
        self.repaired(1)


class A08(OneToolkit):
    def test_another_major_keeps_its_own_names_and_comes_back(self):
        copy_set("Z897", self.machine.toolkit)
        before = self.state()
        planned = self.machine.ctl("/quiet", "/allowunsigned", "/whatif", "/zip", bring(self.machine, "Z96"), "/cuda", TOOLKIT)
        self.assertEqual(planned.code, 0, planned)
        warned = finding(planned, "toolkit-has-other-major")
        self.assertEqual(sorted(warned["arguments"]), ["cudnn.h", "cudnn.lib", "cudnn_backend.h", "cudnn_version.h"])
        self.assert_unchanged(before)
        run = install(self.machine, "Z96")
        self.assertEqual(run.code, 0, run)
        self.assertIsNotNone(finding(run, "toolkit-has-other-major"))
        after = self.machine.tree()
        for name in before[0]:
            if name.endswith("64_8.dll"):
                self.assertEqual(after[name], before[0][name], name)
        self.assertEqual(self.machine.ctl(*QUIET, "/uninstall", "/cuda", TOOLKIT).code, 0)
        self.assertEqual(self.state(), before)


class A09(OneToolkit):
    def test_ab_a_copy_that_comes_first(self):
        self.assertEqual(install(self.machine, "Z96").code, 0)
        other = self.machine.drive / "env/Library/bin"
        other.mkdir(parents=True)
        for file in (STUBS / "files/Z91/bin").iterdir():
            shutil.copy(file, other)
        self.machine.set_machine_path("REG_EXPAND_SZ", rf"%SystemRoot%\system32;C:\env\Library\bin;{T_BIN}")
        hidden = self.verify()
        self.assertEqual(hidden.code, 0, hidden)
        self.assertEqual(finding(hidden, "copy-hides-target")["subject"], r"C:\env\Library\bin")
        for order in hidden.result["load_order"]:
            self.assertEqual([hit["folder"] for hit in order["hits"]], [r"C:\env\Library\bin", T_BIN], order)
        (other / "cudnn_adv64_9.dll").unlink()
        mixed = self.verify()
        self.assertEqual(mixed.code, 1, mixed)
        self.assertIsNotNone(finding(mixed, "copies-mixed"))
        self.assertEqual(len(list(other.iterdir())), 7, "nothing outside the toolkit is touched")


class A10(OneToolkit):
    def with_path(self, kind, text):
        self.machine.set_machine_path(kind, text)
        return install(self.machine, "Z96")

    def test_a_expandable_text_is_kept_and_given_back(self):
        before = ("REG_EXPAND_SZ", r"%SystemRoot%\system32;D:\%UNDEFINED%\x")
        self.assertEqual(self.with_path(*before).code, 0)
        self.assertEqual(self.machine.machine_path(), (before[0], before[1] + ";" + T_BIN))
        self.assertEqual(self.machine.ctl(*QUIET, "/uninstall", "/cuda", TOOLKIT).code, 0)
        self.assertEqual(self.machine.machine_path(), before)

    def test_b_a_variable_that_names_the_folder_is_enough(self):
        before = ("REG_EXPAND_SZ", r"%SystemRoot%\system32;%CUDA_PATH%\bin;D:\%UNDEFINED%\x")
        run = self.with_path(*before)
        self.assertEqual((run.code, run.result["path_changed"]), (0, False), run)
        self.assertEqual(self.machine.machine_path(), before)

    def test_c_a_plain_value_expands_nothing(self):
        run = self.with_path("REG_SZ", r"C:\windows\system32;%CUDA_PATH%\bin")
        self.assertEqual(run.code, 0, run)
        self.assertIsNotNone(finding(run, "path-type-not-expandable"))
        self.assertEqual(self.machine.machine_path(), ("REG_SZ", r"C:\windows\system32;%CUDA_PATH%\bin;" + T_BIN))
        self.assertEqual(self.machine.ctl(*QUIET, "/repair", "/cuda", TOOLKIT).code, 0)
        self.assertEqual(self.machine.machine_path()[0], "REG_SZ")

    def test_d_no_value_is_made_and_taken_away(self):
        self.machine.registry("delete", ENVIRONMENT_KEY, "/v", "Path", "/f")
        self.assertIsNone(self.machine.machine_path())
        self.assertEqual(install(self.machine, "Z96").code, 0)
        self.assertEqual(self.machine.machine_path(), ("REG_EXPAND_SZ", T_BIN))
        self.assertEqual(self.machine.ctl(*QUIET, "/uninstall", "/cuda", TOOLKIT).code, 0)
        self.assertIsNone(self.machine.machine_path())


class A11(OneToolkit):
    def test_lengths_of_path(self):
        for length, code, warned in ((1020, 0, None), (1025, 0, None), (2040, 0, "path-long"), (2050, 0, "path-long"), (8200, 0, "path-long"),
                                     (32740, 1603, "path-too-long")):
            with self.subTest(length):
                text = r"%SystemRoot%\system32;C:\windows;C:\windows;C:\nowhere;C:\windows;C:\gone"
                text += ";C:\\" + "x" * 60 + ""
                while len(text) + 62 < length:
                    text += ";C:\\dead" + "y" * 50
                text += ";" + "z" * (length - len(text) - 1)
                self.assertEqual(len(text), length)
                self.machine.set_machine_path("REG_EXPAND_SZ", text)
                before = self.state()
                run = install(self.machine, "Z96")
                self.assertEqual(run.code, code, run)
                for name in ("path-long", "path-too-long"):
                    self.assertEqual(finding(run, name) is not None, name == warned, run)
                if code == 0:
                    self.assertEqual(self.machine.machine_path(), ("REG_EXPAND_SZ", text + ";" + T_BIN))
                    self.assertEqual(self.machine.ctl(*QUIET, "/uninstall", "/cuda", TOOLKIT).code, 0)
                self.assert_unchanged(before)


class A14(OneToolkit):
    def test_read_only_files_are_replaced_and_come_back_read_only(self):
        copy_set("Z91", self.machine.toolkit)
        for name in ("include/cudnn.h", "bin/cudnn64_9.dll"):
            (self.machine.toolkit / name).chmod(0o444)
        before = self.state()
        run = install(self.machine, "Z96")
        self.assertEqual((run.code, counts(run)), (0, [(8, 8), (7, 7), (16, 16)]), run)
        self.assertEqual(self.machine.ctl(*QUIET, "/uninstall", "/cuda", TOOLKIT).code, 0)
        self.assertEqual(self.state(), before)


class A16(OneToolkit):
    def test_a_an_archive_deep_down(self):
        deep = self.machine.work / ("d" * 120) / ("e" * 120)
        deep.mkdir(parents=True)
        file = STUBS / INDEX["Z96"]["file"]
        shutil.copy(file, deep)
        path = "C:\\t\\" + "d" * 120 + "\\" + "e" * 120 + "\\" + file.name
        self.assertGreater(len(path), 250)
        self.assertEqual(self.machine.ctl(*QUIET, "/zip", path, "/cuda", TOOLKIT).code, 0)

    def test_b_a_toolkit_whose_files_would_be_too_long(self):
        for length, code in ((259, 0), (260, 1603)):
            with self.subTest(length):
                folder = "C:\\" + "f" * (length - 47 - 3)
                shutil.copytree(self.machine.toolkit, self.machine.drive / folder[3:])
                run = self.machine.ctl(*QUIET, "/path", "none", "/zip", bring(self.machine, "Z96"), "/cuda", folder)
                self.assertEqual(run.code, code, run)
                if code != 0:
                    self.assertEqual(finding(run, "target-path-too-long")["arguments"][0], str(length))
                    self.assertFalse((self.machine.drive / folder[3:] / ".cudnn-setup").exists())


class A18(unittest.TestCase):
    def setUp(self):
        self.machine = WineMachine()
        self.addCleanup(self.machine.__exit__)
        base = self.machine.toolkit.parent
        whole = base / "v12.6"
        for version, major in (("v11.8", "11"), ("v12.8", "12"), ("v13.0", "13")):
            shutil.copytree(whole, base / version)
            about = json.loads((base / version / "version.json").read_text("utf-8"))
            about["cuda"]["version"] = version[1:] + ".0"
            (base / version / "version.json").write_text(json.dumps(about), "utf-8")
            for file in list((base / version / "bin").glob("*_12*.dll")):
                file.rename(file.with_name(file.name.replace("_120_", f"_{major}0_").replace("64_12.", f"64_{major}.").replace("_126.", f"_{version[1:].replace('.', '')}.")))
            if major == "13":
                (base / version / "bin/x64").mkdir()
                for file in list((base / version / "bin").glob("*.dll")):
                    file.rename(base / version / "bin/x64" / file.name)
            key = rf"HKLM\SOFTWARE\NVIDIA Corporation\GPU Computing Toolkit\CUDA\{version}"
            self.machine.registry("add", key, "/v", "InstallDir", "/d", f"{CUDA_FOLDER}\\{version}\\", "/f")
        (base / "v12.1/bin").mkdir(parents=True)
        self.archive = bring(self.machine, "Z96")

    def has(self, version):
        return (self.machine.toolkit.parent / version / "bin/cudnn64_9.dll").exists()

    def toolkits(self, run):
        return {one["path"].rsplit("\\", 1)[1]: one for one in run.result["toolkits"]}

    def test_1_to_3_the_highest_that_fits_or_the_one_that_is_named(self):
        planned = self.machine.ctl("/quiet", "/allowunsigned", "/whatif", "/zip", self.archive)
        self.assertEqual(planned.code, 0, planned)
        seen = self.toolkits(planned)
        self.assertEqual(sorted(seen), ["v11.8", "v12.1", "v12.6", "v12.8", "v13.0"])
        self.assertEqual(sorted(name for name, one in seen.items() if one["usable"]), ["v12.6", "v12.8"])
        self.assertEqual([name for name, one in seen.items() if one["selected"]], ["v12.8"])
        self.assertEqual({name: one["reason"] for name, one in seen.items() if not one["usable"]},
                         {"v11.8": "toolkit-other-major", "v12.1": "toolkit-left-over", "v13.0": "toolkit-other-major"})
        self.assertEqual(self.machine.ctl(*QUIET, "/zip", self.archive).code, 0)
        self.assertEqual((self.has("v12.8"), self.has("v12.6")), (True, False))
        self.assertEqual(self.machine.ctl(*QUIET, "/zip", self.archive, "/cuda", "12.6").code, 0)
        self.assertEqual((self.has("v12.6"), self.has("v11.8")), (True, False))

    def test_4_all_that_fit(self):
        run = self.machine.ctl(*QUIET, "/zip", self.archive, "/cuda", "all")
        self.assertEqual((run.code, run.result["files_changed"]), (0, 62), run)
        self.assertEqual({name: one["outcome"] for name, one in self.toolkits(run).items() if one["outcome"]},
                         {"v12.6": "installed", "v12.8": "installed"})
        self.assertEqual([self.has(version) for version in ("v11.8", "v12.6", "v12.8")], [False, True, True])


class A19(OneToolkit):
    def test_rows_1_to_6_what_is_missing_or_wrong(self):
        damaged = ((STUBS / "files/32-bit.dll"), b"")
        cases = (("Z96", "bin/cublasLt64_12.dll", None, "cublaslt-missing"), ("Z96", "bin/nvrtc64_120_0.dll", None, "nvrtc-missing"),
                 ("Z96", "bin/nvrtc-builtins64_126.dll", None, "nvrtc-builtins-missing"),
                 ("Z96", "bin/cudnn_cnn64_9.dll", damaged[0].read_bytes(), "file-wrong-machine"),
                 ("Z923", "bin/cudnn_ext64_9.dll", damaged[1], "file-empty"))
        installed = None
        for identity, name, content, code in cases:
            with self.subTest(code):
                if installed != identity:
                    self.assertEqual(install(self.machine, identity).code, 0)
                    installed = identity
                file = self.machine.toolkit / name
                old = file.read_bytes()
                file.unlink()
                if content is not None:
                    file.write_bytes(content)
                found = self.verify()
                self.assertEqual((found.code, found.codes()[0]), (1, code), found)
                file.write_bytes(old)
        self.assertEqual(self.verify().code, 0)


if __name__ == "__main__":
    unittest.main()
