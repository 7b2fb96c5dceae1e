"""torch on disk: versions, copies, leftovers, damage, and what its library's header says."""

import io
import struct

import pytest
from simulated_mac import macho as made
from site_packages import LIBRARY, STATED, Site

from mps_doctor.probe import macho, torch_files
from mps_doctor.probe.distributions import Folders
from mps_doctor.probe.gather import NotKnownError


@pytest.fixture
def site(tmp_path):
    return Site(tmp_path / "site-packages")


def facts(*sites: Site, thorough: bool = False):
    copies = torch_files.copies_in(Folders([str(site.path) for site in sites]))
    return torch_files.facts(copies, thorough)


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


def test_no_torch(site):
    site.write("torchvision/__init__.py")
    site.write("torch_geometric-2.7.0.dist-info/METADATA", "Name: torch-geometric\n")

    assert facts(site) == {
        "installed": False,
        "copies": [],
        "leftovers": [],
        "unknown": "torch is not installed",
    }


def test_metadata_without_package(site):
    site.write("torch-2.9.1.dist-info/METADATA", "Name: torch\nVersion: 2.9.1\n")

    found = facts(site)
    assert (found["installed"], found["version"]) == (False, "2.9.1")
    assert found["copies"] == [
        {"location": str(site.path), "version": "2.9.1", "package": False, "metadata": True}
    ]
    assert found["unknown"] == "the torch package is not there, only its metadata"


def test_package_without_metadata(site):
    site.write("torch/__init__.py")

    found = facts(site)
    assert (found["installed"], found["location"]) == (True, str(site.path))
    reasons = {
        "version": "it states no version",
        "missing_files": "it has no metadata",
        "installer": "it does not say",
        "source_url": "from an index",
        "mps_linked": "there is no torch/lib/libtorch_cpu",
    }
    assert {name: found[name] for name in reasons} == {
        name: {"unknown": reason} for name, reason in reasons.items()
    }


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
def test_the_version_file(site, text, version):
    site.write("torch/__init__.py")
    site.write("torch/version.py", text)
    (site.path / "torch-1.0.dist-info").mkdir()
    assert facts(site)["version"] == version


def test_two_copies_in_the_order_of_the_path(site, tmp_path):
    other = Site(tmp_path / "other")
    other.add_torch("1.13.1")
    site.add_torch("2.9.1")

    found = facts(other, site)
    assert [copy["version"] for copy in found["copies"]] == ["1.13.1", "2.9.1"]
    assert found["version"] == "1.13.1"


@pytest.mark.parametrize("kind", ["dist-info", "egg-info"])
def test_the_metadata_that_fits_is_the_one(site, kind):
    site.write("torch/__init__.py")
    site.write("torch/version.py", "__version__ = '2.9.1'")
    (site.path / f"torch-1.0.{kind}").mkdir()
    (site.path / f"torch-2.9.1.{kind}").mkdir()
    assert facts(site)["leftovers"] == [str(site.path / f"torch-1.0.{kind}")]


def test_leftovers_of_an_interrupted_install(site, tmp_path):
    names = ("~orch", "~~orch", "~Orch-2.dist-info", "torch-1.0.dist-info")
    for name in (*names, "~umpy", "orch", "~t"):
        (site.path / name).mkdir()
    site.add_torch()
    other = Site(tmp_path / "other")
    (other.path / "torch").mkdir()  # no package: there is no __init__.py
    assert set(facts(site, other)["leftovers"]) == {
        *(str(site.path / name) for name in names),
        str(other.path / "torch"),
    }


def test_damaged_files_are_named(site):
    site.add_torch()
    site.write("torch/lib/libtorch_cpu.dylib", LIBRARY[:40])
    (site.path / "torch" / "version.py").unlink()

    found = facts(site)
    assert found["missing_files"] == [
        "torch/version.py: No such file or directory",
        f"torch/lib/libtorch_cpu.dylib: 40 bytes, recorded {len(LIBRARY)}",
    ]
    assert found["architectures"]["unknown"].startswith("MachOError: ")


