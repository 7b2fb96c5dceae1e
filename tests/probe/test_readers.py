"""Readers of the probe, one question each: headers, records, names and settings."""

from __future__ import annotations

import io
import json
import os
import struct
import sys
from pathlib import Path

import probe_conda
import probe_folders
import probe_indexes
import probe_macho
import probe_packages
import probe_torch_files
import pytest
from probe_gather import NotKnownError

sys.path.append(str(Path(__file__).parent))
import macho_files as made


def read(data: bytes):
    return probe_macho.read(io.BytesIO(data))


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
    with pytest.raises(probe_macho.MachOError) as error:
        read(data)
    assert str(error.value) == said


def test_an_architecture_before_its_own_list_is_refused():
    data = struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 7, 1, 0)
    with pytest.raises(probe_macho.MachOError, match="outside"):
        read(data)
    beginning = struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 8, 20, 0)
    with pytest.raises(probe_macho.MachOError, match="it begins with 0100000c"):
        read(beginning)


def test_an_empty_slice_is_refused():
    data = struct.pack(">7I", 0xCAFEBABE, 1, made.ARM64, 0, 28, 0, 0)
    with pytest.raises(probe_macho.MachOError, match="it begins with nothing"):
        read(data)


def test_a_slice_must_hold_its_header_and_commands():
    short = made.fat((made.ARM64, 0, PLAIN[:31])) + bytes(100)
    with pytest.raises(probe_macho.MachOError, match="header is cut off"):
        read(short)
    body = made.thin(command(1))
    outside = made.fat((made.ARM64, 0, body[:-1])) + bytes(100)
    with pytest.raises(probe_macho.MachOError, match="claims 1 load commands of 8 bytes"):
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
    assert probe_macho.architectures(path) == ["i386"]


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
    assert probe_macho.architectures(path) == [name]
    path.write_bytes(head[:19])
    assert probe_macho.architectures(path) == ["elf-unknown"]


