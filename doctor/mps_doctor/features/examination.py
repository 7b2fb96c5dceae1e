"""The callable form of the doctor: from a source of facts to a Report."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path

import msgspec

from mps_doctor.discovery import interpreter
from mps_doctor.discovery.choosing import Target as Chosen
from mps_doctor.discovery.plugin_facts import with_plugin_facts
from mps_doctor.discovery.starting import Running, start
from mps_doctor.facts.machine import (
    MAX_SNAPSHOT_BYTES,
    Deep,
    Machine,
    Project,
    ProjectRequirement,
    SnapshotError,
    decode_machine,
)
from mps_doctor.judgement import engine
from mps_doctor.judgement.checking import Level, Result, run_check
from mps_doctor.judgement.deep_matrix import matrix_of
from mps_doctor.judgement.line_references import cite
from mps_doctor.judgement.report import Ignored, Measurements, Report, Target
from mps_doctor.judgement.verdict import FailOn, reach_verdict
from mps_doctor.system.configuration import (
    NOT_CONFIGURED,
    Configuration,
    SeverityWord,
    load_configuration,
)
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given
from mps_doctor.system.redaction import redact_own

DEVICES = ("mps", "cpu", "cuda")

DEFAULT_TIMEOUT = 120.0
"""Seconds for a whole examination: a first `import torch` takes up to 60 on a cold disk."""


class Judging(msgspec.Struct, frozen=True):
    """How the facts are to be judged: the device, the level, the checks, the exit code."""

    device: str = "mps"
    level: Level = "standard"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] | Mapping[str, str] = ()
    """Names of checks or families; in a mapping each has its reason."""
    fail_on: FailOn = "error"
    severities: Mapping[str, SeverityWord] = msgspec.field(default_factory=dict)
    project: Project | None = None
    plugins: bool = True
    without: tuple[str, ...] = ()
    """Names of plug-ins that are left out."""
    configuration: Configuration = NOT_CONFIGURED
    """Where names come from that were not given on the command line."""

    def with_configuration(self, configuration: Configuration) -> Judging:
        """Return the judgement that a project's file asks for, where nothing else is given.

        The device and the level are settled before the probe starts, and are left as they are.
        """
        settings = configuration.settings
        return msgspec.structs.replace(
            self,
            select=self.select or settings.select,
            ignore=self.ignore or configuration.ignored,
            severities=settings.severity,
            project=_project(configuration),
            configuration=configuration,
        )

    def load_checks(self) -> engine.Catalogue:
        """Load the checks of the plug-ins that take part; raises InputError."""
        try:
            return engine.load_checks(plugins=self.plugins, without=self.without)
        except engine.UnknownPluginError as error:
            raise InputError(str(error), "mps-doctor list shows them") from None

    def of_these(self, catalogue: engine.Catalogue) -> Judging:
        """Return the judgement without a project's names for checks of plug-ins left out."""
        if self.plugins and not self.without:
            return self
        configured = set(self.configuration.names)

        def stays(name: str, exists: Callable[[str], object]) -> bool:
            try:
                exists(name)
            except engine.UnknownCheckError:
                return name not in configured
            return True

        def find(name: str) -> object:
            return catalogue.expand((name,))

        ignore = {name: why for name, why in _reasons(self.ignore).items() if stays(name, find)}
        return msgspec.structs.replace(
            self,
            select=tuple(name for name in self.select if stays(name, find)),
            ignore=ignore,
            severities={
                name: word
                for name, word in self.severities.items()
                if stays(name, catalogue.ensure_has_severity)
            },
        )

    def ensure_ids_exist(self, catalogue: engine.Catalogue) -> None:
        """Raise InputError for an id or a family that no check has."""
        for name in (*self.select, *self.ignore):
            self._ensure(name, lambda name: catalogue.expand((name,)))
        for name in self.severities:
            self._ensure(name, catalogue.ensure_has_severity)

    def _ensure(self, name: str, find: Callable[[str], object]) -> None:
        try:
            find(name)
        except engine.UnknownCheckError as error:
            configured = name in self.configuration.names
            place = f"{self.configuration.place_of(name)}: " if configured else ""
            raise InputError(f"{place}{error}", "mps-doctor list shows the checks") from None


