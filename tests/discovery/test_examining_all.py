"""Many interpreters side by side, with real child processes: all end by one deadline."""

import sys
import textwrap
import time
from pathlib import Path

import psutil
import pytest

from mps_doctor.discovery.examining_all import examine_all
from mps_doctor.discovery.pythons import Found
from mps_doctor.facts import Machine

HERE = Path(sys.executable)


def program(path: Path, text: str) -> Found:
    path.write_text(textwrap.dedent(text))
    path.chmod(0o755)
    return Found(path, ("PATH",), path.name)


def sleeper(folder: Path) -> Found:
    """A `python` that never answers."""
    return program(folder / "python-that-hangs", "#!/bin/sh\nexec sleep 600\n")


def children_named(word: str) -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if any(word in part for part in process.info["cmdline"] or ())
    ]


def test_each_has_its_answer_in_the_order_asked(tmp_path: Path) -> None:
    found = (
        Found(tmp_path / "gone/bin/python", ("PATH",), "gone"),
        Found(HERE, ("PATH",), "this"),
        program(tmp_path / "no-python", "#!/bin/sh\necho hello\n"),
        Found(HERE, ("venv",), "again"),
    )
    done: list[str] = []
    answers = examine_all(found, level="quick", jobs=2, on_done=lambda item: done.append(item.name))
    assert "gone/bin/python is not a Python interpreter: No such file" in str(answers[0])
    assert isinstance(answers[1], Machine)
    assert answers[1].python.version == ".".join(map(str, sys.version_info[:3]))
    assert isinstance(answers[2], str)
    assert "no-python" in answers[2]
    assert isinstance(answers[3], Machine)
    assert sorted(done) == ["again", "gone", "no-python", "this"]


def test_one_that_hangs_does_not_cost_the_others_their_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = (sleeper(tmp_path), Found(HERE, ("PATH",), "this"))
    done: list[Found] = []
    clock = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: clock() + 600 * len(done))  # the time is up then

    hung, answered = examine_all(found, level="quick", timeout=600, jobs=2, on_done=done.append)
    assert isinstance(answered, Machine)
    assert isinstance(hung, (str, Machine))
    assert children_named(str(tmp_path)) == []


def test_what_the_deadline_leaves_no_time_for_says_so(tmp_path: Path) -> None:
    found = (sleeper(tmp_path), Found(HERE, ("PATH",), "this"))
    _, late = examine_all(found, level="quick", timeout=2.0, jobs=1)
    assert late == "not examined: the 2 s for all interpreters were used up"


def test_an_error_ends_the_probes_that_still_run(tmp_path: Path) -> None:
    def fail(item: Found) -> None:
        raise RuntimeError(item.name)

    found = (sleeper(tmp_path), Found(HERE, ("PATH",), "this"))
    with pytest.raises(RuntimeError, match="this"):
        examine_all(found, level="quick", timeout=600.0, jobs=2, on_done=fail)
    assert children_named(str(tmp_path)) == []

    again = (found[1], found[1])
    examined = examine_all(again, level="quick", timeout=600.0, jobs=2)
    assert {type(item) for item in examined} == {Machine}  # and nothing of it in the next run
