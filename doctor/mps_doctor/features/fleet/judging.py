"""Judges the facts of many hosts: what one check said of the same facts is not asked again."""

from __future__ import annotations

from mps_doctor.facts import Deep, Fact, Machine, Unknown
from mps_doctor.facts.mac import real_macos
from mps_doctor.features.fleet.answers import LEFT_OUT, Gathered, Silence
from mps_doctor.features.fleet.values import Entry
from mps_doctor.judgement import engine
from mps_doctor.judgement.checking import Level
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.remembering import Remembering
from mps_doctor.render.safe_text import shortened

EXIT_CODES = {"healthy": 0, "degraded": 0, "unproven": 4, "inconclusive": 4}
"""Of a verdict of which only the line came home."""


LONGEST_TEXT = 300
"""Characters of an error text: that of torch's dispatcher has four thousand."""


class Judge:
    """Judges hosts one after the other, in one process."""

    def __init__(self, *, device: str = "mps") -> None:
        self._catalogue = engine.load_checks()
        self._device = device
        self._remembering = Remembering()

    def judge(self, item: Gathered | dict[str, str], name: str, source: str) -> Entry:
        """Return the entry of one environment; `name` is the host's where nothing tells it."""
        if isinstance(item, dict):
            return _entry_of_line(item, name, source)
        host = item.host or name
        if isinstance(item.told, Silence):
            outcome, facts = _outcome_of(item.told.reason), item.host_facts
            return Entry(
                host=host,
                named=bool(item.host),
                id=item.id,
                python=item.python,
                outcome=outcome,  # type: ignore[arg-type]  # one of three of the literals
                reason=item.told.reason,
                message=shortened(item.told.message, LONGEST_TEXT),
                system=_text(facts.system),
                macos=_text(real_macos(facts)),
                chip=_text(facts.chip),
                recorded=item.recorded,
                source=source,
            )
        return self._judged(item, item.told, host, source)

    def _judged(self, item: Gathered, machine: Machine, host: str, source: str) -> Entry:
        results = engine.judge(
            machine,
            self._catalogue,
            device=self._device,
            level=_level_of(machine),
            run=self._remembering.run,
        )
        verdict = reach_verdict(results, machine, device=self._device)
        prescription = verdict.prescription[:1]
        return Entry(
            host=host,
            named=bool(item.host),
            id=item.id,
            python=item.python or _text(machine.python.executable),
            outcome="judged",
            status=verdict.status,
            cause=verdict.cause or "",
            causes=tuple(candidate.cause for candidate in verdict.candidates),
            sentence=shortened(verdict.sentence, LONGEST_TEXT),
            exit_code=verdict.exit_code,
            fix=prescription[0].commands if prescription else (),
            system=_text(machine.host.system),
            macos=_text(real_macos(machine.host)),
            chip=_text(machine.host.chip),
            python_version=_text(machine.python.version),
            torch=_torch_of(machine),
            recorded=item.recorded,
            source=source,
        )


def _entry_of_line(line: dict[str, str], name: str, source: str) -> Entry:
    causes = tuple(line["causes"].split())
    return Entry(
        host=line.get("host") or name,
        named=bool(line.get("host")),
        outcome="told",
        status=line["status"],
        cause=causes[0] if causes else "",
        causes=causes,
        sentence=shortened(line["sentence"], LONGEST_TEXT),
        exit_code=EXIT_CODES.get(line["status"], 1),
        source=source,
    )


_UNREACHED = frozenset(
    {
        *("refused", "timed-out", "no-banner", "no-route", "unknown-name", "connection-lost"),
        *("host-key-changed", "host-key-unknown", "authentication", "unreachable", "unfinished"),
    }
)
_UNREADABLE = frozenset({"not-ours", "unreadable", "other-version", LEFT_OUT})


def _outcome_of(reason: str) -> str:
    if reason in _UNREADABLE:
        return "unreadable"
    return "unreachable" if reason in _UNREACHED else "no-answer"


def _level_of(machine: Machine) -> Level:
    """Return the level up to which a machine was asked."""
    return "deep" if machine.deep != Deep() and not machine.deep.unknown else "standard"


def _torch_of(machine: Machine) -> str:
    version = _text(machine.torch_import.version) or _text(machine.torch.version)
    if version:
        return version
    return "none" if machine.torch.installed is False else ""


def _text(fact: Fact[str]) -> str:
    return "" if isinstance(fact, Unknown) else fact