def test_architectures_of_a_fat_file_are_those_of_its_list(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(made.fat((made.X86_64, 3, PLAIN), (made.ARM64, 2, b"nonsense")))
    assert probe_macho.architectures(path) == ["x86_64", "arm64e"]


# conda


@pytest.fixture
def prefix(tmp_path, monkeypatch):
    for name in ("MAMBA_EXE", "CONDA_EXE"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "conda" / "envs" / "ml"
    (folder / "conda-meta").mkdir(parents=True)
    (tmp_path / "conda" / "condabin").mkdir()
    return folder


def record(prefix: Path, file: str, **content: str) -> None:
    (prefix / "conda-meta" / f"{file}.json").write_text(json.dumps(content))


def test_no_conda(tmp_path):
    why = "the interpreter is in no conda environment"
    assert probe_conda.facts(str(tmp_path)) == {"unknown": why, "active": False}


def test_the_prefix_is_that_of_this_interpreter(prefix, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(prefix))
    found = probe_conda.facts()
    assert (found["prefix"], found["name"], found["active"]) == (str(prefix), "ml", True)


def make(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_the_tool_of_an_environment(prefix, tmp_path, monkeypatch):
    def tool(path=prefix, names=()):
        return probe_conda.tool(str(path), list(names))

    assert tool() == "conda"
    assert tool(names=["pixi"]) == "pixi"
    assert tool(tmp_path / ".pixi" / "envs" / "default") == "pixi"
    assert tool(tmp_path / ".pixi") == "pixi"
    assert tool(tmp_path / ".pixie") == "conda"
    monkeypatch.setenv("MAMBA_EXE", "/opt/bin/micromamba")
    assert tool() == "micromamba"
    monkeypatch.setenv("MAMBA_EXE", "/opt/bin/mamba")
    assert tool() == "conda"
    monkeypatch.setenv("CONDA_EXE", str(tmp_path / "other" / "bin" / "conda"))
    assert tool() == "conda"
    make(tmp_path / "other" / "bin" / "mamba")
    assert tool() == "mamba"
    monkeypatch.delenv("CONDA_EXE")
    assert tool() == "conda"
    make(prefix / "bin" / "mamba")
    assert tool() == "mamba"


def test_mamba_of_the_root_is_found(prefix):
    make(prefix.parent.parent / "bin" / "mamba")
    assert probe_conda.tool(str(prefix), []) == "mamba"


def test_the_root_is_called_base(prefix):
    assert probe_conda.name(str(prefix)) == "ml"
    (prefix / "condabin").mkdir()
    assert probe_conda.name(str(prefix)) == "base"


def test_an_environment_that_conda_finds_by_its_path_alone_has_no_name(prefix, tmp_path):
    for elsewhere in ("project/env", "project/envs/ml"):
        with pytest.raises(NotKnownError):
            probe_conda.name(str(tmp_path / elsewhere))
    (tmp_path / "micromamba" / "pkgs").mkdir(parents=True)
    for place in ("micromamba/envs/ml", ".conda/envs/ml"):
        assert probe_conda.name(str(tmp_path / place)) == "ml"


@pytest.mark.parametrize(
    ("records", "subdir"),
    [
        ({"python-3.11-0": {"name": "python", "subdir": "osx-64"}}, "osx-64"),
        (
            {"python-3.11-0": {"name": "python", "url": "https://c/conda-forge/osx-arm64/p.conda"}},
            "osx-arm64",
        ),
        ({"python-3.11-0": {"name": "python", "url": "a/b"}}, None),
        ({"python-3.11-0": {"name": "python"}}, None),
        ({"python-3.11-0": {"name": "python", "url": "x/osx-64/p"}}, "osx-64"),
        ({"python-dateutil-2-0": {"name": "python-dateutil", "subdir": "noarch"}}, None),
        (
            {
                "python-abi-2-0": {"name": "python-abi", "subdir": "noarch"},
                "python-z-0": {"name": "python", "subdir": "osx-64"},
            },
            "osx-64",
        ),
        ({"numpy-1-0": {"name": "python", "subdir": "osx-64"}}, None),
        ({}, None),
    ],
)
def test_the_platform_of_an_environment(prefix, records, subdir):
    for name, content in records.items():
        record(prefix, name, **content)
    (prefix / "conda-meta" / "python-notes").write_text("no JSON")
    why = {"unknown": "its records name no platform"}
    assert probe_conda.facts(str(prefix))["subdir"] == (subdir or why)


@pytest.mark.parametrize(
    ("names", "build"),
    [
        (["pytorch-2.9.1-py_0"], "pytorch-2.9.1-py_0"),
        (["libtorch-2.9.1-h_0", "pytorch-2.9.1-py_0"], "pytorch-2.9.1-py_0"),
        (["libtorch-2.9.1-h_0", "pytorch-cpu-2.9.1-c_0"], "pytorch-cpu-2.9.1-c_0"),
        (["pytorch-lightning-2.1-0", "libtorch-2.9.1-h_0"], "libtorch-2.9.1-h_0"),
        (["pytorch-nightly-2.9-0"], "pytorch-nightly-2.9-0"),
        (["pytorch-lightning-2.1-0", "torch-2.1-0"], None),
    ],
)
def test_the_package_that_holds_torch(prefix, names, build):
    for name in names:
        record(prefix, name, build=name, channel="conda-forge")
    (prefix / "conda-meta" / "pytorch-2.9.1-x.txt").touch()
    found = probe_conda.facts(str(prefix))
    why = {"unknown": "conda has installed no torch here"}
    assert found["torch_build"] == (build or why)
    assert found["torch_channel"] == ("conda-forge" if build else why)


@pytest.mark.parametrize(
    ("channel", "name"),
    [
        ("conda-forge", "conda-forge"),
        ("https://conda.example/conda-forge/", "conda-forge"),
        *((f"https://conda.example/forge/{each}", "forge") for each in ("noarch", "osx-64")),
        *((f"https://conda.example/forge/{each}", "forge") for each in ("osx-arm64", "win-64")),
        *((f"https://conda.example/forge/{each}", "forge") for each in ("linux-64",)),
        ("https://conda.example/forge/linux-aarch64", "forge"),
        ("https://repo.example/pkgs/main/osx-64/", "pkgs/main"),
        ("osx-64", "osx-64"),
    ],
)
def test_names_of_channels(prefix, channel, name):
    record(prefix, "pytorch-2.9.1-0", build="0", channel=channel)
    assert probe_conda.facts(str(prefix))["torch_channel"] == name


# Folders and distributions


def test_each_folder_is_listed_once_and_in_order(tmp_path):
    for name in ("b", "a", "lib-dynload", "DLLs", "dlls"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "b")
    (tmp_path / "file").touch()
    names = ("b", "a", "link", "a", "gone", "file", "lib-dynload", "DLLs", "dlls")
    library = os.path.dirname(os.__file__)
    folders = probe_folders.Folders([library, *(str(tmp_path / name) for name in names)])
    kept = [str(tmp_path / name) for name in ("b", "a")]
    assert folders.packages == [*kept, str(tmp_path / "dlls")]
    assert folders.all[:3] == [library, *kept]


def test_the_names_of_a_folder_are_read_once(tmp_path):
    folders = probe_folders.Folders([str(tmp_path)])
    make(tmp_path / "b")
    make(tmp_path / "a")
    assert folders.names(str(tmp_path)) == ["a", "b"]
    make(tmp_path / "c")
    assert folders.names(str(tmp_path)) == ["a", "b"]
    assert folders.names(str(tmp_path / "gone")) == []


@pytest.mark.parametrize(
    ("entry", "name", "version"),
    [
        ("Torch-2.9.1.dist-info", "torch", "2.9.1"),
        ("torch_geometric-2.7.dist-info", "torch-geometric", "2.7"),
        ("ruamel.yaml-0.18-py3.8.egg-info", "ruamel-yaml", "0.18"),
        ("a__b-1.dist-info", "a-b", "1"),
        ("torch.egg-info", "torch", ""),
    ],
)
def test_names_and_versions(entry, name, version):
    assert probe_folders.split_name(entry) == (name, version)


def test_distributions(tmp_path):
    for name in ("a-1.dist-info", "b-2.egg-info", "c", "d-3.dist-info.bak"):
        (tmp_path / name).mkdir()
    found = list(probe_folders.Folders([str(tmp_path)]).distributions())
    assert found == [
        ("a", "1", str(tmp_path / "a-1.dist-info")),
        ("b", "2", str(tmp_path / "b-2.egg-info")),
    ]


def test_lines_of_metadata(tmp_path):
    def lines(path):
        return probe_folders.metadata_lines(str(path))

    assert lines(tmp_path / "gone") == []
    assert lines(tmp_path) == []
    (tmp_path / "PKG-INFO").write_bytes(b"A: 1\r\nB: \xff\r\n\r\nC: 3\r\n\r\nD\r\n")
    assert lines(tmp_path) == ["A: 1", "B: \ufffd"]
    (tmp_path / "METADATA").write_text("M: 1\n\nC: 3\n\nD\n")
    assert lines(tmp_path) == ["M: 1"]
    assert lines(tmp_path / "PKG-INFO") == ["A: 1", "B: \ufffd"]


def test_the_installer(tmp_path):
    assert probe_folders.installer_of(str(tmp_path)) == ""
    (tmp_path / "INSTALLER").write_bytes(b" uv\nmore\n")
    assert probe_folders.installer_of(str(tmp_path)) == "uv"
    (tmp_path / "INSTALLER").write_bytes(b"\xff\n")
    assert probe_folders.installer_of(str(tmp_path)) == "\ufffd"


@pytest.mark.parametrize(
    ("line", "demand"),
    [
        ("Requires-Dist: torch==2.8.0", "==2.8.0"),
        ("Requires-Dist: torch (>=2.0, <3)", ">=2.0,<3"),
        ("Requires-Dist: Torch", ""),
        ("Requires-Dist: torch>=2; python_version < '4'", ">=2"),
        ("Requires-Dist: torch==9; extra == 'gpu'", ""),
        ("Requires-Dist: torch-geometric>=2", ""),
        ("Requires-Dist: torch_x.y>=2", ""),
        ("Requires-Dist: numpy", ""),
        ("Provides: torch==2", ""),
    ],
)
def test_what_a_package_demands_of_torch(tmp_path, line, demand):
    (tmp_path / "METADATA").write_text(f"Name: x\n{line}\nRequires-Dist: torch==7; extra=='y'\n")
    assert probe_packages.requires_torch(str(tmp_path)) == demand


def test_the_first_package_of_a_name_is_the_one_used(tmp_path):
    for folder, version in (("b", "1.0"), ("a", "2.0")):
        info = tmp_path / folder / f"NumPy-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "INSTALLER").write_text("pip\n")
        (info / "METADATA").write_text("Name: numpy\n")
    (tmp_path / "b" / "accelerate-1.0.dist-info").mkdir()
    (tmp_path / "b" / "unheard_of-1.0.dist-info").mkdir()
    folders = probe_folders.Folders([str(tmp_path / "b"), str(tmp_path / "a")])
    rows = probe_packages.facts(folders)["installed"]
    assert [(row["name"], row["version"], row["installer"]) for row in rows] == [
        ("accelerate", "1.0", ""),
        ("numpy", "1.0", "pip"),
    ]


# torch on disk


def torch_of(*folders: Path, thorough: bool = False):
    found = probe_torch_files.copies(probe_folders.Folders([str(path) for path in folders]))
    return probe_torch_files.facts(found, thorough)


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
    for name in ("deployment_target", "sdk", "stated_minimum_macos"):
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


def test_too_many_strings_are_not_searched(tmp_path):
    found = probe_macho.Slice("arm64")
    found.strings = (0, (64 << 20) + 1)
    with pytest.raises(NotKnownError, match="too many C strings"):
        probe_torch_files.stated_minimum(str(tmp_path / "gone"), found)


# Settings of indexes

PIP = """\
[global]
index-url = https://index.example/simple
extra_index_url = "https://extra.example/"
timeout = 60
# index-url = https://comment.example
[install]
find-links =
no-index = yes
url = https://no.example
"""

UV = """\
index-url = "https://top.example"
[[index]]
name = "x"
url = "https://listed.example"
[pip]
extra-index-url = 'https://pip.example'
[other]
index-url = "https://no.example"
"""

PROJECT = """\
[project]
index-url = "https://no.example"
[[tool.uv.index]]
url = "https://project.example"
[tool.uv]
find-links = "https://links.example"
url = "https://no.example"
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in (*probe_indexes.VARIABLES, "PIP_CONFIG_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
    return tmp_path / "home"


def of(path: Path, *pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"origin": str(path), "key": key, "value": value} for key, value in pairs]


PIP_SETTINGS = (
    ("index-url", "https://index.example/simple"),
    ("extra-index-url", "https://extra.example/"),
    ("no-index", "yes"),
)


@pytest.mark.parametrize(
    "place", ["Library/Application Support/pip/pip.conf", ".config/pip/pip.conf", ".pip/pip.conf"]
)
def test_settings_of_pip(home, place):
    make(home / place).write_text(PIP)
    assert probe_indexes.indexes() == of(home / place, *PIP_SETTINGS)


def test_settings_of_pip_elsewhere(home, tmp_path, monkeypatch):
    make(tmp_path / "prefix" / "pip.conf").write_text(PIP)
    make(tmp_path / "named.conf").write_text(PIP)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "named.conf"))
    assert probe_indexes.indexes() == [
        *of(tmp_path / "prefix" / "pip.conf", *PIP_SETTINGS),
        *of(tmp_path / "named.conf", *PIP_SETTINGS),
    ]
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    assert probe_indexes.indexes() == []


def test_settings_of_uv(home, tmp_path):
    rows = (
        ("index-url", "https://top.example"),
        ("url", "https://listed.example"),
        ("extra-index-url", "https://pip.example"),
    )
    make(home / ".config/uv/uv.toml").write_text(UV)
    make(tmp_path / "project" / "uv.toml").write_text(UV)
    make(tmp_path / "project" / "pyproject.toml").write_text(PROJECT)
    assert probe_indexes.indexes() == [
        *of(home / ".config/uv/uv.toml", *rows),
        *of(tmp_path / "project" / "uv.toml", *rows),
        *of(
            tmp_path / "project" / "pyproject.toml",
            ("url", "https://project.example"),
            ("find-links", "https://links.example"),
        ),
    ]


VARIABLES = (
    *("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX", "PIP_FIND_LINKS"),
    *("UV_INDEX", "UV_DEFAULT_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_TORCH_BACKEND"),
)


def test_the_variables_are_these():
    assert set(probe_indexes.VARIABLES) >= set(VARIABLES)


@pytest.mark.parametrize("name", probe_indexes.VARIABLES)
def test_settings_by_variable(home, monkeypatch, name):
    monkeypatch.setenv(name, "https://index.example")
    row = {"origin": "environment", "key": name, "value": "https://index.example"}
    assert probe_indexes.indexes() == [row]
    monkeypatch.setenv(name, "")
    assert probe_indexes.indexes() == []
