"""Which checks are found, in which order they run, and what a plug-in may declare."""

import importlib.metadata
import sys
from pathlib import Path

import pytest
from samples import check_that
from tables import cases

import mps_doctor_checks
from mps_doctor.facts import Machine, Origin
from mps_doctor.judgement import catalogue
from mps_doctor.judgement.catalogue import NoChecksError, load_checks, order_checks
from mps_doctor.judgement.checking import CheckDefinitionError
from mps_doctor.judgement.plugins import checks_in, foreign_checks, run_foreign
from mps_doctor.system.entry_points import BUILTIN, GROUP, EntryPoint, entry_points, file_of
from mps_doctor.system.errors import InputError

CHECK = """
from mps_doctor import Passed, check
from mps_doctor.facts import Host

@check({id!r}, title="A title", family={family!r}, causes=({cause!r},))
def a_check(host: Host):
    return Passed(message="fine")
"""


def test_fundamental_families_come_first_in_the_order_of_declaration() -> None:
    named = {"r": "runtime", "t": "torch", "x": "of-a-plug-in", "u": "torch", "h": "host"}
    checks = [check_that(id=id, family=family) for id, family in named.items()]
    assert [item.id for item in order_checks(checks)] == ["h", "t", "u", "r", "x"]


def test_a_cycle_or_a_requirement_that_nobody_meets_is_refused() -> None:
    with pytest.raises(CheckDefinitionError, match="cycle: a, b"):
        order_checks([check_that(id="a", requires=("b",)), check_that(id="b", requires=("a",))])
    with pytest.raises(CheckDefinitionError, match="requires nobody, which does not exist"):
        order_checks([check_that(id="a", requires=("nobody",))])


def test_the_built_in_checks_are_found_by_their_entry_point_wherever_they_are() -> None:
    found = load_checks(plugins=False)
    assert {"python-architecture", "smoke-test"} <= {item.id for item in found.checks}
    assert found.broken == ()
    assert len(checks_in(mps_doctor_checks)) == len(found.checks)
    assert EntryPoint(BUILTIN, "mps_doctor_checks") in entry_points()


def test_a_run_without_any_check_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "entry_points", lambda: (EntryPoint(BUILTIN, "no_module"),))
    with pytest.raises(NoChecksError, match="no_module"):
        load_checks()
    monkeypatch.setattr(catalogue, "entry_points", lambda: ())
    with pytest.raises(NoChecksError, match="no entry point was found"):
        load_checks()
    with pytest.raises(InputError, match="no plug-in is called 'lab'"):
        load_checks(without=("lab",))


def test_checks_in_folders_below_folders_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file, id in {"__init__": "one", "gpu/two": "two", "gpu/metal/three": "three"}.items():
        path = tmp_path / "deep_checks" / f"{file}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(CHECK.format(id=id, family="", cause="python-broken"))
    monkeypatch.syspath_prepend(str(tmp_path))
    found = foreign_checks("deep_checks")
    assert {item.id: item.family for item in found} == {
        "one": "deep-checks", "two": "gpu", "three": "metal",
    }  # fmt: skip


@cases
def test_what_a_plug_in_declares_is_used_or_refused_with_the_reason(
    name: str, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{name}_checks.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    if said:
        with pytest.raises(CheckDefinitionError, match=said):
            foreign_checks(f"{name}_checks")
    else:
        assert [item.id for item in foreign_checks(f"{name}_checks")] == ["a"]


def test_a_plug_in_cannot_take_an_id_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, id in (("taking", "smoke-test"), ("adding", "lab-disk")):
        text = CHECK.format(id=id, family="lab", cause="lab:bad")
        (tmp_path / f"{name}_checks.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    names = ("taking", "adding")
    points = tuple(EntryPoint(name, f"{name}_checks") for name in names)
    ours = EntryPoint(BUILTIN, "mps_doctor_checks")
    monkeypatch.setattr(catalogue, "entry_points", lambda: (*points, ours))
    found = load_checks()
    (broken,) = found.broken
    assert (broken.check, broken.outcome) == ("plugin:taking", "errored")
    assert "smoke-test is taken" in broken.message
    mine = {item.id: item for item in found.checks if item.plugin != BUILTIN}
    assert list(mine) == ["lab-disk"]
    (result,) = run_foreign(mine["lab-disk"], Machine(origin=Origin(kind="synthetic")))
    assert (result.outcome, result.message) == ("passed", "fine")
    assert len(load_checks(without=("taking", "adding")).checks) == len(found.checks) - 1


def declare(folder: Path, distribution: str, text: bytes | str) -> None:
    info = folder / f"{distribution}.dist-info"
    info.mkdir(parents=True)
    content = text if isinstance(text, bytes) else text.encode()
    (info / "entry_points.txt").write_bytes(content)


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(sys, "path", [str(tmp_path / name) for name in ("a", "b", "missing")])
    return tmp_path


def test_the_files_say_what_importlib_metadata_says() -> None:
    points = importlib.metadata.entry_points(group=GROUP)
    assert set(entry_points()) == {EntryPoint(point.name, point.module) for point in points}


def test_only_our_group_counts_and_the_first_of_a_distribution(path: Path) -> None:
    ours = f"[console_scripts]\nx = other:main\n\n[{GROUP}]\n# a = comment\nlab = lab_checks\n"
    declare(path / "a", "lab_checks-1.0", ours)
    declare(path / "b", "lab_checks-0.9", f"[{GROUP}]\nold = lab_checks_old\n")
    declare(path / "b", "more-1.0", f"[{GROUP}]\nmore = more.checks:all [extra]\n")
    declare(path / "b", "broken-1.0", b"[mps\xff")
    assert entry_points() == (EntryPoint("lab", "lab_checks"), EntryPoint("more", "more.checks"))


def test_a_name_that_is_taken_gets_its_distribution_in_front(path: Path) -> None:
    declare(path / "a", "one-1.0", f"[{GROUP}]\nlab = one\nbuiltin = one\n")
    declare(path / "b", "two-1.0", f"[{GROUP}]\nlab = two\n")
    assert [point.name for point in entry_points()] == ["lab", "one:builtin", "two:lab"]


def test_the_file_of_a_module_is_found_without_importing_it(path: Path) -> None:
    (path / "b" / "pkg").mkdir(parents=True)
    (path / "b" / "pkg" / "probe.py").write_text("raise SystemExit")
    assert file_of("pkg.probe") == str(path / "b" / "pkg" / "probe.py")
    assert file_of("pkg.nothing") == file_of("../probe") == ""
