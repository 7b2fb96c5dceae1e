"""The facts of each block that people paste, and that nothing is made up beside them."""

from typing import Any

import msgspec
import pytest

from mps_doctor import diagnose
from mps_doctor.facts import Machine, Unknown, encode_machine, known_or
from mps_doctor.facts.mac import real_macos
from mps_doctor.pasted.parsing import parse_text

COLLECT_ENV_1_8 = """\
Collecting environment information...
PyTorch version: 1.8.1
Is debug build: False
CUDA used to build PyTorch: None
ROCM used to build PyTorch: N/A

OS: macOS 11.4 (x86_64)
GCC version: Could not collect
Clang version: 12.0.5 (clang-1205.0.22.9)
CMake version: version 3.20.2

Python version: 3.8 (64-bit runtime)
Is CUDA available: False
CUDA runtime version: No CUDA
GPU models and configuration: No CUDA

Versions of relevant libraries:
[pip3] numpy==1.20.2
[pip3] torch==1.8.1
[conda] numpy                     1.20.2           py38he43235c_0    conda-forge
"""

COLLECT_ENV_ROSETTA = """\
PyTorch version: 2.2.2
OS: macOS 15.3 (x86_64)
Python version: 3.12.8 | packaged by Anaconda, Inc. | (main, Dec 11 2024) (64-bit runtime)
Python platform: macOS-10.16-x86_64-i386-64bit
CPU:
Apple M2 Pro

Versions of relevant libraries:
[conda] torch                     2.2.2                    pypi_0    pypi
"""

LIGHTNING = """\
* CUDA:
	- GPU:               None
	- available:         False
* Lightning:
	- lightning:         2.1.0
	- torch:             2.1.0
* System:
	- OS:                Darwin
	- architecture:
		- 64bit
	- processor:         arm
	- python:            3.10.12
	- release:           23.0.0
	- version:           Darwin Kernel Version 23.0.0: root:xnu-10002.1.13~1/RELEASE_ARM64_T6000
"""

ACCELERATE = """\
- `Accelerate` version: 1.6.0
- Platform: macOS-15.4-arm64-arm-64bit
- Python version: 3.12.9
- Numpy version: 2.2.4
- PyTorch version: 2.6.0
- PyTorch accelerator: MPS
- System RAM: 36.00 GB
"""

CONDA_INFO = """\
          conda version : 24.1.0
         python version : 3.11.7.final.0
       virtual packages : __archspec=1=m1
                          __osx=14.2.1=0
               platform : osx-arm64
"""

VLLM = """\
==============================
        System Info
==============================
OS                           : macOS 15.4.1 (arm64)
==============================
       PyTorch Info
==============================
PyTorch version              : 2.7.0
Is CUDA available            : False
"""


TRANSFORMERS = """\
- `transformers` version: 4.49.0
- Platform: macOS-14.5-arm64-arm-64bit
- Python version: 3.11.9
- PyTorch version (GPU?): 2.6.0 (False)
- Tensorflow version (GPU?): not installed (NA)
"""

PIP = """\
Collecting torch==2.4.0
Downloading torch-2.4.0-cp311-none-macosx_11_0_arm64.whl (62.1 MB)
Successfully installed numpy-2.0.1 torch-2.4.0
"""

UV = """\
% uv sync
Using CPython 3.13.1 interpreter at: /opt/homebrew/opt/python@3.13/bin/python3.13
  × No solution found when resolving dependencies:
  ╰─▶ Because torch==2.4.0 has no wheels with a matching Python version tag (e.g., `cp313`)
"""

CONDA_LIST = """\
# packages in environment at /opt/miniconda3:
pytorch                   2.5.1           py3.12_0    pytorch
numpy                     1.26.4          py312h7f4fdc5_0    conda-forge
"""

TRACEBACK = """\
Traceback (most recent call last):
  File "{}/venv/lib/python3.10/site-packages/torch/nn/modules/module.py", line 1501, in _call
RuntimeError: x
"""


