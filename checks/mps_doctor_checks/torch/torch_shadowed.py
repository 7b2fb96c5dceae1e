"""Does a file or folder shadow PyTorch?"""

from mps_doctor.facts import Interpreter, ShadowedModule, TorchImport, TorchInstall, known, known_or
from mps_doctor.fixes import by_hand, rename_files
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check

FATAL = frozenset({"torch", "numpy"})
"""Packages without which torch itself does not work."""

SHADOWING = FATAL | {"torchvision", "torchaudio", "functorch", "accelerate", "transformers"}
"""Packages whose hiding concerns MPS; other names are those of Python's own library."""


@check(
    "torch-shadowed",
    title="No file or folder shadows PyTorch",
    causes=("local-module-shadows-torch", "torchhub-source-shadowing"),
    requires=("python-standard-library",),
    concerns="any",
)
def torch_shadowed(python: Interpreter, torch: TorchInstall, torch_import: TorchImport) -> Outcomes:
    """A `torch.py`, `torch/` or `numpy.py` of yours is imported instead of the package.

    ## Why it matters
    Python looks into the current folder and PYTHONPATH before the installed packages.
    A script called torch.py, a checkout of PyTorch's sources, or a copy that torch.hub keeps is
    then imported instead of the installed package, and lacks or mixes its parts.

    ## Fix
    Rename the file, or start Python in another folder.

    ## References
    - https://docs.python.org/3/library/sys_path_init.html
    - https://github.com/pytorch/pytorch/issues/157648
    """
    shadowed = known_or(python.shadowed, ())
    if failures := tuple(_failed(item) for item in shadowed if _top(item) in SHADOWING):
        return failures
    file = known_or(torch_import.file, "")
    location = known_or(torch.location, "")
    elsewhere = not _real(file).startswith(_real(location))
    if file and location and elsewhere and not known_or(torch.editable, False):
        return Failed(
            cause="local-module-shadows-torch",
            message=f"`import torch` imports {file}, but torch is installed in {location}",
            have=file,
            need=f"the torch in {location}",
            evidence=(f"torch.__file__: {file}", f"installed in: {location}"),
            fixes=(_start_elsewhere(file),),
            # It works, but with another copy than the metadata describes.
            severity="warning" if torch_import.outcome == "imported" else "error",
        )
    if not file:
        known(python.shadowed)
    return Passed(message="nothing shadows it")


def _failed(item: ShadowedModule) -> Failed:
    hub = "hub" in item.path.split("/")
    return Failed(
        cause="torchhub-source-shadowing" if hub else "local-module-shadows-torch",
        message=f"{item.path} shadows the package {item.module}",
        have=f"{item.path} shadows {item.module}",
        need="another name",
        evidence=(f"{item.module}: {item.path} ({item.where})",),
        fixes=(rename_files(item.path), _start_elsewhere(item.path)),
        severity="error" if _top(item) in FATAL or hub else "warning",
    )


def _start_elsewhere(path: str) -> Fix:
    return by_hand(
        "leave-shadowing-file",
        "Start Python in another folder",
        f"Start Python in another folder, and remove the entry of {path} from PYTHONPATH",
    )


def _real(path: str) -> str:
    """Return a path as macOS resolves it: /var, /tmp and /etc are links into /private."""
    return path.removeprefix("/private")


def _top(item: ShadowedModule) -> str:
    return item.module.partition(".")[0]
