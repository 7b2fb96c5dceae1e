"""The promise of `fix --apply`: it holds afterwards, or the environment is what it was.

Environments, faults and obstacles are generated; pip and uv are the real ones.
"""

import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from environments import LONGEST, Place, find_uv, make_project, write_index

from mps_doctor.features.fix.installed import distributions, newly_broken, versions_of

pytestmark = [
    pytest.mark.linux_only("a Mac is prescribed a torch that the tests' index lacks"),
    pytest.mark.skipif(find_uv() is None, reason="uv is not installed"),
]

KINDS = ("pip", "uv", "uv project")

FAULTS: dict[str, tuple[str, ...]] = {
    "no torch": ("torch-needs",),
    "companion": ("torch==2.9.1", "torch-needs", "torchvision==0.23.0"),
    "companion of a newer torch": ("torch==2.8.0", "torch-needs", "torchvision==0.24.1"),
    "numpy": ("torch==2.1.0", "torch-needs", "numpy==2.1.3"),
    "damaged": ("torch==2.9.1", "torch-needs"),
    "emptied": ("torch==2.9.1", "torch-needs", "torchvision==0.24.1"),
    "dependency": ("torch==2.9.1",),
}

BESIDE: dict[str, tuple[str, ...]] = {
    "nothing": (),
    "what does not matter": ("colours==1.0",),
    "a dependent": ("loose==1.0", "numpy==1.26.4"),
    "a pin": ("pinner",),
    "a pin of an extra": ("with-extra",),
    "a broken requirement": ("pinner==2.8.0",),
}
"""What else is installed; `pinner` and `with-extra` in the version of the torch."""


def no_obstacle(place: Place) -> None:
    """Nothing is in the way."""


def no_index(place: Place) -> None:
    shutil.rmtree(place.index)
    place.index.mkdir()


def packages_elsewhere(place: Place) -> None:
    """uv's own settings send packages to another folder, and pip's cannot be read."""
    (place.home / ".config" / "uv" / "uv.toml").write_text('[pip]\ntarget = "elsewhere"\n')
    (place.home / ".config" / "pip" / "pip.conf").write_text("[install\n")


def one_wheel_gone(place: Place) -> None:
    """The index goes on listing what cannot be fetched."""
    for wheel in place.index.glob("torchvision-0.24*.whl"):
        wheel.unlink()
    for wheel in place.index.glob("torch_needs*.whl"):
        wheel.unlink()


def bad_checksums(place: Place) -> None:
    """A wheel's last file was changed on its way."""
    for wheel in itertools.chain(*(place.index.glob(f"{n}-*.whl") for n in ("torch", "numpy"))):
        data = bytearray(wheel.read_bytes())
        at = data.find(b"__version__")
        if at > 0:
            data[at] ^= 1
            wheel.write_bytes(bytes(data))


def foreign_variables(place: Place) -> None:
    """Variables that send pip and uv elsewhere."""
    other = str(place.folder / "elsewhere")
    place.env |= {"PIP_PREFIX": other, "PIP_TARGET": other, "PIP_DRY_RUN": "1", "UV_TARGET": other}
    place.env |= {"UV_OVERRIDE": str(place.folder / "override.txt"), "PIP_NO_DEPS": "1"}
    (place.folder / "override.txt").write_text("torch==2.1.0\n")


def foreign_python_path(place: Place) -> None:
    """A folder on PYTHONPATH says that it holds what torch needs."""
    folder = place.folder / "foreign"
    (folder / "torch_needs-1.0.dist-info").mkdir(parents=True)
    (folder / "torch_needs-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: torch-needs\nVersion: 1.0\n"
    )
    place.env["PYTHONPATH"] = str(folder)


def foreign_uv_settings(place: Place) -> None:
    """The current folder overrides what is asked for."""
    (place.folder / "uv.toml").write_text('override-dependencies = ["torch==2.1.0"]\n')


