"""OpenMP runtimes in an environment, and the one that torch loads."""

import macho_files as made
from site_packages import Site

from mps_doctor.probe import openmp
from mps_doctor.probe.distributions import Folders
from mps_doctor.probe.torch_files import copies_in


def test_openmp_runtimes_and_which_one_torch_loads(tmp_path):
    site = Site(tmp_path / "site-packages")
    site.add_torch()
    site.write("torch/lib/libomp.dylib", made.thin())
    site.write("sklearn/.dylibs/libomp.dylib", made.thin(cpu=made.X86_64, subtype=3))
    site.write("sklearn/__init__.py")

    folders = Folders([str(site.path)])
    found = openmp.facts(folders, copies_in(folders))
    mine = [one for one in found["runtimes"] if one["package"] != "lib"]
    assert [(one["package"], one["architectures"]) for one in mine] == [
        ("scikit-learn", ["x86_64"]),
        ("torch", ["arm64"]),
    ]
    assert found["torch_loads"] == ["@rpath/libomp.dylib"]
