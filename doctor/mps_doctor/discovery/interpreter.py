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
from typing import TYPE_CHECKING, Any

from mps_doctor.system import processes

if TYPE_CHECKING:
    from mps_doctor.discovery.probe_answer import Answer
    from mps_doctor.discovery.scratch import Scratch
    from mps_doctor.facts import Machine

PROBE = Path(__file__).resolve().parents[1] / "probe" / "__main__.py"

OLDEST = (3, 7)
"""The oldest Python that the probe runs on."""

HELLO_SHARE = 0.4
"""Part of the whole time that an interpreter has for its first line."""

MOST_ENDINGS = 12
"""Processes that deep probes may end before we stop starting others."""

_PYTHON_WORDS = (
    "Fatal Python error",
    "Could not find platform independent libraries",
    "Traceback (most recent call last)",
    "No module named",
    "Library not loaded",
    "error while loading shared libraries",
    "Bad CPU type",
    "init_fs_encoding",
    "init_import_site",
)
"""What a Python that cannot start says, or the loader says of it."""

_BINARY_MAGIC = (
    b"\x7fELF",
    b"\xcf\xfa\xed\xfe",
    b"\xce\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"\xca\xfe\xba\xbf",
)

_NOT_FOR_THE_PROBE = ("PYTHONINSPECT", "PYTHONSTARTUP")
"""Variables that change nothing of what is examined, but could keep the probe from ending."""


class InterpreterError(ValueError):
    """The path given is no Python that could be examined; one line for the user."""


def start(
    python: Path | str,
    *,
    level: str,
    device: str,
    timeout: float,
    probes: Sequence[str] = (),
) -> Examination:
    """Start the probe in an interpreter and return at once.

    `probes` names the deep probes to run, by their ids; none named means all of them.
    Raises InterpreterError for a path that is missing, a directory, or not executable.
    """
    file = Path(_found(python)).absolute()  # not resolved: that would leave a venv
    path = str(file)
    if file.is_dir():
        raise InterpreterError(f"{python} is a directory, not a Python interpreter")
    if not file.exists():
        if file.is_symlink():
            return Examination(path, level, device, timeout, probes, broken=_dangling(path))
        raise InterpreterError(f"{python} does not exist")
    if not os.access(path, os.X_OK):
        raise InterpreterError(f"{python} is not executable")
    return Examination(path, level, device, timeout, probes)


def examine(
    python: Path | str,
    *,
    level: str = "standard",
    device: str = "mps",
    timeout: float = 120.0,
    probes: Sequence[str] = (),
    on_step: Callable[[str], None] | None = None,
) -> Machine:
    """Return what is known of an interpreter and its machine; raises InterpreterError."""
    examined = start(python, level=level, device=device, timeout=timeout, probes=probes)
    return examined.finish(on_step)


