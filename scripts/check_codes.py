#!/usr/bin/env python3
"""check_codes.py [--write]: codes.def, both message catalogues and docs/codes.md say the same; --write renews the page.

Every code has a text in each language with the same placeholders, every remedy too, and no catalogue holds a text that no
code asks for. Numbers, names and identifiers are used once.
"""

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFINITION = ROOT / "core/base/codes.def"
PAGE = ROOT / "docs/codes.md"
CATALOGUES = {name: ROOT / f"resources/messages/{name}.json" for name in ("en", "zh-CN")}
EXIT_CODES = {0, 1, 2, 13, 112, 740, 1602, 1603, 1618, 1625, 1633, 1638, 1639, 3010}
NO_REMEDY = "none"


@dataclass(frozen=True)
class Code:
    number: int
    name: str
    id: str
    exit: int
    remedy: str


def read_codes(text: str) -> list[tuple[str, list[Code]]]:
    """Blocks in file order: the words after '// ---' and the codes below them."""
    line_form = re.compile(r'CODE\(\s*(\d+),\s*(\w+),\s*"([a-z0-9-]+)",\s*(\d+),\s*"([a-z0-9-]+)"\)')
    blocks: list[tuple[str, list[Code]]] = []
    for line in text.splitlines():
        if line.startswith("// ---"):
            blocks.append((line.removeprefix("// ---").strip(), []))
        elif line.startswith("CODE("):
            found = line_form.match(line)
            if not found:
                raise SystemExit(f"codes.def: cannot be read: {line}")
            number, name, code_id, exit_code, remedy = found.groups()
            blocks[-1][1].append(Code(int(number), name, code_id, int(exit_code), remedy))
    return blocks


def placeholders(text: str) -> Counter:
    return Counter(re.findall(r"\{\w+\}", text))


def page(blocks: list[tuple[str, list[Code]]], english: dict) -> str:
    lines = [
        "# Codes",
        "",
        "<!-- Written by scripts/check_codes.py --write from core/base/codes.def and resources/messages/en.json; do not edit. -->",
        "",
        "Every code that the log, the result file and the console can show. *Exit* is what the process returns when the code is the",
        "most serious error of a run; 0 marks codes that never end one. `{subject}` is the file, switch or setting it is about.",
    ]
    for title, codes in blocks:
        lines += ["", f"## {title[:1].upper()}{title[1:]}", "", "| number | code | exit | what happened | what to do |", "|---|---|---|---|---|"]
        for code in codes:
            remedy = "" if code.remedy == NO_REMEDY else english["remedies"].get(code.remedy, "")
            cells = [str(code.number), f"`{code.id}`", str(code.exit), english["codes"].get(code.id, ""), remedy]
            lines.append("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    blocks = read_codes(DEFINITION.read_text(encoding="utf-8"))
    codes = [code for _, block in blocks for code in block]
    catalogues = {name: json.loads(path.read_text(encoding="utf-8")) for name, path in CATALOGUES.items()}
    text = page(blocks, catalogues["en"])
    if "--write" in sys.argv[1:]:
        PAGE.write_text(text, encoding="utf-8")

    faults: list[str] = []
    if not codes:
        faults.append("codes.def: no code found")
    for what in ("number", "name", "id"):
        for value, count in Counter(getattr(code, what) for code in codes).items():
            if count > 1:
                faults.append(f"codes.def: {what} {value} is used {count} times")
    for code in codes:
        if code.exit not in EXIT_CODES:
            faults.append(f"codes.def: {code.id}: {code.exit} is none of the exit codes")
    wanted = {"codes": {code.id for code in codes}, "remedies": {code.remedy for code in codes} - {NO_REMEDY}}
    for language, catalogue in catalogues.items():
        for section, keys in wanted.items():
            present = catalogue.get(section, {})
            faults += [f"{language}.json: {section}.{key} is missing" for key in sorted(keys - present.keys())]
            faults += [f"{language}.json: {section}.{key} belongs to no code" for key in sorted(present.keys() - keys - {NO_REMEDY})]
    english, chinese = catalogues["en"], catalogues["zh-CN"]
    for section in sorted(english.keys() | chinese.keys()):
        ours, theirs = english.get(section, {}), chinese.get(section, {})
        if not isinstance(ours, dict) or not isinstance(theirs, dict):
            continue
        for key in sorted(ours.keys() ^ theirs.keys()):
            faults.append(f"{section}.{key} is in one language only")
        for key in sorted(ours.keys() & theirs.keys()):
            if placeholders(ours[key]) != placeholders(theirs[key]):
                faults.append(f"{section}.{key}: placeholders differ: {ours[key]!r} and {theirs[key]!r}")
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        faults.append("docs/codes.md is not what codes.def and en.json give: run scripts/check_codes.py --write")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
