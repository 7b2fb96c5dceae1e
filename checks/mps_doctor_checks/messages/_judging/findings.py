"""What the texts, the symptoms and the silence of a report come to, beside its facts."""

from collections.abc import Iterable

import msgspec

from mps_doctor.facts import MessageMatch, Messages, known_or
from mps_doctor.fixes import set_variable
from mps_doctor.judgement.checking import Failed, Fix, Severity
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor.pasted.error_text import ErrorText, fill_in
from mps_doctor.pasted.error_texts import all_error_texts, groups, package_in
from mps_doctor_checks.gpu import leave_the_sandbox, use_a_real_mac, use_the_cpu
from mps_doctor_checks.messages._judging.context import (
    GUEST,
    SANDBOX,
    X86_PYTHON,
    Context as Context,
    cause_of,
    named_macos,
)
from mps_doctor_checks.messages._judging.fixes import advice, fixes_for, in_words, with_words
from mps_doctor_checks.messages._judging.rules import apply_rule, causes_of, causes_of_symptom

FIRST_WITH_THE_MODULE = "2.0"
"""The first torch that holds torch/mps/__init__.py. Source: the wheels of 1.13.1 and 2.0.0."""

NONE_OFFERED = "from versions: none"
"""What pip says where no file of a package fits."""

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


def of_errors(context: Context, matches: Iterable[MessageMatch]) -> tuple[Failed, ...]:
    """Return what error texts come to, the likeliest cause of each first."""
    primary: dict[str, list[MessageMatch]] = {}
    others: dict[str, MessageMatch] = {}
    for match in sorted(matches, key=_is_warning):  # errors first, else in the order of the text
        row = all_error_texts().get(match.signature)
        causes = causes_of(context._replace(text=match.text), row) if row else ()
        for cause in causes[:1]:
            primary.setdefault(cause, []).append(match)
        for cause in causes[1:]:
            others.setdefault(cause, match)
    failures = [_failure(context, cause, found) for cause, found in primary.items()]
    # Another reading of the same text is never stronger than the likeliest one.
    kinds = {known_causes.cause_of(cause).kind for cause in primary}
    weaker: Severity = "warning" if "environment" in kinds else "info"
    for cause, match in others.items():
        if cause not in primary:
            other = _failure(context, cause, [match])
            # Commands are for what is likeliest.
            words = _in_words(context, cause, all_error_texts()[match.signature], match)
            failures.append(
                msgspec.structs.replace(
                    other,
                    message=f"Another possible reading of the same text: {_means_of(cause)}",
                    severity="info" if other.severity == "info" else weaker,
                    fixes=(words,),
                )
            )
    return tuple(failures)


def _is_warning(match: MessageMatch) -> bool:
    """Return whether a text is a warning, or reports nothing wrong by itself."""
    row = all_error_texts().get(match.signature)
    return row is None or row.kind == "warning" or row.advice


def _failure(context: Context, cause: str, matches: list[MessageMatch]) -> Failed:
    match = matches[0]
    row = all_error_texts()[match.signature]
    lines = dict.fromkeys(f"line {match.line}: {_quoted(match)}" for match in matches)
    asked = cause in OF_ANY_SYSTEM and context.on_another_system()
    named = named_macos(match.shown) if cause == "macos-too-old-for-op" else ""
    return Failed(
        cause=cause,
        message=_meaning(cause, row, match),
        headline=_headline(context, cause, row, match),
        have=f"macOS {context.macos}" if named and context.macos else "",
        need=f"macOS {named} or newer" if named else "",
        evidence=tuple(lines)[:MAX_EVIDENCE],
        fixes=with_words(_exact(context, cause, row, match), _in_words(context, cause, row, match)),
        severity="error" if asked else _severity(cause, row, match.text),
    )


def _headline(context: Context, cause: str, row: ErrorText, match: MessageMatch) -> str:
    """Return what is wrong where the cause's own headline says less, or too much."""
    if cause == X86_PYTHON and NONE_OFFERED in match.text.lower() and not context.intel_python():
        return "Python is probably an Intel build"  # pip prints no processor
    return row.headline if cause == row.cause else ""


def _meaning(cause: str, row: ErrorText, match: MessageMatch) -> str:
    if cause == row.cause:
        return fill_in(row.meaning, package_in(row, match.text))
    return f"{_means_of(cause)} (judging by the text and the other facts)"


def _means_of(cause: str) -> str:
    """Return what a cause means, as a sentence without its full stop."""
    return known_causes.all_causes()[cause].says


