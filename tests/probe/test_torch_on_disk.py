"""torch's files, read without importing it."""

from __future__ import annotations

import io
import os
import struct
import sys
from pathlib import Path

import pytest

from mps_doctor.probe import distributions, macho, torch_files
from mps_doctor.probe.gather import NotKnownError

sys.path.append(str(Path(__file__).parent))
import macho_files as made
from made_files import make

PLAIN = made.thin()


def torch_of(*folders: Path, thorough: bool = False):
    found = torch_files.copies(distributions.Folders([str(path) for path in folders]))
    return torch_files.facts(found, thorough)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("__version__ = '2.9.1'", "2.9.1"),
        ('__version__: str = "2.9.1"  # a comment', "2.9.1"),
        ("a = 'x'\n__version__ = '2.9.1'\n", "2.9.1"),
        ("__version__ = version", "1.0"),
        ("__version__ =", "1.0"),
        ("__version__ '2.9.1'", "1.0"),
        ("x" * 20_000 + "\n__version__ = '2.9.1'", "1.0"),
    ],
)
def test_the_version_file(tmp_path, text, version):
    make(tmp_path / "torch" / "__init__.py")
    (tmp_path / "torch" / "version.py").write_text(text)
    (tmp_path / "torch-1.0.dist-info").mkdir()
    assert torch_of(tmp_path)["version"] == version


def test_a_torch_without_any_version(tmp_path):
    make(tmp_path / "torch" / "__init__.py")
    found = torch_of(tmp_path)
    assert found["version"] == {"unknown": "it states no version"}
    assert found["wheel_tags"] == {"unknown": "it has no metadata"}
    assert found["installer"] == {"unknown": "it does not say"}
    assert found["git_version"] == {"unknown": "it does not say"}
    assert found["source_url"] == {"unknown": "from an index"}
    assert found["editable"] is False
    assert found["location"] == str(tmp_path)


@pytest.mark.parametrize("kind", ["dist-info", "egg-info"])
def test_the_metadata_that_fits_is_the_one(tmp_path, kind):
    make(tmp_path / "torch" / "__init__.py")
    (tmp_path / "torch" / "version.py").write_text("__version__ = '2.9.1'")
    for version in ("1.0", "2.9.1"):
        (tmp_path / f"torch-{version}.{kind}").mkdir()
    (tmp_path / f"torch-2.9.1.{kind}" / "WHEEL").write_text(
        "Wheel-Version: 1\nTag: a:b\nTag:  c \n"
    )
    found = torch_of(tmp_path)
    assert found["wheel_tags"] == ["a:b", "c"]
    assert found["leftovers"] == [str(tmp_path / f"torch-1.0.{kind}")]


def test_remains_of_every_folder(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder / "~orch").mkdir(parents=True)
        (tmp_path / folder / "torch").mkdir()
    found = torch_of(tmp_path / "a", tmp_path / "b")
    names = [tmp_path / folder / name for folder in ("a", "b") for name in ("~orch", "torch")]
    assert found["leftovers"] == [str(path) for path in names]


def test_metadata_alone_is_said_to_be_that(tmp_path):
    (tmp_path / "torch-1.0.dist-info").mkdir()
    assert torch_of(tmp_path)["unknown"] == "the torch package is not there, only its metadata"


def test_what_counts_as_remains(tmp_path):
    for name in ("~orch", "~~orch", "~Orch-2.dist-info", "~umpy", "~rch", "orch", "~t"):
        (tmp_path / name).mkdir()
    (tmp_path / "torch").mkdir()
    names = {os.path.basename(path) for path in torch_of(tmp_path)["leftovers"]}
    assert names >= {"~~orch", "torch"}
    assert not names & {"~umpy", "orch", "~t"}


def test_where_it_was_installed_from(tmp_path):
    make(tmp_path / "torch" / "__init__.py")
    info = tmp_path / "torch-2.dist-info"
    info.mkdir()
    url = info / "direct_url.json"
    url.write_text('{"url": "file:///src/torch", "dir_info": {"editable": true}}')
    found = torch_of(tmp_path)
    assert (found["source_url"], found["editable"]) == ("file:///src/torch", True)
    for other in ('{"dir_info": {"editable": false}}', '{"dir_info": 7}', "[]", "{}"):
        url.write_text(other)
        found = torch_of(tmp_path)
        assert (found["source_url"], found["editable"]) == ({"unknown": "from an index"}, False)


def test_a_link_of_setup_tools_is_editable(tmp_path):
    make(tmp_path / "torch.egg-link")
    found = torch_of(tmp_path)
    assert (found["installed"], found["copies"]) == (False, [])
    make(tmp_path / "torch" / "__init__.py")
    assert torch_of(tmp_path)["editable"] is True


