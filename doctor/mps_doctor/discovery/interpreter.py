"""Examines a Python interpreter: starts the probe in it, and turns whatever comes back into facts.

The probe is started before anything heavy is imported here; the imports run while torch loads.
A probe that dies, hangs or talks nonsense is no error of ours: the last step it began says what
was going on, and everything that it said before is kept.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mps_doctor.discovery import target
from mps_doctor.discovery.environment import Surroundings
from mps_doctor.system import processes
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import beginning_of

if TYPE_CHECKING:
    import tempfile

    from mps_doctor.discovery.probe_answer import Answer
    from mps_doctor.facts import Machine

PROBE = Path(__file__).resolve().parents[1] / "probe" / "__main__.py"

HELLO_SHARE = 0.4
"""Part of the whole time that an interpreter has for its first line."""

SHORTAGES = {errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM}
"""What this computer lacks where nothing can be started: no fault of the Python."""

MOST_ENDINGS = 12
"""Processes that deep probes may end before we stop starting others."""

_BINARY = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""First bytes of a program; the last is a universal one of macOS."""

_NOT_FOR_THE_PROBE = ("PYTHONINSPECT", "PYTHONSTARTUP")
"""Variables that change nothing of what is examined, but could keep the probe from ending."""


def examine(
    python: Path | str,
    *,
    level: str = "standard",
    device: str = "mps",
    timeout: float = 120.0,
    probes: Sequence[str] = (),
    on_step: Callable[[str], None] | None = None,
) -> Machine:
    """Return what is known of an interpreter and its machine; raises InputError.

    `on_step` is called with the name of each step that the probe begins.
    """
    examination = Examination(python, level=level, device=device, timeout=timeout, probes=probes)
    try:
        return examination.facts(on_step)
    finally:
        examination.stop()


def probe_environment() -> dict[str, str]:
    """Return the user's variables, in which a child of ours writes no byte-code and always ends."""
    kept = {name: value for name, value in os.environ.items() if name not in _NOT_FOR_THE_PROBE}
    ours = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8:backslashreplace"}
    return {**kept, **ours}


