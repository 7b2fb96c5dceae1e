"""Judges what files say of many hosts, one after the other; of each it holds no facts."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from mps_doctor.facts import Deep, Machine, known_or, real_macos
from mps_doctor.features.fleet.answers import HostAnswer
from mps_doctor.features.fleet.reading import read_file
from mps_doctor.features.fleet.values import Entry
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import Target
from mps_doctor.render.safe_text import shortened
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import files_in
from mps_doctor.system.redaction import redact
from mps_doctor.views import subject

SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".txt", ".log", ".csv", ".out"})
"""Files in a folder that are read; a file that is named itself is read whatever it is called."""

LONGEST_TEXT = 300
"""Characters of an error text: that of torch's dispatcher has four thousand."""

_NOT_A_NAME = frozenset({"report", "snapshot", "mps-doctor", "stdout", "output", "result"})


def find_files(paths: Sequence[Path]) -> tuple[list[str], list[str]]:
    """Return the files to read, and the names of those in folders that are none of an answer.

    Raises InputError where there is none to read.
    """
    named = {str(path) for path in paths}
    read: list[str] = []
    found, left_out = files_in(paths)
    for file in dict.fromkeys(found):  # one may be named beside its folder
        if file in named or Path(file).suffix.lower() in SUFFIXES:
            read.append(file)
        else:
            left_out.append(file)
    if not read:
        hint = f"files are read that end in {', '.join(sorted(SUFFIXES))}"
        raise InputError(f"no file in {', '.join(map(str, paths))} is an answer", hint)
    return read, [_as_text(Path(file).name) for file in left_out]


class Judge:
    """Judges hosts one after the other, with checks that are loaded once."""

    def __init__(self, *, device: str = "mps") -> None:
        self._device = device
        self._checks = Policy().load_checks()

    def judge_file(self, file: Path) -> Iterator[Entry]:
        """Yield the entries of one file, at least one."""
        name = file.stem
        if name.lower() in _NOT_A_NAME and file.absolute().parent.name:
            name = file.absolute().parent.name  # as CI services lay out artifacts
        for answer in read_file(file):
            yield self.judge(answer, _as_text(name), _as_text(file.name))

    def judge(self, answer: HostAnswer, name: str, source: str) -> Entry:
        """Return the entry of one environment; `name` is the host's where nothing else says it."""
        entry, machine = answer
        host = entry.host or name
        judged = {} if machine is None else self._judged(machine, host, entry.python)
        entry = replace(entry, host=host, named=bool(entry.host), source=source, **judged)
        short = {text: _in_short(getattr(entry, text)) for text in ("message", "sentence")}
        return replace(entry, **short)

    def _judged(self, machine: Machine, host: str, python: str) -> dict[str, Any]:
        asked_deep = machine.deep != Deep() and not machine.deep.unknown
        policy = Policy(device=self._device, level="deep" if asked_deep else "standard")
        target = Target(kind="host", name=host)
        verdict = assess(machine, policy, target, catalogue=self._checks).verdict
        absent = "none" if machine.torch.installed is False else ""
        return {
            "python": python or known_or(machine.python.executable, ""),
            "status": verdict.status,
            "cause": verdict.cause or "",
            "causes": tuple(candidate.cause for candidate in verdict.candidates),
            "sentence": verdict.sentence,
            "exit_code": verdict.exit_code,
            "fix": next(iter(verdict.prescription), None),
            "system": known_or(machine.host.system, ""),
            "macos": known_or(real_macos(machine.host), ""),
            "chip": known_or(machine.host.chip, ""),
            "python_version": known_or(machine.python.version, ""),
            "torch": subject.torch_version(machine) or absent,
        }


def _in_short(text: str) -> str:
    """Return an error text without secrets and names: the host's own stands beside it."""
    return shortened(redact(text), LONGEST_TEXT)


def _as_text(name: str) -> str:
    """Return a file's name with the bytes replaced that are no text, so that it can be written."""
    return os.fsencode(name).decode("utf-8", "replace")
