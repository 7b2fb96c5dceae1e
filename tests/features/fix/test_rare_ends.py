"""How the steps of a plan can end other than well, and how what was saved can be read and told."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from mps_doctor.features.fix.places import Places

from mps_doctor.features.examination import Judging, judge_snapshot
from mps_doctor.features.fix import saving
from mps_doctor.features.fix.env_files import LARGEST_FILE, mended_in_file, read_env_file
from mps_doctor.features.fix.fix import Consent, Plan, apply_plan, plan_undo
from mps_doctor.features.fix.values import FixReport, FixStep
from mps_doctor.fixes.managers import Manager
from mps_doctor.judgement.checking import Fix
from mps_doctor.judgement.report import Report
from mps_doctor.system.errors import InputError
from mps_doctor.system.processes import Finished

MACHINE = Path(__file__).parents[1] / "machines" / "no-torch.json"
YES = Consent(yes=True)


def finished(stdout: bytes = b"", code: int = 0, *stderr: str) -> Finished:
    return Finished(
        exit_code=code, signal="", timed_out=False, stdout=stdout, stderr=stderr, peak_bytes=0
    )


@pytest.fixture
def report() -> Report:
    return judge_snapshot(MACHINE, Judging())


@pytest.fixture
def apply(tmp_path: Path, report: Report) -> Callable[..., FixReport]:
    """Return a function that carries out steps in an empty folder."""

    def carry_out(
        *steps: FixStep, consent: Consent = YES, examine: Callable[[str], Report] | None = None
    ) -> FixReport:
        plan = Plan(
            report=report,
            steps=steps,
            places=Places({}, str(tmp_path)),
            folder=tmp_path,
            saved=tmp_path / "saved" / "fix",
            examine=examine or (lambda python: report),
            examined=sys.executable,
            command=(),
        )
        return apply_plan(plan, consent, started=time.time(), tell=lambda line: None)

    return carry_out


def step(*commands: tuple[str, ...], **facts: object) -> FixStep:
    told = {"id": "rename-file", "summary": "x", "kind": "run", "automatic": True, **facts}
    return FixStep(commands=commands, **told)  # type: ignore[arg-type]


ENDS = {
    "its program is missing": (
        step(("no-such-tool", "x")),
        "failed",
        "no-such-tool cannot be run: No such file or directory",
        1,
    ),
    "its program fails": (step(("false",)), "failed", "false: exit status 1", 1),
    "its program is killed": (
        step(("sh", "-c", "kill -9 $$")),
        "failed",
        "sh -c 'kill -9 $$': SIGKILL",
        1,
    ),
    "its proof is missing": (
        step(("true",), verify=(("no-such-proof",),)),
        "not-verified",
        "no-such-proof: no-such-proof cannot be run: No such file or directory",
        1,
    ),
    "its proof fails": (
        step(("true",), verify=(("sh", "-c", "echo it is not there >&2; exit 3"),)),
        "not-verified",
        "exit status 3: it is not there",
        1,
    ),
    "its proof names an environment that is not there": (
        step(("true",), verify=(("mps-doctor", "--python", "/no/such/python"),)),
        "not-verified",
        "/no/such/python does not exist",
        1,
    ),
    "it is for a person": (
        step(kind="manual", steps=("Do it.",)),
        "by-hand",
        "nobody but you can do this",
        1,
    ),
    "it needs a password": (
        step(("true",), needs=("sudo",)),
        "by-hand",
        "needs sudo: run it yourself",
        1,
    ),
    "nobody may agree to it": (
        step(("true",), automatic=False),
        "not-asked",
        "no terminal to ask on, and --yes does not answer for this",
        5,
    ),
}


@pytest.mark.parametrize(
    ("planned", "outcome", "message", "exit_code"), ENDS.values(), ids=ENDS.keys()
)
def test_a_step_that_is_not_done(
    apply: Callable[..., FixReport], planned: FixStep, outcome: str, message: str, exit_code: int
) -> None:
    done = apply(planned, step(("true",), id="rename-next"))
    assert done.steps[0].outcome == outcome
    assert message in done.steps[0].message
    goes_on = outcome in ("by-hand", "not-asked")
    assert done.steps[1].outcome == ("done" if goes_on else "not-reached")
    assert done.exit_code == exit_code
    assert apply(planned).result == "unchanged"


def test_where_nothing_ran_the_sentence_says_so(apply: Callable[..., FixReport]) -> None:
    by_hand = apply(step(kind="manual", steps=("Do it.",)))
    assert by_hand.sentence == "Nothing was changed: what is left to do is for you."
    declined = apply(step(("true",)), consent=Consent(ask=lambda step: False))
    assert declined.sentence == "Nothing was changed: you said no."
    assert (declined.exit_code, declined.steps[0].outcome) == (5, "declined")
    assert by_hand.after is declined.after is None


def test_what_a_tool_said_last_is_kept_without_names(
    apply: Callable[..., FixReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USER", "jane-d0e")
    script = "for n in $(seq 30); do echo line $n; done; echo /Users/jane-d0e/x; exit 1"
    output = apply(step(("sh", "-c", script))).steps[0].output
    assert output[-1] == "~/x"
    assert output[-2] == "line 30"
    assert len(output) == 15


def test_a_folder_that_is_there_is_not_written_into(
    apply: Callable[..., FixReport], tmp_path: Path
) -> None:
    (tmp_path / "new-env").mkdir()
    (tmp_path / "new-env" / "mine").touch()
    planned = step(
        *(("touch", "./ran"),),
        id="new-environment",
        needs=("new-environment",),
        undo=(("rm", "-r", "./new-env"),),
    )
    done = apply(planned)
    assert done.steps[0].message == "./new-env is there already; rename or remove it"
    assert not (tmp_path / "ran").exists()
    assert done.undo == ()


def test_ctrl_c_in_a_step_leaves_the_rest(apply: Callable[..., FixReport]) -> None:
    def ask(step: FixStep) -> bool:
        raise KeyboardInterrupt

    done = apply(step(("true",)), step(("true",)), consent=Consent(ask=ask))
    assert [one.outcome for one in done.steps] == ["interrupted", "not-reached"]
    assert (done.result, done.exit_code) == ("interrupted", 130)
    assert done.sentence.startswith("You stopped it during the step rename-file; 0 of 2")


def test_ctrl_c_in_the_last_check_tells_how_to_go_back(apply: Callable[..., FixReport]) -> None:
    def examine(python: str) -> Report:
        raise KeyboardInterrupt

    undo = (("mv", "b", "a"),)
    done = apply(step(("true",), undo=undo), examine=examine)
    assert done.steps[0].outcome == "done"
    assert (done.exit_code, done.undo, done.after) == (130, undo, None)
    assert done.sentence.startswith("You stopped it; 1 of 1 steps done")


def test_conda_that_is_a_function_of_the_shell_is_found(
    apply: Callable[..., FixReport], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "the-real-conda"
    program.write_text('#!/bin/sh\necho "$@" >ran\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("CONDA_EXE", str(program))
    assert apply(step(("conda", "install", "x"))).steps[0].outcome == "done"
    assert (tmp_path / "ran").read_text() == "install x\n"


def test_what_cannot_be_listed_is_not_changed(apply: Callable[..., FixReport]) -> None:
    """The recorded machine's interpreter is not here: nobody can tell what to go back to."""
    done = apply(step(("touch", "ran"), id="install-torch"))
    assert done.steps[0].outcome == "failed"
    assert done.steps[0].message.startswith("nothing was changed, as nothing was saved: ")
    assert "the installed packages cannot be listed" in done.steps[0].message
    assert done.saved_in == ""


