"""Refusals of pip, uv, PDM and others that need no table of releases."""

from mps_doctor_checks.messages._judging.rows import Case

CUDA_INDEX, OTHER_INDEX = "cuda-wheel-index-on-mac", "wrong-wheel-index"
NO_BUILD, UNMET = "package-no-macos-wheel", "project-requirement-unmet"
TAG, MISMATCH = "wheel-tag-mismatch", "torch-companion-version-mismatch"

RULES = {
    # A file for CUDA was taken from an index that has those only.
    "wheel-file": (Case((CUDA_INDEX, TAG), "-elsewhere", text=r"\+cu\d"), Case((TAG,))),
    # PDM names the platform of its Python first, then those that the lock file is for.
    "lock-targets": (
        Case(
            (UNMET,),
            "-elsewhere",
            text=r"current env \([^)]{0,60}macos_\w{1,12}_x86_64",
            then="on-intel",
        ),
        Case((UNMET,)),
    ),
    # A build for CUDA that has no file for macOS was asked for by mistake.
    "no-build": (
        Case(
            (CUDA_INDEX,),
            line=(
                r"(?i)(?<![\w.])\+?cu1[0-3]\d\b|\bcudatoolkit\b"
                r"|\bpytorch-(?:cuda|gpu)\b|\bcuda (?:wheels?|builds?)\b"
                r"|\bcuda-(?:version|toolkit|nvcc|cudart)\b"
            ),
        ),
        # Then there is one for this Mac.
        Case((), "intel_mac -apple_silicon", text=r"(?i)\b(?:x86|x64|intel)"),
        Case((OTHER_INDEX,), line=r"\btorch\S{0,12}\+cpu\b"),
        Case((NO_BUILD,)),
    ),
    # The user's own project needs no wheel.
    "isolated-build": (Case((), text=r"(?i)requirements to build editable"), Case((NO_BUILD,))),
    # What a list frozen on Linux names, or a torch for Linux wants, needs no index for CUDA.
    "nvidia-package": (
        Case((CUDA_INDEX, NO_BUILD), found="cuda-local-version cuda-index-url"),
        Case((CUDA_INDEX, NO_BUILD), text=r"(?i)pytorch-cuda|cudatoolkit"),
        Case((NO_BUILD, CUDA_INDEX)),
    ),
    # Poetry does not say why: where only builds for Intel fit, a newer torch is reason enough.
    "failed-install": (
        Case((), "-intel_mac -intel_python"),
        Case(then="file-not-found"),
    ),
    # For Apple silicon there is each newer torch: without another fact the processor is to blame.
    "torch-in-words": (
        *(
            Case(text=r"torch\W{1,2}(?:2\.(?:[3-9]|\d\d)|[3-9]\.)", facts=facts, then="on-intel")
            for facts in ("-python_minor -native_python", "intel_python", "intel_mac")
        ),
        Case(then="no-python-in-words"),
    ),
    "last-for-intel": (Case((), "native_python"), Case(then="on-intel")),
    # Two packages want two torches; where one is a companion, it is made for another torch.
    "conflicting-pins": (
        Case((CUDA_INDEX, MISMATCH), "-elsewhere", text=r"depends on torch==\S*\+cu"),
        Case(
            (MISMATCH, UNMET), text=r"torch(?:vision|audio)\b[^\n]{0,30} depends on torch(?:==| \()"
        ),
        Case((UNMET, MISMATCH)),
    ),
    # A library wants a newer torch than Intel Macs can have.
    "newer-torch-required": (
        Case(("intel-mac-no-wheel", UNMET), "intel_mac -elsewhere -torch_release"),
        Case(("intel-mac-no-wheel", UNMET), "intel_mac -elsewhere", torch_below="2.2.3"),
        Case(("python-x86_64-on-apple-silicon", UNMET), "translated"),
        Case((UNMET,)),
    ),
}
