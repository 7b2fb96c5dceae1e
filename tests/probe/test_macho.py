"""The Mach-O reader: real headers of torch's wheels, made ones, and headers that lie."""

import base64
import contextlib
import io
import json
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from simulated_mac import macho as made
from tables import cases

from mps_doctor.probe import macho

HEADS = Path(__file__).resolve().parents[3] / "shared" / "knowledge" / "macho_heads.json"


def heads() -> list[dict[str, object]]:
    return json.loads(HEADS.read_text())["heads"] if HEADS.exists() else []


@pytest.mark.skipif(not HEADS.exists(), reason="the recorded headers are not here")
@pytest.mark.parametrize("head", heads(), ids=lambda head: f"{head['wheel']}-{head['member']}")
def test_real_header(head, tmp_path):
    path = tmp_path / "library"
    with path.open("w+b") as file:
        file.write(zlib.decompress(base64.b64decode(head["zb"])))
        file.truncate(head["size"])  # zeros that take no room on the disk
        file.flush()
        assert macho.architectures(path) == head["archs"]
        if head["minos"] is not None:  # of a fat file, the recorded bytes hold the list alone
            (only,) = macho.read(file)
            assert (only.minos, only.has_mps) == (head["minos"], head["mps"])


def read(data: bytes):
    return macho.read(io.BytesIO(data))


def one(*commands: bytes, **options):
    (only,) = read(made.image(*commands, **options))
    return only


def command(kind: int, *rest: int, size: int | None = None) -> bytes:
    return struct.pack(f"<{2 + len(rest)}I", kind, size or 8 + 4 * len(rest), *rest)


def header(magic: int, count: int, total: int, rest: bytes = b"") -> bytes:
    return struct.pack("<7I", magic, 7, 0, 6, count, total, 0) + rest


PLAIN = made.image()
GOOD = made.image(made.load(made.MPSGRAPH), made.built_for("14.0", "26.2"))
FAT = struct.Struct(">2I").pack


@given(st.integers(0, len(GOOD) - 1), st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(at, data):
    for start in (b"", GOOD[:at], made.fat(GOOD)[:28]):
        with contextlib.suppress(macho.MachOError):
            assert all(isinstance(one.architecture, str) for one in read(start + data))


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
    "it begins with cafebabe": made.fat((made.ARM64, 0, made.fat(PLAIN))),
    "it begins with nothing": struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 28, 0, 0),
    "its header is cut off": made.fat((made.ARM64, 0, PLAIN[:31])) + bytes(100),
    "it claims 4097 load commands of 0 bytes": header(0xFEEDFACF, 4097, 0, bytes(4)),
    "it claims 0 load commands of 1 bytes": header(0xFEEDFACF, 0, 1, bytes(4)),
    "it claims 1 load commands of 8 bytes": (
        made.fat((made.ARM64, 0, made.image(command(1))[:-1])) + bytes(100)
    ),
    "it has fewer load commands than it claims": header(0xFEEDFACF, 1, 7, bytes(4 + 7)),
    "a load command claims 0 bytes": header(0xFEEDFACF, 1, 8, bytes(4) + bytes(8)),
    "a load command claims 9 bytes": header(0xFEEDFACF, 1, 8, bytes(4) + command(1, size=9)),
}


@pytest.mark.parametrize(("said", "data"), REFUSED.items(), ids=REFUSED)
def test_a_header_that_lies_is_refused(said, data):
    with pytest.raises(macho.MachOError) as error:
        read(data)
    assert str(error.value) == said


@cases
def test_architectures_have_names(cpu, subtype, name):
    data = made.image(cpu=cpu, subtype=subtype)
    for wide in (False, True):
        (only,) = read(made.fat(data, wide=wide))
        assert only.architecture == read(data)[0].architecture == name


@pytest.mark.parametrize("kind", [0xC, 0x80000018, 0x8000001F, 0x20, 0x80000023])
def test_every_way_to_load_a_library_counts(kind):
    assert one(made.load(made.MPSGRAPH, kind)).has_mps
    assert not one(made.load(made.MPSGRAPH, kind + 1)).has_mps
    assert not one(made.load(made.MPS_FRAMEWORKS[1], kind)).has_mps  # the name of which is similar


@pytest.mark.parametrize(
    ("packed", "version"),
    [(0x000E0000, "14.0"), (0x000D0301, "13.3.1"), (0x001A0200, "26.2"), (0x00000100, "0.1")],
)
def test_versions_of_both_kinds(packed, version):
    for new_or_old in (command(0x32, 1, packed, 0x000F0500, 0), command(0x24, packed, 0x000F0500)):
        found = one(new_or_old)
        assert (found.minos, found.sdk) == (version, "15.5")
    for cut in (command(0x32, 1, packed), command(0x24, packed), command(0x33, 1, packed, packed)):
        assert (one(cut).minos, one(cut).sdk) == ("", "")


def strings_of(*sections: tuple[bytes, int, int]) -> tuple[int, int] | None:
    return one(made.text_segment(*sections)).strings


def test_where_the_strings_are():
    other, strings = (b"__text", 1, 2), (b"__cstring", 40, 10)
    assert strings_of(other, strings) == (40, 10)
    assert strings_of(other) is strings_of() is None
    segment = made.text_segment(strings)
    claims_nine = segment[:64] + struct.pack("<I", 9) + segment[68:]
    assert one(claims_nine).strings == (40, 10)
    assert one(segment.replace(b"__TEXT", b"__DATA")).strings is None
    data = made.image(segment)
    first, second = read(made.fat(data, data))
    start = 8 + 2 * 20
    assert (first.strings, second.strings) == ((start + 40, 10), (start + len(data) + 40, 10))


@cases
def test_linux_machines(tmp_path, order, number, name):
    path = tmp_path / "x.so"
    head = b"\x7fELF\x02" + bytes([1 + (order == ">")]) + bytes(10)
    path.write_bytes(head + struct.pack(order + "2H", 3, number))
    assert macho.architectures(path) == [name]
    path.write_bytes(head + bytes(3))
    with pytest.raises(macho.MachOError, match="cut off"):
        macho.architectures(path)


def test_architectures_of_a_fat_file_are_those_of_its_list(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(made.fat((made.X86_64, 3, PLAIN), (made.ARM64, 2, b"nonsense")))
    assert macho.architectures(path) == ["x86_64", "arm64e"]