def shadowed_modules(place: Place) -> None:
    """`python -m pip` looks into the current folder first."""
    for name in ("json.py", "packaging.py"):
        (place.project / name).write_text("raise RuntimeError('this is another module')\n")


def settings_and_leftovers(place: Place) -> None:
    """pip.conf wants a user's folder, and a killed installer has left an empty folder."""
    with (place.home / ".config" / "pip" / "pip.conf").open("a") as file:
        file.write("[install]\nuser = true\n")
    (place.site / "ghost-3.0.dist-info").mkdir()


def another_fix_is_at_work(place: Place) -> None:
    """A process holds the lock."""
    code = "import fcntl, sys, time; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX)"
    code += "; print(flush=True); time.sleep(600)"
    (place.prefix / ".mps-doctor").mkdir(exist_ok=True, mode=0o700)
    (place.prefix / ".mps-doctor" / "lock").touch(0o600)
    argv = [sys.executable, "-c", code, str(place.prefix / ".mps-doctor" / "lock")]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    place.children.append(process)


HARMLESS: tuple[Callable[[Place], None], ...] = (
    no_obstacle,
    foreign_variables,
    foreign_python_path,
    foreign_uv_settings,
    shadowed_modules,
    settings_and_leftovers,
)
OBSTACLES = (no_index, packages_elsewhere, one_wheel_gone, bad_checksums, another_fix_is_at_work)


@dataclass(frozen=True)
class Case:
    """One generated environment."""

    kind: str
    fault: str
    beside: str
    obstacle: Callable[[Place], None]

    def __str__(self) -> str:
        return f"{self.kind}, {self.fault}, {self.beside}, {self.obstacle.__name__}"

    @property
    def must_be_repaired(self) -> bool:
        """Whether a set of packages fits, and can be had."""
        return self.obstacle in HARMLESS and self.beside in ("nothing", "what does not matter")

    def make(self, folder: Path) -> Place:
        """Make it."""
        write_index(folder / "index")
        place = Place(folder / "place", folder / "index", self.kind.partition(" ")[0])
        faulty = FAULTS[self.fault]
        torch = next((i.partition("==")[2] for i in faulty if i.startswith("torch==")), "2.9.1")
        beside = [
            f"{item}=={torch}" if item in ("pinner", "with-extra") else item
            for item in BESIDE[self.beside]
            if torch != "2.1.0" or item not in ("pinner", "with-extra")
        ]
        beside = [item for item in beside if not item.startswith("numpy") or self.fault != "numpy"]
        if self.kind == "uv project":
            names = {item.partition("==")[0] for item in (*faulty, *beside)} | {"torch"}
            make_project(place, sorted(names))
            place.run("uv", "pip", "uninstall", "--python", place.python, *place.installed())
        place.install(*faulty, *beside)
        if self.fault == "damaged":
            (place.site / "torch" / "version.py").unlink()
        if self.fault == "emptied":  # so a killed uv leaves it
            for path in (place.site / "torch").rglob("*.py"):
                path.unlink()
        self.obstacle(place)
        return place


def cases(seed: int) -> Iterator[Case]:
    """Yield cases without end, each kind and each fault as often as the others, also together."""
    chance = random.Random(seed)
    for number in itertools.count():
        obstacle = chance.choice(HARMLESS if number % 4 else OBSTACLES)
        kind, fault = KINDS[number % 3], list(FAULTS)[number % len(FAULTS)]
        yield Case(kind, fault, chance.choice(list(BESIDE)), obstacle)


def assert_whole(place: Place, before: list[object], versions: dict[str, str]) -> None:
    """Assert that what is installed is whole, and fits at least as well as before."""
    now = distributions(place.site)
    assert len({item.name for item in now}) == len(now)
    for item in now:
        if versions.get(item.name) != item.version:
            assert item.damage() == "", item.name
    assert newly_broken(before, now, versions_of(now), {"python_version": "3"}) == []  # type: ignore[arg-type]


