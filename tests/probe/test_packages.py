"""Installed packages: names, versions, demands, and the OpenMP runtimes in them."""

import os

from makers import Site
from simulated_mac import macho as made
from tables import cases

from mps_doctor.probe import packages


def test_each_folder_is_listed_once_and_in_order(tmp_path):
    for name in ("b", "a", "lib-dynload", "DLLs", "dlls"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "b")
    (tmp_path / "file").touch()
    names = ("b", "a", "link", "a", "gone", "file", "lib-dynload", "DLLs", "dlls")
    library = os.path.dirname(os.__file__)
    folders = packages.Folders([library, *(str(tmp_path / name) for name in names)])
    kept = [str(tmp_path / name) for name in ("b", "a")]
    assert folders.packages == [*kept, str(tmp_path / "dlls")]
    assert folders.all[:3] == [library, *kept]


@cases
def test_names_and_versions(entry, name, version):
    assert packages.split_name(entry) == (name, version)


@cases
def test_what_a_package_demands_of_torch(tmp_path, line, demand):
    (tmp_path / "METADATA").write_text(f"Name: x\n{line}\nRequires-Dist: torch==7; extra=='y'\n")
    assert packages.demands(str(tmp_path)).get("torch", "") == demand


def test_the_first_package_of_a_name_is_the_one_used(tmp_path):
    for folder, version in (("b", "1.0"), ("a", "2.0")):
        info = tmp_path / folder / f"NumPy-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "INSTALLER").write_bytes(b" pip\nmore\n")
        (info / "METADATA").write_text("Name: numpy\n")
    (tmp_path / "b" / "accelerate-1.0.dist-info").mkdir()
    (tmp_path / "b" / "unheard_of-1.0.dist-info").mkdir()
    folders = packages.Folders([str(tmp_path / "b"), str(tmp_path / "a")])
    rows = packages.packages(folders)["installed"]
    assert [(row["name"], row["version"], row["installer"]) for row in rows] == [
        ("accelerate", "1.0", ""),
        ("numpy", "1.0", "pip"),
    ]


def test_each_runtime_is_named_with_its_package(tmp_path):
    site = Site(tmp_path / "site-packages")
    site.add_torch()
    site.write("torch/lib/libomp.dylib", made.image())
    site.write("sklearn/.dylibs/libomp.dylib", made.image(cpu=made.X86_64, subtype=3))
    site.write("sklearn/__init__.py")

    found = packages.openmp(packages.Folders([str(site.path)]))
    mine = [one for one in found["runtimes"] if one["package"] != "lib"]
    assert [(one["package"], one["architectures"]) for one in mine] == [
        ("scikit-learn", ["x86_64"]),
        ("torch", ["arm64"]),
    ]
