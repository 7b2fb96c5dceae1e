"""Families of reports that differ in words only: each with a near one that means another thing."""

import pytest

from mps_doctor import diagnose
from mps_doctor.facts import Unknown
from mps_doctor.knowledge import causes
from mps_doctor.pasted.parsing import parse_text

WRONG_NUMBERS = "The MPS results do not match the CPU at all.\n"


def cause_of(text: str) -> str | None:
    return diagnose(text).verdict.cause


CONTAINER = """\
[+] Running 1/0
 ✔ Container thing  Created   0.0s
Attaching to thing
thing  | RuntimeError: PyTorch is not linked with support for mps devices
"""


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        # What Compose prints comes from Linux; without it the same words are of this very Python.
        (f"On my MacBook with M2:\n{CONTAINER}", "linux-guest-on-mac"),
        (CONTAINER, "not-macos-host"),
        (
            "On my MacBook with M2:\nRuntimeError: PyTorch is not linked with support for mps "
            "devices\n",
            "torch-not-built-with-mps",
        ),
        # A file from a Mac that is read elsewhere asks nobody for mps.
        (
            "We load it on Ubuntu 22.04:\n"
            "RuntimeError: don't know how to restore data location of torch.storage."
            "UntypedStorage (tagged with mps:0)\n",
            "checkpoint-location-unsupported",
        ),
        (
            "We run it on Ubuntu 22.04:\n"
            "RuntimeError: PyTorch is not linked with support for mps devices\n",
            "not-macos-host",
        ),
        # A drive or a folder of Linux in a traceback is another computer.
        (
            'File "E:\\work\\run.py", line 3\n'
            "RuntimeError: PyTorch is not linked with support for mps devices\n",
            "not-macos-host",
        ),
        (
            'File "/mnt/disk/run.py", line 3\n'
            "RuntimeError: PyTorch is not linked with support for mps devices\n",
            "not-macos-host",
        ),
        # pip's refusals: what it lists beside them is no reason.
        (
            "MacBook with an Intel chip\nERROR: Ignored the following versions that require a "
            "different python version: 1.2 Requires-Python <3.9\nERROR: Could not find a version "
            "that satisfies the requirement torch>=2.4 (from versions: 2.2.0, 2.2.1, 2.2.2)\n",
            "intel-mac-no-wheel",
        ),
        (
            "macOS 15.1 on an M3 Mac\nERROR: Could not find a version that satisfies the "
            "requirement torch==2.4.0+cpu (from versions: 2.3.0, 2.4.0, 2.5.1)\n",
            "wrong-wheel-index",
        ),
        (
            "macOS 15.1 on an M3 Mac\nERROR: Could not find a version that satisfies the "
            "requirement torch==2.1.0 (from versions: 2.3.0, 2.4.0, 2.5.1)\n",
            "python-version-no-wheel",
        ),
        # A library of the system that is too old for torch, and one that another library misses.
        (
            "ImportError: dlopen(/env/torch/_C.cpython-311-darwin.so, 2): Symbol not found: _foo\n"
            "  Referenced from: /env/torch/lib/libtorch_cpu.dylib\n"
            "  Expected in: /usr/lib/libSystem.B.dylib\n",
            "macos-too-old-for-torch",
        ),
        (
            "ImportError: dlopen(/env/torch/_C.cpython-311-darwin.so, 2): Symbol not found: _foo\n"
            "  Referenced from: /usr/local/lib/libbar.dylib\n"
            "  Expected in: /usr/lib/libSystem.B.dylib\n",
            "torch-import-failed",
        ),
        # What conda does not have is not what is installed; CUDA among it says more.
        (
            "Platform: osx-arm64\nPackagesNotFoundError: The following packages are not available "
            "from current channels:\n\n  - zlib==1.2=h8_2\n  - pytorch==1.11.0=py3.10_cpu_0\n",
            "package-no-macos-wheel",
        ),
        (
            "macOS 14.6\nerror    libmamba Could not solve for environment specs\n"
            "    ├─ pytorch-cuda =12.4 * does not exist (perhaps a typo or a missing channel);\n",
            "cuda-wheel-index-on-mac",
        ),
        # The folder of a build is named after the oldest macOS it shall run on, and not this one.
        (
            "creating build/temp.macosx-11.0-arm64-cpython-39\nclang: error: unsupported option "
            "'-fopenmp'\n",
            "openmp-header-missing",
        ),
        # A Python that answers for Intel, and one of Homebrew's for Intel, on an M-chip.
        (
            'On my M2:\n> python -c "import platform; print(platform.machine())"\nx86_64\n',
            "python-x86_64-on-apple-silicon",
        ),
        ('On my M2:\n> python -c "import platform; print(platform.machine())"\narm64\n', None),
        (
            "macOS 15.0.1\nUnable to find installation candidates for torch (2.4.1)\n"
            "  at /usr/local/Cellar/poetry/1.8.3/lib/python3.12/chooser.py:74\n",
            "intel-mac-no-wheel",
        ),
        # pip takes no file where Python is told 10.16.
        (
            "OS: macOS 14.5 (arm64)\nPython platform: macOS-10.16-arm64-arm-64bit\nERROR: Could "
            "not find a version that satisfies the requirement torch (from versions: none)\n",
            "macos-version-misreported",
        ),
        # The files of a release are for a newer macOS than this one.
        (
            "hint: You're on macOS (`macosx_13_0_arm64`), but `torch` (v2.12.0) only has wheels "
            "for the following platforms: `macosx_14_0_arm64`\n",
            "wheel-tag-mismatch",
        ),
        # A library that is there, and that this macOS cannot read.
        (
            "macOS 10.14.6\nImportError: dlopen(/env/torch/_C.cpython-39-darwin.so, 2): Library "
            "not loaded: @loader_path/../.dylibs/libomp.dylib\n  Reason: no suitable image found.\n"
            "  libomp.dylib: cannot load 'libomp.dylib' (load command 0x80000034 is unknown)\n",
            "macos-too-old-for-torch",
        ),
        # A program in a container on a Mac; the same question without one.
        (
            "MacBook with M1\n$ docker run -it some/image\nMPS available: False\n",
            "linux-guest-on-mac",
        ),
        # A newer function of torch than an Intel Mac can have, and than any other has.
        (
            "AttributeError: module 'torch' has no attribute 'uint16'\ntorch 2.1.2 on an M3 Mac\n",
            "project-requirement-unmet",
        ),
        (
            "The pin torch 2.5 means that Intel Macs will not be able to install this.\n",
            "intel-mac-no-wheel",
        ),
        # An old macOS is no fault of torch where nothing speaks of torch.
        (
            "Intel Mac, macOS 11.4\n$ pip3 install a-theme\nerror: metadata-generation-failed\n",
            None,
        ),
        ("Intel Mac, macOS 11.4\ntorch 2.0.1\n", "macos-too-old-for-torch"),
        # uname of a Linux beside a Mac, and alone.
        (
            "On Apple Silicon, in containers:\nLinux a1 6.12.28 #1 SMP May 20 aarch64 GNU/Linux\n"
            "RuntimeError: PyTorch is not linked with support for mps devices\n",
            "linux-guest-on-mac",
        ),
        (
            "Linux a1 6.12.28 #1 SMP May 20 x86_64 GNU/Linux\n"
            "RuntimeError: PyTorch is not linked with support for mps devices\n",
            "not-macos-host",
        ),
        # A crash with another package that brings OpenMP, and one without.
        (
            "macOS 14\nimport torch\nimport lightgbm\nlightgbm.train()  # <-- Segmentation Fault\n",
            "openmp-duplicate-runtime",
        ),
        (
            "macOS 14\nzsh: segmentation fault  python -c 'import torch'\n",
            "torch-import-crashed",
        ),
        # MPS on an AMD card is that of a Mac.
        (
            "linear gives wrong results on MPS with AMD RDNA2 GPUs\n",
            "intel-mac-amd-gpu-unreliable",
        ),
        # What is asked of a Python, and what `file` prints of it.
        (
            'M2 Air\npython -c "import platform; print(platform.processor())"\ni386\n'
            "torch.backends.mps.is_available() False\n",
            "python-x86_64-on-apple-silicon",
        ),
        (
            "MacBook Pro M1\n/opt/conda/bin/python: Mach-O 64-bit executable x86_64\n"
            "MPS available: False\n",
            "python-x86_64-on-apple-silicon",
        ),
        ("MacBook Pro M1\n/opt/conda/bin/python: Mach-O 64-bit executable arm64\n", None),
        # The words before an error in the same line tell of the computer.
        (
            "On my 2019 Intel MacBook: ERROR: No matching distribution found for torch>=2.4\n",
            "intel-mac-no-wheel",
        ),
        # Guests are told in words.
        (
            "macOS 14 guest in Parallels on M1: torch.backends.mps.is_available() False\n",
            "virtual-machine-no-metal",
        ),
        (
            "Ubuntu 22.04 VM on Apple M2\ntorch.backends.mps.is_available() False\n",
            "linux-guest-on-mac",
        ),
        (
            "In the agent's sandbox, macOS 15.3, M3 Max, torch 2.8\nMPS available: False\n",
            "sandbox-no-metal-device",
        ),
        # Versions that a sentence names; a range and a demand are none.
        ("An M2 with torch 2.3.0, torchvision 0.17.2\n", "torch-companion-version-mismatch"),
        ("An M2 with torch 2.3.0, torchvision 0.18.0\n", None),
        (
            "MacBook Air, Intel, macOS 12.7, torch 2.2.2: MPS available: False",
            "intel-mac-no-metal-gpu",
        ),
        ("My M1 Mac needs torch 1.11 or torch 1.12, says the page.\n", None),
        # A torch.py of the user, and a torch that is there in part.
        (
            "ImportError: cannot import name 'nn' from 'torch' (/opt/project/torch.py)\n",
            "local-module-shadows-torch",
        ),
        (
            "ImportError: cannot import name 'nn' from 'torch' (unknown location)\n",
            "torch-install-damaged",
        ),
        # Torch is there, for another Python.
        ("M1 Mac.\nModuleNotFoundError: No module named 'torch'\n", "torch-not-installed"),
        # Wrong numbers in other words; on an AMD card they are the rule.
        (f"MacBook Pro with an M2\n{WRONG_NUMBERS}", "mps-op-wrong-result"),
        (
            f"Intel macOS system with a Radeon 6800 XT\n{WRONG_NUMBERS}",
            "intel-mac-amd-gpu-unreliable",
        ),
        # A training that goes wrong on the GPU alone; a slow one does not.
        (
            "With device mps the loss turns into NaN after ten batches.\nThe CPU is fine.\n",
            "mps-op-wrong-result",
        ),
        (
            "On mps my loss does not decrease at all. On the cpu it works.\n",
            "mps-op-wrong-result",
        ),
        ("On mps my loss decreases, and the epochs take longer than on the cpu.\n", None),
        # A crash inside Metal: of the operation, or of a GPU that a runner only pretends to have.
        (
            "M1 Mac\nstop reason = EXC_BAD_ACCESS (code=1)\n* frame #0: MPSCore`MPSThing + 60\n",
            "mps-op-crash",
        ),
        (
            "/Users/runner/hostedtoolcache/Python/3.12.1/arm64/bin/python\n"
            "stop reason = EXC_BAD_ACCESS (code=1)\n* frame #0: MPSCore`MPSThing + 60\n",
            "virtual-machine-no-metal",
        ),
        # A note of another library is no error of this program.
        ("ModuleNotFoundError: No module named 'triton'\n", "app-requires-cuda"),
        # Images that come out black need a program that makes them, on this GPU.
        (
            "Apple Silicon (MPS), macOS 15\nI always get a black image here.\n",
            "mps-op-wrong-result",
        ),
        ("Apple Silicon (MPS), macOS 15\nWe get no black images any more.\n", None),
        ("A viewer on my Mac\nI always get a black image here.\n", None),
        # A gap between the devices is one of numbers, and none of speed.
        (
            "M3 Mac: the outputs show a clear discrepancy between cpu and mps\n",
            "mps-op-wrong-result",
        ),
        ("M3 Mac: the speed results show a difference between cpu and mps\n", None),
        ("What is the difference between cpu and mps on an M3 Mac?\n", None),
        # Memory that ran out, in words; denied, or as a task of a programmer, it did not.
        ("M3 Mac: training with mps goes OOM after an hour\n", "mps-out-of-memory"),
        ("M3 Mac: I see OOM on mps after an hour\n", "mps-out-of-memory"),
        ("M3 Mac: training with mps does not run out of memory\n", None),
        ("M3 Mac: add mps out of memory handling\n", None),
        ("M3 Mac: mps memory keeps growing until it is OOM with mps\n", "mps-memory-growth"),
        # A process that ends on the GPU, and a denial of it.
        ("M1 Mac: the process aborted in MPSGraph during a matmul\n", "mps-op-crash"),
        ("M1 Mac: half precision on mps causes a low-level crash\n", "mps-op-crash"),
        ("M1 Mac: half precision on mps causes no crash\n", None),
        # What a newer macOS cured was the older macOS.
        # A maker's notice together with one's own Intel Mac.
        (
            "torch 2.4 only supports macOS on arm64, and this is my Intel MacBook\n",
            "intel-mac-no-wheel",
        ),
        ("torch 2.4 only supports macOS on arm64, which is what my M2 has\n", None),
        # MKL, as torch shows its build, is Intel's: on an M-chip that is a translated Python.
        (
            "M1 Max\nPyTorch built with:\n  - Intel(R) oneAPI Math Kernel Library Version 2022.1 "
            "for Intel(R) 64 architecture applications\n",
            "python-x86_64-on-apple-silicon",
        ),
        ("M1 Max\nPyTorch built with:\n  - LAPACK is enabled (usually by MKL)\n", None),
        # poetry would replace the last torch for Intel, with a Python that suits both.
        (
            "macOS 14.1\n  - Updating torch (2.2.2 -> 2.5.0): Failed\n"
            "  Unable to find installation candidates for torch (2.5.0)\n",
            "intel-mac-no-wheel",
        ),
        (
            "macOS 14.1\n  - Updating torch (2.4.0 -> 2.5.0): Failed\n"
            "  Unable to find installation candidates for torch (2.5.0)\n",
            "python-version-no-wheel",
        ),
        # uv goes through all releases of a package that has no file for a Mac at all.
        (
            "some-kernels<=1.1 has no wheels with a matching Python ABI tag (e.g., `cp312`)\n"
            "some-kernels>=1.2 has no wheels with a matching platform tag (e.g., "
            "`macosx_15_0_arm64`)\n",
            "package-no-macos-wheel",
        ),
        (
            "some-kernels<=1.1 has no wheels with a matching Python ABI tag (e.g., `cp315`)\n",
            "python-version-no-wheel",
        ),
        # A crash on a beta is the beta's, where no error text says more.
        ("OS: 15.0 beta 2\nzsh: segmentation fault  train --device mps\n", "mps-crash-os-version"),
        ("OS: macOS 15.0\nzsh: segmentation fault  train --device mps\n", "mps-op-crash"),
        # faiss beside torch, and a crash that comes with both.
        (
            "M2\nimport torch\nimport faiss\nsegmentation fault, and none without import torch\n",
            "openmp-duplicate-runtime",
        ),
    ],
)
def test_cause(text: str, cause: str | None) -> None:
    assert cause_of(text) == cause


