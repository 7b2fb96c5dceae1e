"""What happens on `import torch`: checks of the torch family."""

from __future__ import annotations

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Packages,
    TorchImport,
    TorchInstall,
    known,
    known_or,
)
from mps_doctor.fixes import install_torch
from mps_doctor.judgement.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check

SLOW_IMPORT_SECONDS = 30.0
"""A first import reads some hundred megabytes; beyond this it is worth a word."""

_SPECIFIC = (
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
    family="torch",
    concerns="any",
    level="standard",
)
def torch_imports(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """PyTorch must import, in a process of its own, without an error, a crash or a hang.

    ## Why it matters
    The import loads some hundred megabytes of libraries; a missing, foreign or mixed one shows
    here first.
    A crash leaves no Python error: the process ends by a signal.

    ## Fix
    Install torch again; if that does not help, make a new environment.

    ## References
    - https://github.com/pytorch/pytorch/issues/136217
    - https://github.com/pytorch/pytorch/issues/126679
    """
    outcome = known(torch_import.outcome)
    if outcome == "imported":
        seconds = known_or(torch_import.seconds, 0.0)
        return Passed(message="imports", have=f"in {seconds:.1f} s" if seconds else "")
    if outcome == "not-installed":
        return NotApplicable(message="torch is not installed")
    lines = known_or(torch_import.stderr, ())
    error = known_or(torch_import.error_message, "")
    kind = known_or(torch_import.error_type, "")
    text = "\n".join((error, *lines))
    general = {"crashed": "torch-import-crashed", "hung": "torch-import-hangs"}
    # The text ends in the file: torch's own, where a part of torch itself is missing.
    specific = _SPECIFIC[:-1] if "/torch/__init__.py)" in error else _SPECIFIC
    cause = next((cause for sign, cause in specific if sign in text), None)
    said = f"{kind}: {error}" if kind else error
    evidence = tuple(filter(None, (f"import torch: {outcome}", said, *lines[-3:])))
    return Failed(
        cause=cause or general.get(outcome, "torch-import-failed"),
        message=_say(outcome, said, torch_import),
        have=f"import torch {outcome}",
        need="an import that succeeds",
        evidence=evidence,
        fixes=install_torch(host, python, conda, packages, torch=torch, reinstall=True),
        severity="error",
    )


def _say(outcome: str, said: str, torch_import: TorchImport) -> str:
    if outcome == "crashed":
        signal = known_or(torch_import.signal, "a signal")
        return f"`import torch` kills the process ({signal})"
    if outcome == "hung":
        return "`import torch` does not come back"
    if outcome == "exited":
        code = known_or(torch_import.exit_code, 1)
        return f"`import torch` ends the process with code {code}"
    return f"`import torch` raises {said or 'an error'}"


@check(
    "torch-import-time",
    title="`import torch` is quick enough",
    causes=("torch-import-slow",),
    requires=("torch-import",),
    family="torch",
    concerns="any",
    level="standard",
)
def torch_import_time(torch_import: TorchImport) -> Outcomes:
    """A first import may take many seconds, a later one one or two.

    ## Why it matters
    macOS checks each library once when it is first loaded, and a virus scanner, a network folder
    or a synchronised folder (iCloud, Dropbox) slows each import.
    It is no fault of MPS, and the first run after an install is always slow.

    ## Fix
    Import once more; if it stays slow, keep the environment on a local disk.

    ## References
    - https://docs.python.org/3/using/cmdline.html#cmdoption-X
    """
    if known(torch_import.outcome) != "imported":
        return NotApplicable(message="torch was not imported")
    seconds = known(torch_import.seconds)
    if seconds <= SLOW_IMPORT_SECONDS:
        return Passed(message="quick enough", have=f"{seconds:.1f} s")
    return Failed(
        cause="torch-import-slow",
        message=f"`import torch` took {seconds:.0f} s",
        have=f"{seconds:.0f} s",
        need=f"{SLOW_IMPORT_SECONDS:.0f} s or less",
        evidence=(f"seconds: {seconds:.1f}",),
        fixes=(
            Fix(
                id="import-again",
                summary="Import torch once more; keep the environment on a local disk",
                kind="manual",
                steps=(
                    "Run `python -X importtime -c 'import torch'` once more, and compare.",
                    "If it stays slow, move the environment to a local, unsynchronised folder.",
                ),
                risk="safe",
                verify=(("mps-doctor",),),
            ),
        ),
    )