def test_every_file_is_compared_when_asked(site):
    site.add_torch()
    record = "torch-2.9.1.dist-info/RECORD"
    site.write(record, 'torch/nn/x.py,sha256=x,5\n"torch/nn/a,b.py",sha256=x,0\n')
    site.write("torch/nn/a,b.py")

    assert facts(site)["missing_files"] == []
    assert facts(site, thorough=True)["missing_files"] == [
        "torch/nn/x.py: No such file or directory"
    ]


def test_conda_rewrites_what_it_installs(site):
    site.add_torch(installer="conda")
    site.write("torch/lib/libtorch_cpu.dylib", made.image())

    assert "conda" in facts(site)["missing_files"]["unknown"]


@pytest.mark.parametrize(
    ("content", "url", "editable"),
    [
        ('{"url": "file:///a", "dir_info": {"editable": true}}', "file:///a", True),
        ('{"url": "file:///a", "dir_info": {"editable": false}}', "file:///a", False),
        *((text, None, False) for text in ('{"dir_info": 7}', '{"url": null}', "[1]", "{}")),
        *((text, None, None) for text in ("", "{")),
    ],
)
def test_where_it_was_installed_from(site, content, url, editable):
    site.add_torch()
    site.write("torch-2.9.1.dist-info/direct_url.json", content)

    found = facts(site)
    assert (found["version"], found["mps_linked"]) == ("2.9.1", True)
    assert found["source_url"] == url if url else "unknown" in found["source_url"]
    assert found["editable"] is editable if editable is not None else "unknown" in found["editable"]


def test_a_link_of_setuptools_is_editable(site):
    site.write("torch.egg-link")
    found = facts(site)
    assert (found["installed"], found["copies"]) == (False, [])
    site.write("torch/__init__.py")
    assert facts(site)["editable"] is True


LIBRARY_FACTS = (
    *("architectures", "deployment_target", "sdk", "mps_linked", "stated_minimum_macos"),
    "metal_target",
)


@pytest.mark.parametrize("name", ["libtorch_cpu.dylib", "libtorch_cpu.so", "torch_cpu.dll"])
def test_the_library_by_its_name_on_each_system(site, name):
    site.write("torch/__init__.py")
    site.write(f"torch/lib/{name}", made.image())
    found = facts(site)
    assert {fact: found[fact] for fact in LIBRARY_FACTS} == {
        "architectures": ["arm64"],
        "mps_linked": False,
        "deployment_target": {"unknown": "it does not say"},
        "sdk": {"unknown": "it does not say"},
        "stated_minimum_macos": {"unknown": "the library names no C strings"},
        "metal_target": NO_KERNELS,
    }


def test_a_library_that_cannot_be_read(site):
    site.add_torch(library=b"")
    found = facts(site)
    for name in LIBRARY_FACTS:
        assert found[name] == {"unknown": "MachOError: it is cut off after 0 bytes"}
    library = site.path / "torch/lib/libtorch_cpu.dylib"
    library.unlink()
    library.symlink_to(library)
    found = facts(site)
    assert found["version"] == "2.9.1"
    assert "unknown" in found["mps_linked"]


def test_a_library_of_linux(site):
    site.write("torch/__init__.py")
    head = b"\x7fELF\x02\x01" + bytes(10) + struct.pack("<2H", 3, 62)
    site.write("torch/lib/libtorch_cpu.so", head)
    found = facts(site)
    assert (found["architectures"], found["mps_linked"]) == (["elf-x86_64"], False)
    for name in ("deployment_target", "sdk", "stated_minimum_macos", "metal_target"):
        assert found[name] == {"unknown": "a Linux library has none"}


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
def test_the_minimum_macos_in_the_words_of_the_library(site, text, said):
    site.add_torch(library=made.image(text=text))
    assert facts(site)["stated_minimum_macos"] == said


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
def test_the_macos_that_its_kernels_are_compiled_for(site, metal, target):
    site.add_torch(library=made.image(text=STATED + b"macOS 15.0+. \0", metal=metal))
    found = facts(site)
    assert found["metal_target"] == target
    assert found["stated_minimum_macos"] == "15.0"


def test_kernels_that_lie_outside_the_file_are_none(site):
    segment = made.text_segment((b"metal_basic", 1 << 20, 1 << 20))
    site.add_torch(library=made.image(segment))
    assert facts(site)["metal_target"] == NO_KERNELS
