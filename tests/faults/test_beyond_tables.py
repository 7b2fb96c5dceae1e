"""What no table of cases can hold: other Pythons, odd folders and files, plug-ins side by side."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from other_pythons import find_python
from patient import SOUND_CHECKS, Patient, Visit, assert_well_behaved
from simulated_mac import macho

RAISES = "raise ImportError('as ever')\n"


@pytest.mark.parametrize("version", ["2.7", "3.6"])
def test_a_python_that_is_too_old(patient: Patient, version: str) -> None:
    visit = patient.visit("--python", find_python(version))

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("python-too-old", 1), visit.summary
    assert version in visit.verdict["sentence"]


def test_the_doctor_runs_nothing_from_the_current_folder(patient: Patient) -> None:
    command = Path(sys.executable).with_name("mps-doctor")
    if not command.exists():
        pytest.skip("the command is not installed")  # -m would find the mps_doctor.py there
    patient.torch(RAISES)
    mine = (
        "import pathlib; pathlib.Path(__file__).with_suffix('.ran').touch(); raise RuntimeError\n"
    )
    names = ("click", "msgspec", "rich", "packaging", "psutil", "mps_doctor", "mps_doctor_checks")
    for name in (*names, "site", "sitecustomize", "encodings", "pip", "distro"):
        patient.write(patient.cwd / f"{name}.py", mine)

    visit = patient.visit(argv=[str(command), *patient.command()[3:]])

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == "torch-import-failed"


@pytest.mark.linux_only("says what is said of a Linux")
def test_a_removed_current_folder_and_nothing_named(patient: Patient) -> None:
    line = 'mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && exec "$@"'
    command = [sys.executable, "-m", "mps_doctor", "--format", "json", "--level", "quick"]

    visit = patient.visit(argv=["bash", "-c", line, "bash", *command])

    assert visit.exit_code == 1, visit.summary
    assert visit.verdict["cause"] == "not-macos-host"


@pytest.mark.parametrize("format_", ["json", "console"])
def test_a_reader_that_goes_away(patient: Patient, format_: str) -> None:
    patient.torch(RAISES)
    argv = ["bash", "-c", '"$@" | head -c 1', "bash", *patient.command("--format", format_)]

    visit = patient.visit(argv=argv)

    assert len(visit.stdout) == 1
    assert visit.stderr == ""
    assert visit.left == []


def results_of(visit: Visit) -> dict[str, dict[str, str]]:
    return {result["check"]: result for result in visit.document["results"]}


def test_a_plugin_that_replaces_our_own_entry_point(patient: Patient) -> None:
    patient.torch(RAISES)
    env = patient.plugin(SOUND_CHECKS)
    points = patient.folder / "plugins" / "mine-1.0.dist-info" / "entry_points.txt"
    patient.write(points, "[mps_doctor.checks]\nbuiltin = plugin_mine\n")

    visit = patient.visit(**env)

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("torch-import-failed", 1), visit.summary
    assert results_of(visit)["mine-works"]["outcome"] == "passed"


@pytest.mark.parametrize("arguments", [("list",), ("explain", "mine-works")], ids=" ".join)
def test_the_catalogue_knows_plugins_and_survives_them(
    patient: Patient, arguments: tuple[str, ...]
) -> None:
    patient.plugin("import os; os._exit(7)\n", name="fatal")
    env = patient.plugin(SOUND_CHECKS)

    visit = patient.visit(*arguments, "--format", "json", **env)

    assert visit.exit_code == 0, visit.stderr
    assert visit.left == []
    assert "mine-works" in json.dumps(json.loads(visit.stdout))


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
