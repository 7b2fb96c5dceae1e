"""`mps-doctor fix --apply` as a user meets it; what it promises is in test_property.py."""

import fcntl
import os
import shlex
from pathlib import Path

import pytest
import samples
from environments import Place, find_uv, make_project, torch_files, write_index, write_wheel
from msgspec.structs import replace

from mps_doctor.facts import Package, Variable
from mps_doctor.features.compare.compare import new_and_gone, read_examination
from mps_doctor.features.fix.apply import is_no_better
from mps_doctor.features.fix.environment import Environment, NotRestoredError, change_environment
from mps_doctor.features.fix.installers import Refused
from mps_doctor.fixes.fix import Install
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import Target

OTHER_WHEELS = pytest.mark.linux_only("a Mac is prescribed a torch that the tests' index lacks")
SHADOW = "raise RuntimeError('this is no torch')\n"


def break_companion(place: Place) -> None:
    place.install("torch==2.9.1", "torch-needs", "torchvision==0.23.0")


def break_shadow(place: Place) -> None:
    place.install("torch==2.9.1", "torch-needs")
    (place.project / "torch.py").write_text(SHADOW)


@pytest.mark.parametrize("taken", [False, True])
def test_a_file_in_the_way_is_renamed_unless_the_new_name_is_taken(
    place: Place, taken: bool
) -> None:
    break_shadow(place)
    renamed = place.project / "torch.py.renamed"
    if taken:
        renamed.write_text("mine")
    done = place.fix("--apply", "--yes")
    assert (done.exit_code, renamed.exists()) == (int(taken), True), done.summary
    assert (place.project / "torch.py").exists() is taken
    for argv in done.document["undo"]:
        place.run(*argv)
    assert (place.project / "torch.py").read_text() == SHADOW
    assert not taken or renamed.read_text() == "mine"


@OTHER_WHEELS
def test_the_environment_that_was_named_is_changed_and_no_other(
    place: Place, tmp_path: Path
) -> None:
    """The current folder is a project of uv, and the first pip on PATH is another Python's."""
    place.install("torch-needs")
    other = Place(tmp_path / "other", place.index)
    make_project(other, ["torch"])
    before = other.files()
    other.env["PATH"] = f"{other.prefix / 'bin'}:{other.env['PATH']}"
    done = other.fix("--python", place.python, "--apply", "--yes")
    assert done.exit_code == 0, done.summary
    assert place.installed()["torch"] == "2.9.1"
    assert other.files() == before


@OTHER_WHEELS
@pytest.mark.parametrize("tool", ["pip", "uv"])
def test_what_a_new_torch_needs_is_brought_up_to_date(tmp_path: Path, tool: str) -> None:
    index = tmp_path / "index"
    write_index(index)
    write_wheel(index, "torch", "2.9.2", torch_files("2.9.2"), ("torch-needs", "sympy>=1.13"))
    for version in ("1.12", "1.14"):
        write_wheel(index, "sympy", version, {"sympy/__init__.py": ""})
    place = Place(tmp_path / "place", index, tool)
    place.install("sympy==1.12", "colours==1.0")
    done = place.fix("--apply", "--yes")
    assert done.exit_code == 0, done.summary
    now = place.installed()
    assert (now["colours"], now["sympy"], now["torch"]) == ("1.0", "1.14", "2.9.2")


@OTHER_WHEELS
@pytest.mark.skipif(find_uv() is None, reason="uv is not installed")
def test_torch_is_added_to_a_project_of_uv_that_has_none(tmp_path: Path, index: Path) -> None:
    place = Place(tmp_path / "place", index, "uv")
    make_project(place, ["colours"])
    before = place.files()
    done = place.fix("--apply", "--yes")
    assert done.document["result"] == "fixed", done.summary
    assert place.installed() == {"colours": "2.0", "torch": "2.9.1", "torch-needs": "1.0"}
    file = place.project / "pyproject.toml"
    wishes = file.read_text()
    assert '"colours",' in wishes
    assert "\"torch>=2.9.1 ; sys_platform == 'linux'\"" in wishes
    # What is asked, and then reported.
    (step,) = done.document["steps"]
    assert "pyproject.toml and uv.lock in " in step["message"]
    assert "dependency torch>=2.9.1 ; sys_platform == 'linux'" in step["message"]
    place.run("uv", "sync")
    assert place.installed()["torch"] == "2.9.1", "the lock has it"
    (undo,) = done.document["undo"]
    file.write_text(f"{wishes}# mine\n")
    refused = place.fix(*undo[2:], "--yes")
    assert "pyproject.toml has changed since that fix" in refused.stdout
    assert place.installed()["torch"] == "2.9.1"
    file.write_text(wishes)
    place.fix(*undo[2:], "--yes")
    assert place.files() == before


