#!/usr/bin/env python3
"""Writes stand-ins for NVIDIA's cuDNN files and archives; needs no compiler and none of NVIDIA's bytes.

    make_stub_set.py archives OUT      every archive the acceptance cases name: OUT/<id>/<file name>, and OUT/index.json;
                                       their files unpacked: OUT/files/<id>/bin, include, lib/x64
    make_stub_set.py archive FILE --release 9.5.0.50 [--cuda 12] [--payload BYTES]
                                       one archive in NVIDIA's layout; a payload makes the big DLLs that large in all
    make_stub_set.py wheel FILE --release 9.5.0.50 [--cuda 12]
    make_stub_set.py tree OUT --release 9.6.0.74 [--cuda 12]
                                       the same files as OUT/bin, OUT/include, OUT/lib/x64, as if copied by hand
    make_stub_set.py dll FILE [--name cudnn_ops64_9.dll] [--release V] [--machine amd64|arm64|i386] [--strings a.dll,b.dll]

What the stand-ins have in common with NVIDIA's files, because the product looks at it (read in the DLLs of 9.0.0.312, 9.5.0.50
and 9.28.0.42): names, version resource (none in graph, heuristic and tensor_ir from 9.5 on), export-table name equal to the file
name, imports, and the DLL names embedded as strings. They are unsigned and do nothing. Equal arguments give equal bytes.
"""
import argparse
import io
import json
import lzma
import pathlib
import random
import struct
import tarfile
import zipfile

MACHINES = {"amd64": 0x8664, "arm64": 0xAA64, "i386": 0x014C}


# --- portable executables -------------------------------------------------------------------------------------------------------

def align(value, to):
    return (value + to - 1) // to * to


