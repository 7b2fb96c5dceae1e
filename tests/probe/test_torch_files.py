"""torch on disk: versions, copies, remains, damage, and what its library's header says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mps_doctor.probe.distributions import Folders
from mps_doctor.probe.openmp import facts as openmp_facts
from mps_doctor.probe.packages import facts as package_facts
from mps_doctor.probe.torch_files import copies, facts

sys.path.append(str(Path(__file__).parent))
import macho_files as made

TEXT = b"xx\0The MPS backend is supported on MacOS 14.0+. \0yy\0"

LIBRARY = made.thin(
    made.load(made.MPSGRAPH, 0x80000018),
    made.load("@rpath/libomp.dylib"),
    made.built_for((11, 0), (14, 5)),
    text=TEXT,
)


class Site:
    """A site-packages folder in the making."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)

    def write(self, name: str, content: str | bytes = "") -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def add_torch(self, version: str = "2.9.1", installer: str = "pip") -> None:
        self.write("torch/__init__.py", "import os\n")
        self.write(
            "torch/version.py",
            f"from typing import Optional\n__version__ = '{version}'\ndebug = False\n"
            "cuda: Optional[str] = None\n"
            "git_version = '5811a8d7da873dd699ff6687092c225caffcf1bb'\n",
        )
        self.write("torch/lib/libtorch_cpu.dylib", LIBRARY)
        info = f"torch-{version}.dist-info"
        self.write(f"{info}/METADATA", f"Name: torch\nVersion: {version}\n\nText\n")
        self.write(f"{info}/INSTALLER", f"{installer}\n")
        self.write(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: cp311-none-macosx_11_0_arm64\n")
        names = ("torch/__init__.py", "torch/version.py", "torch/lib/libtorch_cpu.dylib")
        sizes = [f"{name},sha256=x,{(self.path / name).stat().st_size}" for name in names]
        self.write(f"{info}/RECORD", "\n".join([*sizes, "torch/__pycache__/x.pyc,,", ""]))


@pytest.fixture
def site(tmp_path):
    return Site(tmp_path / "site-packages")


def torch_facts(*sites: Site, thorough: bool = False):
    return facts(copies(Folders([str(one.path) for one in sites])), thorough)


def test_a_sound_install(site):
    site.add_torch()

    found = torch_facts(site)
    assert found["installed"] is True
    assert found["version"] == "2.9.1"
    assert found["location"] == str(site.path)
    assert found["installer"] == "pip"
    assert found["wheel_tags"] == ["cp311-none-macosx_11_0_arm64"]
    assert found["git_version"] == "5811a8d7da873dd699ff6687092c225caffcf1bb"
    assert found["architectures"] == ["arm64"]
    assert found["deployment_target"] == "11.0"
    assert found["sdk"] == "14.5"
    assert found["mps_linked"] is True
    assert found["stated_minimum_macos"] == "14.0"
    assert found["editable"] is False
    assert found["source_url"] == {"unknown": "from an index"}
    assert found["missing_files"] == []
    assert found["leftovers"] == []
    assert "unknown" not in found


def test_no_torch(site):
    site.write("torchvision/__init__.py")
    site.write("torch_geometric-2.7.0.dist-info/METADATA", "Name: torch-geometric\n")

    found = torch_facts(site)
    assert found["installed"] is False
    assert found["copies"] == []
    assert found["unknown"] == "torch is not installed"


def test_metadata_without_package(site):
    site.write("torch-2.9.1.dist-info/METADATA", "Name: torch\nVersion: 2.9.1\n")

    found = torch_facts(site)
    assert found["installed"] is False
    assert found["version"] == "2.9.1"
    assert found["copies"] == [
        {"location": str(site.path), "version": "2.9.1", "package": False, "metadata": True}
    ]


def test_package_without_metadata(site):
    site.write("torch/__init__.py")
    site.write("torch/version.py", '__version__ = "2.8.0a0+git1"\n')

    found = torch_facts(site)
    assert (found["installed"], found["version"]) == (True, "2.8.0a0+git1")
    assert found["missing_files"] == {"unknown": "it has no metadata"}
    assert found["mps_linked"] == {"unknown": "there is no torch/lib/libtorch_cpu"}


def test_two_copies_in_the_order_of_the_path(site, tmp_path):
    other = Site(tmp_path / "other")
    other.add_torch("1.13.1")
    site.add_torch("2.9.1")

    found = torch_facts(other, site)
    assert [copy["version"] for copy in found["copies"]] == ["1.13.1", "2.9.1"]
    assert found["version"] == "1.13.1"


def test_remains_of_an_interrupted_install(site):
    site.add_torch("2.9.1")
    site.write("~orch/x.py")
    site.write("torch-2.8.0.dist-info/METADATA", "Name: torch\nVersion: 2.8.0\n")
    site.write("~umpy/x.py")

    found = torch_facts(site)
    assert found["version"] == "2.9.1"
    assert sorted(found["leftovers"]) == [
        str(site.path / "torch-2.8.0.dist-info"),
        str(site.path / "~orch"),
    ]


def test_a_truncated_library_is_named(site):
    site.add_torch()
    site.write("torch/lib/libtorch_cpu.dylib", LIBRARY[:40])

    found = torch_facts(site)
    assert found["missing_files"] == [
        f"torch/lib/libtorch_cpu.dylib: 40 bytes, recorded {len(LIBRARY)}"
    ]
    assert found["architectures"]["unknown"].startswith("MachOError: ")


def test_a_missing_file_is_named(site):
    site.add_torch()
    (site.path / "torch" / "version.py").unlink()

    assert torch_facts(site)["missing_files"] == ["torch/version.py: No such file or directory"]


def test_every_file_is_compared_when_asked(site):
    site.add_torch()
    record = "torch-2.9.1.dist-info/RECORD"
    site.write(record, 'torch/nn/x.py,sha256=x,5\n"torch/nn/a,b.py",sha256=x,0\n')
    site.write("torch/nn/a,b.py")

    assert torch_facts(site)["missing_files"] == []
    assert torch_facts(site, thorough=True)["missing_files"] == [
        "torch/nn/x.py: No such file or directory"
    ]


def test_conda_rewrites_what_it_installs(site):
    site.add_torch(installer="conda")
    site.write("torch/lib/libtorch_cpu.dylib", made.thin())

    assert "conda" in torch_facts(site)["missing_files"]["unknown"]


def test_a_development_install(site):
    site.add_torch("2.16.0a0")
    site.write(
        "torch-2.16.0a0.dist-info/direct_url.json",
        '{"url": "file:///src/pytorch", "dir_info": {"editable": true}}',
    )

    found = torch_facts(site)
    assert (found["editable"], found["source_url"]) == (True, "file:///src/pytorch")


@pytest.mark.parametrize("content", ["", "[1]", "{", '{"dir_info": 3}', '{"url": null}'])
def test_a_broken_direct_url_costs_two_facts_only(site, content):
    site.add_torch()
    site.write("torch-2.9.1.dist-info/direct_url.json", content)

    found = torch_facts(site)
    assert (found["version"], found["mps_linked"]) == ("2.9.1", True)
    assert "unknown" in found["source_url"]


def test_a_library_of_linux(site):
    site.add_torch()
    (site.path / "torch/lib/libtorch_cpu.dylib").unlink()
    site.write("torch/lib/libtorch_cpu.so", b"\x7fELF\x02\x01" + b"\0" * 12 + b"\x3e\0" + b"\0" * 9)

    found = torch_facts(site)
    assert (found["architectures"], found["mps_linked"]) == (["elf-x86_64"], False)


def test_a_link_to_itself_is_no_trouble(site):
    site.add_torch()
    library = site.path / "torch/lib/libtorch_cpu.dylib"
    library.unlink()
    library.symlink_to(library)

    found = torch_facts(site)
    assert found["version"] == "2.9.1"
    assert "unknown" in found["mps_linked"]


def test_companions_and_what_they_demand(site):
    site.write(
        "torchvision-0.24.1.dist-info/METADATA",
        "Name: torchvision\nRequires-Dist: numpy\nRequires-Dist: torch (==2.9.1)\n"
        "Requires-Dist: scipy ; extra == 'scipy'\n\nRequires-Dist: torch==0\n",
    )
    site.write("torchvision-0.24.1.dist-info/INSTALLER", "uv\n")
    site.write(
        "transformers-5.23.0.dist-info/METADATA",
        "Name: transformers\nRequires-Dist: torch>=2.4; extra == 'torch'\n",
    )
    site.write("pytorch_lightning-2.6.6.dist-info/METADATA", "Requires-Dist: torch<4.0,>=2.1.0\n")
    site.write("numpy-1.26.4-py3.11.egg-info", "Name: numpy\n")
    site.write("private_thing-1.0.dist-info/METADATA", "Name: private-thing\n")

    found = package_facts(Folders([str(site.path)]))["installed"]
    assert [(one["name"], one["version"], one.get("requires_torch")) for one in found] == [
        ("numpy", "1.26.4", ""),
        ("pytorch-lightning", "2.6.6", "<4.0,>=2.1.0"),
        ("torchvision", "0.24.1", "==2.9.1"),
        ("transformers", "5.23.0", ""),
    ]
    assert found[2]["installer"] == "uv"


def test_openmp_runtimes_and_which_one_torch_loads(site):
    site.add_torch()
    site.write("torch/lib/libomp.dylib", made.thin())
    site.write("sklearn/.dylibs/libomp.dylib", made.thin(cpu=made.X86_64, subtype=3))
    site.write("sklearn/__init__.py")

    folders = Folders([str(site.path)])
    found = openmp_facts(folders, copies(folders))
    mine = [one for one in found["runtimes"] if one["package"] != "lib"]
    assert [(one["package"], one["architectures"]) for one in mine] == [
        ("scikit-learn", ["x86_64"]),
        ("torch", ["arm64"]),
    ]
    assert found["torch_loads"] == ["@rpath/libomp.dylib"]
