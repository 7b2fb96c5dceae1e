"""What already works on this Mac comes first, and is told from files."""

from pathlib import Path

import pytest
from simulated_mac.macho import thin

from mps_doctor.discovery.environment import Surroundings
from mps_doctor.features.fix.elsewhere import step_to_elsewhere
from mps_doctor.fixes import Situation


def write_binary(path: Path, cpu: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(thin(cpu))
    path.chmod(0o755)


def make_environment(
    folder: Path, torch: str, *, python: str = "arm64", library: str = "arm64"
) -> None:
    write_binary(folder / "bin" / "python", python)
    (folder / "conda-meta").mkdir()
    site = folder / "lib" / "python3.12" / "site-packages"
    (site / f"torch-{torch}.dist-info").mkdir(parents=True)
    write_binary(site / "torch" / "lib" / "libtorch_cpu.dylib", library)


@pytest.mark.parametrize(
    ("torch", "macos", "options", "works"),
    [
        ("2.8.0", "14.5", {}, True),
        ("2.15.0", "13.6", {}, False),
        ("1.11.0", "14.5", {}, False),
        ("2.8.0", "14.5", {"python": "x86_64"}, False),
        ("2.8.0", "14.5", {"library": "x86_64"}, False),
        ("2.8.0", "", {}, False),
        ("nonsense", "14.5", {}, False),
    ],
)
def test_an_environment_that_works_is_named(
    tmp_path: Path, torch: str, macos: str, options: dict[str, str], works: bool
) -> None:
    home = tmp_path / "home"
    prefix = home / "miniforge3" / "envs" / "mps"
    make_environment(prefix, torch, **options)
    around = Surroundings({}, tmp_path, home, tmp_path / "root", "darwin")
    situation = Situation(True, "arm64", "arm64", macos, "3.12", False, None)
    step = step_to_elsewhere(situation, tmp_path / "examined", around)
    assert (step is not None) is works
    assert step_to_elsewhere(situation, prefix, around) is None
    if step is not None:
        assert step.commands == (("conda", "activate", "mps"),)
        assert step.left_to_you
