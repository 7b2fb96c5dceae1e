"""Reads the header and load commands of a Mach-O file, and trusts none of its numbers.

Formats as laid down in Apple's <mach-o/loader.h> and <mach-o/fat.h>.
No tool is needed: otool and lipo are stubs without the command-line tools.
"""

import os
import struct

from .files import open_file

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
MOST_COMMAND_BYTES = 4 << 20
MOST_SLICES = 20


class MachOError(ValueError):
    """The file is no Mach-O file, or one whose header lies; the text says how."""


def _require(truth, problem, *values):
    if not truth:
        raise MachOError(problem % values)


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
        head = file.read(20)
        if head[:4] == b"\x7fELF":
            return ["elf-" + _elf_machine(head)]
        entries = _fat_entries(file, file.seek(0, os.SEEK_END))
        if entries is not None:
            return [name for name, _, _ in entries]
        return [one.architecture for one in read(file)]


def read_path(path):
    """Return the slices of a Mach-O file on disk."""
    with open_file(path) as file:
        return read(file)


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
    file.seek(0)
    head = file.read(8)
    _require(len(head) == 8, "the file has only %d bytes", len(head))
    magic, count = struct.unpack(">2I", head)
    if magic not in FAT_ENTRIES:
        return None
    # A Java class begins with the same magic; its next word is larger.
    _require(1 <= count <= MOST_SLICES, "it claims %d architectures", count)
    entry = FAT_ENTRIES[magic]
    listed = file.read(count * entry.size)
    _require(len(listed) == count * entry.size, "its list of architectures is cut off")
    entries = []
    for cpu, subtype, offset, length, *_ in entry.iter_unpack(listed):
        within = offset >= 8 and offset + length <= size
        _require(within, "an architecture lies outside the file")
        entries.append((_name(cpu, subtype), offset, length))
    return entries


def _name(cpu, subtype):
    return SUBTYPES.get((cpu, subtype & 0xFFFFFF)) or CPUS.get(cpu) or "cpu-%#x" % cpu


def _elf_machine(head):
    if len(head) < 20:
        return "unknown"
    order = ">" if head[5] == 2 else "<"
    number = struct.unpack(order + "H", head[18:20])[0]
    return ELF_MACHINES.get(number, "machine-%d" % number)


def _read_slice(file, start, length):
    file.seek(start)
    head = file.read(32)
    header = HEADERS.get(head[:4])
    _require(header, "it begins with %s", head[:4].hex() or "nothing")
    _require(min(len(head), length) >= header, "its header is cut off")
    cpu, subtype, _, count, total = struct.unpack("<5I", head[4:24])
    possible = count <= MOST_COMMANDS and total <= min(MOST_COMMAND_BYTES, length - header)
    _require(possible, "it claims %d load commands of %d bytes", count, total)
    file.seek(start + header)
    commands = file.read(total)
    _require(len(commands) == total, "its load commands are cut off")
    found = Slice(_name(cpu, subtype))
    offset = 0
    for _ in range(count):
        _require(offset + 8 <= total, "it has fewer load commands than it claims")
        kind, size = struct.unpack_from("<2I", commands, offset)
        _require(8 <= size <= total - offset, "a load command claims %d bytes", size)
        _read_command(found, kind, commands[offset : offset + size], start, length)
        offset += size
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
    file.seek(offset)
    head = file.read(METAL_LIBRARY_HEAD.size)
    _require(len(head) == METAL_LIBRARY_HEAD.size, "its Metal library is cut off")
    magic, platform, _, _, _, system, major, minor = METAL_LIBRARY_HEAD.unpack(head)
    for_macos = (magic, platform, system) == METAL_LIBRARY_OF_MACOS
    _require(for_macos, "its Metal library is none for macOS")
    return major, minor
