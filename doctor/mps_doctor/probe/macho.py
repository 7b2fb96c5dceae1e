"""Reads the header and load commands of a Mach-O file, and trusts none of its numbers.

Formats as laid down in Apple's <mach-o/loader.h> and <mach-o/fat.h>.
No tool is needed: otool and lipo are stubs without the command-line tools.
"""

import os
import struct

from .gather import open_file

CPUS = {0x01000007: "x86_64", 0x0100000C: "arm64", 7: "i386", 12: "arm", 0x01000012: "ppc64"}
SUBTYPES = {(0x0100000C, 2): "arm64e", (0x01000007, 8): "x86_64h"}
ELF_MACHINES = {3: "i386", 62: "x86_64", 183: "aarch64", 243: "riscv", 21: "ppc64"}

FAT_ENTRIES = {0xCAFEBABE: struct.Struct(">5I"), 0xCAFEBABF: struct.Struct(">IIQQII")}
"""Magic of a fat file to the entry for each of its architectures."""

HEADERS = {b"\xcf\xfa\xed\xfe": 32, b"\xce\xfa\xed\xfe": 28}
"""Magic of a thin file, of 64 and 32 bits, to the size of its header."""

LOAD_DYLIB = (0xC, 0x80000018, 0x8000001F, 0x20, 0x80000023)
SEGMENT_64 = 0x19
VERSIONS = {0x24: 8, 0x32: 12}
"""LC_VERSION_MIN_MACOSX and LC_BUILD_VERSION to where `minos` and `sdk` stand in them."""

METAL_LIBRARY_HEAD = struct.Struct("<4sH2HBB2H")
"""Magic, platform, version of the file, kind, system, and the version of it that is the target.

Source: https://github.com/YuAo/MetalLibraryArchive ("Binary Layout"), and the macOS wheels of
torch 2.6 to 2.15.
"""

METAL_LIBRARY_OF_MACOS = (b"MTLB", 0x8001, 0x81)

MOST_COMMANDS = 4096
MOST_SLICES = 20


class MachOError(ValueError):
    """The file is no Mach-O file, or one whose header lies; the text says how."""


def _require(truth, problem, *values):
    if not truth:
        raise MachOError(problem % values)


def _read(file, offset, size):
    file.seek(offset)
    data = file.read(size)
    _require(len(data) == size, "it is cut off after %d bytes", offset + len(data))
    return data


class Slice:
    """One architecture of a file: what it loads, and what it was built for."""

    def __init__(self, architecture):
        self.architecture = architecture
        self.dylibs = []
        self.minos = ""
        self.sdk = ""
        self.strings = None
        """Offset and size in the file of the C strings (`__TEXT,__cstring`)."""
        self.metal_libraries = []
        """Where in the file the compiled Metal libraries begin (`__TEXT,metal_…`)."""

    @property
    def has_mps(self):
        """Whether it loads MetalPerformanceShadersGraph."""
        return any("MetalPerformanceShadersGraph.framework" in name for name in self.dylibs)


def architectures(path):
    """Return the architectures of a binary: Mach-O slices, or `elf-…` for a Linux file."""
    with open_file(path) as file:
        head = file.read(6)
        if head[:4] == b"\x7fELF":
            order = "big" if head[5:6] == b"\2" else "little"
            number = int.from_bytes(_read(file, 18, 2), order)
            return ["elf-" + ELF_MACHINES.get(number, "machine-%d" % number)]
        entries = _fat_entries(file, file.seek(0, os.SEEK_END))
        if entries is not None:
            return [name for name, _, _ in entries]
        return [one.architecture for one in read(file)]


def read(file, size=None):
    """Return the slices of an open Mach-O file; raises MachOError for anything else.

    `size` is that of the file, for one whose end is expensive to seek: a member of an archive.
    """
    size = file.seek(0, os.SEEK_END) if size is None else size
    entries = _fat_entries(file, size)
    if entries is None:
        return [_read_slice(file, 0, size)]
    return [_read_slice(file, offset, length) for _, offset, length in entries]


def _fat_entries(file, size):
    """Return name, offset and length of each architecture of a fat file, None for a thin one."""
    magic, count = struct.unpack(">2I", _read(file, 0, 8))
    if magic not in FAT_ENTRIES:
        return None
    # A Java class begins with the same magic; its next word is larger.
    _require(1 <= count <= MOST_SLICES, "it claims %d architectures", count)
    entry = FAT_ENTRIES[magic]
    entries = []
    for cpu, subtype, offset, length, *_ in entry.iter_unpack(_read(file, 8, count * entry.size)):
        within = offset >= 8 and offset + length <= size
        _require(within, "an architecture lies outside the file")
        entries.append((_name(cpu, subtype), offset, length))
    return entries


def _name(cpu, subtype):
    return SUBTYPES.get((cpu, subtype & 0xFFFFFF)) or CPUS.get(cpu) or "cpu-%#x" % cpu


def _read_slice(file, start, length):
    magic = _read(file, start, min(length, 4))
    header = HEADERS.get(magic)
    _require(header, "it begins with %s", magic.hex() or "nothing")
    _require(length >= header, "its header is cut off")
    cpu, subtype, _, count, total = struct.unpack("<5I", _read(file, start + 4, 20))
    possible = count <= MOST_COMMANDS and total <= length - header
    _require(possible, "it claims %d load commands of %d bytes", count, total)
    commands = memoryview(_read(file, start + header, total))
    found = Slice(_name(cpu, subtype))
    for _ in range(count):
        _require(len(commands) >= 8, "it has fewer load commands than it claims")
        kind, size = struct.unpack_from("<2I", commands)
        _require(8 <= size <= len(commands), "a load command claims %d bytes", size)
        _read_command(found, kind, bytes(commands[:size]), start, length)
        commands = commands[size:]
    return found


def _read_command(found, kind, command, start, length):
    if kind in LOAD_DYLIB and len(command) >= 12:
        at = struct.unpack_from("<I", command, 8)[0]
        if 12 <= at < len(command):
            found.dylibs.append(command[at:].split(b"\0", 1)[0].decode("utf-8", "replace"))
    elif kind in VERSIONS and len(command) >= VERSIONS[kind] + 8:
        found.minos, found.sdk = map(_version, struct.unpack_from("<2I", command, VERSIONS[kind]))
    elif kind == SEGMENT_64 and len(command) >= 72 and command[8:15] == b"__TEXT\0":
        sections = struct.unpack_from("<I", command, 64)[0]
        for number in range(min(sections, (len(command) - 72) // 80)):
            _read_section(found, command[72 + 80 * number :], start, length)


def _read_section(found, section, start, length):
    size, offset = struct.unpack_from("<QI", section, 40)
    if offset + size > length:
        return
    if section.startswith(b"__cstring\0"):
        found.strings = (start + offset, size)
    elif section.startswith(b"metal_") and size >= METAL_LIBRARY_HEAD.size:
        found.metal_libraries.append(start + offset)


def _version(packed):
    major, minor, patch = packed >> 16, packed >> 8 & 0xFF, packed & 0xFF
    return "%d.%d.%d" % (major, minor, patch) if patch else "%d.%d" % (major, minor)


def metal_target(file, offset):
    """Return the macOS, as a pair of numbers, for which a Metal library in a file was compiled."""
    head = METAL_LIBRARY_HEAD.unpack(_read(file, offset, METAL_LIBRARY_HEAD.size))
    magic, platform, _, _, _, system, major, minor = head
    for_macos = (magic, platform, system) == METAL_LIBRARY_OF_MACOS
    _require(for_macos, "its Metal library is none for macOS")
    return major, minor
