"""Is `import torch` fast enough?"""

from mps_doctor.facts import TorchImport, known
from mps_doctor.fixes import by_hand
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, check

SLOW_IMPORT_SECONDS = 30.0
"""A first import reads some hundred megabytes; beyond this it is worth a word."""


@check(
    "torch-import-time",
    title="`import torch` is fast enough",
    causes=("torch-import-slow",),
    requires=("torch-import",),
    concerns="any",
    level="standard",
)
def torch_import_time(torch_import: TorchImport) -> Outcomes:
    """The first import after an install may take many seconds, a later one one or two.

    ## Why it matters
    macOS checks each library when it is first loaded, and a virus scanner, a network folder or a
    synchronised folder (iCloud, Dropbox) slows every import.
    This is not a fault of MPS.

    ## Fix
    Import once more; if it stays slow, keep the environment on a local disk.

    ## References
    - https://docs.python.org/3/using/cmdline.html#cmdoption-X
    """
    if known(torch_import.outcome) != "imported":
        return NotApplicable(message="PyTorch was not imported")
    seconds = known(torch_import.seconds)
    if seconds <= SLOW_IMPORT_SECONDS:
        return Passed(message="fast enough", have=f"{seconds:.1f} s")
    return Failed(
        cause="torch-import-slow",
        message=f"`import torch` took {seconds:.0f} s",
        have=f"import torch took {seconds:.0f} s",
        need=f"{SLOW_IMPORT_SECONDS:.0f} s or less",
        evidence=(f"seconds: {seconds:.1f}",),
        fixes=(
            by_hand(
                "import-again",
                "Import torch again; keep the environment on a local disk",
                "Run `python -X importtime -c 'import torch'` again, and compare",
                "If it stays slow, move the environment to a local, unsynchronised folder",
            ),
        ),
    )
