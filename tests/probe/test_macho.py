"""The Mach-O reader: real headers of torch's wheels, and headers that lie."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import struct
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mps_doctor.probe import macho

sys.path.append(str(Path(__file__).parent))
import macho_files as made

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


def test_linux_library_is_named_as_such(tmp_path):
    path = tmp_path / "libtorch_cpu.so"
    path.write_bytes(b"\x7fELF\x02\x01\x01" + b"\0" * 9 + struct.pack("<2H", 3, 183) + b"\0" * 40)

    assert macho.architectures(path) == ["elf-aarch64"]


GOOD = made.thin(made.load(made.MPSGRAPH), made.built_for((14, 0), (26, 2)))

LIES = {
    "empty": b"",
    "cut in the header": GOOD[:20],
    "cut in the commands": GOOD[:60],
    "a script": b"#!/bin/sh\nexit 0\n" * 4,
    "more commands than there are": GOOD[:16] + struct.pack("<I", 900) + GOOD[20:],
    "commands larger than the file": GOOD[:20] + struct.pack("<I", 1 << 30) + GOOD[24:],
    "a command of no size": GOOD[:36] + struct.pack("<I", 0) + GOOD[40:],
    "a command beyond the others": GOOD[:36] + struct.pack("<I", 1 << 31) + GOOD[40:],
    "a Java class": struct.pack(">2I", 0xCAFEBABE, 61) + b"\0" * 200,
    "a slice outside the file": struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 4096, 99, 0),
    "a fat file in a fat file": made.fat((made.ARM64, 0, made.fat((made.ARM64, 0, GOOD)))),
    "a list that is cut": struct.pack(">3I", 0xCAFEBABE, 3, made.ARM64),
}


@pytest.mark.parametrize("data", LIES.values(), ids=LIES.keys())
def test_a_lying_header_is_refused(data):
    with pytest.raises(macho.MachOError):
        read(data)


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
