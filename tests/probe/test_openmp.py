"""The OpenMP runtimes in an environment."""

from simulated_mac import macho as made
from site_packages import Site

from mps_doctor.probe import openmp
from mps_doctor.probe.distributions import Folders


def test_each_runtime_is_named_with_its_package(tmp_path):
    site = Site(tmp_path / "site-packages")
    site.add_torch()
    site.write("torch/lib/libomp.dylib", made.image())
    site.write("sklearn/.dylibs/libomp.dylib", made.image(cpu=made.X86_64, subtype=3))
    site.write("sklearn/__init__.py")

    folders = Folders([str(site.path)])
    found = openmp.facts(folders)
    mine = [one for one in found["runtimes"] if one["package"] != "lib"]
    assert [(one["package"], one["architectures"]) for one in mine] == [
        ("scikit-learn", ["x86_64"]),
        ("torch", ["arm64"]),
    ]
