"""Makes Mach-O files for tests: headers and load commands that a loader would accept."""

from __future__ import annotations

import struct

ARM64 = 0x0100000C
X86_64 = 0x01000007
MPSGRAPH = (
    "/System/Library/Frameworks/MetalPerformanceShadersGraph.framework"
    "/Versions/A/MetalPerformanceShadersGraph"
)


def load(name: str, kind: int = 0xC) -> bytes:
    """Return a command that loads a library."""
    text = name.encode() + b"\0"
    text += b"\0" * (-len(text) % 8)
    return struct.pack("<6I", kind, 24 + len(text), 24, 0, 0, 0) + text


def built_for(minos: tuple[int, int], sdk: tuple[int, int]) -> bytes:
    """Return LC_BUILD_VERSION."""
    packed = [major << 16 | minor << 8 for major, minor in (minos, sdk)]
    return struct.pack("<6I", 0x32, 24, 1, packed[0], packed[1], 0)


def c_strings(offset: int, size: int) -> bytes:
    """Return the __TEXT segment with its __cstring section."""
    section = struct.pack(
        "<16s16sQQ8I", b"__cstring", b"__TEXT", 0, size, offset, 0, 0, 0, 0, 0, 0, 0
    )
    segment = struct.pack(
        "<2I16sQQQQ4I", 0x19, 72 + len(section), b"__TEXT", 0, 0, 0, 0, 0, 0, 1, 0
    )
    return segment + section


def thin(*commands: bytes, cpu: int = ARM64, subtype: int = 0, text: bytes = b"") -> bytes:
    """Return a 64-bit dylib; `text` are its C strings."""
    if text:
        offset = 32 + sum(map(len, commands)) + len(c_strings(0, 0))
        commands = (*commands, c_strings(offset, len(text)))
    body = b"".join(commands)
    head = struct.pack("<8I", 0xFEEDFACF, cpu, subtype, 6, len(commands), len(body), 0, 0)
    return head + body + text


def fat(*slices: tuple[int, int, bytes], wide: bool = False) -> bytes:
    """Return a fat file out of (cpu, subtype, thin file)."""
    entry = struct.Struct(">IIQQII" if wide else ">5I")
    start = 8 + entry.size * len(slices)
    head = struct.pack(">2I", 0xCAFEBABF if wide else 0xCAFEBABE, len(slices))
    body = b""
    for cpu, subtype, data in slices:
        rest = (0,) if wide else ()
        head += entry.pack(cpu, subtype, start + len(body), len(data), 0, *rest)
        body += data
    return head + body