def version_resource(version, name, company):
    """VS_VERSIONINFO with the fixed part and one English string table."""
    def node(key, value, children, is_text):
        data = struct.pack("<HHH", 0, len(value) // 2 if is_text else len(value), int(is_text)) + key.encode("utf-16-le") + b"\0\0"
        data += bytes(-len(data) % 4) + value
        for child in children:
            data += bytes(-len(data) % 4) + child
        return struct.pack("<H", len(data)) + data[2:]

    def text(key, value):
        return node(key, (value + "\0").encode("utf-16-le"), [], True)

    a, b, c, d = version
    fixed = struct.pack("<13I", 0xFEEF04BD, 0x10000, a << 16 | b, c << 16 | d, a << 16 | b, c << 16 | d, 0x3F, 0, 0x40004, 2, 0, 0, 0)
    dotted = ".".join(map(str, version))
    table = node("040904b0", b"", [text("CompanyName", company), text("FileVersion", dotted), text("OriginalFilename", name),
                                   text("ProductVersion", dotted)], True)
    translation = node("VarFileInfo", b"", [node("Translation", struct.pack("<HH", 0x409, 1200), [], False)], True)
    return node("VS_VERSION_INFO", fixed, [node("StringFileInfo", b"", [table], True), translation], False)


def make_dll(name, version=None, machine="amd64", exports=(), imports=(), strings=(), wide_strings=(), payload=b"",
             company="NVIDIA Corporation", export_name=None):
    """A loadable PE32+ image (PE32 for i386). exports: (function, number it returns); imports: (dll, function)."""
    is64 = machine != "i386"
    page = 0x1000
    code = b"\xb8\x01\0\0\0\xc3" + bytes(10)   # mov eax, 1; ret: the entry point says yes
    addresses = []
    for _, number in exports:
        addresses.append(page + len(code))
        code += b"\xb8" + struct.pack("<I", number) + b"\xc3" + bytes(10)

    rdata_at = page + align(len(code), page)
    rdata = bytearray()

    def put(data, to=8):
        rdata.extend(bytes(-len(rdata) % to))
        at = rdata_at + len(rdata)
        rdata.extend(data)
        return at

    for string in strings:
        put(string.encode() + b"\0")
    for string in wide_strings:
        put(string.encode("utf-16-le") + b"\0\0")

    # Imports: descriptors, look-up and address tables, names. One descriptor per DLL.
    by_dll = {}
    for dll, function in imports:
        by_dll.setdefault(dll, []).append(function)
    descriptors = b""
    for dll, functions in by_dll.items():
        hints = [put(struct.pack("<H", 0) + function.encode() + b"\0", 2) for function in functions]
        thunk = "<Q" if is64 else "<I"
        table = b"".join(struct.pack(thunk, hint) for hint in hints + [0])
        lookup, address = put(table), put(table)
        descriptors += struct.pack("<5I", lookup, 0, 0, put(dll.encode() + b"\0"), address)
    import_at = put(descriptors + bytes(20)) if by_dll else 0

    # Exports: as linkers write them, with the names inside the size of the directory.
    rdata.extend(bytes(-len(rdata) % 16))
    export_at = rdata_at + len(rdata)
    ordered = sorted(range(len(exports)), key=lambda index: exports[index][0])
    count = len(exports)
    functions_at, names_at = export_at + 40, export_at + 40 + 4 * count
    ordinals_at = names_at + 4 * count
    text_at = ordinals_at + 2 * count
    text = (export_name or name).encode() + b"\0"
    name_addresses = []
    for index in ordered:
        name_addresses.append(text_at + len(text))
        text += exports[index][0].encode() + b"\0"
    directory = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, text_at, 1, count, count, functions_at, names_at, ordinals_at)
    directory += b"".join(struct.pack("<I", address) for address in addresses)
    directory += b"".join(struct.pack("<I", address) for address in name_addresses)
    directory += b"".join(struct.pack("<H", index) for index in ordered) + text
    rdata.extend(directory)
    rdata.extend(bytes(-len(rdata) % 16) + payload)

    sections = [(b".text", page, bytes(code), 0x60000020), (b".rdata", rdata_at, bytes(rdata), 0x40000040)]
    next_at = rdata_at + align(len(rdata), page)
    resource_at = resource_size = 0
    if version:
        info = version_resource(version, name, company)
        tree = b""
        for level, identifier in enumerate((16, 1, 0x409)):   # type, name, language
            target = (level + 1) * 24
            tree += struct.pack("<IIHHHH", 0, 0, 0, 0, 0, 1) + struct.pack("<II", identifier, target | (0x80000000 if level < 2 else 0))
        tree += struct.pack("<IIII", next_at + 88, len(info), 0, 0) + info
        resource_at, resource_size = next_at, len(tree)
        sections.append((b".rsrc", next_at, tree, 0x40000040))
        next_at += align(len(tree), page)
    relocations = struct.pack("<IIHH", page, 12, 0, 0)   # nothing to fix, but the image may lie anywhere
    relocations_at = next_at
    sections.append((b".reloc", next_at, relocations, 0x42000040))
    next_at += page

    directories = [(0, 0)] * 16
    directories[0] = (export_at, len(directory))
    directories[1] = (import_at, len(descriptors) + 20 if by_dll else 0)
    directories[2] = (resource_at, resource_size)
    directories[5] = (relocations_at, len(relocations))
    optional = struct.pack("<HBBIIIII", 0x20B if is64 else 0x10B, 14, 0, align(len(code), 0x200), align(len(rdata), 0x200), 0, page, page)
    optional += struct.pack("<Q", 0x180000000) if is64 else struct.pack("<II", rdata_at, 0x10000000)
    optional += struct.pack("<IIHHHHHHIIIIHH", page, 0x200, 6, 0, 0, 0, 6, 0, 0, next_at, 0x400, 0, 2, 0x160 if is64 else 0x140)
    optional += struct.pack("<4Q" if is64 else "<4I", 0x100000, 0x1000, 0x100000, 0x1000) + struct.pack("<II", 0, 16)
    optional += b"".join(struct.pack("<II", at, size) for at, size in directories)
    stub = bytearray(b"MZ" + bytes(62))
    struct.pack_into("<I", stub, 0x3C, 0x40)
    headers = bytes(stub) + b"PE\0\0" + struct.pack("<HHIIIHH", MACHINES[machine], len(sections), 0, 0, 0, len(optional), 0x2022 if is64 else 0x2102)
    headers += optional
    body = b""
    file_at = 0x400
    for label, at, data, flags in sections:
        size = align(len(data), 0x200)
        headers += struct.pack("<8sIIIIIIHHI", label, len(data), at, size, file_at, 0, 0, 0, 0, flags)
        body += data + bytes(size - len(data))
        file_at += size
    assert len(headers) <= 0x400
    return headers + bytes(0x400 - len(headers)) + body


