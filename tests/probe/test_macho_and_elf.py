"""Headers of libraries: what is read of them, and why one is refused."""

from __future__ import annotations

import io
import struct
import sys
from pathlib import Path

import pytest

from mps_doctor.probe import macho

sys.path.append(str(Path(__file__).parent))
import macho_files as made


def read(data: bytes):
    return macho.read(io.BytesIO(data))


def one(*commands: bytes, **options):
    (only,) = read(made.thin(*commands, **options))
    return only


def command(kind: int, *rest: int, size: int | None = None) -> bytes:
    return struct.pack(f"<{2 + len(rest)}I", kind, size or 8 + 4 * len(rest), *rest)


def header(magic: int, cpu: int, count: int, total: int, rest: bytes = b"") -> bytes:
    return struct.pack("<7I", magic, cpu, 0, 6, count, total, 0) + rest


PLAIN = made.thin()

REFUSED = {
    "the file has only 0 bytes": b"",
    "the file has only 7 bytes": b"\xcf\xfa\xed\xfe123",
    "it claims 0 architectures": struct.pack(">2I", 0xCAFEBABE, 0),
    "it claims 21 architectures": struct.pack(">2I", 0xCAFEBABF, 21) + bytes(1000),
    "its list of architectures is cut off": struct.pack(">3I", 0xCAFEBABE, 1, made.ARM64),
    "an architecture lies outside the file": struct.pack(
        ">7I", 0xCAFEBABE, 1, made.ARM64, 0, 28, 1, 0
    ),
    "it begins with 23212f62": b"#!/bin/sh -",
    "its header is cut off": PLAIN[:31],
    "it claims 4097 load commands of 0 bytes": header(0xFEEDFACF, 7, 4097, 0, bytes(4)),
    "it claims 0 load commands of 1 bytes": header(0xFEEDFACF, 7, 0, 1, bytes(4)),
    "it has fewer load commands than it claims": header(0xFEEDFACF, 7, 1, 7, bytes(4 + 7)),
    "a load command claims 7 bytes": header(0xFEEDFACF, 7, 1, 8, bytes(4) + command(1, size=7)),
    "a load command claims 9 bytes": header(0xFEEDFACF, 7, 1, 8, bytes(4) + command(1, size=9)),
}


@pytest.mark.parametrize(("said", "data"), REFUSED.items(), ids=REFUSED)
def test_why_a_header_is_refused(said, data):
    with pytest.raises(macho.MachOError) as error:
        read(data)
    assert str(error.value) == said


def test_an_architecture_before_its_own_list_is_refused():
    data = struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 7, 1, 0)
    with pytest.raises(macho.MachOError, match="outside"):
        read(data)
    beginning = struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 8, 20, 0)
    with pytest.raises(macho.MachOError, match="it begins with 0100000c"):
        read(beginning)


def test_an_empty_slice_is_refused():
    data = struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 28, 0, 0)
    with pytest.raises(macho.MachOError, match="it begins with nothing"):
        read(data)


def test_a_slice_must_hold_its_header_and_commands():
    short = made.fat((made.ARM64, 0, PLAIN[:31])) + bytes(100)
    with pytest.raises(macho.MachOError, match="header is cut off"):
        read(short)
    body = made.thin(command(1))
    outside = made.fat((made.ARM64, 0, body[:-1])) + bytes(100)
    with pytest.raises(macho.MachOError, match="claims 1 load commands of 8 bytes"):
        read(outside)


def test_the_most_commands_and_architectures_are_read():
    many = made.thin(*[command(1)] * 4096)
    assert read(many)[0].architecture == "arm64"
    slices = [(made.ARM64, 0, PLAIN)] * 20
    assert len(read(made.fat(*slices))) == 20


@pytest.mark.parametrize(
    ("cpu", "subtype", "name"),
    [
        (0x01000007, 3, "x86_64"),
        (0x01000007, 8, "x86_64h"),
        (0x0100000C, 0, "arm64"),
        (0x0100000C, 2, "arm64e"),
        (0x0100000C, 0x80000002, "arm64e"),
        (0x0100000C, 0x00010002, "arm64"),
        (7, 3, "i386"),
        (12, 9, "arm"),
        (0x01000012, 0, "ppc64"),
        (0x99, 0, "cpu-0x99"),
    ],
)
def test_architectures_have_names(cpu, subtype, name):
    assert one(cpu=cpu, subtype=subtype).architecture == name
    (only,) = read(made.fat((cpu, subtype, made.thin(cpu=cpu, subtype=subtype))))
    assert only.architecture == name


