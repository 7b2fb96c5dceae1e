"""PyTorch's files on disk: whole, one copy, not hidden by others. Checks of the torch family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mps_doctor.facts import (
    NOT_GIVEN,
    Conda,
    Host,
    Interpreter,
    Packages,
    ShadowedModule,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import install_torch, rename_files
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import MacOS, parse_macos
from mps_doctor_checks.mac import parse_version

UNNEEDED_PARTS = frozenset({"include", "test", "tests", "testing", "share", "__pycache__"})
"""Folders of torch that slimmed environments drop and conda-forge moves; `import` needs none."""

FATAL = frozenset({"torch", "numpy"})
"""Packages without which torch itself does not work."""

SHADOWING = FATAL | {"torchvision", "torchaudio", "functorch", "accelerate", "transformers"}
"""Packages whose hiding concerns MPS."""


@check(
    "torch-shadowed",
    title="No file or folder hides PyTorch",
    causes=("local-module-shadows-torch", "torchhub-source-shadowing"),
    requires=("python-standard-library",),
    family="torch",
    concerns="any",
)
def torch_shadowed(python: Interpreter, torch: TorchInstall, torch_import: TorchImport) -> Outcomes:
    """A `torch.py`, `torch/` or `numpy.py` of yours is imported instead of the package.

    ## Why it matters
    Python looks into the current folder and PYTHONPATH before the installed packages.
    A script called torch.py, a checkout of PyTorch's sources, or a copy that torch.hub keeps is
    then imported in place of what is installed, and lacks or mixes its parts.

    ## Fix
    Rename the file, or start Python in another folder.

    ## References
    - https://docs.python.org/3/library/sys_path_init.html
    - https://github.com/pytorch/pytorch/issues/157648
    """
    hiding = [item for item in known_or(python.shadowed, ()) if _top(item) in SHADOWING]
    if hiding:
        return tuple(_hidden(item) for item in hiding)
    file = known_or(torch_import.file, "")
    location = known_or(torch.location, "")
    elsewhere = not _real(file).startswith(_real(location))
    if file and location and elsewhere and not known_or(torch.editable, False):
        return Failed(
            cause="local-module-shadows-torch",
            message=f"`import torch` takes {file}, and torch is installed in {location}",
            have=file,
            need=location,
            evidence=(f"torch.__file__: {file}", f"installed in: {location}"),
            fixes=(_leave(file),),
            # It works, if not with the copy that the metadata speaks of.
            severity="warning" if torch_import.outcome == "imported" else "error",
        )
    if isinstance(python.shadowed, Unknown) and not file:
        known(python.shadowed)
    return Passed(message="nothing hides it")


def _real(path: str) -> str:
    """Return a path as macOS resolves it: /var, /tmp and /etc are links into /private."""
    return path.rstrip("/").removeprefix("/private")


def _top(item: ShadowedModule) -> str:
    return item.module.partition(".")[0]


def _hidden(item: ShadowedModule) -> Failed:
    hub = "hub" in item.path.split("/")
    return Failed(
        cause="torchhub-source-shadowing" if hub else "local-module-shadows-torch",
        message=f"{item.path} is imported instead of the package {item.module}",
        have=item.path,
        need=f"the installed {item.module}",
        evidence=(f"{item.module}: {item.path} ({item.where})",),
        fixes=(rename_files(item.path), _leave(item.path)),
        severity="error" if _top(item) in FATAL or hub else "warning",
    )


def _leave(path: str) -> Fix:
    return Fix(
        id="leave-shadowing-file",
        summary=f"Keep {path} out of Python's way",
        kind="manual",
        steps=("Start Python in another folder, and remove the entry from PYTHONPATH.",),
        risk="safe",
        verify=(("mps-doctor", "check"),),
    )


@check(
    "torch-install-intact",
    title="PyTorch's files are whole and of one version",
    causes=("torch-install-damaged",),
    requires=("torch-installed",),
    family="torch",
    concerns="any",
)
def torch_install_intact(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """All files that PyTorch's metadata names are there, and no second copy is in the way.

    ## Why it matters
    An interrupted install, a full disk, or pip and conda writing one after the other leave files
    of two versions together; what then fails is a matter of chance.
    Folders called `~orch` are remains that pip could not delete: harmless, and in the way.

    ## Fix
    Install torch again, over what is there.

    ## References
    - https://packaging.python.org/en/latest/specifications/recording-installed-packages/
    - https://github.com/conda-forge/pytorch-cpu-feedstock/issues/260
    """
    missing = tuple(path for path in known_or(torch.missing_files, ()) if _is_needed(path))
    copies = [copy for copy in known_or(torch.copies, ()) if copy.package]
    leftovers = known_or(torch.leftovers, ())
    if hollow := _hollow(torch, torch_import):
        return Failed(
            cause="torch-install-damaged",
            message=f"PyTorch is installed in name only: {hollow}",
            have=hollow,
            need="one whole copy",
            evidence=(hollow, *(f"left over: {path}" for path in leftovers)),
            fixes=install_torch(host, python, conda, packages, torch=torch, reinstall=True),
            severity="error",
        )
    second = [path for path in leftovers if path.endswith((".dist-info", ".egg-info"))]
    evidence: list[str] = [f"missing or changed: {path}" for path in missing[:10]]
    if len(copies) > 1:
        evidence += [f"copy: {copy.version} in {copy.location}" for copy in copies]
    damaged = bool(evidence or second)
    evidence += [f"left over: {path}" for path in leftovers]
    if not evidence:
        known(torch.missing_files)
        return Passed(message="whole, and one copy")
    # A module that was asked and has no version is an empty shell, whatever the import says.
    version = torch_import.version
    shell = isinstance(version, Unknown) and version.unknown != NOT_GIVEN
    works = torch_import.outcome == "imported" and not shell
    return Failed(
        cause="torch-install-damaged",
        message=_say(missing, len(copies), second, leftovers),
        have=f"{len(missing)} files missing or changed, {max(len(copies), 1)} copies",
        need="one whole copy",
        evidence=tuple(evidence),
        fixes=install_torch(host, python, conda, packages, torch=torch, reinstall=True),
        severity="info" if not damaged else "warning" if works or not missing else "error",
    )


def _hollow(torch: TorchInstall, torch_import: TorchImport) -> str:
    """Return what there is of a torch that has no package; empty where it has one, or imports.

    A folder without `__init__.py` imports as well, as an empty namespace without a file.
    """
    if torch.installed is not False or torch.editable is True:
        return ""
    empty = torch_import.outcome == "imported" and known_or(torch_import.file, "None") == "None"
    if (
        empty
        or torch_import.outcome == "not-installed"
        or isinstance(torch_import.outcome, Unknown)
    ):
        for path in known_or(torch.leftovers, ()):
            if path.endswith("/torch"):
                return f"{path} is a folder without __init__.py"
        for copy in known_or(torch.copies, ()):
            if copy.metadata:
                return f"{copy.location} holds its metadata {copy.version}, and no package"
    return ""


def _is_needed(path: str) -> bool:
    path = path.partition(": ")[0]  # what is wrong with it follows
    return not (path.endswith(".pyc") or UNNEEDED_PARTS.intersection(path.split("/")))


def _say(
    missing: tuple[str, ...], copies: int, second: list[str], leftovers: tuple[str, ...]
) -> str:
    if missing:
        return f"{len(missing)} files of PyTorch are missing or changed, first {missing[0]}"
    if copies > 1:
        return f"PyTorch is installed {copies} times on this Python's path"
    if second:
        return f"PyTorch has the metadata of two versions; the second is {second[0]}"
    return f"Remains of another PyTorch lie beside it: {leftovers[0]}"


@dataclass(frozen=True)
class NeededMacOS:
    """The macOS that the MPS of an installed torch needs, and how that is known."""

    told_by: Literal["data", "kernels", "text", "nothing"]
    minimum: MacOS | None
    """Where nothing tells what MPS needs, what its library as a whole is built for."""
    meant: MacOS | None
    """The one that torch itself names, where it is higher: its code may run on less."""
    released: bool
    """Whether it is a release that the data knows: then `meant` is known to be advice."""
    evidence: tuple[str, ...] = ()


def needed_macos(version: str, torch: TorchInstall) -> NeededMacOS:
    """Return what torch needs by its own files; by the data where they do not say it.

    The text of a release's library is no better than the data: that of 2.5 is wrong.
    """
    target, stated = known_or(torch.metal_target, ""), known_or(torch.stated_minimum_macos, "")
    built_for = known_or(torch.deployment_target, "")
    row, parsed = releases.release(version), parse_version(version)
    released = row is not None and parsed is not None and not parsed.is_prerelease
    if row is not None and not target and (released or not stated):
        minimum = parse_macos(row.mps_minimum_macos)
        return NeededMacOS("data", minimum, row.recommended_macos, released)
    minimum, named = releases.minimum_of_files(target, stated, built_for), parse_macos(stated)
    texts = {
        "compiled Metal kernels for macOS": target,
        "states macOS": stated,
        "built for macOS": built_for,
    }
    return NeededMacOS(
        "kernels" if target else "text" if stated else "nothing",
        minimum,
        max((macos for macos in (minimum, named) if macos is not None), default=None),
        released,
        tuple(f"libtorch_cpu: {text} {macos}" for text, macos in texts.items() if macos),
    )
