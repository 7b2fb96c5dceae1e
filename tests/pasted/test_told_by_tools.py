"""What installers, launchers and guests write on one line, beside the facts that decide it."""

import pytest

from mps_doctor import diagnose

NOT_FOUND = (
    "PackagesNotFoundError: The following packages are not available from current channels:\n\n"
    "  - {}\n\nCurrent channels:\n\n  - https://repo.anaconda.com/pkgs/main/noarch\n"
    "  - https://conda.anaconda.org/pytorch/{}\n"
)
OLD = "RuntimeError: The MPS backend is supported on MacOS 12.3+"
TOLD = {
    "python-x86_64-on-apple-silicon": [
        "MacBook Pro M1\n" + NOT_FOUND.format("pytorch==2.5", "osx-64"),
        f"M1\nplatform.mac_ver(): ('10.16', ('', '', ''), 'x86_64')\nmacOS 14.2\n{OLD}",
    ],
    "intel-mac-no-wheel": [NOT_FOUND.format("torchvision=0.20", "osx-64")],
    "package-no-macos-wheel": ["MacBook Pro M1\n" + NOT_FOUND.format("made-up=2.5", "osx-arm64")],
    "macos-version-misreported": [
        f"Apple M1\nplatform.mac_ver()[0]: 10.16\nmacOS 14.2\n{OLD}",
        f"Apple M1, macOS 14.2\n>>> platform.mac_ver()\n('10.16', ('', '', ''), 'arm64')\n{OLD}",
    ],
    "linux-guest-on-mac": [
        "UTM VM, Ubuntu 24.04, Mac mini M2\ntorch.backends.mps.is_available() False",
        "Multipass VM, Ubuntu 24.04, Mac mini M2\ntorch.backends.mps.is_available() False",
        "lima vm, ubuntu 22.04 aarch64 on MacBook M1\n"
        "RuntimeError: PyTorch is not linked with support for mps devices",
    ],
    "virtual-machine-no-metal": [
        "CircleCI macOS executor\nfailed to find a Metal device",
        "GitHub Actions, macos-14 runner\nRuntimeError: failed to find a Metal device",
    ],
    "sandbox-no-metal-device": [
        "Codex sandbox\nmps built: True\nmps available: False\nmacOS 26.1, Apple M4",
        "sandbox: workspace-write\nmps built: True\nmps available: False\nmacOS 26.1, Apple M4",
    ],
    "mps-disabled-by-settings": [
        "MacBook Pro M1, args = TrainingArguments(no_cuda=True)\nThe trainer uses the cpu",
        "- Platform: macOS-14.2-arm64-arm-64bit\n- use_cpu: True\nslow, mps is not used",
    ],
    "app-requires-cuda": [
        "The app doesn't work on Apple silicon due to the lack of CUDA.",
        "it does not run on my M2 because there is no CUDA",
        "my app fails on Apple Silicon for lack of CUDA",
        "on macOS it stops because CUDA is missing",
        'M3: the above code defaults to "cuda", but it should consider whether mps is there',
        "it can't start on a Mac since it has no NVIDIA card",
        "Apple M1\n    assert torch.cuda.is_available(), 'no GPU'\nAssertionError: no GPU",
    ],
    "openmp-duplicate-runtime": [
        "faiss may crash when there is another imported package that depends on libomp. macOS",
    ],
    "native-arch-mismatch": [
        "machine: M1\nfatal error: /usr/local/lib/libomp.dylib: have 'x86_64', need 'arm64'",
    ],
    None: [
        "It works on Apple silicon despite the lack of CUDA",
        "On a Mac these tests are skipped because there is no CUDA",
        "My M3 gets hot when training, is that normal? mps, 100% GPU",
        "RuntimeError: shape is invalid for input of size 1024, M2 mps, wrong text encoder chosen",
        "closing, was caused by a corrupted model file; on mps everything is right now",
        "The docker image has no arm64 build, so it runs under Rosetta and works, slowly",
        "M2, device: mps\nThe output folder is empty after the run finishes",
        "M2, device: mps\nThe loss curve in tensorboard is empty, logging dir was wrong",
        "M2, device: mps\nthe model hallucinates words during silence, known whisper problem",
        "M2, device: mps\nThe UI freezes for a second when I resize the window",
        "M2, device: mps\nThe run fails because CUDA is available on the other machine only",
        "it falls back to the CPU on my Mac because there is no CUDA, and fails nowhere",
        "Apple M4, macOS 15.1\nSandbox\nall tests pass",
        "MacBook Pro M1, args = TrainingArguments(no_cuda=True)\nas one does",
    ],
}


@pytest.mark.parametrize(
    ("cause", "text"), [(cause, text) for cause, texts in TOLD.items() for text in texts]
)
def test_a_line_of_a_tool_is_understood_with_the_facts_beside_it(cause, text):
    assert diagnose(text).verdict.cause == cause