def test_a_32_bit_file_has_a_shorter_header(tmp_path):
    load = made.load("libx.dylib")
    data = header(0xFEEDFACE, 7, 1, len(load), load)
    (only,) = read(data)
    assert (only.architecture, only.dylibs) == ("i386", ["libx.dylib"])
    assert read(header(0xFEEDFACE, 7, 0, 0) + bytes(4))[0].dylibs == []
    path = tmp_path / "x"
    path.write_bytes(data)
    assert macho.architectures(path) == ["i386"]


@pytest.mark.parametrize("kind", [0xC, 0x80000018, 0x8000001F, 0x20, 0x80000023])
def test_every_way_to_load_a_library_counts(kind):
    assert one(made.load("libx.dylib", kind)).dylibs == ["libx.dylib"]
    assert one(made.load("libx.dylib", kind + 1)).dylibs == []


def test_names_of_libraries():
    def names(at: int, text: bytes) -> list[str]:
        return one(struct.pack("<3I", 0xC, 12 + len(text), at) + text).dylibs

    assert names(12, b"a") == ["a"]
    assert names(13, b"ab") == ["b"]
    assert names(12, b"a\0b\0c") == ["a"]
    assert names(12, b"\xff") == ["\ufffd"]
    assert names(11, b"ab") == []
    assert names(14, b"ab") == []
    assert names(0, b"") == []
    assert one(command(0xC, size=8)).dylibs == []


@pytest.mark.parametrize(
    ("packed", "version"),
    [(0x000E0000, "14.0"), (0x000D0301, "13.3.1"), (0x001A0200, "26.2"), (0x00000100, "0.1")],
)
def test_versions_of_both_kinds(packed, version):
    new = one(command(0x32, 1, packed, 0x000F0500, 0))
    assert (new.minos, new.sdk) == (version, "15.5")
    old = one(command(0x24, packed, 0x000F0500))
    assert (old.minos, old.sdk) == (version, "15.5")


def test_versions_that_are_cut_are_none():
    for kind, rest in ((0x32, (1, 7)), (0x24, (7,))):
        found = one(command(kind, *rest))
        assert (found.minos, found.sdk) == ("", "")
    assert one(command(0x32, 1, 0x000E0000, 0x000E0000)).minos == "14.0"
    assert one(command(0x33, 1, 0x000E0000, 0x000E0000)).minos == ""


def segment(*sections: tuple[bytes, int, int], count: int | None = None, name=b"__TEXT") -> bytes:
    body = b"".join(
        struct.pack("<16s16sQQ8I", title, name, 0, size, at, 0, 0, 0, 0, 0, 0, 0)
        for title, at, size in sections
    )
    number = len(sections) if count is None else count
    return (
        struct.pack("<2I16sQQQQ4I", 0x19, 72 + len(body), name, 0, 0, 0, 0, 0, 0, number, 0) + body
    )


def test_where_the_strings_are():
    other, strings = (b"__text", 1, 2), (b"__cstring", 40, 10)
    assert one(segment(other, strings)).strings == (40, 10)
    assert one(segment(strings, count=9)).strings == (40, 10)
    assert one(segment(strings, count=0)).strings is None
    assert one(segment(strings, name=b"__DATA")).strings is None
    assert one(segment(other)).strings is None
    assert one(segment()).strings is None


def test_strings_lie_within_their_slice():
    whole = len(made.thin(segment((b"__cstring", 0, 0))))
    assert one(segment((b"__cstring", 0, whole))).strings == (0, whole)
    assert one(segment((b"__cstring", 1, whole))).strings is None
    assert one(segment((b"__cstring", 0, 1 << 63))).strings is None
    data = made.thin(segment((b"__cstring", 40, 10)))
    (first, second) = read(made.fat((made.ARM64, 0, data), (made.ARM64, 0, data)))
    start = 8 + 2 * 20
    assert (first.strings, second.strings) == ((start + 40, 10), (start + len(data) + 40, 10))


@pytest.mark.parametrize(
    ("order", "number", "name"),
    [
        (1, 62, "elf-x86_64"),
        (1, 183, "elf-aarch64"),
        (1, 3, "elf-i386"),
        (1, 243, "elf-riscv"),
        (2, 21, "elf-ppc64"),
        (1, 999, "elf-machine-999"),
    ],
)
def test_linux_machines(tmp_path, order, number, name):
    path = tmp_path / "x.so"
    sign = ">" if order == 2 else "<"
    head = b"\x7fELF\x02" + bytes([order]) + bytes(10) + struct.pack(sign + "2H", 3, number)
    path.write_bytes(head)
    assert macho.architectures(path) == [name]
    path.write_bytes(head[:19])
    assert macho.architectures(path) == ["elf-unknown"]


def test_architectures_of_a_fat_file_are_those_of_its_list(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(made.fat((made.X86_64, 3, PLAIN), (made.ARM64, 2, b"nonsense")))
    assert macho.architectures(path) == ["x86_64", "arm64e"]