@pytest.mark.parametrize(
    ("companion", "options", "code", "result"),
    [("torchvision==0.23.0", (), 5, "unchanged"), ("numpy", ("--yes",), 0, "nothing-to-fix")],
)
def test_nothing_runs_without_consent_or_need(
    place: Place, companion: str, options: tuple[str, ...], code: int, result: str
) -> None:
    place.install("torch==2.9.1", "torch-needs", companion)
    before = place.files()
    visit = place.fix("--apply", *options)
    assert (visit.exit_code, visit.document["result"]) == (code, result), visit.summary
    assert {step["outcome"] for step in visit.document["steps"]} <= {"not-asked"}
    assert place.files() == before


def test_the_torch_that_fits_all_is_chosen(place: Place) -> None:
    """`viewer` wants the torchvision that the torch does not go with, and `pinner` its torch."""
    break_companion(place)
    place.install("viewer", "pinner==2.8.0")
    visit = place.fix("--apply", "--yes")
    assert visit.document["result"] == "fixed", visit.summary
    (step,) = visit.document["steps"]
    assert step["summary"] == "Install torch 2.8.0, torchvision 0.23.0 for pinner and viewer"
    assert step["causes"] == ["torch-companion-version-mismatch"]
    assert (place.installed()["torch"], place.installed()["torchvision"]) == ("2.8.0", "0.23.0")


def test_what_stands_in_the_way_is_named(place: Place) -> None:
    """`viewer` wants the torchvision that the torch does not go with, and `pinner` this torch."""
    break_companion(place)
    place.install("viewer", "pinner==2.9.1")
    before = place.files()
    visit = place.fix("--apply", "--yes")
    assert visit.exit_code == 1, visit.summary
    message = visit.document["steps"][0]["message"]
    assert "no set of packages fits: viewer requires torchvision==0.23.0" in message
    assert "(update or uninstall viewer, or make another environment)" in message
    assert place.files() == before


HALF = "raise ImportError('half a torch')\n"


def place_of_half_a_torch(folder: Path, start: str) -> Place:
    """Return an environment whose index holds a torch that is broken itself."""
    write_index(folder / "index")
    files = {**torch_files("2.9.1"), "torch/__init__.py": start}
    write_wheel(folder / "index", "torch", "2.9.1", files)
    place = Place(folder / "place", folder / "index")
    place.install("torch==2.9.1")
    return place


@OTHER_WHEELS
def test_a_torch_that_is_no_better_is_taken_back(tmp_path: Path) -> None:
    place = place_of_half_a_torch(tmp_path, HALF)
    before = place.files()
    visit = place.fix("--apply", "--yes")
    assert visit.exit_code == 1, visit.summary
    assert [step["outcome"] for step in visit.document["steps"]] == ["not-verified"]
    assert visit.document["result"] == "unchanged"
    assert place.files() == before


@OTHER_WHEELS
def test_a_fault_that_was_hidden_is_said_and_what_is_repaired_stays(tmp_path: Path) -> None:
    """With its missing file back, torch stops at another error."""
    place = place_of_half_a_torch(tmp_path, f"from torch import version\n{HALF}")
    place.install("torch-needs")
    (place.site / "torch" / "version.py").unlink()
    before = place.files()
    visit = place.fix("--apply", "--yes")
    assert (visit.exit_code, visit.document["result"]) == (1, "improved"), visit.summary
    said = "1 of 1 steps done; repaired: torch-install-damaged; left: torch-import-failed. "
    assert visit.document["sentence"].startswith(said)
    assert (place.site / "torch" / "version.py").exists()
    for argv in visit.document["undo"]:
        assert argv[-2:] == ["--device", "cpu"]
        shown = " ".join(place.fix("--undo", argv[3], "--format", "console").stdout.split())
        assert "Risk: installs packages Verify: mps-doctor --python" in shown
        place.fix(*argv[2:], "--yes")
    assert place.files() == before


@pytest.mark.parametrize(
    ("was", "no_better"), [("passed", True), ("failed", True), ("skipped", False)]
)
def test_a_result_is_no_better_where_what_was_examined_before_fails(
    was: str, no_better: bool
) -> None:
    """One warning is gone, and there is another."""
    machine = read_examination(samples.machine("healthy-m1-macos-13-torch-2.8")).facts
    packages = (Package(name="torchvision", version="0.20.1"),)
    values = (Variable(name="PYTORCH_MPS_HIGH_WATERMARK_RATIO", value="0,7"),)
    before, after = (
        assess(replace(machine, **changed), Policy(), Target(kind="snapshot", name="changed"))
        for changed in (
            {"packages": replace(machine.packages, installed=packages)},
            {"variables": replace(machine.variables, values=values)},
        )
    )
    assert before.verdict.status == after.verdict.status == "degraded"
    new = new_and_gone(before, after)[0][0].partition(":")[0]
    results = [replace(r, outcome=was) if r.check == new else r for r in before.results]
    assert is_no_better(replace(before, results=tuple(results)), after) is no_better


def test_an_undo_refuses_where_more_has_changed_since(place: Place) -> None:
    break_companion(place)
    assert place.fix("--apply", "--yes").exit_code == 0
    place.install("colours==1.0")
    folder = place.last_folder()
    assert folder is not None
    visit = place.fix("--undo", folder, "--apply", "--yes")
    assert visit.exit_code == 1, visit.summary
    assert "colours changed since that fix" in visit.stdout
    assert place.installed()["colours"] == "1.0"


