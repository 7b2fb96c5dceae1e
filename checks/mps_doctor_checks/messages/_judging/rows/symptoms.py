"""Symptoms that mean something else beside certain facts, by the cause that they speak for."""

from mps_doctor_checks.messages._judging.rows import NEW_MACOS, Case

X86_PYTHON, GUEST = "python-x86_64-on-apple-silicon", "virtual-machine-no-metal"
CRASH, CRASH_BY_MACOS = "mps-op-crash", "mps-crash-os-version"
MEMORY, GROWTH = "mps-out-of-memory", "mps-memory-growth"
SHADER, NO_COMPILE = "inductor-metal-codegen-bug", "torch-compile-unsupported-on-mps"
WRONG_BY_MACOS, BETA = "mps-wrong-results-os-version", "macos-unsupported-or-beta"
NO_NAMESPACE, OLD_TORCH = "torch-mps-namespace-missing", "torch-too-old-no-mps"
NUMPY, NO_PYTHON = "numpy2-abi-mismatch", "python-version-no-wheel"
MISREPORTED = "macos-version-misreported"

BESIDE_FACTS = {
    # No torch with MPS was ever built for that Python.
    "mps-op-wrong-result": (Case((), "python_too_old"), Case(then="wrong-numbers")),
    CRASH: (
        Case((GUEST, CRASH), "virtual"),
        Case((CRASH_BY_MACOS, CRASH), symptoms=NEW_MACOS),
        Case((CRASH, CRASH_BY_MACOS)),
    ),
    MEMORY: (Case((GUEST, MEMORY), "virtual"), Case((MEMORY, GROWTH))),
    WRONG_BY_MACOS: (Case((WRONG_BY_MACOS, "mps-op-wrong-result")),),
    CRASH_BY_MACOS: (Case((CRASH_BY_MACOS, CRASH)),),
    NO_COMPILE: (Case((SHADER, NO_COMPILE), torch_from="2.7"), Case((NO_COMPILE,))),
    # This torch computes bfloat16 on the GPU of this macOS.
    # Source: torch/amp/autocast_mode.py of torch 2.6.0, and macOS 14.
    "bfloat16-unsupported": (
        Case((), "-intel_mac", macos_from="14", torch_from="2.6"),
        Case(("bfloat16-unsupported",)),
    ),
    # torch for Intel does not matter to Apple silicon with a native Python.
    "intel-mac-no-wheel": (
        Case((), "mps_is_available"),
        Case((), "apple_silicon -intel_python"),
        Case(then="on-intel"),
    ),
    X86_PYTHON: (Case((), "intel_mac"), Case((X86_PYTHON,))),
    # A Python before its release is a likelier reason than anything else.
    "torch-import-crashed": (
        Case(("python-prerelease", "torch-import-crashed"), "python_is_prerelease"),
        Case(("torch-import-crashed",)),
    ),
    OLD_TORCH: (Case((), torch_from="1.12"), Case((OLD_TORCH,))),
    NO_NAMESPACE: (Case(then="no-namespace"),),
    NUMPY: (Case((), torch_from="2.3"), Case((NUMPY,))),
    BETA: (Case((), "tells_more"), Case((BETA,))),
    "macos-too-old-for-torch": (
        Case((), "mps_is_available"),
        Case((), "translated compatibility_version"),
        Case(("macos-too-old-for-torch",)),
    ),
    # An Intel Python is told an old version wherever it runs: its processor is the reason.
    MISREPORTED: (Case((), "translated"), Case((MISREPORTED,))),
    NO_PYTHON: (Case((), "found"), Case((NO_PYTHON,))),
}

OF_ANY_SYSTEM = frozenset(
    {"linux-guest-on-mac", "openmp-duplicate-runtime", NUMPY}
    | {"torch-companion-version-mismatch", "checkpoint-location-unsupported", "not-macos-host"}
)
"""Causes of which a text may tell that is not from macOS."""
