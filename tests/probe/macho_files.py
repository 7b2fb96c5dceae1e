"""Makes Mach-O files for tests: headers and load commands that a loader would accept."""

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


def c_strings(offset: int, size: int) -> bytes:
    """Return the __TEXT segment with its __cstring section."""
    return text_segment((b"__cstring", offset, size))


def metal_library(major: int, minor: int, system: int = 0x81) -> bytes:
    """Return the beginning of a Metal library that was compiled for a macOS."""
    return struct.pack("<4sH2HBB2HQ", b"MTLB", 0x8001, 2, 7, 0, system, major, minor, 24)


def thin(
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