# --- cuDNN ----------------------------------------------------------------------------------------------------------------------

BASE = ["", "_adv", "_cnn", "_engines_precompiled", "_engines_runtime_compiled", "_graph", "_heuristic", "_ops"]
MAJOR8 = ["", "_adv_infer", "_adv_train", "_cnn_infer", "_cnn_train", "_ops_infer", "_ops_train"]
# Shares of the payload, as in 9.5.0.50.
SHARES = {"_engines_precompiled": 0.50, "_adv": 0.29, "_ops": 0.13, "_heuristic": 0.05, "_engines_runtime_compiled": 0.02, "_cnn": 0.01}


def parts_of(release):
    """"_graph" and so on; "" is the shim."""
    if release[0] == 8:
        return MAJOR8
    parts = list(BASE)
    if release >= (9, 21):
        parts.append("_engines_tensor_ir")
    if release >= (9, 23):
        parts.append("_ext")
    return parts


def library_name(part, release):
    return f"cudnn{part}64_{release[0]}.dll"


def noise(seed, size):
    """Bytes that deflate to about two thirds, like GPU code."""
    source = random.Random(seed)
    block = 1 << 16
    pieces = []
    while size > 0:
        piece = bytearray(source.randbytes(min(size, block)))
        piece[: len(piece) // 3] = bytes(len(piece) // 3)
        pieces.append(bytes(piece))
        size -= len(piece)
    return b"".join(pieces)


def make_library(part, release, cuda, machine="amd64", payload=0, with_version=True, export_name=None):
    name = library_name(part, release)
    strings, wide = [], []

    def mention(*others):
        strings.extend(library_name(other, release) for other in others if other in parts_of(release))

    if part == "":
        mention("_graph", "_ops", "_cnn", "_adv", "_ext")
    if part == "_graph":
        mention("_cnn", "_heuristic", "_engines_precompiled", "_engines_runtime_compiled", "_engines_tensor_ir")
    if part in ("_adv", "_engines_precompiled"):
        strings.append(f"cublasLt64_{cuda}.dll")
    if part == "_engines_precompiled" and release >= (9, 23):
        wide.append(f"nvrtc64_{cuda}0_0.dll")
    if cuda >= 13 and part in ("_cnn", "_ops", "_graph", "_adv", "_engines_precompiled", "_engines_runtime_compiled"):
        strings.append("nvcudart_hybrid64.dll")
    if part in ("", "_adv", "_graph", "_engines_precompiled"):
        strings.append("zlibwapi.dll")   # NVIDIA's name it as well, although nothing has needed it since 9.2
    strings.append(f"{name} of {'.'.join(map(str, release))} for CUDA {cuda}")   # makes every file of every set a different one

    number = release[0] * 10000 + release[1] * 100 + release[2]
    export = "cudnn" + "".join(word.capitalize() for word in part.split("_")) + "Stub"
    exports = [(export, number)]
    if part in ("", "_graph"):
        exports.append(("cudnnGetVersion", number))
    imports = [("KERNEL32.dll", "GetTickCount")]
    if release[0] == 9 and part not in ("", "_graph", "_ext"):
        imports.append((library_name("_graph", release), "cudnnGraphStub"))
    if part in ("_cnn", "_adv"):
        imports.append((library_name("_ops", release), "cudnnOpsStub"))
    nameless = release >= (9, 5) and part in ("_graph", "_heuristic", "_engines_tensor_ir")
    return make_dll(name, version=release if with_version and not nameless else None, machine=machine, exports=exports, imports=imports,
                    strings=strings, wide_strings=wide, payload=noise(name, 3000 + int(payload * SHARES.get(part, 0))),
                    company="NVIDIA Corporation" if release < (9, 10) else "Windows (R) Win 7 DDK provider", export_name=export_name)


def header_names(release):
    if release[0] == 8:
        return ["cudnn.h", "cudnn_adv_infer.h", "cudnn_adv_train.h", "cudnn_backend.h", "cudnn_cnn_infer.h", "cudnn_cnn_train.h",
                "cudnn_ops_infer.h", "cudnn_ops_train.h", "cudnn_version.h"]
    return ["cudnn.h", "cudnn_adv.h", "cudnn_backend.h", "cudnn_cnn.h", "cudnn_graph.h", "cudnn_ops.h", "cudnn_version.h"]


def make_header(name, release):
    text = f"/* {name}: a stand-in for tests, release {'.'.join(map(str, release))} */\n#pragma once\n"
    if name == "cudnn_version.h":
        text += f"#define CUDNN_MAJOR {release[0]}\n#define CUDNN_MINOR {release[1]}\n#define CUDNN_PATCHLEVEL {release[2]}\n"
        text += "#define CUDNN_VERSION (CUDNN_MAJOR * 10000 + CUDNN_MINOR * 100 + CUDNN_PATCHLEVEL)\n"
    return text.encode()


LICENCE = b"This is a stand-in made for tests. It holds no work of NVIDIA, and nobody needs to accept it.\n"


def make_set(release, cuda, machine="amd64", payload=0):
    """{"bin": {name: bytes}, "include": …, "lib": …}"""
    files = {"bin": {}, "include": {}, "lib": {}}
    for part in parts_of(release):
        files["bin"][library_name(part, release)] = make_library(part, release, cuda, machine, payload)
        pair = f"!<arch>\nimport library of {library_name(part, release)}, release {'.'.join(map(str, release))}\n".encode() * 8
        files["lib"][f"cudnn{part}.lib"] = pair
        files["lib"][f"cudnn{part}64_{release[0]}.lib"] = pair
    for name in header_names(release):
        files["include"][name] = make_header(name, release)
    return files


def layout(files, release, top, machine="amd64"):
    """Entry name -> bytes, in NVIDIA's order and folders (DLLs in bin\\x64 since 9.18)."""
    folder = "bin/arm64" if machine == "arm64" else "bin/x64" if release >= (9, 18) else "bin"
    library_folder = "lib/arm64" if machine == "arm64" else "lib/x64"
    entries = {f"{top}/LICENSE": LICENCE}
    for kind, place in (("bin", folder), ("include", "include"), ("lib", library_folder)):
        for name in sorted(files[kind]):
            entries[f"{top}/{place}/{name}"] = files[kind][name]
    return entries


def zip_bytes(entries, with_folders=True):
    """entries: a dict, or a list of pairs where a name may come twice."""
    pairs = list(entries.items()) if isinstance(entries, dict) else entries
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        made = set()
        for name, data in pairs:
            parts = name.split("/")
            for depth in range(1, len(parts)) if with_folders and "\\" not in name else ():
                folder = "/".join(parts[:depth]) + "/"
                if folder not in made:
                    made.add(folder)
                    archive.writestr(zipfile.ZipInfo(folder, (1980, 1, 1, 0, 0, 0)), b"")
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.filename = name   # ZipInfo would turn a backslash round where os.sep is one
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return stream.getvalue()


def dotted(release):
    return ".".join(map(str, release))


def archive_name(release, cuda, platform="windows-x86_64", ending=".zip"):
    return f"cudnn-{platform}-{dotted(release)}_cuda{cuda}-archive{ending}"


def archive_entries(release, cuda, platform="windows-x86_64", payload=0):
    machine = "arm64" if platform.endswith("arm64") else "amd64"
    return layout(make_set(release, cuda, machine, payload), release, archive_name(release, cuda, platform, ""), machine)


def wheel_entries(release, cuda):
    files = make_set(release, cuda)
    entries = {f"nvidia/cudnn/bin/{name}": data for name, data in sorted(files["bin"].items())}
    entries |= {f"nvidia/cudnn/include/{name}": data for name, data in sorted(files["include"].items())}
    info = f"nvidia_cudnn_cu{cuda}-{dotted(release)}.dist-info"
    entries[f"{info}/License.txt"] = LICENCE
    entries[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: nvidia-cudnn-cu{cuda}\nVersion: {dotted(release)}\n".encode()
    entries[f"{info}/RECORD"] = b""
    return entries


def linux_package(release, cuda):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        top = archive_name(release, cuda, "linux-x86_64", "")
        for name in ("include/cudnn.h", "lib/libcudnn.so.9"):
            data = b"stand-in\n"
            info = tarfile.TarInfo(f"{top}/{name}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return lzma.compress(stream.getvalue())


def place_of_data(archive, wanted):
    """Offset and size of the packed bytes of an entry."""
    with zipfile.ZipFile(io.BytesIO(archive)) as reader:
        info = reader.getinfo(wanted)
    name_size, extra_size = struct.unpack_from("<HH", archive, info.header_offset + 26)
    return info.header_offset + 30 + name_size + extra_size, info.compress_size


def all_archives():
    """Yields (id, file name, bytes, id of the finding or "", exit code)."""
    z91, z96, z923, z897 = (9, 1, 0, 70), (9, 6, 0, 74), (9, 23, 1, 3), (8, 9, 7, 29)
    for key, release in (("Z91", z91), ("Z96", z96), ("Z923", z923)):
        yield key, archive_name(release, 12), zip_bytes(archive_entries(release, 12)), "", 0
    yield "wheel", "nvidia_cudnn_cu12-9.6.0.74-py3-none-win_amd64.whl", zip_bytes(wheel_entries(z96, 12), False), "", 0

    # Wrong ones.
    yield "Z897", archive_name(z897, 12), zip_bytes(archive_entries(z897, 12)), "archive-other-major", 13
    yield "cuda11", archive_name(z96, 11), zip_bytes(archive_entries(z96, 11)), "archive-built-for-other-cuda", 13
    cuda13 = zip_bytes(archive_entries(z923, 13))
    yield "cuda13", archive_name(z923, 13), cuda13, "archive-built-for-other-cuda", 13
    yield "cuda13-renamed", archive_name(z923, 12), cuda13, "archive-built-for-other-cuda", 13
    linux = linux_package(z96, 12)
    yield "linux", archive_name(z96, 12, "linux-x86_64", ".tar.xz"), linux, "archive-linux", 1633
    yield "linux-renamed", archive_name(z96, 12), linux, "archive-linux", 1633
    so = {"nvidia/cudnn/lib/libcudnn.so.9": b"\x7fELF stand-in", "nvidia/cudnn/include/cudnn.h": b"// stand-in"}
    yield "linux-wheel", "nvidia_cudnn_cu12-9.6.0.74-py3-none-manylinux_2_27_x86_64.whl", zip_bytes(so, False), "archive-linux", 1633
    yield "exe", "cudnn_9.6.0_windows.exe", make_dll("cudnn_9.6.0_windows.exe"), "archive-is-nvidia-exe", 13
    arm = (9, 25, 0, 15)
    yield "arm64", archive_name(arm, 13, "windows-arm64"), zip_bytes(archive_entries(arm, 13, "windows-arm64")), "archive-arm64", 1633
    pictures = {f"holiday/{number}.jpg": noise(f"picture {number}", 5000) for number in (1, 2, 3)}
    yield "pictures", "pictures.zip", zip_bytes(pictures), "archive-not-cudnn", 13
    good = zip_bytes(archive_entries(z96, 12))
    yield "nested", "download.zip", zip_bytes({f"download/{archive_name(z96, 12)}": good}), "archive-in-archive", 13
    page = b"<!DOCTYPE html><html><head><title>Sign in</title></head></html>\n"
    yield "html", archive_name(z96, 12), page, "archive-damaged", 13

    # Damaged ones; all are called Z96.
    name, top = archive_name(z96, 12), archive_name(z96, 12, ending="")
    entries = archive_entries(z96, 12)
    yield "cut", name, good[: len(good) * 6 // 10], "archive-damaged", 13
    yield "no-end-record", name, good[:-22], "archive-damaged", 13
    last = [entry for entry in entries if entry.endswith(".dll")][-1]
    at, size = place_of_data(good, last)
    flipped = bytearray(good)
    flipped[at + size // 2] ^= 0x10
    yield "flipped-byte", name, bytes(flipped), "archive-damaged", 13
    yield "empty", name, b"", "archive-damaged", 13
    yield "escaping-name", name, zip_bytes(entries | {"..\\..\\evil.dll": b"MZ"}), "archive-unsafe-name", 13
    yield "case-collision", name, zip_bytes(entries | {f"{top}/bin/CUDNN64_9.DLL": b"MZ"}), "archive-unsafe-name", 13

    # Whole zips with a wrong content.
    yield "without-dlls", name, zip_bytes({entry: data for entry, data in entries.items() if "/bin/" not in entry}), "archive-without-dlls", 13
    lacking = {entry: data for entry, data in entries.items() if not entry.endswith("cudnn_heuristic64_9.dll")}
    yield "incomplete", name, zip_bytes(lacking), "archive-incomplete", 13
    ten = archive_entries(z923, 12)
    lacking = {entry: data for entry, data in ten.items() if "tensor_ir64" not in entry}
    yield "incomplete-ten", archive_name(z923, 12), zip_bytes(lacking), "archive-incomplete", 13
    adv = f"{top}/bin/cudnn_adv64_9.dll"
    yield "mixed-release", name, zip_bytes(entries | {adv: make_library("_adv", z91, 12)}), "archive-contradicts", 13
    yield "mixed-cuda", name, zip_bytes(entries | {adv: make_library("_adv", z96, 11)}), "archive-contradicts", 13
    yield "other-header", name, zip_bytes(entries | {f"{top}/include/cudnn_version.h": make_header("cudnn_version.h", z91)}), "archive-contradicts", 13
    ops = f"{top}/bin/cudnn_ops64_9.dll"
    yield "renamed-dll", name, zip_bytes(entries | {ops: make_library("_ops", z96, 12, export_name="cudnn_cnn64_9.dll")}), "archive-contradicts", 13
    yield "32-bit-dll", name, zip_bytes(entries | {ops: make_library("_ops", z96, 12, machine="i386")}), "archive-contradicts", 13
    yield "empty-dll", name, zip_bytes(entries | {ops: b""}), "archive-damaged", 13


def write_tree(folder, release, cuda):
    for kind, files in make_set(release, cuda).items():
        for name, data in files.items():
            write(folder / ("lib/x64" if kind == "lib" else kind) / name, data)


def write(file, data):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def release_of(text):
    parts = tuple(int(part) for part in text.split("."))
    if len(parts) != 4:
        raise argparse.ArgumentTypeError(f"{text}: four numbers, like 9.6.0.74")
    return parts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["archives", "archive", "wheel", "tree", "dll"])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--release", type=release_of)
    parser.add_argument("--cuda", type=int, default=12)
    parser.add_argument("--payload", type=int, default=0)
    parser.add_argument("--name")
    parser.add_argument("--machine", choices=MACHINES, default="amd64")
    parser.add_argument("--strings", default="")
    arguments = parser.parse_args()
    if arguments.what in ("archive", "wheel", "tree") and not arguments.release:
        parser.error(f"{arguments.what} needs --release")

    if arguments.what == "archives":
        index = {}
        for key, name, data, finding, code in all_archives():
            write(arguments.out / key / name, data)
            index[key] = {"file": f"{key}/{name}", "finding": finding, "exit_code": code}
        for key, release, cuda in (("Z91", (9, 1, 0, 70), 12), ("Z96", (9, 6, 0, 74), 12), ("Z923", (9, 23, 1, 3), 12), ("Z897", (8, 9, 7, 29), 12),
                                   ("cuda13", (9, 23, 1, 3), 13)):
            write_tree(arguments.out / "files" / key, release, cuda)
        write(arguments.out / "files" / "32-bit.dll", make_dll("cudnn_cnn64_9.dll", (9, 6, 0, 74), "i386", [("stub", 1)]))
        write(arguments.out / "index.json", json.dumps(index, indent=1).encode())
    elif arguments.what == "archive":
        write(arguments.out, zip_bytes(archive_entries(arguments.release, arguments.cuda, payload=arguments.payload)))
    elif arguments.what == "wheel":
        write(arguments.out, zip_bytes(wheel_entries(arguments.release, arguments.cuda), False))
    elif arguments.what == "tree":
        write_tree(arguments.out, arguments.release, arguments.cuda)
    else:
        strings = [string for string in arguments.strings.split(",") if string]
        write(arguments.out, make_dll(arguments.name or arguments.out.name, arguments.release, arguments.machine, [("stub", 1)],
                                      [("KERNEL32.dll", "GetTickCount")], strings))


if __name__ == "__main__":
    main()