STATES = {
    "missing": (None, "cannot read"),
    "no JSON": ("{", "was not written by a fix"),
    "of another kind": ('["kind"]', "was not written by a fix"),
    "nested without end": ("[" * 100_000, "was not written by a fix"),
    "no UTF-8": (b'{"kind": "\xff", "python": ""}', "was not written by a fix"),
    "of a later version": ('{"format": 2, "kind": "pip", "python": "x"}', "newer mps-doctor"),
    "of no environment": ('{"kind": "pip", "python": ""}', "names no environment"),
}


@pytest.mark.parametrize(("state", "said"), STATES.values(), ids=STATES.keys())
def test_a_folder_that_no_fix_saved(tmp_path: Path, state: str | bytes | None, said: str) -> None:
    if state is not None:
        data = state if isinstance(state, bytes) else state.encode()
        (tmp_path / "state.json").write_bytes(data)
    with pytest.raises(InputError, match=said) as refused:
        plan_undo(tmp_path)
    assert "\n" not in str(refused.value)


def test_where_a_users_state_is_kept() -> None:
    home = {"HOME": "/home/jane"}
    assert saving.state_folder(home, "linux") == Path("/home/jane/.local/state/mps-doctor")
    mac = Path("/home/jane/Library/Application Support/mps-doctor")
    assert saving.state_folder(home, "darwin") == mac
    named = {**home, "XDG_STATE_HOME": "/var/state"}
    assert saving.state_folder(named, "darwin") == Path("/var/state/mps-doctor")
    relative = {**home, "XDG_STATE_HOME": "state"}  # to be ignored, says its specification
    assert saving.state_folder(relative, "darwin") == mac