class Examination:
    """A probe under way: `finish` waits for its answer."""

    def __init__(
        self,
        path: str,
        level: str,
        device: str,
        timeout: float,
        probes: Sequence[str] = (),
        *,
        broken: str = "",
    ) -> None:
        """Start the probe; `broken` says why there is nothing to start."""
        self._path = path
        # The probe's own watchdog comes later than ours: it is for the case that we are gone.
        self._arguments = [
            *(str(PROBE), "--level", level, "--device", device),
            *("--timeout", str(timeout + 5), "--marks", "stderr", "--redact", "names"),
        ]
        if probes:
            self._arguments += ["--deep-only", ",".join(f"deep.{name}" for name in probes)]
        self._level = level
        self._device = device
        self._probes = tuple(probes)
        self._isolated = False
        self._timeout = timeout
        self._deadline = time.monotonic() + timeout
        self._child: processes.Child | None = None
        self._leaving: processes.Child | None = None
        self._broken = broken
        self._scratch: Scratch | None = None
        if level == "deep":
            from mps_doctor.discovery import scratch

            self._scratch = scratch.Scratch()
        if not broken:
            self._spawn(isolated=False)

    def finish(self, on_step: Callable[[str], None] | None = None) -> Machine:
        """Read the answer to its end, and return the facts; raises InterpreterError.

        `on_step` is called with the name of each step that the probe begins.
        """
        try:
            return self.facts(on_step)
        finally:
            self.stop()

    def facts(self, on_step: Callable[[str], None] | None = None) -> Machine:
        """Return the facts as soon as the answer is complete; raises InterpreterError.

        The system may take longer to end a process with torch in it than we take to judge its
        answer: whoever calls this calls `stop` after that.
        """
        from mps_doctor.discovery.probe_answer import Answer, machine_of  # while torch loads

        answer = Answer(on_step or _ignore)
        first_failure = self._broken
        if self._child is not None:
            first_failure = self._attempt(answer)
            if first_failure and not self._broken:
                words = answer.last_words
                self._spawn(isolated=True)
                second_failure = self._attempt(answer) if self._child is not None else ""
                if second_failure or self._broken:
                    words += answer.last_words
                    if not self._is_python(words):
                        raise InterpreterError(
                            f"{self._path} is not a Python interpreter: {first_failure}"
                        )
                    answer.cannot_start(first_failure)
                else:
                    answer.needs_isolation(first_failure)
        elif first_failure:
            answer.cannot_start(first_failure)
        if self._level == "deep" and not self._broken:
            self._go_on_deep(answer)
        machine = machine_of(answer, self._path)
        if not answer.gave_facts and sys.executable not in ("", self._path):
            machine = _with_host(machine, self._deadline - time.monotonic())
        return _with_distribution(machine)

    def _go_on_deep(self, answer: Answer) -> None:
        """Run what is left of the deep level after a step that ended the process.

        Then ask once more where operators run, with PYTORCH_ENABLE_MPS_FALLBACK the other way
        round: torch reads it at import.
        """
        if not answer.began_deep:
            answer.leave_out_deep()
            return
        for _ in range(MOST_ENDINGS):
            if not answer.ended_deep or time.monotonic() >= self._deadline:
                break
            self._run_again(answer, ["--deep-skip", ",".join(answer.deep_steps())])
        else:
            if answer.ended_deep:
                answer.stop_deep(f"{MOST_ENDINGS + 1} probes ended their process")
                return
        if time.monotonic() >= self._deadline:
            answer.stop_deep(f"the time was up in {answer.step} (--timeout {self._timeout:g})")
            return
        if answer.told_deep_end:
            return
        facts = answer.deep_facts()
        told = [state for state in ("on", "off") if f"fallback:{state}" in facts]
        if self._device == "mps" and len(told) == 1:
            variable = "1" if told == ["off"] else "0"
            only = ["--deep-only", "deep.fallback"]
            self._run_again(answer, only, {"PYTORCH_ENABLE_MPS_FALLBACK": variable})
        answer.stop_deep("")

    def _run_again(
        self, answer: Answer, arguments: list[str], variables: Mapping[str, str] | None = None
    ) -> None:
        left = self._deadline - time.monotonic()
        if left <= 0:
            return
        answer.resume()
        self._spawn(
            isolated=self._isolated,
            arguments=["--resume", "deep", *arguments],
            variables=variables or {},
        )
        if self._child is not None:
            self._attempt(answer)

    def stop(self) -> None:
        """End the probe, if it still runs, and remove what it has written."""
        self._see_off()
        if self._child is not None:
            self._child.finish(timed_out=True)
            self._child = None
        if self._scratch is not None:
            self._scratch.remove()

    def _spawn(
        self,
        *,
        isolated: bool,
        arguments: Sequence[str] = (),
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Start the probe; isolated, it sees neither PYTHON… variables nor the user's packages."""
        self._see_off()
        self._isolated = isolated
        options = ["-B", "-I"] if isolated else ["-B"]
        written_to = self._scratch.variables() if self._scratch is not None else {}
        try:
            self._child = processes.Child(
                [self._path, *options, *self._arguments, *arguments],
                environment={**_environment(os.environ), **written_to, **(variables or {})},
            )
        except OSError as error:
            self._child = None
            why = error.strerror or str(error)
            if not self._is_python([]) and error.errno in (errno.ENOEXEC, errno.ENOENT):
                raise InterpreterError(f"{self._path} is not a Python interpreter: {why}") from None
            self._broken = f"cannot be started: {why}"

    def _attempt(self, answer: Any) -> str:
        """Read what one start of the probe says; return why there was nothing, else nothing."""
        child, self._child = self._child, None
        assert child is not None
        hello = min(self._deadline, time.monotonic() + self._timeout * HELLO_SHARE)
        failure = str(answer.read(child, hello=hello, deadline=self._deadline))
        if answer.is_complete:
            self._leaving = child
        return failure

    def _see_off(self) -> None:
        """Wait for a probe that has said all."""
        if self._leaving is not None:
            self._leaving.finish()
            self._leaving = None

    def _is_python(self, words: list[str]) -> bool:
        """Whether a program that said nothing of ours is a Python: by its words, or its name."""
        text = "\n".join(words)
        if any(word in text for word in _PYTHON_WORDS):
            return True
        if not Path(self._path).name.lower().startswith(("python", "pypy")):
            return False
        try:
            with Path(self._path).open("rb") as file:
                return file.read(4) in _BINARY_MAGIC
        except OSError:
            return False


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


def _with_distribution(machine: Machine) -> Machine:
    """Name the Linux where the probe's /etc/os-release did not: distro knows the older files."""
    host = machine.host
    if host.system != "Linux" or isinstance(host.distribution, str):
        return machine
    import distro  # on such a system only
    import msgspec

    name = distro.name(pretty=True)
    if not name:
        return machine
    return msgspec.structs.replace(machine, host=msgspec.structs.replace(host, distribution=name))


def _ignore(step: str) -> None:
    del step


def _found(python: Path | str) -> str:
    """Return the path of an interpreter; a bare name is looked up on PATH."""
    text = os.fspath(python)
    if os.sep in text or Path(text).exists():
        return text
    import shutil  # needed for bare names only

    return shutil.which(text) or text


def _dangling(path: str) -> str:
    """Return what is wrong with a link to nothing: a venv whose Python was removed."""
    return f"links to {os.path.realpath(path)}, which does not exist"


def probe_environment() -> dict[str, str]:
    """Return the user's variables, with those that keep a child of ours harmless."""
    return _environment(os.environ)


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the user's environment, in which the probe writes no byte-code and always ends."""
    safe = {name: value for name, value in environ.items() if name not in _NOT_FOR_THE_PROBE}
    safe["PYTHONDONTWRITEBYTECODE"] = "1"
    safe["PYTHONIOENCODING"] = "utf-8:backslashreplace"
    return safe
