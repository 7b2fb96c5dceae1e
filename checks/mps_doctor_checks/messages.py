"""Error texts that a user pasted, judged beside the facts of the same text."""

from __future__ import annotations

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
from mps_doctor.knowledge.signatures import Signature, all_signatures
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor_checks.message_context import Context, named_macos
from mps_doctor_checks.message_rules import causes_of
from mps_doctor_checks.remedies import advice, fall_back, in_words, remedies, with_words

NO_TEXT = "no error text or symptom was given"

ALL_CAUSES = tuple(known_causes.all_causes())

MAX_EVIDENCE = 3
"""Lines of evidence for one cause: a log repeats itself."""

STOPPED = frozenset(
    {"pip-of-another-python"}
    | {"openmp-duplicate-runtime", "torch-companion-version-mismatch", "pip-externally-managed"}
    | {"metal-compiler-service-unreachable", "framework-device-detection-bug"}
    | {"macos-version-misreported"}
)
"""Causes that are risks as facts, and errors once a program has stopped because of them."""

OF_ANY_SYSTEM = frozenset({"numpy2-abi-mismatch"})
"""Causes that stop programs alike on a system without MPS: there they are what was asked."""

ADVICE = frozenset(
    {"mps-available-not-used", "use-mps-device-deprecated", "unexpected-macos-version"}
    | {"padding-dims", "native-multilayer-lstm", "paravirtual-device"}
    | {"metal-compile-prototype", "metal-dispatch-warning"}
)
"""Texts that tell of nothing wrong by themselves."""


@check(
    "reported-errors",
    title="The text holds no known error",
    causes=ALL_CAUSES,
    concerns="any",
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
    Texts that tell of a limit of MPS say nothing against the environment.

    ## Fix
    What the catalogue says of the text: `mps-doctor explain "the text"`.

    ## References
    - https://github.com/openai/codex/issues/9007
    - https://github.com/pytorch/pytorch/issues/127870
    """
    if isinstance(messages.matches, Unknown):
        return NotApplicable(message=NO_TEXT)
    context = Context(messages, host, python, conda, torch, packages, variables, torch_import)
    told = _judged(context, messages.matches)
    if not told:
        return Passed(message="the known texts in it mean nothing wrong")
    return tuple(told)


def _judged(context: Context, matches: tuple[MessageMatch, ...]) -> list[Failed]:
    primary: dict[str, list[MessageMatch]] = {}
    others: dict[str, MessageMatch] = {}
    for match in sorted(matches, key=_tellingness):
        causes = causes_of(context, match.signature, match.text)
        if causes:
            primary.setdefault(causes[0], []).append(match)
        for cause in causes[1:]:
            others.setdefault(cause, match)
    failures = [_failure(context, cause, found) for cause, found in primary.items()]
    kinds = {known_causes.kind_of(cause) for cause in primary}
    for cause, match in others.items():
        if cause in primary:
            continue
        failure = _failure(context, cause, [match])
        # Another reading of the same text: told, and never stronger than the likeliest one.
        lower: Severity = "info" if "environment" not in kinds else "warning"
        severity = "info" if failure.severity == "info" else lower
        words = _in_words(cause, all_signatures()[match.signature])
        failures.append(_weakened(failure, severity, words))
    return failures


def _tellingness(match: MessageMatch) -> int:
    """Errors before warnings; the order of the text decides among those of one kind."""
    return 1 if is_warning(match) else 0


def is_warning(match: MessageMatch) -> bool:
    """Return whether a text is a warning, or tells of nothing wrong by itself."""
    row = all_signatures().get(match.signature)
    return row is None or row.kind == "warning" or row.id in ADVICE


def _failure(context: Context, cause: str, matches: list[MessageMatch]) -> Failed:
    row = all_signatures()[matches[0].signature]
    lines = dict.fromkeys(f"line {match.line}: {_quoted(match)}" for match in matches)
    asked = cause in OF_ANY_SYSTEM and context.elsewhere and not context.guest_on_mac
    return Failed(
        cause=cause,
        message=_meaning(cause, row),
        **_versions(context, cause, matches[0]),
        evidence=tuple(lines)[:MAX_EVIDENCE],
        fixes=with_words(_exact(context, cause, row, matches[0]), _in_words(cause, row)),
        severity="error" if asked else _severity(cause, row),
    )


def _versions(context: Context, cause: str, match: MessageMatch) -> dict[str, str]:
    """Return which macOS there is and which one the text asks for, where it names one."""
    named = named_macos(match.shown) if cause == "macos-too-old-for-op" else ""
    if not named:
        return {}
    have = f"macOS {context.macos}" if context.macos is not None else ""
    return {"have": have, "need": f"macOS {named} or newer"}


def _meaning(cause: str, row: Signature) -> str:
    if cause == row.cause:
        return row.meaning
    return f"{means_of(cause)} (judging by the text and the other facts)"


def means_of(cause: str) -> str:
    """Return what a cause means, as a sentence without its full stop."""
    return known_causes.all_causes()[cause].says


def _severity(cause: str, row: Signature) -> Severity:
    default = known_causes.severity_of(cause)
    if row.id in ADVICE:
        return "info"
    if row.kind == "warning":
        return "warning" if default == "error" else default
    if cause in STOPPED:
        return "error"
    return "warning" if default == "info" else default


def _weakened(failure: Failed, severity: Severity, words: Fix) -> Failed:
    message = f"Another possible reading of the same text: {means_of(failure.cause)}"
    # Commands are for what is likeliest.
    return msgspec.structs.replace(failure, message=message, severity=severity, fixes=(words,))


def _exact(context: Context, cause: str, row: Signature, match: MessageMatch) -> tuple[Fix, ...]:
    if cause == "op-not-implemented" and FALLBACK in row.fix:
        return (fall_back(),)
    return remedies(context, cause, match.shown)


def _in_words(cause: str, row: Signature) -> Fix:
    return in_words(f"explain-{row.id}", row.fix) if cause == row.cause else advice(cause)


def _quoted(match: MessageMatch) -> str:
    text = match.shown
    return text if len(text) <= 260 else f"{text[:180]} … {text[-70:]}"