def test_an_example_of_a_template_is_no_fact() -> None:
    machine = parse_text("- OS: [e.g. Ubuntu 20.04] macOS 14.5\n- Browser [e.g. chrome]\n")
    assert machine.host.system == "Darwin"
    assert machine.host.macos_version == "14.5"
    assert isinstance(parse_text("- Version [e.g. macOS 12.1]\n").host.macos_version, Unknown)


def test_the_platform_in_uvs_parentheses_is_one() -> None:
    text = "Because x==1 has no wheels with a matching platform tag (e.g., `macosx_15_0_arm64`)"
    assert parse_text(text).python.architecture == "arm64"


@pytest.mark.parametrize(
    ("text", "arm"),
    [
        ("torch on a MacBook that is not of M series\n", False),
        ("torch on a MacBook of M series\n", True),
        ("torch on two Intel iMacs\n", False),
    ],
)
def test_chip_in_words(text: str, arm: bool) -> None:
    architecture = parse_text(text).host.hardware_architecture
    assert (architecture == "arm64") is arm


@pytest.mark.parametrize(
    ("macos", "blamed"),
    [
        ("macOS Monterey", False),  # any 12.x: 12.3 is enough
        ("macOS 12.2", True),
        ("macOS 12.3", False),
        ("macOS Big Sur", True),
    ],
)
def test_a_name_without_a_minor_version_is_not_the_lowest_one(macos: str, blamed: bool) -> None:
    cause = cause_of(f"OS: {macos}\nPyTorch version: 2.0.1\n")
    assert (cause == "macos-too-old-for-torch") is blamed