def _reasons(ignore: tuple[str, ...] | Mapping[str, str]) -> Mapping[str, str]:
    return ignore if isinstance(ignore, Mapping) else dict.fromkeys(ignore, "--ignore")


def _project(configuration: Configuration) -> Project | None:
    stated = msgspec.to_builtins(configuration.settings.require)
    if not any(stated.values()):
        return None
    requirements = [{"subject": key, "need": need} for key, need in stated.items() if need]
    return Project(
        requirements=msgspec.convert(requirements, tuple[ProjectRequirement, ...]),
        stated_in=configuration.file,
    )


def read_configuration(config: str | os.PathLike[str] | Configuration) -> Configuration:
    """Return what a named file configures; raises InputError."""
    if isinstance(config, Configuration):
        return config
    return load_configuration(file=os.fspath(config))


def run_checks(
    *,
    python: str | os.PathLike[str] | None = None,
    env: str | None = None,
    snapshot: str | os.PathLike[str] | None = None,
    device: str = "mps",
    level: Level = "standard",
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    fail_on: FailOn = "error",
    timeout: float = DEFAULT_TIMEOUT,
    config: str | os.PathLike[str] | Configuration | None = None,
    plugins: bool = True,
    on_step: Callable[[str], None] | None = None,
) -> Report:
    """Examine a Python environment, or a recorded snapshot, and return the Report.

    With neither `python` nor `env` it is the active environment, else `./.venv`, else the
    interpreter that runs this.  `timeout` is in seconds, for the whole examination.
    `ignore` may be a mapping of names to reasons.
    `config` names a file with the project's requirements, reasons and severities, or is what was
    read of one; none is looked for, and its device, level and timeout are the command's alone.
    `plugins=False` leaves out the checks and facts of third parties.
    Raises InputError for an interpreter, snapshot, device or id that cannot be used.
    """
    if device not in DEVICES:
        raise InputError(engine.suggest(device, DEVICES, what="device"))
    ignored = dict(ignore) if isinstance(ignore, Mapping) else tuple(ignore)
    judging = Judging(device, level, tuple(select), ignored, fail_on, plugins=plugins)
    if config is not None:
        judging = judging.with_configuration(read_configuration(config))
    if snapshot is not None:
        return judge_snapshot(Path(snapshot), judging)
    name = None if python is None else os.fspath(python)
    return examine(judging, python=name, env=env, timeout=timeout, on_step=on_step)


def examine(
    judging: Judging,
    *,
    python: str | None = None,
    env: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    on_step: Callable[[str], None] | None = None,
) -> Report:
    """Examine an interpreter and judge it; raises InputError."""
    if judging.device not in DEVICES:
        raise InputError(engine.suggest(judging.device, DEVICES, what="device"))
    running = start(
        python=python, env=env, device=judging.device, level=judging.level, timeout=timeout
    )
    return conclude(running, judging, on_step)


def diagnose(text: str | bytes, *, name: str = "-", fail_on: FailOn = "error") -> Report:
    """Judge a pasted report, traceback or error text; works on any system.

    The same checks as `run_checks`, on the facts that the text states.
    """
    # Only this entry needs the parsers of pasted text.
    from mps_doctor.pasted import parse_text

    started = time.time()
    return judge_pasted(parse_text(text, name=name), name, started, fail_on=fail_on)


def judge_pasted(
    machine: Machine,
    name: str,
    started: float,
    *,
    fail_on: FailOn = "error",
    catalogue: engine.Catalogue | None = None,
    run: engine.Run = run_check,
) -> Report:
    """Judge what a text of that name states.

    Who judges many texts loads the `catalogue` once, and may `run` checks in a way of its own.
    """
    target = Target(kind="pasted", name=redact_own(name), chosen_because="the text that was given")
    judging = Judging(level="deep", fail_on=fail_on)
    return assemble(machine, target, judging, started, catalogue, run)