def flat(machine: Machine) -> dict[str, Any]:
    """Every known fact by its dotted name."""
    found: dict[str, Any] = {}
    document = msgspec.to_builtins(machine)
    for section, facts in document.items():
        if isinstance(facts, dict) and section != "origin":
            found.update({f"{section}.{name}": value for name, value in facts.items()})
    return {
        name: value
        for name, value in found.items()
        if not (isinstance(value, dict) and "unknown" in value)
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            COLLECT_ENV_1_8,
            {
                "host.system": "Darwin",
                "host.macos_version": "11.4",
                "python.architecture": "x86_64",
                "python.version": "3.8",
                "torch.version": "1.8.1",
                "torch_import.cuda_available": False,
            },
        ),
        (
            COLLECT_ENV_ROSETTA,
            {
                "host.macos_version": "15.3",
                "host.macos_version_reported": "10.16",
                "host.chip": "Apple M2 Pro",
                "host.hardware_architecture": "arm64",
                "python.architecture": "x86_64",
                "python.processor": "i386",
                "conda.active": True,
            },
        ),
        (
            LIGHTNING,
            {
                "host.system": "Darwin",
                "host.kernel_release": "23.0.0",
                "host.hardware_architecture": "arm64",
                "python.processor": "arm",
                "python.version": "3.10.12",
                "torch.version": "2.1.0",
            },
        ),
        (
            ACCELERATE,
            {
                "host.macos_version": "15.4",
                "python.architecture": "arm64",
                "torch_import.mps_available": True,
                "torch.version": "2.6.0",
            },
        ),
        (
            TRANSFORMERS,
            {
                "host.macos_version": "14.5",
                "python.version": "3.11.9",
                "python.architecture": "arm64",
                "torch.version": "2.6.0",
            },
        ),
        (
            PIP,
            {
                "host.system": "Darwin",
                "host.macos_version": None,  # a tag of a file is no fact about macOS
                "python.version": "3.11",
                "python.architecture": "arm64",
                "torch.version": "2.4.0",
            },
        ),
        (
            UV,
            {
                "host.hardware_architecture": "arm64",  # Homebrew lies there on such a Mac only
                "python.version": "3.13.1",
                "python.provider": "homebrew",
                "python.environment": "uv",
            },
        ),
        (
            CONDA_LIST,
            {
                "torch.version": "2.5.1",
                "conda.active": True,
                "conda.torch_channel": "pytorch",
                "conda.torch_build": "py3.12_0",
            },
        ),
        (
            "$ poetry env use 3.11\n$ poetry add torch\nInstalling torch (2.5.1)\n",
            {"python.version": "3.11", "python.project_manager": "poetry", "torch.version": None},
        ),
        (
            TRACEBACK.format("/home/alexis"),
            {"host.system": "Linux", "python.version": "3.10"},
        ),
        (
            TRACEBACK.format("/Users/alexis"),
            {"host.system": "Darwin", "python.version": "3.10"},
        ),
        (
            "/opt/miniforge3/envs/x-py3.11/bin has no torch",
            {"python.version": "3.11"},
        ),
        (
            "torch: build/temp.macosx-11.0-arm64-cpython-39/x.o",
            {"python.version": "3.9", "host.macos_version": None},
        ),
        (
            CONDA_INFO,
            {
                "conda.subdir": "osx-arm64",
                "host.macos_version": "14.2.1",
                "host.hardware_architecture": "arm64",
            },
        ),
        (
            VLLM,
            {
                "host.macos_version": "15.4.1",
                "torch.version": "2.7.0",
                "python.architecture": "arm64",
            },
        ),
        (
            "ProductName:\t\tmacOS\nProductVersion:\t\t14.5\nBuildVersion:\t\t23F79\n",
            {"host.macos_version": "14.5", "host.macos_build": "23F79"},
        ),
        (
            "$ uname -a\nDarwin mac.local 23.5.0 Darwin Kernel Version 23.5.0: Wed May  1 20:12:58 "
            "PDT 2024; root:xnu-10063.121.3~5/RELEASE_ARM64_T6000 arm64",
            {"host.kernel_release": "23.5.0", "host.hardware_architecture": "arm64"},
        ),
        (
            "% uname -a\nDarwin *** 20.5.0 Darwin Kernel Version 20.5.0 ~~~ root: ~~~/"
            "RELEASE_ARM64_T8101 x86_64",
            {"host.hardware_architecture": "arm64", "python.architecture": "x86_64"},
        ),
        (
            "Python 3.11.4 (main, Jul  5 2023, 08:41:25) [Clang 14.0.6 ] on darwin",
            {"python.version": "3.11.4", "host.system": "Darwin"},
        ),
        (
            ">>> torch.backends.mps.is_available()\nFalse\n>>> torch.backends.mps.is_built()\nTrue",
            {"torch_import.mps_available": False, "torch_import.mps_built": True},
        ),
        (
            "Successfully installed filelock-3.13 numpy-1.26.4 torch-2.2.2 torchvision-0.17.2",
            {"torch.version": "2.2.2"},
        ),
        (
            "| Package | Version |\n|---|---|\n| torch | 2.5.1 |\n| torchvision | 0.20.1 |",
            {"torch.version": "2.5.1"},
        ),
        (
            "Ultralytics 8.3.0 Python-3.11.9 torch-2.4.1 MPS (Apple M3)",
            {"python.version": "3.11.9", "torch.version": "2.4.1"},
        ),
    ],
)
def test_facts_of_a_block(text: str, expected: dict[str, Any]) -> None:
    facts = flat(parse_text(text))
    assert {name: facts.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n",
        "Hello, what is the best lens for a camera?",
        "lorem ipsum " * 500,
        "\x00\x01\x02",
    ],
)
def test_a_text_with_nothing_known_gives_no_facts(text: str) -> None:
    machine = parse_text(text)
    assert flat(machine) == {}
    verdict = diagnose(text).verdict
    assert verdict.status == "inconclusive"
    assert verdict.exit_code == 4


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("torch: > 2.4.1", "torch.version"),
        ("torch: 2.7 - 2.13.0", "torch.version"),
        ("works with torch: 2.7", "torch.version"),
        ("This op is supported natively starting from macOS 13.2", "host.macos_version"),
        ("conda platform: osx-64", "host.macos_version"),
        ("The M1 and the Intel Mac of my friend both fail", "host.chip"),
        ("Intel MKL WARNING: Support of SSE4.2 has been deprecated", "host.chip"),
    ],
)
def test_what_a_text_does_not_say_stays_unknown(text: str, fact: str) -> None:
    section, _, name = fact.partition(".")
    assert isinstance(getattr(getattr(parse_text(text), section), name), Unknown)