def check(case: Case, folder: Path) -> bool:
    """Fix one generated environment, assert the promise, and return whether it was repaired."""
    place = case.make(folder)
    try:
        before, found = place.files(), distributions(place.site)
        visit = place.fix("--apply", "--yes")
        result = visit.document["result"]
        if result == "fixed":
            assert visit.exit_code == 0, visit.summary
            assert_whole(place, list(found), versions_of(found))
            assert place.fix().exit_code == 0
        else:  # a file may have been renamed, and a package refused
            assert result in ("unchanged", "improved"), visit.summary
            assert visit.exit_code == 1, visit.summary
            assert not case.must_be_repaired, visit.summary
        for argv in visit.document["undo"]:
            if argv[0] == "mv":
                place.run(*argv)
                continue
            back = place.fix(*argv[2:], "--yes")
            assert back.document["result"] == "undone", back.summary
        assert place.files() == before, visit.summary
    finally:
        for child in place.children:
            child.kill()
            child.communicate()
    return bool(result == "fixed")


@pytest.mark.parametrize("case", list(itertools.islice(cases(6), 6)), ids=str)
def test_the_promise_holds_or_nothing_has_changed(case: Case, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.full
def test_most_generated_environments_are_repaired(tmp_path: Path) -> None:
    repaired = []
    for number, case in enumerate(itertools.islice(cases(2), 150)):
        folder = tmp_path / str(number)
        fixed = check(case, folder)
        shutil.rmtree(folder)
        if case.obstacle in HARMLESS:
            repaired.append(fixed)
    assert sum(repaired) > 0.8 * len(repaired)


@pytest.fixture
def slow(tmp_path: Path) -> Place:
    """Return an environment with a damaged torch of many files."""
    write_index(tmp_path / "index", parts=400)
    place = Place(tmp_path / "place", tmp_path / "index")
    place.install("torch==2.9.1", "torch-needs", "torchvision==0.23.0")
    return place


def kill_at(place: Place, number: int, seconds: float) -> None:
    """Start a fix, and send it a signal after a while."""
    doctor = place.start_fix("--apply", "--yes")
    time.sleep(seconds)
    if doctor.poll() is None:
        os.kill(doctor.pid, number)
    doctor.communicate(timeout=LONGEST)


def check_killed(place: Place, number: int, seconds: float, *, undo: bool) -> None:
    """Kill a fix, and assert that the next run, or the undo, leaves what the promise says."""
    before = place.files()
    kill_at(place, number, seconds)
    until = time.monotonic() + LONGEST
    folder = place.last_folder()
    again = ("--undo", folder) if undo and folder is not None else ()
    visit = place.fix(*again, "--apply", "--yes")
    while "at work" in visit.stdout + visit.stderr and time.monotonic() < until:
        time.sleep(0.2)
        visit = place.fix(*again, "--apply", "--yes")
    if again:
        assert place.files() == before, visit.summary
    else:
        assert visit.exit_code == 0, visit.summary
        assert place.fix().exit_code == 0


@pytest.mark.parametrize(
    ("number", "seconds", "undo"),
    [(signal.SIGKILL, 1.1, False), (signal.SIGKILL, 1.6, True), (signal.SIGINT, 1.4, False)],
)
def test_what_was_killed_is_settled(slow: Place, number: int, seconds: float, undo: bool) -> None:
    check_killed(slow, number, seconds, undo=undo)


@pytest.mark.full
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("tenth", range(3, 45, 2))
def test_what_was_killed_at_any_stage_is_settled(slow: Place, number: int, tenth: int) -> None:
    check_killed(slow, number, tenth / 10, undo=bool(tenth % 4 == 1))


def test_two_fixes_at_once(slow: Place) -> None:
    doctors = [slow.start_fix("--apply", "--yes") for _ in range(2)]
    for doctor in doctors:
        doctor.communicate(timeout=LONGEST)
    assert 0 in {doctor.returncode for doctor in doctors}
    assert slow.fix().exit_code == 0
    assert len({item.name for item in distributions(slow.site)}) == len(distributions(slow.site))
