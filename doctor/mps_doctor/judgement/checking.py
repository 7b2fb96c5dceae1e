"""What the author of a check imports, and how one check is run safely.

A check is a pure function of typed facts:

    @check("python-architecture", title="Python is built for this Mac's processor",
           causes=("python-x86_64-on-apple-silicon",), requires=("host-system",))
    def python_architecture(host: Host, python: Interpreter) -> Outcome: ...
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, ParamSpec, TypeAlias, get_args

import msgspec

from mps_doctor.facts import SECTIONS, Machine, MissingFact, Section
from mps_doctor.fixes.fix import Fix as Fix, ensure_word
from mps_doctor.fixes.situation import Environment, environment_of
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.system.configuration import Level as Level, Severity as Severity

OutcomeName: TypeAlias = Literal[
    "passed", "failed", "skipped", "not-applicable", "not-run", "unknown", "errored"
]
Concern: TypeAlias = Literal["mps", "any"]
Source: TypeAlias = Literal["facts", "text"]

SEVERITIES: tuple[Severity, ...] = get_args(Severity)


class Passed(msgspec.Struct, frozen=True, kw_only=True):
    """The check ran and all is well; `message` says what was seen."""

    message: str
    have: str = ""


class Failed(msgspec.Struct, frozen=True, kw_only=True):
    """The check ran and found something wrong."""

    cause: str
    message: str
    """What was seen, with the value and where; no advice."""
    headline: str = ""
    """What is wrong in a few words, where it says more than the headline of the cause."""
    have: str = ""
    need: str = ""
    evidence: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    """Alternatives, the best first; steps that belong together are one Fix of several commands."""
    severity: Severity | None = None
    """None means the default of the cause."""


class NotApplicable(msgspec.Struct, frozen=True, kw_only=True):
    """The question does not arise on this machine; `message` says why."""

    message: str


Outcome: TypeAlias = Passed | Failed | NotApplicable
Outcomes: TypeAlias = Outcome | tuple[Failed, ...]
"""A check may find several things: then it returns a tuple of failures, at least one."""

RETURNS = "a check returns Passed, Failed, NotApplicable or a tuple of Failed"

P = ParamSpec("P")


class CheckDefinitionError(Exception):
    """A check that is declared wrongly; the text says which and how."""


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a check without running it."""

    id: str
    family: str
    title: str
    docstring: str
    causes: tuple[str, ...]
    requires: tuple[str, ...]
    concerns: Concern
    level: Level
    source: Source
    sections: Mapping[str, str]
    """Parameter name to the section of Machine that it receives, or `environment`."""


class Check(Declaration, Generic[P], frozen=True, kw_only=True):
    """A declared check; calling it calls its function."""

    function: Callable[P, Outcomes]
    plugin: str = "builtin"
    module: str = ""
    """That of a foreign plug-in, whose checks run in a process of their own."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Outcomes:
        """Call the check's function."""
        return self.function(*args, **kwargs)

    @property
    def page(self) -> str:
        """The documentation page: the docstring of the function."""
        # Only `explain` and the site read it.
        import inspect

        return inspect.cleandoc(self.docstring)


def check(
    id: str,
    *,
    title: str,
    causes: tuple[str, ...],
    requires: tuple[str, ...] = (),
    family: str = "",
    concerns: Concern = "mps",
    level: Level = "quick",
    source: Source = "facts",
) -> Callable[[Callable[P, Outcomes]], Check[P]]:
    """Declare a function of facts as a check.

    `family` defaults to the folder of the file, within the plug-in; else to the file's own name.
    `concerns="any"` marks a check that matters for every `--device`, not only for mps.
    `level` is the lowest level at which its facts are gathered.
    `source="text"` marks a check that judges what a text says, not what the facts show.
    `causes` are those it can raise; a plug-in writes its own as `plugin:name`.
    Raises CheckDefinitionError for a parameter that is no section of Machine.
    """

    def declare(function: Callable[P, Outcomes]) -> Check[P]:
        return Check(
            id=id,
            family=family or _family_of(function.__module__),
            title=title,
            docstring=function.__doc__ or "",
            function=function,
            causes=causes,
            requires=requires,
            concerns=concerns,
            level=level,
            source=source,
            sections=_sections_of(id, function),
        )

    return declare


def _family_of(module: str) -> str:
    """Return `torch` of `mps_doctor_checks.torch.version`, `lab-checks` of `lab_checks`."""
    parts = module.split(".")
    return (parts[1:-1] or parts)[-1].replace("_", "-")


