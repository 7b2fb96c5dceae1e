"""Writes small Mach-O files: a header with the load commands that say what a binary is."""

import struct
from collections.abc import Sequence

CPUS = {"arm64": (0x0100000C, 0), "x86_64": (0x01000007, 3)}
LOAD_WEAK_DYLIB = 0x80000018
BUILD_VERSION = 0x32
SEGMENT_64 = 0x19
MACOS = 1
DYLIB, EXECUTE = 6, 2
MPS_FRAMEWORKS = tuple(
    f"/System/Library/Frameworks/{name}.framework/Versions/A/{name}"
    for name in ("Metal", "MetalPerformanceShaders", "MetalPerformanceShadersGraph", "Foundation")
)


def thin(
    architecture: str,
    *,
    minos: str = "11.0",
    sdk: str = "14.5",
    loads: Sequence[str] = (),
    strings: Sequence[str] = (),
    kind: int = DYLIB,
) -> bytes:
    """Return a Mach-O file of one architecture, with its C strings in `__TEXT,__cstring`."""
    cstrings = b"".join(text.encode() + b"\0" for text in strings)
    commands = [struct.pack("<6I", BUILD_VERSION, 24, MACOS, _packed(minos), _packed(sdk), 0)]
    commands += [_load(name) for name in loads]
    size_of_segment = 72 + 80
    start = 32 + sum(map(len, commands)) + size_of_segment
    commands.append(
        struct.pack(
            "<2I16s4Q4I", SEGMENT_64, size_of_segment, b"__TEXT", 0, start, 0, start, 5, 5, 1, 0
        )
        + struct.pack("<16s16s2Q8I", b"__cstring", b"__TEXT", start, len(cstrings), start, *[0] * 7)
    )
    cpu, subtype = CPUS[architecture]
    size = sum(map(len, commands))
    header = struct.pack("<8I", 0xFEEDFACF, cpu, subtype, kind, len(commands), size, 0, 0)
    return header + b"".join(commands) + cstrings


def fat(*slices: bytes) -> bytes:
    """Return a universal file of several thin ones."""
    page = 4096
    offset = page
    entries = b""
    body = b""
    for one in slices:
        cpu, subtype = struct.unpack_from("<2I", one, 4)
        entries += struct.pack(">5I", cpu, subtype, offset, len(one), 12)
        padded = one.ljust(-(-len(one) // page) * page, b"\0")
        body += padded
        offset += len(padded)
    return (struct.pack(">2I", 0xCAFEBABE, len(slices)) + entries).ljust(page, b"\0") + body


def _load(name: str) -> bytes:
    text = name.encode() + b"\0"
    size = -(-(24 + len(text)) // 8) * 8
    fields = struct.pack("<6I", LOAD_WEAK_DYLIB, size, 24, 2, 0x10000, 0x10000)
    return (fields + text).ljust(size, b"\0")


def _packed(version: str) -> int:
    major, minor, patch = [int(part) for part in (version + ".0.0").split(".")[:3]]
    return major << 16 | minor << 8 | patch