def _severity(cause: str, row: ErrorText, text: str) -> Severity:
    if row.rule == "own-finding" and (said := "".join(groups(row.id, text))):
        return "warning" if said == "warning" else "error"  # as that report said
    if row.advice:
        return "info"
    if row.kind == "warning":
        default = known_causes.cause_of(cause).severity
        return "warning" if default == "error" else default
    return _severity_of_complaint(cause)


def _severity_of_complaint(cause: str) -> Severity:
    """Return how bad it is: what is a risk, or advice, as a fact is what somebody complains of."""
    if cause in STOPPED:
        return "error"
    default = known_causes.cause_of(cause).severity
    return "warning" if default == "info" else default


def _exact(context: Context, cause: str, row: ErrorText, match: MessageMatch) -> tuple[Fix, ...]:
    if cause == "op-not-implemented" and FALLBACK in row.fix:
        # What was set already, and did not help, is not prescribed again.
        return () if FALLBACK in context.tried else (set_variable(FALLBACK, "1"),)
    return fixes_for(context, cause, match.shown)


def _in_words(context: Context, cause: str, row: ErrorText, match: MessageMatch) -> Fix:
    if cause != row.cause:
        return advice(cause)
    said = fill_in(row.fix, package_in(row, match.text))
    if row.id == "torch-mps-namespace" and context.torch_below(FIRST_WITH_THE_MODULE):
        said = said.partition(", or ")[0]
    return in_words(f"explain-{row.id}", said)


def _quoted(match: MessageMatch) -> str:
    text = match.shown
    return text if len(text) <= 260 else f"{text[:180]} … {text[-70:]}"


def of_symptoms(context: Context, symptoms: Iterable[str]) -> tuple[Failed, ...]:
    """Return what symptoms come to: an error text, where there is one, says more than words."""
    found: dict[str, str] = {}
    for symptom in symptoms:
        for cause in causes_of_symptom(context, cause_of(symptom)):
            found.setdefault(cause, symptom)
    says_more = bool(found) and _has_a_cause(context)
    return tuple(
        Failed(
            cause=cause,
            message=f"{_means_of(cause)}, as the text describes it",
            evidence=_lines(symptom, context.messages),
            fixes=_fixes_of_symptom(context, cause, symptom),
            severity="info" if says_more or rank else _severity_of_complaint(cause),
        )
        for rank, (cause, symptom) in enumerate(found.items())
    )


def _has_a_cause(context: Context) -> bool:
    """Return whether an error text of the same text has a cause."""
    return any(
        causes_of(context._replace(text=match.text), all_error_texts()[match.signature])
        for match in known_or(context.messages.matches, ())
        if not _is_warning(match)
    )


def _lines(symptom: str, messages: Messages) -> tuple[str, ...]:
    """Return the lines that tell a symptom."""
    return tuple(
        f"line {each.line}: {each.quote}" for each in messages.telling if each.symptom == symptom
    )


def _fixes_of_symptom(context: Context, cause: str, symptom: str) -> tuple[Fix, ...]:
    if cause == "mps-op-wrong-result":
        compare = Fix(
            id="compare-with-cpu",
            summary="Use the newest torch, and compare the step in question with the CPU",
            kind="manual",
            steps=(
                "Install the newest torch that this macOS and Python can have.",
                "Run the step in question on mps and on the CPU, and compare.",
                "Where they differ, run that step on the CPU and report it to PyTorch.",
            ),
        )
        return (compare,)
    lines = " ".join(_lines(symptom, context.messages))
    return with_words(fixes_for(context, cause, lines), advice(cause))


def of_a_hidden_gpu(context: Context) -> Failed | None:
    """Return why torch finds no GPU where all that is told fits MPS; None for no reason."""
    cause = next(iter(apply_rule("hidden-gpu", context)), None)
    if cause is None:
        return None
    visible = "Everything in the text fits MPS, yet torch finds no GPU"
    found, need, fix = {
        "intel-mac-no-metal-gpu": ("torch finds no GPU", "a Mac with Apple silicon", use_the_cpu()),
        GUEST: (visible, "a real Mac", use_a_real_mac()),
        SANDBOX: (visible, "a process to which the GPU is visible", leave_the_sandbox((visible,))),
    }[cause]
    return Failed(
        cause=cause,
        message=f"{found}. {_means_of(cause)}",
        have="is_available(): False",
        need=need,
        evidence=("is_available(): False",),
        fixes=(fix,),
    )
