"""torch whose files no table can hold: too many, too deep, of odd names, or not to be read."""

import os
import shutil
from pathlib import Path

import pytest
from patient import Patient, assert_well_behaved
from simulated_mac import macho

RAISES = "raise ImportError('as ever')\n"
FAILS = "torch-import-failed"


@pytest.mark.linux_only("the library is one for macOS")
def test_a_library_of_another_system(patient: Patient) -> None:
    name = "lib/libtorch_cpu.dylib"
    package = patient.torch(f"import ctypes\nctypes.CDLL(__path__[0] + '/{name}')\n")
    patient.write(package / name, macho.thin("arm64"))
    assert patient.visit().verdict["cause"] == "native-arch-mismatch"


def test_many_packages_and_deep_folders(patient: Patient) -> None:
    patient.torch(RAISES)
    for number in range(3000):
        (patient.site / f"package_{number}-1.0.dist-info").mkdir()
    path = patient.site / "torch" / "lib"
    while len(str(path)) < os.pathconf("/", "PC_PATH_MAX") - 200:
        path = path / "abcdefgh"
    path.mkdir(parents=True)

    visit = patient.visit()

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == FAILS


NOT_UTF_8 = pytest.mark.linux_only("APFS takes no name that is not UTF-8")


@NOT_UTF_8
def test_names_that_are_no_text(patient: Patient) -> None:
    patient.torch(RAISES)
    site = os.fsencode(patient.site)
    for name in (b"caf\xe9.py", b"\xff\xfe-1.0.dist-info", b"a\nb-1.0.dist-info", b"\x1b[2J.pth"):
        Path(os.fsdecode(os.path.join(site, name))).write_bytes(b"")

    visit = patient.visit()

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == FAILS


def as_anybody() -> list[str]:
    """Return what runs a program for which permissions count, also where the tests are root's."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may read everything")
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]


@pytest.mark.parametrize(
    ("name", "exit_code"),
    [("torch", 1), ("torch/__init__.py", 1), ("torch-2.9.1.dist-info", 1), ("../../..", 2)],
)
def test_what_may_not_be_read(patient: Patient, name: str, exit_code: int) -> None:
    patient.torch()
    path = (patient.site / name).resolve()
    path.chmod(0)
    try:
        visit = patient.visit(argv=[*as_anybody(), *patient.command()])
    finally:
        path.chmod(0o755)

    assert_well_behaved(visit)
    assert visit.exit_code == exit_code, visit.summary


@NOT_UTF_8
@pytest.mark.parametrize("format_", ["json", "console"])
def test_an_environment_on_a_path_that_is_no_text(patient: Patient, format_: str) -> None:
    patient.torch(RAISES)
    odd = patient.folder / "caf\udce9"
    patient.prefix.rename(odd)

    visit = patient.visit("--python", str(odd / "bin" / "python"), "--format", format_)

    assert visit.left == []
    assert visit.exit_code == 1, visit.stderr
    assert "Traceback" not in visit.stderr
    assert not {"\x1b", "\x07", "\u202e"} & set(visit.stdout.decode("utf-8"))
    if format_ == "json":
        assert visit.verdict["cause"] == FAILS, visit.summary
