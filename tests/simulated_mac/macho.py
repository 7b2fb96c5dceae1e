"""Makes Mach-O files for tests: headers and load commands that a loader would accept."""

import struct
from collections.abc import Sequence

ARM64, X86_64 = 0x0100000C, 0x01000007
CPUS = {"arm64": (ARM64, 0), "x86_64": (X86_64, 3)}
LOAD_WEAK_DYLIB = 0x80000018
MPS_FRAMEWORKS = tuple(
    f"/System/Library/Frameworks/{name}.framework/Versions/A/{name}"
    for name in ("Metal", "MetalPerformanceShaders", "MetalPerformanceShadersGraph", "Foundation")
)
MPSGRAPH = MPS_FRAMEWORKS[2]


def thin(
    architecture: str,
    *,
    minos: str = "11.0",
    sdk: str = "14.5",
    loads: Sequence[str] = (),
    strings: Sequence[str] = (),
) -> bytes:
    """Return a Mach-O file of one architecture, as its compiler would have written it."""
    cpu, subtype = CPUS[architecture]
    commands = [built_for(minos, sdk), *(load(name, LOAD_WEAK_DYLIB) for name in loads)]
    text = b"".join(each.encode() + b"\0" for each in strings)
    return image(*commands, cpu=cpu, subtype=subtype, text=text)


def load(name: str, kind: int = 0xC) -> bytes:
    """Return a command that loads a library."""
    text = name.encode() + b"\0"
    text += b"\0" * (-len(text) % 8)
    return struct.pack("<6I", kind, 24 + len(text), 24, 0, 0, 0) + text


def built_for(minos: str, sdk: str) -> bytes:
    """Return LC_BUILD_VERSION."""
    packed = []
    for version in (minos, sdk):
        major, minor, patch = [int(part) for part in f"{version}.0.0".split(".")[:3]]
        packed.append(major << 16 | minor << 8 | patch)
    return struct.pack("<6I", 0x32, 24, 1, *packed, 0)


def text_segment(*sections: tuple[bytes, int, int]) -> bytes:
    """Return the __TEXT segment with sections of a name, an offset and a size."""
    made = [
        struct.pack("<16s16sQQ8I", name, b"__TEXT", 0, size, offset, *[0] * 7)
        for name, offset, size in sections
    ]
    head = struct.pack(
        "<2I16sQQQQ4I", 0x19, 72 + 80 * len(made), b"__TEXT", 0, 0, 0, 0, 0, 0, len(made), 0
    )
    return head + b"".join(made)


def metal_library(major: int, minor: int, system: int = 0x81) -> bytes:
    """Return the beginning of a Metal library that was compiled for a macOS."""
    return struct.pack("<4sH2HBB2HQ", b"MTLB", 0x8001, 2, 7, 0, system, major, minor, 24)


def image(
    *commands: bytes,
    cpu: int = ARM64,
    subtype: int = 0,
    text: bytes = b"",
    metal: dict[bytes, bytes] | None = None,
) -> bytes:
    """Return a 64-bit dylib; `text` are its C strings, `metal` its Metal libraries by section."""
    contents = {b"__cstring": text} if text else {}
    contents |= metal or {}
    if contents:
        offset = 32 + sum(map(len, commands)) + 72 + 80 * len(contents)
        sections = []
        for name, content in contents.items():
            sections.append((name, offset, len(content)))
            offset += len(content)
        commands = (*commands, text_segment(*sections))
    body = b"".join(commands)
    head = struct.pack("<8I", 0xFEEDFACF, cpu, subtype, 6, len(commands), len(body), 0, 0)
    return head + body + b"".join(contents.values())


def fat(*slices: bytes | tuple[int, int, bytes], wide: bool = False) -> bytes:
    """Return a universal file of thin ones; (cpu, subtype, data) for one whose entry may lie."""
    entry = struct.Struct(">IIQQII" if wide else ">5I")
    start = 8 + entry.size * len(slices)
    head = struct.pack(">2I", 0xCAFEBABF if wide else 0xCAFEBABE, len(slices))
    body = b""
    for one in slices:
        given = one if isinstance(one, tuple) else (*struct.unpack_from("<2I", one, 4), one)
        cpu, subtype, data = given
        rest = (0,) if wide else ()
        head += entry.pack(cpu, subtype, start + len(body), len(data), 0, *rest)
        body += data
    return head + body
