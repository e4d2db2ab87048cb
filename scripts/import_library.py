#!/usr/bin/env python3
"""import_library.py DLL LIB: makes a Windows import library from a DLL's export table (dlltool does the rest).

NVIDIA's wheels of cuDNN 9.5 carry no import libraries, its zips do; tests need both kinds of file.
"""

import struct
import subprocess
import sys
import tempfile
from pathlib import Path


def exported_names(dll: Path) -> list[str]:
    """Names in the export table, in table order. Reads headers and the table only: these DLLs have up to 530 MB."""
    with dll.open("rb") as file:

        def read(offset: int, size: int) -> bytes:
            file.seek(offset)
            data = file.read(size)
            if len(data) != size:
                raise ValueError(f"{dll}: ends within its headers")
            return data

        (pe,) = struct.unpack("<I", read(0x3C, 4))
        if read(pe, 4) != b"PE\0\0":
            raise ValueError(f"{dll}: not a portable executable")
        sections, optional_size = struct.unpack("<H12xH", read(pe + 6, 16))
        optional = read(pe + 24, optional_size)
        if struct.unpack_from("<H", optional)[0] != 0x20B:
            raise ValueError(f"{dll}: not a 64-bit image")
        export_rva = struct.unpack_from("<I", optional, 112)[0]
        table = [struct.unpack("<8xIIII", read(pe + 24 + optional_size + 40 * i, 24)) for i in range(sections)]

        def at(rva: int) -> int:
            for virtual_size, address, raw_size, raw in table:
                if address <= rva < address + max(virtual_size, raw_size):
                    return raw + rva - address
            raise ValueError(f"{dll}: address {rva:#x} lies in no section")

        count, _, names_rva = struct.unpack("<III", read(at(export_rva) + 24, 12))
        names = struct.unpack(f"<{count}I", read(at(names_rva), 4 * count))
        return [read_text(file, at(name)) for name in names]


def read_text(file, offset: int) -> str:
    file.seek(offset)
    text = b""
    while b"\0" not in text:
        more = file.read(256)
        if not more:
            raise ValueError("a name runs past the end of the file")
        text += more
    return text.split(b"\0", 1)[0].decode("ascii")


def make_import_library(dll: Path, lib: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        definition = Path(folder) / "x.def"
        lines = [f'LIBRARY "{dll.name}"', "EXPORTS", *(f'"{name}"' for name in exported_names(dll))]
        definition.write_text("\n".join(lines) + "\n", encoding="ascii")
        subprocess.run(["x86_64-w64-mingw32-dlltool", "-m", "i386:x86-64", "-d", definition, "-l", lib], check=True)


if __name__ == "__main__":
    make_import_library(Path(sys.argv[1]), Path(sys.argv[2]))
