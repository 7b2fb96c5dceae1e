"""Are PyTorch's files complete and of one version?"""

import shlex

from mps_doctor.facts import (
    NOT_GIVEN,
    TorchCopy,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import Environment, by_hand, install_torch
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, Severity, check

UNNEEDED_PARTS = frozenset({"include", "test", "tests", "testing", "share", "__pycache__"})
"""Folders of torch that slimmed environments drop and conda-forge moves; `import` needs none."""


@check(
    "torch-install-intact",
    title="PyTorch's files are complete and of one version",
    causes=("torch-install-damaged",),
    requires=("torch-installed",),
    concerns="any",
)
def torch_install_intact(
    torch: TorchInstall, torch_import: TorchImport, environment: Environment
) -> Outcomes:
    """All files that PyTorch's metadata names are there, and no second copy is in the way.

    ## Why it matters
    An interrupted install, a full disk, or pip and conda writing one after the other leave files
    of two versions together; what then fails is a matter of chance.
    Folders called `~orch` are leftovers that pip could not delete: harmless, but in the way.

    ## Fix
    Reinstall torch; remove a second copy.

    ## References
    - https://packaging.python.org/en/latest/specifications/recording-installed-packages/
    - https://github.com/conda-forge/pytorch-cpu-feedstock/issues/260
    """
    missing = [path for path in known_or(torch.missing_files, ()) if _is_needed(path)]
    copies = [copy for copy in known_or(torch.copies, ()) if copy.package]
    leftovers = known_or(torch.leftovers, ())
    second = [path for path in leftovers if path.endswith((".dist-info", ".egg-info"))]
    location, second_copy = known_or(torch.location, ""), False
    others = [copy for copy in copies if copy.location != location]
    evidence = [f"missing or changed: {path}" for path in missing[:10]]
    severity: Severity = "warning"
    if hollow := _hollow(torch, torch_import):
        message = f"PyTorch is installed in name only: {hollow}"
        have, evidence, severity = "no package", [hollow], "error"
    elif missing:
        have = "1 file" if len(missing) == 1 else f"{len(missing)} files"
        have, severity = f"{have} missing or changed", _severity(torch_import, missing)
        message = f"PyTorch has {have}: {missing[0]}{', …' if len(missing) > 1 else ''}"
    elif len(copies) > 1:
        second_copy = bool(others) and len(others) < len(copies)
        message = f"This Python's path has {len(copies)} copies of PyTorch"
        have = f"{len(copies)} copies"
        have += f" (also {others[0].version} in {others[0].location})" if second_copy else ""
    elif second:
        message = f"PyTorch has the metadata of two versions; the second is {second[0]}"
        have = "metadata of two versions"
    elif leftovers:
        message, severity = f"A leftover of another PyTorch: {leftovers[0]}", "info"
        have = "leftovers of another PyTorch"
    else:
        known(torch.missing_files)
        return Passed(message="complete, and one copy")
    if len(copies) > 1 and not hollow:
        evidence += [f"copy: {copy.version} in {copy.location}" for copy in copies]
    return Failed(
        cause="torch-install-damaged",
        message=message,
        headline="Python's path has a second PyTorch" if second_copy else "",
        have=have,
        need="one complete copy",
        evidence=(*evidence, *(f"left over: {path}" for path in leftovers)),
        fixes=(_remove(others),) if second_copy else install_torch(environment, reinstall=True),
        severity=severity,
    )


def _remove(copies: list[TorchCopy]) -> Fix:
    """Return the fix that leaves the one copy that `import torch` finds."""
    steps = []
    for copy in copies:
        metadata = f" torch-{copy.version}.dist-info" if copy.metadata else ""
        command = f"cd {shlex.quote(copy.location)} && rm -r torch{metadata}"
        steps.append(f"If no other Python needs torch {copy.version} there: `{command}`")
    return by_hand(
        "remove-second-torch",
        f"Remove the second torch, {copies[0].version}",
        *steps,
        "If one does, take that folder out of PYTHONPATH; a user folder is ignored with "
        "PYTHONNOUSERSITE=1",
        risk="destructive",
    )


def _severity(torch_import: TorchImport, missing: list[str]) -> Severity:
    """Return how bad missing files are: an import that works may never need them."""
    if isinstance(torch_import.outcome, Unknown) and all(".dist-info/" in path for path in missing):
        return "warning"  # an import reads no metadata of its own
    # A module that was asked and has no version is an empty shell, whatever the import says.
    version = torch_import.version
    shell = isinstance(version, Unknown) and version.unknown != NOT_GIVEN
    return "warning" if torch_import.outcome == "imported" and not shell else "error"


def _hollow(torch: TorchInstall, torch_import: TorchImport) -> str:
    """Return what there is of a torch that has no package; empty where it has one, or imports.

    A folder without `__init__.py` imports as well, as an empty namespace without a file.
    """
    if torch.installed is not False or torch.editable is True:
        return ""
    empty = torch_import.outcome == "imported" and known_or(torch_import.file, "None") == "None"
    if not empty and known_or(torch_import.outcome, "not-installed") != "not-installed":
        return ""
    for path in known_or(torch.leftovers, ()):
        if path.endswith("/torch"):
            return f"{path} is a folder without __init__.py"
    for copy in known_or(torch.copies, ()):
        if copy.metadata:
            return f"{copy.location} has its metadata {copy.version}, but no package"
    return ""


def _is_needed(path: str) -> bool:
    path = path.partition(": ")[0]  # what is wrong with it follows
    return not (path.endswith(".pyc") or UNNEEDED_PARTS.intersection(path.split("/")))