def test_what_cannot_be_put_back_is_said(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    break_companion(place)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(place.index))

    def spoil(changes: str) -> None:
        (journal,) = place.prefix.glob(".mps-doctor/2*/journal.json")
        journal.write_text("{")
        raise Refused(changes)

    target = Environment(place.prefix, place.python)
    wish = Install(requirements=("torchvision==0.24.1",))
    with pytest.raises(NotRestoredError, match="not everything could be put back"):
        change_environment(target, wish, agree=spoil, prove=bool, tell=str)


@pytest.mark.parametrize("content", [None, "{", '{"done": 3}', '{"x": 1}'])
def test_an_undo_of_what_is_no_fix_is_refused(
    place: Place, tmp_path: Path, content: str | None
) -> None:
    folder = tmp_path / ".mps-doctor" / "20260101-000000"
    folder.mkdir(parents=True, mode=0o700)
    if content is not None:
        (folder / "journal.json").write_text(content)
    visit = place.fix("--undo", folder)
    assert visit.exit_code == 2, visit.summary
    assert "journal.json" in visit.stderr
    assert "Traceback" not in visit.stderr


def test_what_a_killed_fix_had_fetched_is_cleared_unless_it_is_at_work(place: Place) -> None:
    place.install("torch==2.9.1", "torch-needs")
    wheels = place.prefix / ".mps-doctor" / "20260101-000000" / "work" / "wheels"
    wheels.mkdir(parents=True)
    for folder in wheels.parents[:3]:
        folder.chmod(0o700)
    folder = wheels.parents[1]
    (folder / "journal.json").write_text("{}")
    with (folder.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        visit = place.fix("--apply", "--yes")
        assert visit.exit_code == 2, visit.summary
        assert "another fix or installer is at work" in visit.stderr
    shown = place.fix()
    assert [step["id"] for step in shown.document["steps"]] == ["undo"], shown.summary
    assert folder.exists(), "without --apply nothing is changed"
    assert place.fix("--apply", "--yes").exit_code == 0
    assert not folder.exists()


@OTHER_WHEELS
@pytest.mark.parametrize("tool", ["pip", "uv"])
def test_the_printed_undo_brings_back_what_was_there(
    tmp_path: Path, index: Path, tool: str
) -> None:
    place = Place(tmp_path / "place", index, tool)
    place.install("torch==2.1.0", "torch-needs", "numpy==2.1.3", "blas==1.0")
    before = place.installed()
    (step,) = place.fix().document["steps"]
    assert step["undo"]
    for argv in step["commands"]:
        place.run(*argv)
    assert place.installed() == {**before, "numpy": "1.26.4", "blas": "0.9"}
    for argv in step["undo"]:
        place.run(*argv)
    assert place.installed() == before
    place.install("torch==2.9.1", "torch-needs")
    (place.site / "torch" / "version.py").unlink()
    (step,) = place.fix().document["steps"]
    assert step["undo"] == [], "what was broken is not brought back"


@OTHER_WHEELS
@pytest.mark.parametrize("closed", [">/dev/full", ">&-", "| true"])
def test_what_was_done_is_said_where_the_report_cannot_be_written(
    place: Place, closed: str
) -> None:
    if "full" in closed and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    break_companion(place)
    before = place.installed()
    line = f"{shlex.join(place.command('--apply', '--yes', '--format', 'console'))} {closed}"
    done = place.run("bash", "-o", "pipefail", "-c", line, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "done: torchvision 0.23.0 to 0.24.1" in done.stderr
    assert f"mps-doctor fix --undo {place.last_folder()} --apply" in done.stderr
    undo = shlex.join(place.command("--undo", str(place.last_folder()), "--apply", "--yes"))
    done = place.run("bash", "-o", "pipefail", "-c", f"{undo} {closed}", check=False)
    assert done.returncode == 2
    assert "done: everything is as it was before the fix" in done.stderr
    assert place.installed() == before


VERSION = "2.13.0"
"""A constraint keeps pip to one version, whose wheel the index of the tests is sure to have."""

SLOW = ("--timeout", "300")


@pytest.mark.full
def test_the_real_torch_is_installed_and_mended(tmp_path: Path, index: Path) -> None:
    place = Place(tmp_path / "place", index)
    constraints = tmp_path / "constraints.txt"
    constraints.write_text(f"torch=={VERSION}\n")
    (place.home / ".config" / "pip" / "pip.conf").unlink()
    place.env.update({k: v for k, v in os.environ.items() if k.startswith("PIP_")})
    place.env["PIP_CONSTRAINT"] = str(constraints)

    done = place.fix("--apply", "--yes", *SLOW)
    assert done.exit_code == 0, done.summary
    assert place.installed()["torch"].startswith(VERSION)

    (place.site / "torch" / "functional.py").unlink()
    shown = place.fix(*SLOW)
    assert shown.document["before"]["cause"] == "torch-install-damaged", shown.summary
    done = place.fix("--apply", "--yes", *SLOW)
    assert done.exit_code == 0, done.summary
    assert done.document["after"]["status"] == "healthy"
