#!/usr/bin/env python3
"""make_real_archive.py WHEEL FOLDER: puts the files of a nvidia-cudnn-cu12 Windows wheel into NVIDIA's zip layout.

One top folder named like the archive; LICENSE, bin, include, lib\\x64; folders have entries of their own. DLLs, headers and
the licence are NVIDIA's bytes. Import libraries are too where the wheel has them (9.0.0.312); else they are made from the
DLLs' export tables, in pairs X.lib and X64_9.lib as in NVIDIA's zips (9.0.0.312, 9.6.0).
"""

import re
import sys
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

from import_library import make_import_library


def new_entry(name: str, like: zipfile.ZipInfo) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=like.date_time)
    entry.create_system = 0  # FAT, as packed on Windows
    entry.external_attr = 0x10 if name.endswith("/") else 0x20
    entry.compress_type = zipfile.ZIP_STORED if name.endswith("/") else zipfile.ZIP_DEFLATED
    return entry


def copy(source: zipfile.ZipFile, member: zipfile.ZipInfo, archive: zipfile.ZipFile, name: str) -> None:
    entry = new_entry(name, member)
    entry.file_size = member.file_size
    with source.open(member) as read, archive.open(entry, "w") as write:
        while block := read.read(1 << 20):
            write.write(block)


def main(wheel: Path, folder: Path) -> None:
    version = re.fullmatch(r"nvidia_cudnn_cu12-([0-9.]+)-py3-none-win_amd64\.whl", wheel.name).group(1)
    top = f"cudnn-windows-x86_64-{version}_cuda12-archive"
    with zipfile.ZipFile(wheel) as source, tempfile.TemporaryDirectory() as unpacked:
        members = {PurePosixPath(m.filename): m for m in source.infolist()}
        first = next(iter(members.values()))
        dlls = sorted(p for p in members if p.match("nvidia/cudnn/bin/*.dll"))
        headers = sorted(p for p in members if p.match("nvidia/cudnn/include/*.h"))
        libs = sorted(p for p in members if p.match("nvidia/cudnn/lib/x64/*.lib"))
        licence = next(p for p in members if p.match("*.dist-info/License.txt"))
        if len(dlls) != 8 or len(headers) != 7:
            raise SystemExit(f"{wheel.name}: {len(dlls)} DLLs and {len(headers)} headers; expected 8 and 7")

        with zipfile.ZipFile(folder / f"{top}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for name in ("", "bin/", "include/", "lib/", "lib/x64/"):
                archive.writestr(new_entry(f"{top}/{name}", first), b"")
            copy(source, members[licence], archive, f"{top}/LICENSE")
            for dll in dlls:
                copy(source, members[dll], archive, f"{top}/bin/{dll.name}")
            for header in headers:
                copy(source, members[header], archive, f"{top}/include/{header.name}")
            for lib in libs:
                copy(source, members[lib], archive, f"{top}/lib/x64/{lib.name}")
            for dll in dlls if not libs else []:
                path = Path(source.extract(members[dll], unpacked))
                lib = Path(unpacked) / "x.lib"
                make_import_library(path, lib)
                short = dll.name.removesuffix("64_9.dll")
                for name in (short, f"{short}64_9"):
                    archive.writestr(new_entry(f"{top}/lib/x64/{name}.lib", members[dll]), lib.read_bytes())
                path.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