def describe(chosen: Chosen) -> Target:
    """Return the report's account of the interpreter that was chosen."""
    return Target(
        kind="interpreter",
        name=redact_own(chosen.name),
        python=redact_own(str(chosen.python)),
        chosen_because=redact_own(chosen.chosen_because),
        note=redact_own(chosen.note),
    )


def conclude(
    running: Running, judging: Judging, on_step: Callable[[str], None] | None = None
) -> Report:
    """Wait for a probe that was started and return the Report; raises InputError."""
    try:
        # The checks load while torch does, and a wrong id is found out at once.
        catalogue = judging.load_checks()
        judging = judging.of_these(catalogue)
        judging.ensure_ids_exist(catalogue)
        machine = _facts_of(running, on_step)
        if judging.plugins:
            machine = with_plugin_facts(machine, running.chosen.python, without=judging.without)
        target = describe(running.chosen)
        return assemble(machine, target, judging, running.started, catalogue)
    finally:
        running.examination.stop()


def wait_for(running: Running, on_step: Callable[[str], None] | None = None) -> Machine:
    """Wait for a probe that was started, and for its end; return the facts; raises InputError."""
    try:
        return _facts_of(running, on_step)
    finally:
        running.examination.stop()


def _facts_of(running: Running, on_step: Callable[[str], None] | None) -> Machine:
    try:
        return running.examination.facts(on_step)
    except interpreter.InterpreterError as error:
        raise InputError(str(error)) from None


def judge_snapshot(path: Path, judging: Judging) -> Report:
    """Read a recorded machine from a file and return the Report; raises InputError."""
    started = time.time()
    try:
        machine = decode_machine(read_given(path, MAX_SNAPSHOT_BYTES))
    except SnapshotError as error:
        raise InputError(f"{path} {error}", "make one with: mps-doctor snapshot -o FILE") from None
    if judging.level == "standard" and machine.deep != Deep() and not machine.deep.unknown:
        # Nothing is run for a snapshot: what its own deep level found is judged with the rest.
        judging = msgspec.structs.replace(judging, level="deep")
    target = Target(kind="snapshot", name=path.name, chosen_because="named by --snapshot")
    return assemble(machine, target, judging, started)


def assemble(
    machine: Machine,
    target: Target,
    judging: Judging,
    started: float,
    catalogue: engine.Catalogue | None = None,
    run: engine.Run = run_check,
) -> Report:
    """Judge a machine and return the Report; raises InputError for an unknown check id."""
    catalogue = catalogue or judging.load_checks()
    judging = judging.of_these(catalogue)
    judging.ensure_ids_exist(catalogue)
    if judging.project is not None:
        machine = msgspec.structs.replace(machine, project=judging.project)
    results = engine.judge(
        machine,
        catalogue,
        device=judging.device,
        level=judging.level,
        select=judging.select,
        ignore=judging.ignore,
        severities=judging.severities,
        run=run,
    )
    results = cite(results, machine)
    verdict = reach_verdict(results, machine, device=judging.device, fail_on=judging.fail_on)
    return Report(
        target=target,
        verdict=verdict,
        results=results,
        ignored=_ignored(judging, results, catalogue),
        measurements=Measurements(smoke=machine.smoke, deep=matrix_of(machine.deep)),
        facts=machine,
        started=_iso_time(int(started)),
        seconds=round(time.time() - started, 3),
    )


@lru_cache(maxsize=1)
def _iso_time(seconds: int) -> str:
    """Return a time as ISO 8601; of many reports most begin in the same second."""
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="seconds")


def _ignored(
    judging: Judging, results: tuple[Result, ...], catalogue: engine.Catalogue
) -> tuple[Ignored, ...]:
    """Return what was left out, and why; a cause switched off only where it was found."""
    not_run = [result for result in results if result.outcome == "not-run"]
    reasons = {result.check: result.message for result in not_run}
    left_out = catalogue.expand(judging.ignore)
    left_out |= {name for name, word in judging.severities.items() if word == "off"} & set(reasons)
    left_out |= {result.check for result in not_run if result.cause}
    return tuple(Ignored(check=id, reason=reasons.get(id, "--ignore")) for id in sorted(left_out))