ENVIRONMENT = "environment"
"""What a parameter for prescriptions receives: several sections together."""

_SECTION_NAMES = {
    **{section: name for name, section in SECTIONS.items()},
    Environment: ENVIRONMENT,
}


def _sections_of(id: str, function: Callable[..., object]) -> dict[str, str]:
    code = function.__code__
    sections: dict[str, str] = {}
    for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        hint = function.__annotations__.get(name)
        if isinstance(hint, str):
            # typing.get_type_hints would do, at fifty times the price of this look-up.
            hint = function.__globals__.get(hint)
        if not (isinstance(hint, type) and hint in _SECTION_NAMES):
            raise CheckDefinitionError(
                f"check {id}: parameter {name!r} must have a type of mps_doctor.facts, such as Host"
            )
        sections[name] = _SECTION_NAMES[hint]
    return sections


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one check: outcome (did it run?) and severity (how bad?) are two axes."""

    check: str
    family: str
    title: str
    outcome: OutcomeName
    severity: Severity | None = None
    cause: str | None = None
    source: Source = "facts"
    """Whether the facts show it or a pasted text says it."""
    message: str = ""
    headline: str | msgspec.UnsetType = msgspec.UNSET
    """What is wrong in a few words, where it says more than the headline of the cause."""
    have: str = ""
    need: str = ""
    evidence: tuple[str, ...] = ()
    because_of: tuple[str, ...] = ()
    """For `skipped`: the failed checks; for `unknown`: the missing facts."""
    fixes: tuple[Fix, ...] = ()
    docs: str = ""
    seconds: float = 0.0

    @property
    def is_finding(self) -> bool:
        """Whether it is a failure at warning or above: `info` is advice."""
        return self.outcome == "failed" and self.severity in ("error", "warning")


def run_check(item: Check[...], machine: Machine) -> tuple[Result, ...]:
    """Run one check on a machine; whatever it does becomes results, never an exception."""
    arguments = {
        name: environment_of(machine) if section == ENVIRONMENT else getattr(machine, section)
        for name, section in item.sections.items()
    }
    started = time.perf_counter()
    try:
        found = item.function(**arguments)
        if found == ():
            raise TypeError("returned an empty tuple; a check that found nothing returns Passed")
        if isinstance(found, tuple):
            results = tuple(_failure(item, each) for each in found)
        else:
            results = (_result(item, found),)
    except MissingFact as error:
        fact = error.missing
        section = getattr(machine, fact.fact.partition(".")[0], None)
        if isinstance(section, Section):
            fact = section.reason(fact)
        message = f"{fact.fact}: {fact.unknown}"
        results = (result_of(item, "unknown", message=message, because_of=(fact.fact,)),)
    except Exception as error:  # noqa: BLE001  # a check is foreign code: what it raises is a result
        message = f"{type(error).__name__}: {error}"
        at = error.__traceback__ and error.__traceback__.tb_next
        if at and at.tb_frame.f_code is item.function.__code__:
            message += f" (line {at.tb_lineno} of its file)"
        results = (result_of(item, "errored", message=message),)
    seconds = round(time.perf_counter() - started, 6)
    return tuple(msgspec.structs.replace(each, seconds=seconds) for each in results)


def result_of(item: Check[...], outcome: OutcomeName, **fields: Any) -> Result:
    """Return a result of a check, with these of its fields."""
    return Result(
        check=item.id,
        family=item.family,
        title=item.title,
        outcome=outcome,
        docs=f"checks/{item.id}",
        **fields,
    )


def _result(item: Check[...], found: Outcome) -> Result:
    match found:
        case Passed():
            return result_of(item, "passed", message=found.message, have=found.have)
        case Failed():
            return _failure(item, found)
        case NotApplicable():
            return result_of(item, "not-applicable", message=found.message)
    raise TypeError(f"returned {type(found).__name__}; {RETURNS}")


def _failure(item: Check[...], found: Failed) -> Result:
    if not isinstance(found, Failed):
        raise TypeError(f"returned a tuple with {type(found).__name__} in it; {RETURNS}")
    if found.cause not in item.causes:
        raise ValueError(f"raised the cause {found.cause!r}, which it does not declare")
    ensure_word("Failed.severity", found.severity or "info", Severity)
    fields = msgspec.structs.asdict(found)
    fields["headline"] = found.headline or msgspec.UNSET
    fields["severity"] = found.severity or known_causes.cause_of(found.cause).severity
    return result_of(item, "failed", source=item.source, **fields)
