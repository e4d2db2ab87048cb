#!/usr/bin/env python3
"""check_files.py [FILE...]: the health of text files, all tracked ones without an argument.

UTF-8, LF, one newline at the end, no trailing blanks, no tabs, at most 1,000 lines, no unfinished work, no names that differ
only by case (Windows), includes written as the files are.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BINARY = {".png", ".ico", ".qm", ".cer", ".crt", ".gz", ".zip", ".dll", ".exe"}
UNTOUCHED = ("tests/fuzz/corpus/", "LICENSE", "LICENSES/")
CODE = {".h", ".cpp", ".c", ".def", ".rc", ".py", ".sh", ".cmake", ".in"}
LONGEST = 1000
# Words that promise later work, and drawers for what has no home. Joined here, so that this file does not find itself.
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK")) + r")\b")
DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc"}


def tracked() -> list[str]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [name for name in listing.decode().split("\0") if name and (ROOT / name).is_file()]


def faults_of(name: str) -> list[str]:
    path = ROOT / name
    if path.suffix in BINARY or name.startswith(UNTOUCHED):
        return []
    faults = []
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return [f"{name}: not UTF-8 at byte {error.start}"]
    if text.startswith("\ufeff"):
        faults.append(f"{name}: byte order mark")
    if "\r" in text:
        faults.append(f"{name}: carriage return")
    if text and not text.endswith("\n") or text.endswith("\n\n"):
        faults.append(f"{name}: must end with one newline")
    lines = text.split("\n")
    if path.suffix in CODE and len(lines) > LONGEST + 1:
        faults.append(f"{name}: {len(lines) - 1} lines, at most {LONGEST}")
    for number, line in enumerate(lines, 1):
        if path.suffix in CODE and "\t" in line:
            faults.append(f"{name}:{number}: tab")
        if line != line.rstrip() and path.suffix != ".md":
            faults.append(f"{name}:{number}: blank at the end of the line")
        if UNFINISHED.search(line):
            faults.append(f"{name}:{number}: unfinished work: {line.strip()[:80]}")
    if DRAWERS & {part.split(".")[0].lower() for part in Path(name).parts}:
        faults.append(f"{name}: a name that says nothing; find the home of what is in it")
    return faults


def main() -> int:
    everything = tracked()
    names = sys.argv[1:] or everything
    faults = [fault for name in names for fault in faults_of(name)]
    seen: dict[str, str] = {}
    for name in everything:
        other = seen.setdefault(name.lower(), name)
        if other != name:
            faults.append(f"{name} and {other} differ by case only")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