def test_a_name_alone_asks_for_a_torch_that_exists() -> None:
    results = diagnose("Apple silicon\nmacOS Monterey\ntorch==1.11.0\n").results
    words = {word for item in results for fix in item.fixes for row in fix.commands for word in row}
    assert "torch>=1.13,<2.0" in words


LIMIT = "TypeError: Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't"
OLD_BUT_FINE = """\
PyTorch version: {torch}
OS: macOS {macos} (arm64)
Python version: 3.10.9 (64-bit runtime)
Python platform: macOS-{macos}-arm64-arm-64bit
CPU:
Apple M1
"""


@pytest.mark.parametrize(
    ("torch", "macos"),
    [
        ("1.13.1", "12.6"),
        ("2.0.1", "13.4"),
        ("2.4.1", "12.7.6"),
        ("2.8.0", "13.7"),
        ("1.12.1", "12.4"),
    ],
)
def test_old_macos_with_a_matching_torch_takes_no_cause_from_the_error(
    torch: str, macos: str
) -> None:
    block = OLD_BUT_FINE.format(torch=torch, macos=macos)
    verdict = diagnose(f"{block}\n{LIMIT} support float64.\n").verdict
    assert verdict.cause == "float64-unsupported"
    assert verdict.kind == "limit"
    assert verdict.status == "limited"
    alone = diagnose(block).verdict
    assert alone.status in ("unproven", "degraded")
    assert alone.cause is None or causes.severity_of(alone.cause) != "error"


def test_advice_is_never_the_cause_of_an_environment() -> None:
    block = OLD_BUT_FINE.format(torch="1.12.1", macos="12.6")
    report = diagnose(block)
    advice = {item.cause for item in report.results if item.severity == "info"}
    assert advice
    assert report.verdict.cause not in advice


@pytest.mark.parametrize(
    ("system", "beta"), [("macOS 15.0 (24A335)", False), ("macOS 15.0 (24A5264n)", True)]
)
def test_a_beta_shows_in_its_build_number(system: str, beta: bool) -> None:
    text = f"{OLD_BUT_FINE.format(torch='2.3.0', macos='15.0')}{system}\n"
    names = {item.cause for item in diagnose(text).results if item.outcome == "failed"}
    assert ("macos-unsupported-or-beta" in names) is beta