class Examination:
    """A probe under way: `facts` waits for its answer, `stop` ends it."""

    def __init__(
        self,
        python: Path | str,
        *,
        level: str,
        device: str,
        timeout: float,
        probes: Sequence[str] = (),
    ) -> None:
        """Start the probe in an interpreter, and return at once.

        `timeout` is in seconds; `probes` names the deep probes to run, by their ids; none named
        means all of them.  Raises InputError for a path that cannot be started and is no Python.
        """
        self._path = os.path.abspath(python)  # not resolved: that would leave a venv
        # The probe's own watchdog comes later than ours: it is for the case that we are gone.
        self._arguments = [
            *(str(PROBE), "--level", level, "--device", device),
            *("--timeout", str(timeout + 5), "--marks", "stderr", "--redact", "names"),
        ]
        if probes:
            self._arguments += ["--deep-only", ",".join(f"deep.{name}" for name in probes)]
        self._level = level
        self._device = device
        self._timeout = timeout
        self._deadline = time.monotonic() + timeout
        self._isolated = False
        self._is_complete = False
        """Whether the probe has said all, and leaves by itself."""
        self._child: processes.Child | None = None
        self._broken = ""
        """Why there is nothing to read of."""
        self._scratch = _scratch() if level == "deep" else None
        self._spawn(isolated=False)

    def facts(self, on_step: Callable[[str], None] | None = None) -> Machine:
        """Return the facts as soon as the answer is complete; raises InputError.

        The system may take longer to end a process with torch in it than we take to judge its
        answer: whoever calls this calls `stop` after that.
        """
        from mps_doctor.discovery.probe_answer import Answer  # while torch loads

        answer = Answer(on_step or (lambda _: None))
        failure = self._broken or self._read(answer)
        if failure and not self._broken:
            self._spawn(isolated=True)
            if not (self._broken or self._read(answer)):
                answer.needs_isolation(failure)
            elif self._is_python():
                self._broken = failure
            else:
                raise InputError(f"{self._path} is not a Python interpreter: {failure}")
        if self._broken:
            answer.cannot_start(failure)
        elif self._level == "deep":
            self._go_on_deep(answer)
        self._is_complete = answer.is_complete
        machine = answer.machine(self._path)
        if not answer.gave_facts and sys.executable not in ("", self._path):
            return _with_host(machine, self._deadline - time.monotonic())
        return machine

    def stop(self) -> None:
        """End the probe, if it still runs, and remove what it has written."""
        if self._child is not None:
            self._child.finish(timed_out=not self._is_complete)
            self._child = None
        if self._scratch is not None:
            self._scratch.cleanup()

    def _go_on_deep(self, answer: Answer) -> None:
        """Run what is left of the deep level after a step that ended the process.

        Then ask once more where operators run, with PYTORCH_ENABLE_MPS_FALLBACK the other way
        round: torch reads it at import.
        """
        if not answer.began_deep:
            answer.leave_out_deep()
            return
        for _ in range(MOST_ENDINGS):
            if answer.ended_deep and time.monotonic() < self._deadline:
                self._run_again(answer, ["--deep-skip", ",".join(answer.deep_steps())])
        if answer.ended_deep and time.monotonic() < self._deadline:
            answer.stop_deep(f"{MOST_ENDINGS + 1} probes ended their process")
        elif time.monotonic() >= self._deadline:
            answer.stop_deep(f"the time was up in {answer.step} (--timeout {self._timeout:g})")
        elif not answer.section("deep").get("not_run_because"):
            told = {row.get("with_variable") for row in answer.rows("deep", "fallback")}
            if self._device == "mps" and len(told) == 1:
                other = {"PYTORCH_ENABLE_MPS_FALLBACK": "0" if told == {True} else "1"}
                self._run_again(answer, ["--deep-only", "deep.fallback"], other)
            answer.stop_deep("")

    def _run_again(
        self, answer: Answer, arguments: list[str], variables: Mapping[str, str] | None = None
    ) -> None:
        answer.resume()
        self._spawn(
            isolated=self._isolated, arguments=["--resume", "deep", *arguments], variables=variables
        )
        if self._child is not None:
            self._read(answer)

    def _spawn(
        self,
        *,
        isolated: bool,
        arguments: Sequence[str] = (),
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Start the probe; isolated, it sees neither PYTHON… variables nor the user's packages."""
        if self._child is not None:
            self._child.finish()
        self._isolated = isolated
        written_to = _scratch_variables(self._scratch.name) if self._scratch is not None else {}
        options = ["-B", "-I"] if isolated else ["-B"]
        try:
            self._child = processes.Child(
                [self._path, *options, *self._arguments, *arguments],
                environment={**probe_environment(), **written_to, **(variables or {})},
            )
        except OSError as error:
            self._child = None
            if error.errno in SHORTAGES:
                said = f"cannot start {self._path}: {error.strerror}"
                raise InputError(said, "end other programs, then try again") from None
            self._broken = f"cannot be started: {error.strerror or error}"
            if os.path.islink(self._path) and not os.path.exists(self._path):
                self._broken = f"links to {os.path.realpath(self._path)}, which does not exist"
            elif not self._is_python():
                why = error.strerror or str(error)
                raise InputError(f"{self._path} is not a Python interpreter: {why}") from None

    def _read(self, answer: Answer) -> str:
        """Read what one start of the probe says; return why there was nothing, else nothing."""
        assert self._child is not None
        hello = min(self._deadline, time.monotonic() + self._timeout * HELLO_SHARE)
        return answer.read(self._child, hello=hello, deadline=self._deadline)

    def _is_python(self) -> bool:
        """Whether a program that said nothing of ours is a Python, by its name."""
        is_program = beginning_of(self._path, 4) in _BINARY
        return is_program and Path(self._path).name.lower().startswith(("python", "pypy"))


def _scratch() -> tempfile.TemporaryDirectory[str] | None:
    """Return a folder for what torch.compile writes, so that nothing of it stays."""
    # Only the deep level needs it.
    import tempfile

    try:
        return tempfile.TemporaryDirectory(prefix="mps-doctor-", ignore_cleanup_errors=True)
    except OSError:
        return None  # no room for one: torch puts it where it always does


def _scratch_variables(folder: str) -> dict[str, str]:
    """Return the variables by which a process puts its temporary files there."""
    return {
        "TMPDIR": folder,
        "TORCHINDUCTOR_CACHE_DIR": f"{folder}/inductor",
        "TRITON_CACHE_DIR": f"{folder}/triton",
    }


def _with_host(machine: Machine, seconds: float) -> Machine:
    """Ask the Python that runs the doctor about the computer, where the patient could not tell.

    What the system tells an interpreter by its kind is left out: that was another interpreter.
    """
    import msgspec

    from mps_doctor.facts import missing

    if seconds <= 0:
        return machine
    here = examine(sys.executable, level="quick", timeout=seconds)
    told = missing("host.macos_version_reported")
    host = msgspec.structs.replace(here.host, macos_version_reported=told)
    return msgspec.structs.replace(machine, host=host, toolchain=here.toolchain)


class Running(NamedTuple):
    """An examination under way: which interpreter was chosen, its probe, and since when."""

    chosen: target.Target
    examination: Examination
    started: float
    """Seconds since the epoch."""


def start(
    *,
    python: str | None,
    env: str | None,
    device: str,
    level: str,
    timeout: float,
    probes: tuple[str, ...] = (),
) -> Running:
    """Choose the interpreter and start the probe in it; raises InputError."""
    started = time.time()
    chosen = target.choose(
        Surroundings.here(), Path(sys.executable), Path(sys.prefix), python=python, env=env
    )
    examination = Examination(
        chosen.python, level=level, device=device, timeout=timeout, probes=probes
    )
    return Running(chosen, examination, started)
