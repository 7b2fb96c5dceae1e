"""What is told in passing of builds that do not exist and of programs tied to CUDA, and near it."""

import pytest

from mps_doctor import diagnose

CAUSES = {
    "app-requires-cuda": [
        "The upscaler is tied to CUDA calls, so owners of an M3 can only look on",
        "Mac here. As far as I see CUDA is the only device it knows.",
        "Could the renderer come to Apple laptops? Its core consists of CUDA kernels.",
        'On my M1 the tool stops with "CUDA is not available".',
        "Can CUDA be installed on a MacBook?",
        "The encoder imports flash_attn at the top, no Mac can load it",
        "One can't even start without an Nvidia card. Please think of M-series users.",
        "model = model.cuda()\nNo Nvidia in my M2. Would you take a patch?",
        "An iMac user asks for an answer. maintainer: Get an Nvidia card, no plans for Apple.",
    ],
    "intel-mac-no-wheel": [
        "2.2 was the final torch for x86_64 Macs, please loosen the pin",
        "Intel Macs: torch downloads stopped at 2.2.2, our bound of 2.5 shuts them out",
        "Selecting: torch==2.5.1 [compatible] (torch-2.5.1-cp311-cp311-manylinux1_x86_64.whl)\n"
        "An Intel MacBook: the lock should fork to 2.2.2, its last torch.",
        "Upstream ended binaries of torch for darwin x86_64, so nothing above 2.2.2 can be had",
    ],
    "package-no-macos-wheel": [
        "pip can't install madeup-kernels, nobody publishes madeup-kernels for Macs",
        "Setup on an M2 stops: only an sdist is there for fastmade and it doesn't compile",
        "Requirements on macOS: fastmade and slowmade, neither of which comes with a Darwin wheel",
    ],
    "python-version-no-wheel": [
        "On a Mac no torch can be found to install with 3.13; with 3.11 it was fine",
        "Our pin is torch 2.0.1, which was never built for 3.12, on a Mac pip finds none",
    ],
    "numpy2-abi-mismatch": [
        "Cap numpy below 2 for Intel Macs: torch 2.2.2 is the last there",
    ],
    "python-x86_64-on-apple-silicon": [
        "I took the 64-bit Intel installer by habit on an M2, all is translated. mps is missing",
        "M1 Pro with an Intel environment. CONDA_SUBDIR=osx-arm64 helped.",
    ],
    "linux-guest-on-mac": [
        "My MacBook's Docker container prints is_available() False where macOS prints True",
        "OrbStack on an M2, it printed\n2.6.0 False, False",
    ],
    "virtual-machine-no-metal": [
        "Ventura runs as a guest under Proxmox and programs find no Metal device",
        "The Mac in our CI is virtual: the Apple Paravirtual device fails at the pipeline",
    ],
    "torch-not-built-with-mps": ["On my M1 the bottle was built with Metal off: hasMPS() is false"],
    "openmp-duplicate-runtime": [
        "M1: the kernel died at plot until KMP_DUPLICATE_LIB_OK=TRUE stood on top, now it draws"
    ],
    "pip-of-another-python": [
        "ModuleNotFoundError: No module named 'torch'\nMac. They were two different interpreters."
    ],
    "torch-import-failed": [
        "ImportError: dlopen(site-packages/torch/_C.cpython-36m-darwin.so, 9): Library not loaded: "
        "/usr/local/opt/libomp/lib/libomp.dylib\n"
        "  Referenced from: site-packages/torch/lib/libshm.dylib\n  Reason: image not found"
    ],
}

NOTHING_WRONG = [
    "The model is no longer tied to CUDA, mps works on my Mac.",
    "On Linux it is tied to CUDA; installing it on a Mac works too.",
    "This change lets the demo start without an Nvidia card, tried on an M2.",
    "AttributeError: module 'torch.backends.mps' has no attribute 'available'",
    "M2 Max, torch 2.6.0: on mps 412 passed, 3 skipped, none failed",
    "Apple silicon: 81 passed, 9 skipped since they need CUDA. Out of memory gives a clean 503.",
    "Developers on a MacBook start it without Docker and use mps.",
    "We keep torch at 2.2 on Linux; the M3 has 2.7. All is well.",
    "A wheel for osx-arm64 was published, installation on my Mac took a minute.",
    "With 3.12 it was fine and with 3.13 it is fine too, torch found its wheels.",
    "numpy 2 and torch 2.6 on an M1: all arrays go over.",
]


@pytest.mark.parametrize(
    ("text", "cause"), [(text, cause) for cause, texts in CAUSES.items() for text in texts]
)
def test_what_is_told_in_passing_names_its_cause(text, cause):
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING_WRONG)
def test_near_misses_blame_nothing(text):
    assert diagnose(text).verdict.cause is None


def test_an_installer_for_intel_is_no_intel_mac():
    verdict = diagnose("My M3 MacBook: uv picked an Intel Python, torch 2.6 has no wheel").verdict
    assert verdict.cause != "intel-mac-no-wheel"


def test_a_function_that_newer_torch_has_is_told_of():
    text = "AttributeError: module 'torch.backends.mps' has no attribute 'is_macos_or_newer'"
    assert diagnose(text).verdict.cause == "torch-mps-namespace-missing"


def test_failures_among_tests_that_pass_still_count():
    text = "M2 on mps: 40 passed, 2 failed: conv gives wrong results, the CPU is right"
    assert diagnose(text).verdict.cause is not None
