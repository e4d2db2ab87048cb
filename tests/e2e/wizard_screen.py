"""cudnn-setup.exe on a Windows PC under Wine, on a virtual screen: keys go in as a keyboard's would, what it shows comes out of its own
log and as pictures.

Environment (set by CTest): CUDNN_SETUP_WIZARD, the stripped program; CUDNN_SETUP_SCREENSHOTS, where pictures go; DISPLAY with a
window manager (scripts/with_screen.sh).
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

from wine_machine import WINE, Run

PROGRAM = pathlib.Path(os.environ["CUDNN_SETUP_WIZARD"])
SCREENSHOTS = pathlib.Path(os.environ["CUDNN_SETUP_SCREENSHOTS"])
PAGES = ("this-pc", "archive", "target", "review", "install", "proof")


def until(question, what, seconds=120):
    """The first answer that counts as true; asks again and again until the deadline."""
    deadline = time.monotonic() + seconds
    while not (answer := question()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.02)
    return answer


class Wizard:
    """One run of the program, made by with; what still runs at the end is ended with the PC's other programs."""

    def __init__(self, machine, *arguments):
        self.machine = machine
        shutil.copy(PROGRAM, machine.work)
        self.log_file, self.result_file = machine.work / "wizard.log", machine.work / "wizard.json"
        for file in (self.log_file, self.result_file):
            file.unlink(missing_ok=True)
        self.output = machine.work / "wizard.txt"
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen([WINE, r"C:\t\exitcode.exe", r"C:\t\cudnn-setup.exe", *arguments, "/log", r"C:\t\wizard.log",
                                             "/result", r"C:\t\wizard.json"], env=machine.environment, cwd=machine.work,
                                            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)
        self.window = until(self.find_window, "the wizard's window")
        # Whoever is at the keyboard types when the window has the focus.
        until(lambda: xdotool("getactivewindow") == self.window, "the focus in the wizard's window")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.machine.end_programs()
            self.process.wait(60)

    def find_window(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the wizard ended at once: {self.output.read_text('utf-8', 'replace')}")
        return xdotool("search", "--onlyvisible", "--name", "^cudnn-setup$").partition("\n")[0]

    def log(self):
        return self.log_file.read_text("utf-8", "replace") if self.log_file.exists() else ""

    def shown(self):
        """(page, ", next" or "", title) in the order in which they were shown."""
        return re.findall(r"Z info +page ([a-z-]+)(, next)?: (.*)$", self.log(), re.MULTILINE)

    def wait_for(self, page, can_go_on=True, title="", seconds=120):
        """Until this page is what is shown, with Next or without, and with such a title. Its title."""
        def now():
            shown = self.shown()
            last = (shown[-1][0], bool(shown[-1][1])) if shown else None
            return last == (page, can_go_on) and re.match(title, shown[-1][2]) and shown[-1][2]
        try:
            return until(now, f"page {page}, next {can_go_on}", seconds)
        except AssertionError as late:
            self.picture("late-" + page)
            raise AssertionError(f"{late}; shown: {self.shown()}\n{self.log()[-3000:]}") from None

    def wait_for_log(self, words, seconds=120):
        until(lambda: words in self.log(), f"“{words}” in the log", seconds)

    def press(self, *keys):
        """Real key events (XTEST), to whatever window has the focus."""
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)

    def pixels(self):
        return subprocess.run(["import", "-silent", "-window", self.window, "-depth", "8", "rgb:-"], check=True, capture_output=True).stdout

    def picture(self, name, still=True, unlike=b""):
        """Saves what the window shows, once it is painted: two looks in a row see the same, and not what was there before. Its pixels."""
        seen = [unlike, unlike]

        def is_painted():
            seen.append(self.pixels())
            return seen[-1] != unlike and (not still or seen[-1] == seen[-2])
        until(is_painted, f"a picture of {name}", 30)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        subprocess.run(["import", "-silent", "-window", self.window, SCREENSHOTS / f"{name}.png"], check=True)
        return seen[-1]

    def ended(self, seconds=60):
        """Its Run, once the program is gone."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.picture("late-end", still=False)
            raise AssertionError(f"still running; shown: {self.shown()}\n{self.log()[-3000:]}") from None
        result = json.loads(self.result_file.read_text("utf-8")) if self.result_file.exists() else None
        return Run(subprocess.CompletedProcess([], 0, self.output.read_bytes(), b""), result)


def xdotool(*arguments):
    """What it says; empty when there is nothing to be found."""
    return subprocess.run(["xdotool", *arguments], check=False, capture_output=True, text=True).stdout.strip()
