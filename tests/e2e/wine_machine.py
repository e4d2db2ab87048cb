"""A Windows PC for one test: a Wine prefix of its own with a CUDA 12.6 toolkit, registry and PATH, on which cudnnctl.exe runs.

Environment (set by CTest): CUDNN_SETUP_SOURCE checkout, CUDNN_SETUP_PROGRAMS folder with cudnnctl.exe and exitcode.exe,
CUDNN_SETUP_WINE_TEMPLATE.
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

SOURCE = pathlib.Path(os.environ["CUDNN_SETUP_SOURCE"])
PROGRAMS = [pathlib.Path(os.environ[name]) for name in ("CUDNN_SETUP_CUDNNCTL", "CUDNN_SETUP_EXITCODE")]
TOOLKIT = r"C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v12.6"
ENVIRONMENT_KEY = r"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
WINE = os.environ.get("WINELOADER", "wine")


class WineMachine:
    """Made by with; the prefix is deleted at the end."""

    display = False   # a subclass that shows windows on $DISPLAY says True

    def __init__(self, toolkit_files=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudnn-setup-e2e-", dir=os.environ.get("CUDNN_SETUP_SCRATCH")))
        self.prefix = self.folder / "wine"
        subprocess.run([SOURCE / "scripts/wine_prefix.sh", *(["--display"] if self.display else []), self.prefix], check=True)
        self.environment = dict(os.environ, WINEPREFIX=str(self.prefix), WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=")
        # Without a server that stays, each program would start one: 0.7 s instead of 0.04 s.
        subprocess.run(["wineserver", "-p"], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        # The first program starts Wine's services, which keep its streams open: it must not be one whose output is read to the end.
        subprocess.run([WINE, "cmd", "/c", "exit"], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        self.drive = self.prefix / "drive_c"
        self.work = self.drive / "t"
        self.work.mkdir()
        for program in PROGRAMS:
            shutil.copy(program, self.work)
        self.toolkit = self.drive / TOOLKIT[3:].replace("\\", "/")
        self.toolkit.parent.mkdir(parents=True)
        if toolkit_files is None:
            subprocess.run([SOURCE / "scripts/stub_toolkit.sh", self.toolkit], check=True)
        else:
            link_tree(toolkit_files, self.toolkit)
        key = r"HKLM\SOFTWARE\NVIDIA Corporation\GPU Computing Toolkit\CUDA\v12.6"
        self.registry("add", key, "/v", "InstallDir", "/d", TOOLKIT + "\\", "/f")
        self.registry("add", ENVIRONMENT_KEY, "/v", "CUDA_PATH", "/d", TOOLKIT, "/f")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end_programs()
        shutil.rmtree(self.folder, ignore_errors=True)

    def end_programs(self):
        subprocess.run(["wineserver", "-k"], env=self.environment, stdin=subprocess.DEVNULL, check=False)

    def wine(self, *arguments):
        return subprocess.run([WINE, *arguments], env=self.environment, cwd=self.work, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=600, check=False)

    def registry(self, *arguments):
        result = self.wine("reg", *arguments)
        return result.stdout.decode("utf-8", "replace") if result.returncode == 0 else None

    def machine_path(self):
        """(type, text) of the machine's Path value as the registry holds it; None when there is none."""
        listed = self.registry("query", ENVIRONMENT_KEY, "/v", "Path") or ""
        found = re.search(r"^\s+Path\s+(REG_\w+)\s+(.*?)\r?$", listed, re.MULTILINE | re.IGNORECASE)
        return (found.group(1), found.group(2)) if found else None

    def set_machine_path(self, kind, text):
        # By a file: a command line ends at 32,767 characters, and PATH may come close to that.
        data = ",".join(f"{byte:02x}" for byte in (text + "\0").encode("utf-16-le"))
        number = {"REG_SZ": 1, "REG_EXPAND_SZ": 2}[kind]
        key = ENVIRONMENT_KEY.replace("HKLM", "HKEY_LOCAL_MACHINE")
        file = self.work / "path.reg"
        file.write_text(f'Windows Registry Editor Version 5.00\r\n\r\n[{key}]\r\n"Path"=hex({number}):{data}\r\n', "utf-16", newline="")
        self.registry("import", "C:\\t\\path.reg")
        if self.machine_path() != (kind, text):
            raise AssertionError("the machine's Path could not be set")

    def bring(self, file, name=None):
        """A file of this system on drive C, by hard link where that is possible. Its Windows path."""
        name = name or pathlib.Path(file).name
        target = self.work / name
        if not target.exists():
            try:
                os.link(file, target)
            except OSError:
                shutil.copy(file, target)
        return "C:\\t\\" + name

    def ctl(self, *arguments):
        """cudnnctl with a result file. Its Run: whole exit code, result, output."""
        result_file = self.work / "result.json"
        result_file.unlink(missing_ok=True)
        ran = self.wine(r"C:\t\exitcode.exe", r"C:\t\cudnnctl.exe", *arguments, "/result", r"C:\t\result.json", "/lang", "en")
        return Run(ran, json.loads(result_file.read_text("utf-8")) if result_file.exists() else None)

    def start_ctl(self, *arguments):
        """cudnnctl as a process of this system, to be killed: SIGKILL is TerminateProcess to it."""
        return subprocess.Popen([WINE, r"C:\t\cudnnctl.exe", *arguments], env=self.environment, cwd=self.work, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def tree(self):
        """relative name -> (size, SHA-256, read-only?) of every file of the toolkit, the product's own folder left out."""
        return tree_of(self.toolkit)

    def state_folder(self):
        return self.toolkit / ".cudnn-setup"


class Run:
    def __init__(self, ran, result):
        output = ran.stdout.decode("utf-8", "replace").replace("\r", "")
        found = re.findall(r"^exit_code=(\d+)$", output, re.MULTILINE)
        self.code = int(found[-1]) if found else None
        self.output = output
        self.errors = ran.stderr.decode("utf-8", "replace")
        self.result = result
        if result is not None and result["exit_code"] != self.code:
            raise AssertionError(f"the process returned {self.code}, its result file says {result['exit_code']}")

    def codes(self, severity="error"):
        return [finding["code"] for finding in self.result["findings"] if finding["severity"] == severity]

    def __repr__(self):
        return f"exit code {self.code}\n{self.output}\n{self.errors}"


def tree_of(top):
    files = {}
    for folder, folders, names in os.walk(top):
        if pathlib.Path(folder) == top and ".cudnn-setup" in folders:
            folders.remove(".cudnn-setup")
        for name in names:
            path = pathlib.Path(folder) / name
            with open(path, "rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            files[str(path.relative_to(top))] = (path.stat().st_size, digest, not path.stat().st_mode & 0o200)
    return files


def link_tree(source, target):
    """Hard links: the product replaces files by rename and never writes into them, so the source stays as it is."""
    try:
        shutil.copytree(source, target, copy_function=os.link)
    except (OSError, shutil.Error):
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)
