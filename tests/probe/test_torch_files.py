"""torch on disk: versions, copies, leftovers, damage, and what its library's header says."""

import struct

import pytest
from makers import STATED, Site
from simulated_mac import macho as made
from tables import cases, cases_and

from mps_doctor.probe import torch_files
from mps_doctor.probe.packages import Folders


@pytest.fixture
def site(tmp_path):
    return Site(tmp_path / "site-packages")


def facts(*sites: Site, thorough: bool = False):
    copies = torch_files.copies_in(Folders([str(site.path) for site in sites]))
    return torch_files.facts(copies, thorough)


def unknown(reason: str, *names: str) -> dict[str, object]:
    return {key: {"unknown": reason} for key in names}


LIBRARY_FACTS = ("deployment_target", "sdk", "stated_minimum_macos", "metal_target")
ELF = b"\x7fELF\x02\x01" + bytes(10) + struct.pack("<2H", 3, 62)
NO_KERNELS = {"unknown": "it holds no compiled kernels"}


def test_a_sound_torch(site):
    site.add_torch()
    found = facts(site)
    assert found == {
        "installed": True,
        "copies": [
            {"location": str(site.path), "version": "2.9.1", "package": True, "metadata": True}
        ],
        "version": "2.9.1",
        "location": str(site.path),
        "installer": "pip",
        "architectures": ["arm64"],
        "deployment_target": "11.0",
        "sdk": "14.5",
        "mps_linked": True,
        "stated_minimum_macos": "14.0",
        "metal_target": NO_KERNELS,
        "editable": False,
        "source_url": {"unknown": "from an index"},
        "missing_files": [],
        "leftovers": [],
    }


@cases_and(
    {
        "case": "a library of Linux",
        "files": {"torch/__init__.py": "", "torch/lib/libtorch_cpu.so": ELF},
        "expected": {
            "architectures": ["elf-x86_64"],
            "mps_linked": False,
            **unknown("a Linux library has none", *LIBRARY_FACTS),
        },
    },
    {
        "case": "a library of Windows' name",
        "files": {"torch/__init__.py": "", "torch/lib/torch_cpu.dll": made.image()},
        "expected": {
            "architectures": ["arm64"],
            "mps_linked": False,
            "metal_target": NO_KERNELS,
            **unknown("it does not say", "deployment_target", "sdk"),
            **unknown("the library names no C strings", "stated_minimum_macos"),
        },
    },
)
def test_what_a_folder_says(site, files, expected):
    for name, content in files.items():
        site.write(name, content)
    found = facts(site)
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("__version__ = '2.9.1'", "2.9.1"),
        ('a = "x"\n__version__: str = "2.9.1"  # a comment', "2.9.1"),
        *[(text, "1.0") for text in ("__version__ = version", "__version__ =", "__version__ '2'")],
        ("x" * 20_000 + "\n__version__ = '2.9.1'", "1.0"),
    ],
)
def test_the_version_file(site, text, version):
    site.write("torch/__init__.py")
    site.write("torch/version.py", text)
    (site.path / "torch-1.0.dist-info").mkdir()
    assert facts(site)["version"] == version


def test_copies_and_leftovers_in_the_order_of_the_path(site, tmp_path):
    names = ("~orch", "~~orch", "~Orch-2.dist-info", "torch-1.0.dist-info")
    for name in (*names, "~umpy", "orch", "~t"):
        (site.path / name).mkdir()
    site.add_torch()
    other, bare = Site(tmp_path / "other"), Site(tmp_path / "bare")
    other.add_torch("1.13.1")
    (bare.path / "torch").mkdir()  # no package: there is no __init__.py
    found = facts(other, site, bare)
    assert [copy["version"] for copy in found["copies"]] == ["1.13.1", "2.9.1"]
    assert found["version"] == "1.13.1"
    expected = {*(str(site.path / name) for name in names), str(bare.path / "torch")}
    assert set(found["leftovers"]) == expected


@cases
def test_damaged_metadata_is_never_complete(site, content, gone, installer, said):
    site.add_torch(installer=installer)
    info = "torch-2.9.1.dist-info"
    for name, text in content.items():
        site.write(f"{info}/{name}", text)
    for name in gone:
        (site.path / info / name).unlink()
    expected = [f"{info}/{line}" for line in said] if isinstance(said, list) else said
    assert facts(site)["missing_files"] == expected


def test_every_file_is_compared_when_asked(site):
    site.add_torch()
    record = "torch-2.9.1.dist-info/RECORD"
    site.write(record, 'torch/nn/x.py,sha256=x,5\n"torch/nn/a,b.py",sha256=x,0\n')
    site.write("torch/nn/a,b.py")
    assert facts(site)["missing_files"] == []
    missing = ["torch/nn/x.py: No such file or directory"]
    assert facts(site, thorough=True)["missing_files"] == missing


@cases
def test_where_it_was_installed_from(site, content, url, editable):
    site.add_torch()
    site.write("torch-2.9.1.dist-info/direct_url.json", content)
    found = facts(site)
    assert (found["version"], found["mps_linked"]) == ("2.9.1", True)
    assert found["source_url"] == url if url else "unknown" in found["source_url"]
    assert found["editable"] is editable if editable is not None else "unknown" in found["editable"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\0" + STATED + b"macOS 14.0+. Now\0", "14.0"),
        (STATED + b"MacOS 12.3+\0x 99.9+", "12.3"),
        (STATED + b"macOS 13\0+", "13"),
        (b"nothing of it", {"unknown": "the library states none"}),
        (STATED + b"macOS soon+.\0", {"unknown": "the library says 'macOS soon+.'"}),
        (STATED + b"\xff \xff\0", {"unknown": "the library says '\ufffd \ufffd'"}),
    ],
)
def test_the_minimum_macos_in_the_words_of_the_library(site, text, said):
    site.add_torch(library=made.image(text=text))
    assert facts(site)["stated_minimum_macos"] == said


NOT_FOR_MACOS = {"unknown": "MachOError: its Metal library is none for macOS"}


@pytest.mark.parametrize(
    ("metal", "target"),
    [
        ({b"metal_basic": made.metal_library(14, 0)}, "14.0"),
        # Others for newer systems lie beside it, in any order.
        ({b"metal_4": made.metal_library(26, 2), b"metal_b": made.metal_library(13, 3)}, "13.3"),
        ({b"metallic": made.metal_library(14, 0)}, NO_KERNELS),
        ({b"metal_basic": b"MTLB"}, NO_KERNELS),
        ({b"metal_basic": made.metal_library(17, 0, system=0x82)}, NOT_FOR_MACOS),
        ({b"metal_basic": bytes(24)}, NOT_FOR_MACOS),
    ],
)
def test_the_macos_that_its_kernels_are_compiled_for(site, metal, target):
    site.add_torch(library=made.image(metal=metal))
    assert facts(site)["metal_target"] == target
