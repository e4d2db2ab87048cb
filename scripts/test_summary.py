#!/usr/bin/env python3
"""test_summary.py FOLDER LANE...: reads the JUnit files LANE-*.xml that ctest wrote and prints what was skipped and why.

A label whose tests all skipped is not green: exit status 1. The last line counts all lanes together.
"""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def main(folder: Path, lanes: list[str]) -> int:
    passed = failed = skipped = 0
    hollow = []
    for lane in lanes:
        for report in sorted(folder.glob(f"{lane}-*.xml")):
            ran = 0
            for case in ElementTree.parse(report).getroot().iter("testcase"):
                status = case.get("status")
                if status == "run":
                    passed += 1
                    ran += 1
                elif status == "fail" or case.find("failure") is not None:
                    failed += 1
                    ran += 1
                    print(f"failed:  {lane}: {case.get('name')}")
                else:
                    skipped += 1
                    output = (case.findtext("system-out") or "").splitlines()
                    reason = next((line.strip() for line in reversed(output) if line.strip() and not line.startswith("[")), "no reason given")
                    print(f"skipped: {lane}: {case.get('name')}: {reason}")
            if ran == 0:
                hollow.append(report.stem)
    for name in hollow:
        print(f"{name}: every test was skipped; that is no success")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if hollow else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
