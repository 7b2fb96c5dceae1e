"""Error texts that a user pasted, judged beside the facts of the same text."""

import msgspec

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    MessageMatch,
    Messages,
    Packages,
    TorchImport,
    TorchInstall,
    Unknown,
    Variables,
)
from mps_doctor.judgement.checking import (
    Failed,
    Fix,
    NotApplicable,
    Outcomes,
    Passed,
    Severity,
    check,
)
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor.pasted.error_text import ErrorText, fill_in
from mps_doctor.pasted.error_texts import all_error_texts, package_in
from mps_doctor_checks.messages.context import Context, named_macos
from mps_doctor_checks.messages.fixes import advice, fall_back, fixes_for, in_words, with_words
from mps_doctor_checks.messages.rules import causes_of

NO_TEXT = "no error text or symptom was given"

ALL_CAUSES = tuple(known_causes.all_causes())

MAX_EVIDENCE = 3
"""Lines of evidence for one cause: a log repeats itself."""

STOPPED = frozenset(
    {"pip-of-another-python", "framework-device-detection-bug", "macos-version-misreported"}
    | {"openmp-duplicate-runtime", "torch-companion-version-mismatch", "pip-externally-managed"}
    | {"metal-compiler-service-unreachable"}
)
"""Causes that are risks as facts, and errors once a program has stopped because of them."""

OF_ANY_SYSTEM = frozenset({"numpy2-abi-mismatch"})
"""Causes that stop programs alike on a system without MPS: there they are what was asked."""


@check(
    "reported-errors",
    title="The text holds no known error",
    causes=ALL_CAUSES,
    concerns="any",
    family="messages",
    source="text",
)
def reported_errors(
    messages: Messages,
    host: Host,
    python: Interpreter,
    conda: Conda,
    torch: TorchInstall,
    packages: Packages,
    variables: Variables,
    torch_import: TorchImport,
) -> Outcomes:
    """An error text names its cause only together with the facts around it.

    ## Why it matters
    The same text has several causes: "supported on macOS 14.0+" is what torch says whenever it
    sees no GPU, so on macOS 15 it means a sandbox or a virtual machine, and no old system.
    "from versions: … 2.2.2" is an Intel Mac, or an Intel Python on an M-chip.
    Known texts of torch, Metal, the loader and the installers are looked up in the doctor's
    catalogue, and judged beside what the text says of the machine.
    Texts that report a limit of MPS say nothing against the environment.

    ## Fix
    What the catalogue says of the text: `mps-doctor explain "the text"`.

    ## References
    - https://github.com/openai/codex/issues/9007
    - https://github.com/pytorch/pytorch/issues/127870
    """
    if isinstance(messages.matches, Unknown):
        return NotApplicable(message=NO_TEXT)
    if not isinstance(messages.about, Unknown):
        return NotApplicable(message=f"the text is about {messages.about}")
    if messages.form == "change":
        return NotApplicable(message="the text is a note on a change")
    context = Context(messages, host, python, conda, torch, packages, variables, torch_import)
    failures = _judged(context, messages.matches)
    if not failures:
        return Passed(message="the known texts in it mean nothing wrong")
    return tuple(failures)


def _judged(context: Context, matches: tuple[MessageMatch, ...]) -> list[Failed]:
    primary: dict[str, list[MessageMatch]] = {}
    others: dict[str, MessageMatch] = {}
    for match in sorted(matches, key=is_warning):  # errors first, else in the order of the text
        row = all_error_texts().get(match.signature)
        causes = causes_of(context._replace(text=match.text), row) if row else ()
        for cause in causes[:1]:
            primary.setdefault(cause, []).append(match)
        for cause in causes[1:]:
            others.setdefault(cause, match)
    failures = [_failure(context, cause, found) for cause, found in primary.items()]
    # Another reading of the same text is never stronger than the likeliest one.
    kinds = {known_causes.kind_of(cause) for cause in primary}
    weaker: Severity = "warning" if "environment" in kinds else "info"
    for cause, match in others.items():
        if cause not in primary:
            failures.append(_other_reading(_failure(context, cause, [match]), match, weaker))
    return failures


def is_warning(match: MessageMatch) -> bool:
    """Return whether a text is a warning, or reports nothing wrong by itself."""
    row = all_error_texts().get(match.signature)
    return row is None or row.kind == "warning" or row.advice


def _failure(context: Context, cause: str, matches: list[MessageMatch]) -> Failed:
    match = matches[0]
    row = all_error_texts()[match.signature]
    lines = dict.fromkeys(f"line {match.line}: {_quoted(match)}" for match in matches)
    asked = cause in OF_ANY_SYSTEM and context.on_another_system()
    have, need = _versions(context, cause, match)
    return Failed(
        cause=cause,
        message=_meaning(cause, row, match),
        have=have,
        need=need,
        evidence=tuple(lines)[:MAX_EVIDENCE],
        fixes=with_words(_exact(context, cause, row, match), _in_words(cause, row, match)),
        severity="error" if asked else _severity(cause, row),
    )


def _versions(context: Context, cause: str, match: MessageMatch) -> tuple[str, str]:
    """Return which macOS there is and which one the text asks for, where it names one."""
    named = named_macos(match.shown) if cause == "macos-too-old-for-op" else ""
    have = f"macOS {context.macos}" if named and context.macos is not None else ""
    return have, f"macOS {named} or newer" if named else ""


def _meaning(cause: str, row: ErrorText, match: MessageMatch) -> str:
    if cause == row.cause:
        return _with_package(row.meaning, row, match)
    return f"{means_of(cause)} (judging by the text and the other facts)"


def _with_package(said: str, row: ErrorText, match: MessageMatch) -> str:
    return fill_in(said, package_in(row, match.text))


def means_of(cause: str) -> str:
    """Return what a cause means, as a sentence without its full stop."""
    return known_causes.all_causes()[cause].says


def _severity(cause: str, row: ErrorText) -> Severity:
    default = known_causes.severity_of(cause)
    if row.advice:
        return "info"
    if row.kind == "warning":
        return "warning" if default == "error" else default
    if cause in STOPPED:
        return "error"
    return "warning" if default == "info" else default


def _other_reading(failure: Failed, match: MessageMatch, weaker: Severity) -> Failed:
    return msgspec.structs.replace(
        failure,
        message=f"Another possible reading of the same text: {means_of(failure.cause)}",
        severity="info" if failure.severity == "info" else weaker,
        # Commands are for what is likeliest.
        fixes=(_in_words(failure.cause, all_error_texts()[match.signature], match),),
    )


def _exact(context: Context, cause: str, row: ErrorText, match: MessageMatch) -> tuple[Fix, ...]:
    if cause == "op-not-implemented" and FALLBACK in row.fix:
        # What was set already, and did not help, is not prescribed again.
        return () if FALLBACK in context.tried else (fall_back(),)
    return fixes_for(context, cause, match.shown)


def _in_words(cause: str, row: ErrorText, match: MessageMatch) -> Fix:
    if cause != row.cause:
        return advice(cause)
    return in_words(f"explain-{row.id}", _with_package(row.fix, row, match))


def _quoted(match: MessageMatch) -> str:
    text = match.shown
    return text if len(text) <= 260 else f"{text[:180]} … {text[-70:]}"