def test_two_answers_are_a_contradiction_and_no_fact() -> None:
    machine = parse_text(
        "inside:\ntorch.backends.mps.is_available(): False\n"
        "in my terminal:\ntorch.backends.mps.is_available(): True\n"
    )
    assert isinstance(machine.torch_import.mps_available, Unknown)
    assert machine.messages.contradictions == ("is_available(): False (line 2), True (line 4)",)


def test_two_versions_are_a_contradiction_and_the_imported_one_counts() -> None:
    machine = parse_text("PyTorch version: 2.6.0\nOS: macOS 15.1 (arm64)\n[pip3] torch==2.2.2\n")
    assert machine.torch.version == "2.6.0"
    assert machine.messages.contradictions == ("torch: 2.6.0 (line 1), 2.2.2 (line 3)",)


def test_a_match_knows_its_line() -> None:
    text = (
        "one\n\ntwo words\nRuntimeError: Placeholder storage has not\nbeen allocated on MPS device!"
    )
    matches = parse_text(text).messages.matches
    assert not isinstance(matches, Unknown)
    assert [(match.signature, match.line) for match in matches] == [("placeholder-storage", 4)]


def test_our_own_documents_come_back_as_they_were() -> None:
    machine = parse_text(COLLECT_ENV_ROSETTA)
    snapshot = encode_machine(machine).decode()
    assert parse_text(snapshot) == machine
    assert parse_text(f"my snapshot:\n```json\n{snapshot}\n```\nthanks") == machine
    report = diagnose(COLLECT_ENV_ROSETTA)
    again = parse_text(report.to_json())
    assert again == report.facts
    assert diagnose(snapshot).verdict.cause == report.verdict.cause


def test_a_broken_document_of_ours_is_text_like_any_other() -> None:
    snapshot = encode_machine(parse_text(COLLECT_ENV_ROSETTA)).decode()
    assert parse_text(snapshot[:-40]).origin.kind == "pasted"


def test_normal_answers_on_a_mac_are_no_findings() -> None:
    text = (
        "PyTorch version: 2.7.1\nOS: macOS 15.5 (arm64)\nIs CUDA available: False\n"
        "pytorch 2.7.1 cpu_generic_py312h99d64c8_6 conda-forge\naccelerator: N/A\nCPU:\nApple M3\n"
    )
    verdict = diagnose(text).verdict
    assert (verdict.status, verdict.cause) == ("unproven", None)


def test_an_error_of_the_program_is_a_limit_and_no_fault_of_the_environment() -> None:
    text = (
        "OS: macOS 15.5 (arm64)\nPyTorch version: 2.7.1\n"
        "TypeError: Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't "
        "support float64. Please use float32 instead."
    )
    verdict = diagnose(text).verdict
    assert (verdict.status, verdict.cause, verdict.kind) == (
        "limited",
        "float64-unsupported",
        "limit",
    )
    assert "line 3" in verdict.candidates[0].evidence[0]


def test_a_tensor_above_the_largest_buffer_may_mean_too_little_memory() -> None:
    verdict = diagnose("RuntimeError: Invalid buffer size: 31.5 GB").verdict
    causes = [item.cause for item in verdict.candidates]
    assert causes[:2] == ["mps-tensor-size-limit", "mps-out-of-memory"]


def test_code_of_torch_that_ran_denies_that_torch_is_missing() -> None:
    block = "PyTorch version: N/A\nOS: macOS 14.0 (arm64)\n"
    assert parse_text(block).torch.installed is False
    error = 'RuntimeError: x > 0 INTERNAL ASSERT FAILED at "/a/OperationUtils.mm":277\n'
    assert parse_text(block + error).torch.installed is not False


@pytest.mark.parametrize(
    ("said", "macos"),
    [
        (
            "Darwin mac.local 27.0.0 Darwin Kernel Version 27.0.0: Tue Sep 1 10:00:00 PDT 2026; "
            "root:xnu-13000.1.1~1/RELEASE_ARM64_T8112 arm64",
            "27",
        ),
        ("Platform: macOS-27.0-arm64-arm-64bit", "27.0"),
        ("Platform: Darwin-25.2.0-arm64-arm-64bit", "26"),
        ("OS: macOS 16.2\nKernel: 27.0.0", "27"),
        # What Node and some libraries call the release: the kernel's number.
        ("OS: macOS 23.5.0", "14"),
    ],
)
def test_a_kernel_tells_the_macos(said: str, macos: str) -> None:
    machine = parse_text(f"{said}\nPyTorch version: 2.9.0\n")
    assert known_or(real_macos(machine.host), "") == macos