@pytest.mark.parametrize("name", ["libtorch_cpu.dylib", "libtorch_cpu.so", "torch_cpu.dll"])
def test_the_library_by_its_name_on_each_system(tmp_path, name):
    make(tmp_path / "torch" / "__init__.py")
    (tmp_path / "torch" / "lib").mkdir()
    (tmp_path / "torch" / "lib" / name).write_bytes(PLAIN)
    found = torch_of(tmp_path)
    assert found["architectures"] == ["arm64"]
    assert found["mps_linked"] is False
    for fact in ("deployment_target", "sdk"):
        assert found[fact] == {"unknown": "it does not say"}
    assert found["stated_minimum_macos"] == {"unknown": "the library names no C strings"}


LIBRARY_FACTS = (
    *("architectures", "deployment_target", "sdk", "mps_linked", "stated_minimum_macos"),
    "metal_target",
)


def test_a_library_that_cannot_be_read(tmp_path):
    make(tmp_path / "torch" / "__init__.py")
    missing = torch_of(tmp_path)
    make(tmp_path / "torch" / "lib" / "libtorch_cpu.dylib")
    empty = torch_of(tmp_path)
    for name in LIBRARY_FACTS:
        assert missing[name] == {"unknown": "there is no torch/lib/libtorch_cpu"}
        assert empty[name] == {"unknown": "MachOError: the file has only 0 bytes"}


def test_a_library_of_linux(tmp_path):
    make(tmp_path / "torch" / "__init__.py")
    library = make(tmp_path / "torch" / "lib" / "libtorch_cpu.so")
    library.write_bytes(b"\x7fELF\x02\x01" + bytes(10) + struct.pack("<2H", 3, 62))
    found = torch_of(tmp_path)
    assert (found["architectures"], found["mps_linked"]) == (["elf-x86_64"], False)
    for name in ("deployment_target", "sdk", "stated_minimum_macos", "metal_target"):
        assert found[name] == {"unknown": "a Linux library has none"}


STATED = b"MPS backend is supported on "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\0" + STATED + b"macOS 14.0+. Now\0", "14.0"),
        (STATED + b"MacOS 12.3+\0x 99.9+", "12.3"),
        (STATED + b"macOS 13\0+", "13"),
        (b"nothing of it", {"unknown": "the library states none"}),
        (STATED + b"macOS soon+.\0", {"unknown": "the library says 'macOS soon+.'"}),
        (STATED + b"\xff \xff\0", {"unknown": "the library says '\ufffd \ufffd'"}),
        (STATED + b"\0", {"unknown": "the library says ''"}),
    ],
)
def test_the_library_in_its_own_words(tmp_path, text, said):
    make(tmp_path / "torch" / "__init__.py")
    library = make(tmp_path / "torch" / "lib" / "libtorch_cpu.dylib")
    library.write_bytes(made.thin(text=text))
    assert torch_of(tmp_path)["stated_minimum_macos"] == said


def test_too_many_strings_are_not_searched():
    found = macho.Slice("arm64")
    found.strings = (0, (64 << 20) + 1)
    with pytest.raises(NotKnownError, match="too many C strings"):
        torch_files.stated_minimum(io.BytesIO(), found)


NO_KERNELS = {"unknown": "it holds no compiled kernels"}
NOT_FOR_MACOS = {"unknown": "MachOError: its Metal library is none for macOS"}


@pytest.mark.parametrize(
    ("metal", "target"),
    [
        ({b"metal_basic": made.metal_library(14, 0)}, "14.0"),
        # Others for newer systems lie beside it, in any order.
        (
            {b"metal_4": made.metal_library(26, 2), b"metal_basic": made.metal_library(14, 0)},
            "14.0",
        ),
        ({b"metal_basic": made.metal_library(13, 3)}, "13.3"),
        ({}, NO_KERNELS),
        ({b"metallic": made.metal_library(14, 0)}, NO_KERNELS),
        ({b"metal_basic": b"MTLB"}, NO_KERNELS),
        ({b"metal_basic": made.metal_library(17, 0, system=0x82)}, NOT_FOR_MACOS),
        ({b"metal_basic": bytes(24)}, NOT_FOR_MACOS),
    ],
)
def test_the_macos_that_its_kernels_are_compiled_for(tmp_path, metal, target):
    make(tmp_path / "torch" / "__init__.py")
    library = make(tmp_path / "torch" / "lib" / "libtorch_cpu.dylib")
    library.write_bytes(made.thin(text=STATED + b"macOS 15.0+. \0", metal=metal))
    found = torch_of(tmp_path)
    assert found["metal_target"] == target
    assert found["stated_minimum_macos"] == "15.0"


def test_kernels_that_lie_outside_the_file_are_none(tmp_path):
    make(tmp_path / "torch" / "__init__.py")
    library = make(tmp_path / "torch" / "lib" / "libtorch_cpu.dylib")
    library.write_bytes(made.thin(made.text_segment((b"metal_basic", 1 << 20, 1 << 20))))
    assert torch_of(tmp_path)["metal_target"] == NO_KERNELS
