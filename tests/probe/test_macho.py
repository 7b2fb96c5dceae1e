"""The Mach-O reader: real headers of torch's wheels, made ones, and headers that lie."""

import base64
import contextlib
import io
import json
import struct
import zlib
from pathlib import Path

import macho_files as made
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mps_doctor.probe import macho

HEADS = Path(__file__).resolve().parents[3] / "shared" / "knowledge" / "macho_heads.json"


def heads() -> list[dict[str, object]]:
    return json.loads(HEADS.read_text())["heads"] if HEADS.exists() else []


@pytest.mark.skipif(not HEADS.exists(), reason="the recorded headers are not here")
@pytest.mark.parametrize("head", heads(), ids=lambda head: f"{head['wheel']}-{head['member']}")
def test_real_header(head, tmp_path):
    path = tmp_path / "library"
    with path.open("wb") as file:
        file.write(zlib.decompress(base64.b64decode(head["zb"])))
        file.truncate(head["size"])  # zeros that take no room on the disk

    assert macho.architectures(path) == head["archs"]
    if head["minos"] is None:  # of a fat file, the recorded bytes hold the list alone
        return
    (only,) = macho.read_path(path)
    assert only.minos == head["minos"]
    assert only.has_mps == head["mps"]


def read(data: bytes):
    return macho.read(io.BytesIO(data))


def test_universal_binary_has_both_architectures():
    data = made.fat(
        (made.X86_64, 3, made.thin(cpu=made.X86_64, subtype=3)),
        (made.ARM64, 0x80000002, made.thin(subtype=0x80000002)),
    )

    assert [one.architecture for one in read(data)] == ["x86_64", "arm64e"]


def test_fat64_is_read_like_fat():
    data = made.fat((made.ARM64, 0, made.thin(made.load(made.MPSGRAPH, 0x80000018))), wide=True)

    (only,) = read(data)
    assert (only.architecture, only.has_mps) == ("arm64", True)


def test_a_framework_of_a_similar_name_is_not_mps():
    near = "/System/Library/Frameworks/MetalPerformanceShaders.framework/MetalPerformanceShaders"

    (only,) = read(made.thin(made.load(near)))
    assert not only.has_mps


GOOD = made.thin(made.load(made.MPSGRAPH), made.built_for((14, 0), (26, 2)))


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    for start in (b"", GOOD[:32], made.fat((made.ARM64, 0, GOOD))[:28]):
        try:
            slices = read(start + data)
        except macho.MachOError:
            continue
        assert all(isinstance(one.architecture, str) for one in slices)


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_one_wrong_byte_does_no_harm(at, byte):
    data = bytearray(GOOD)
    data[at] = byte
    with contextlib.suppress(macho.MachOError):
        assert all(isinstance(one.architecture, str) for one in read(bytes(data)))


def one(*commands: bytes, **options):
    (only,) = read(made.thin(*commands, **options))
    return only


def command(kind: int, *rest: int, size: int | None = None) -> bytes:
    return struct.pack(f"<{2 + len(rest)}I", kind, size or 8 + 4 * len(rest), *rest)


def header(magic: int, cpu: int, count: int, total: int, rest: bytes = b"") -> bytes:
    return struct.pack("<7I", magic, cpu, 0, 6, count, total, 0) + rest


PLAIN = made.thin()
FAT = struct.Struct(">2I").pack

REFUSED = {
    "it is cut off after 0 bytes": b"",
    "it is cut off after 7 bytes": b"\xcf\xfa\xed\xfe123",
    "it is cut off after 20 bytes": FAT(0xCAFEBABE, 3) + bytes(12),
    "it claims 0 architectures": FAT(0xCAFEBABE, 0),
    "it claims 21 architectures": FAT(0xCAFEBABF, 21) + bytes(1000),
    "it claims 61 architectures": FAT(0xCAFEBABE, 61) + bytes(200),  # a Java class
    "an architecture lies outside the file": struct.pack(
        ">7I", 0xCAFEBABE, 1, made.ARM64, 0, 28, 1, 0
    ),
    "it begins with 23212f62": b"#!/bin/sh -",
    "it begins with cafebabe": made.fat((made.ARM64, 0, made.fat((made.ARM64, 0, PLAIN)))),
    "it begins with nothing": struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 28, 0, 0),
    "its header is cut off": made.fat((made.ARM64, 0, PLAIN[:31])) + bytes(100),
    "it claims 4097 load commands of 0 bytes": header(0xFEEDFACF, 7, 4097, 0, bytes(4)),
    "it claims 0 load commands of 1 bytes": header(0xFEEDFACF, 7, 0, 1, bytes(4)),
    "it claims 1 load commands of 8 bytes": (
        made.fat((made.ARM64, 0, made.thin(command(1))[:-1])) + bytes(100)
    ),
    "it has fewer load commands than it claims": header(0xFEEDFACF, 7, 1, 7, bytes(4 + 7)),
    "a load command claims 0 bytes": header(0xFEEDFACF, 7, 1, 8, bytes(4) + bytes(8)),
    "a load command claims 9 bytes": header(0xFEEDFACF, 7, 1, 8, bytes(4) + command(1, size=9)),
}


@pytest.mark.parametrize(("said", "data"), REFUSED.items(), ids=REFUSED)
def test_a_header_that_lies_is_refused(said, data):
    with pytest.raises(macho.MachOError) as error:
        read(data)
    assert str(error.value) == said


def test_the_most_commands_and_architectures_are_read():
    many = made.thin(*[command(1)] * 4096)
    assert read(many)[0].architecture == "arm64"
    assert len(read(made.fat(*[(made.ARM64, 0, PLAIN)] * 20))) == 20


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


def strings_of(*sections: tuple[bytes, int, int]) -> tuple[int, int] | None:
    return one(made.text_segment(*sections)).strings


def test_where_the_strings_are():
    other, strings = (b"__text", 1, 2), (b"__cstring", 40, 10)
    assert strings_of(other, strings) == (40, 10)
    assert strings_of(other) is strings_of() is None
    segment = made.c_strings(40, 10)
    claims_nine = segment[:64] + struct.pack("<I", 9) + segment[68:]
    assert one(claims_nine).strings == (40, 10)
    assert one(segment[:64] + bytes(4) + segment[68:]).strings is None
    assert one(segment.replace(b"__TEXT", b"__DATA")).strings is None


def test_strings_lie_within_their_slice():
    whole = len(made.thin(made.c_strings(0, 0)))
    assert strings_of((b"__cstring", 0, whole)) == (0, whole)
    assert strings_of((b"__cstring", 1, whole)) is None
    assert strings_of((b"__cstring", 0, 1 << 63)) is None
    data = made.thin(made.c_strings(40, 10))
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
    with pytest.raises(macho.MachOError, match="cut off"):
        macho.architectures(path)


def test_architectures_of_a_fat_file_are_those_of_its_list(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(made.fat((made.X86_64, 3, PLAIN), (made.ARM64, 2, b"nonsense")))
    assert macho.architectures(path) == ["x86_64", "arm64e"]
