"""Does work on the device give right results?"""

import re

from mps_doctor.facts import (
    SmokeTest,
    hardware,
    is_beta,
    known,
    known_or,
    macos_name,
    real_macos,
)
from mps_doctor.fixes import (
    DOCTOR,
    Environment,
    by_hand,
    install_torch,
    newest_for,
    read_situation,
    set_variable,
    unset_variable,
)
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor.knowledge import compatibility
from mps_doctor.knowledge.variables import FALLBACK, HIGH_WATERMARK
from mps_doctor_checks.gpu import use_the_cpu, wrong_numbers

SPECIFIC = (
    ("MPS backend out of memory", "mps-out-of-memory"),
    ("currently implemented for the MPS device", "op-not-implemented"),
    ("current implemented for the MPS device", "op-not-implemented"),
    ("watermark ratio", "mps-watermark-env-invalid"),
    ("XPC_ERROR_CONNECTION_INVALID", "metal-compiler-service-unreachable"),
    ("MTLCompilerService", "metal-compiler-service-unreachable"),
    ("devices with unified memory", "intel-mac-no-metal-gpu"),
    ("Failed to create metal library", "torch-build-regression"),
)
"""Texts of torch and Metal that name a more specific cause."""

DURING = {
    "allocate": "while allocating",
    "copy": "while copying",
    "multiply-ones": "in a matmul",
    "multiply-random": "in a matmul",
    "read-back": "while reading back",
}
"""When it happened, by the step of the probe."""

SNAPSHOT = "it with the output of `mps-doctor snapshot`"

LONGEST_ERROR = 45
"""Characters of an error that still fit a line of the screen."""


@check(
    "smoke-test",
    title="Work on the device gives right results",
    causes=(
        "mps-smoke-failed",
        "mps-wrong-results-os-version",
        "mps-crash-os-version",
        "intel-mac-amd-gpu-unreliable",
        *dict.fromkeys(cause for _, cause in SPECIFIC),
    ),
    requires=(
        "torch-import",
        "mps-available",
        "mps-variables",
        "virtual-machine",
        "sandbox",
        "known-defects",
    ),
    concerns="any",
    level="standard",
)
def smoke_test(environment: Environment, smoke: SmokeTest) -> Outcomes:
    """Matrices of ones and of random numbers are multiplied on the device and compared.

    ## Why it matters
    Only this proves that the GPU works: `is_available()` is True on virtual machines that refuse
    the first bytes, and on systems whose matrix products are wrong.
    A product of ones must be exactly n everywhere; a random product must agree with float64 on the
    CPU to one part in ten thousand, which also detects a transposed or an old result.

    ## Fix
    Depends on how it failed: see the message and its evidence.

    ## References
    - https://github.com/pytorch/pytorch/issues/193571
    - https://github.com/pytorch/pytorch/issues/122016
    - https://github.com/actions/runner-images/issues/9918
    """
    outcome, headline = known(smoke.outcome), ""
    device = known_or(smoke.device, "mps")
    evidence: tuple[str, ...] = wrong_numbers(smoke)
    if outcome == "completed" and not evidence:
        error = known(smoke.relative_error)
        return Passed(message=f"right results on {device}", have=f"relative error {error:.1e}")
    if outcome == "completed":
        cause, have = _cause_of_wrong_numbers(environment), evidence[0]
        headline = "the GPU computes wrong numbers" if cause == "mps-smoke-failed" else ""
    else:
        error_text = known_or(smoke.error_message, "")
        lines = known_or(smoke.stderr, ())
        step = known_or(smoke.step, "an unknown step")
        during = DURING.get(step, f"at {step}")
        said = ": ".join(filter(None, (known_or(smoke.error_type, ""), error_text)))
        text = "\n".join((error_text, *lines))
        on_beta = outcome == "crashed" and is_beta(environment.host)
        cause = next(
            (cause for sign, cause in SPECIFIC if sign in text),
            "mps-crash-os-version" if on_beta else "mps-smoke-failed",
        )
        have = {
            "crashed": f"{known_or(smoke.signal, 'a crash')} {during}",
            "hung": f"hangs {during}",
            "exited": f"exits with code {known_or(smoke.exit_code, 1)} {during}",
        }.get(outcome, f"{_short(error_text) or known_or(smoke.error_type, 'error')} {during}")
        evidence = tuple(filter(None, (f"step: {step}", said, *lines[-3:])))
    return Failed(
        cause=cause if device == "mps" else "mps-smoke-failed",
        message=f"GPU test failed: {have}" if device == "mps" else f"{device} test failed: {have}",
        headline=headline if device == "mps" else "",
        have=have,
        need="results that match the CPU",
        evidence=(*evidence, macos_name(environment.host)),
        fixes=_fixes(environment, smoke, cause),
        severity="error",
    )


def _fixes(environment: Environment, smoke: SmokeTest, cause: str) -> tuple[Fix, ...]:
    """Return what fits the cause; a newer torch where there is one; else what is left to try."""
    device = known_or(smoke.device, "mps")
    report = by_hand(
        "try-again-or-report",
        "Try again, or report it",
        "Run `mps-doctor` again: it may have been something else that ran at the time",
        f"If it still fails, report {SNAPSHOT}",
    )
    if device != "mps":
        return (report,)
    if cause == "intel-mac-amd-gpu-unreliable":
        return (use_the_cpu(),)
    if smoke.outcome == "completed":
        report = by_hand(
            "use-the-cpu-and-report",
            "Use the CPU, and report it",
            "Choose the device cpu: don't trust results of this GPU",
            f"Report {SNAPSHOT}",
            verify=(DOCTOR, "--device", "cpu"),
        )
    if cause == "mps-out-of-memory":
        return (
            by_hand(
                "free-memory",
                "Free memory: the test itself needs only a few megabytes",
                "Quit programs that hold much of it (Activity Monitor > Memory)",
                f"Unset {HIGH_WATERMARK} if you set it: it limits what MPS may use",
            ),
        )
    if cause == "mps-watermark-env-invalid":
        return (unset_variable(HIGH_WATERMARK),)
    newest = newest_for(read_situation(environment.host, environment.python), environment.packages)
    newer: tuple[Fix, ...] = ()
    if newest is not None and environment.torch.version != newest.version:
        newer = install_torch(environment)
    return (*newer, set_variable(FALLBACK, "1") if cause == "op-not-implemented" else report)


def _short(error: str) -> str:
    """Return the first clause of an error, or nothing where even that is long."""
    clause = re.split(r"\n| \(|[.:] ", error.removeprefix("MPS backend "), maxsplit=1)[0]
    return clause if len(clause) <= LONGEST_ERROR else ""


def _cause_of_wrong_numbers(environment: Environment) -> str:
    host, python, _, _, torch = environment
    if hardware(host, python) == "x86_64":
        return "intel-mac-amd-gpu-unreliable"
    version, macos = known_or(torch.version, ""), known_or(real_macos(host), "")
    causes = {row.cause for row in compatibility.known_defects(version, macos=macos)}
    known_pair = "mps-wrong-results-os-version"
    return known_pair if known_pair in causes else "mps-smoke-failed"
