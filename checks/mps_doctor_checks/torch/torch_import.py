"""Does `import torch` work?"""

from mps_doctor.facts import TorchImport, known, known_or
from mps_doctor.fixes import Environment, install_torch
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, check

GENERAL = {"crashed": "torch-import-crashed", "hung": "torch-import-hangs"}

SPECIFIC = (
    ("incompatible architecture", "native-arch-mismatch"),
    ("Library not loaded", "torch-install-damaged"),
    ("Expected in: /System", "macos-too-old-for-torch"),
    ("is unknown, expected", "macos-too-old-for-torch"),
    ("load command 0x80000034 is unknown", "macos-too-old-for-torch"),
    ("std::invalid_argument", "fallback-env-set-too-late"),
    ("partially initialized module", "local-module-shadows-torch"),
)
"""Texts of the loader that name a more specific cause."""


@check(
    "torch-import",
    title="`import torch` works",
    causes=(
        "torch-import-failed",
        "torch-import-crashed",
        "torch-import-hangs",
        "native-arch-mismatch",
        "torch-install-damaged",
        "macos-too-old-for-torch",
        "fallback-env-set-too-late",
        "local-module-shadows-torch",
    ),
    requires=(
        "torch-installed",
        "torch-shadowed",
        "torch-install-intact",
        "torch-architecture",
        "openmp-runtimes",
        "mps-variables",
    ),
    concerns="any",
    level="standard",
)
def torch_imports(torch_import: TorchImport, environment: Environment) -> Outcomes:
    """`import torch` must work, in its own process, without an error, a crash or a hang.

    ## Why it matters
    The import loads some hundred megabytes of libraries; a missing, foreign or mixed one shows
    here first.
    A crash leaves no Python error: a signal ends the process.

    ## Fix
    Reinstall torch; if that doesn't help, create a new environment.

    ## References
    - https://github.com/pytorch/pytorch/issues/136217
    - https://github.com/pytorch/pytorch/issues/126679
    """
    outcome = known(torch_import.outcome)
    if outcome == "imported":
        seconds = known_or(torch_import.seconds, 0.0)
        return Passed(message="imports", have=f"in {seconds:.1f} s" if seconds else "")
    if outcome == "not-installed":
        return NotApplicable(message="PyTorch is not installed")
    lines = known_or(torch_import.stderr, ())
    error = known_or(torch_import.error_message, "")
    said = ": ".join(filter(None, (known_or(torch_import.error_type, ""), error)))
    text = "\n".join((error, *lines))
    # The text ends in the file: torch's own, where a part of torch itself is missing.
    specific = SPECIFIC[:-1] if "/torch/__init__.py)" in error else SPECIFIC
    cause = next((cause for sign, cause in specific if sign in text), None)
    have = {
        "crashed": f"crashes ({known_or(torch_import.signal, 'a signal')})",
        "hung": "hangs",
        "exited": f"exits with code {known_or(torch_import.exit_code, 1)}",
    }.get(outcome, f"raises {known_or(torch_import.error_type, 'an error')}")
    full = f"raises {said}" if outcome == "raised" and said else have
    return Failed(
        cause=cause or GENERAL.get(outcome, "torch-import-failed"),
        message=f"`import torch` {full}",
        have=f"import torch {have}",
        need="an import that works",
        evidence=tuple(filter(None, (f"import torch: {outcome}", said, *lines[-3:]))),
        fixes=install_torch(environment, reinstall=True),
        severity="error",
    )