def test_an_environment_without_its_manager_is_listed_by_its_metadata() -> None:
    def run(argv: tuple[str, ...]) -> Finished:
        if argv[0] == "uv":
            raise FileNotFoundError(2, "No such file or directory")
        return finished(b"torch==2.9.1\n\nnumpy==2.0\ntorch==2.9.1\n")

    manager = Manager(kind="uv", python="/env/bin/python")
    assert saving.freeze(manager, run) == ("numpy==2.0", "torch==2.9.1")


def test_conda_that_lists_nothing_is_a_reason(tmp_path: Path) -> None:
    def run(argv: tuple[str, ...]) -> Finished:
        return finished(b"", 1, "CondaError: x") if argv[0] == "conda" else finished(b"a==1\n")

    manager = Manager(kind="conda", python="/env/bin/python", target=("-n", "ml"))
    with pytest.raises(saving.SavingError, match="conda list --explicit failed: CondaError: x"):
        saving.save(tmp_path / "saved", manager, ("torch",), tmp_path, run)


def test_what_was_added_is_nothing_where_nobody_can_tell(tmp_path: Path) -> None:
    def run(argv: tuple[str, ...]) -> Finished:
        raise PermissionError(13, "Permission denied")

    assert saving.added_since(saving.Saved(kind="pip", python="x"), tmp_path, run) == ()
    assert saving.added_since(saving.Saved(kind="conda", python="x"), tmp_path, run) == ()


def test_each_manager_of_a_project_goes_back_in_its_own_way(tmp_path: Path) -> None:
    def undo(kind: str) -> list[str]:
        saved = saving.Saved(
            kind=kind, python="py", project="/work", named=("torch",), files=("a.lock",)
        )
        return [" ".join(argv) for argv in saving.undo_commands(saved, tmp_path, ("new",))]

    copied = f"cp {tmp_path}/a.lock /work/a.lock"
    assert undo("pixi") == [copied, "pixi install"]
    assert undo("poetry") == [copied, "py -m pip uninstall --yes new", "poetry install"]
    assert undo("uv-project") == [
        copied,
        "uv pip uninstall --python py new",
        "uv sync --inexact",
    ]


def test_what_comes_from_a_folder_is_named_and_left() -> None:
    frozen = (
        "-e git+https://index.example/x@1#egg=My_Tool",
        "# a remark",
        "colours @ file:///work/colours",
        "torch==2.9.1",
    )
    assert [saving.name_of(line) for line in frozen] == ["my-tool", "", "colours", "torch"]
    assert saving.pins_of(frozen, ()) == ["torch==2.9.1"]
    assert saving.pins_of(frozen, ("Colours",)) == list(frozen[2:])
    assert saving.movable((*frozen, "nvidia-cublas==1", "numpy==2.0")) == (
        ["numpy==2.0"],
        list(frozen[:3]),
    )


def test_an_env_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_env_file(tmp_path / "gone.env")
    large = tmp_path / "large.env"
    with large.open("wb") as file:
        os.truncate(file.fileno(), LARGEST_FILE + 1)
    with pytest.raises(InputError, match="too large"):
        read_env_file(large)


def test_a_value_is_read_as_loaders_read_it(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(
        "PYTORCH_A=1 # a remark\nPYTORCH_B='1 # none'\nPYTORCH_C=\"\nPYTORCH_D=\nPYTORCH_E=a=b\n"
    )
    assert list(read_env_file(file).values()) == ["1", "1 # none", '"', "", "a=b"]


def test_a_fix_that_tells_no_value_is_not_written_into_a_file() -> None:
    fix = Fix(id="set-pytorch-debug-mps-allocator", summary="x", steps=("Set it.",))
    assert mended_in_file(fix, ".env", {"PYTORCH_DEBUG_MPS_ALLOCATOR": "0"}) is None


def test_the_home_itself_is_a_place() -> None:
    places = Places({"~/work": "/home/jane/work"}, "/home/jane/")
    assert places.real("~") == "/home/jane"
    assert places.real("~jane/x") == "~jane/x"
    assert places.real_argv(("cp", "~/work/a", "~/b")) == [
        "cp",
        "/home/jane/work/a",
        "/home/jane/b",
    ]
