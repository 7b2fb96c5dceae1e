"""What a user reads of a cause: no more than it does, exact commands, and nothing twice."""

import pytest

from mps_doctor.features import explain as catalogue
from mps_doctor.features.examination import judge_pasted
from mps_doctor.judgement.report import Report
from mps_doctor.knowledge.causes import Cause, all_causes
from mps_doctor.pasted import parse_text

MAC = "Apple M2, macOS 15.3, Python 3.11.9\n"

STRAYED = (
    MAC
    + """$ pip install torch
Requirement already satisfied: torch in /opt/homebrew/lib/python3.12/site-packages (2.6.0)
$ python -c "import torch"
ModuleNotFoundError: No module named 'torch'
"""
)
OPENMP = (
    MAC + "torch 2.4.1\nOMP: Error #15: Initializing libiomp5.dylib, "
    "but found libomp.dylib already initialized.\n"
)
MANAGED = MAC + "$ pip3 install torch\nerror: externally-managed-environment\n"
NO_WHEEL = (
    MAC + "torch 2.5.1\nERROR: Could not find a version that satisfies the requirement decord "
    "(from versions: none)\nERROR: No matching distribution found for decord\n"
)
COMPANION = (
    MAC + "torch 2.5.1, torchvision 0.19.0\nRuntimeError: operator torchvision::nms does not exist"
)
TOOLS = MAC + "torch 2.6.0\nxcrun: error: invalid active developer path (/Library/Developer/x)\n"
OLD_LIGHTNING = (
    MAC
    + "pytorch-lightning 1.6.5, torch 2.0.1\nTrainer prints: GPU available: False, used: False\n"
    "torch.backends.mps.is_available() -> True\n"
)


def report(text: str) -> Report:
    """Return what the doctor says of a text."""
    return judge_pasted(parse_text(text.encode(), name="text"), "text", 0.0)


@pytest.mark.parametrize(
    ("text", "cause", "said"),
    [
        (STRAYED, "pip-of-another-python", "The installation does not work this way."),
        (MANAGED, "pip-externally-managed", "The installation does not work this way."),
        (NO_WHEEL, "package-no-macos-wheel", "The installation does not work this way."),
        (OPENMP, "openmp-duplicate-runtime", "Programs fail in this environment,"),
        (COMPANION, "torch-companion-version-mismatch", "Programs fail in this"),
        (
            TOOLS,
            "xcode-clt-missing",
            "PyTorch 2.6.0 may be able to use this Mac's GPU, but torch.c",
        ),
        (OLD_LIGHTNING, "framework-device-detection-bug", "The program does not use this Mac's"),
        (
            MAC + "torch 2.5.1, torch.backends.mps.is_built(): False\n",
            "torch-not-built-with-mps",
            "PyTorch 2.5.1 cannot use this Mac's GPU in this environment.",
        ),
    ],
)
def test_a_verdict_says_no_more_than_what_its_cause_does(text: str, cause: str, said: str) -> None:
    verdict = report(text).verdict
    assert verdict.cause == cause
    assert verdict.sentence.startswith(said)


def test_a_limit_that_was_asked_about_comes_before_the_risk_in_the_environment() -> None:
    told = report(
        "MacBook Pro with an Intel Core i9 and an AMD Radeon Pro 5500M, macOS 13.6, torch 2.1.0\n"
        "RuntimeError: MPS backend out of memory (MPS allocated: 3.00 GB, other allocations: "
        "3.50 GB, max allowed: 6.77 GB). Tried to allocate 700.00 MB on private pool.\n"
    ).verdict
    assert told.cause == "mps-out-of-memory"
    assert told.sentence.startswith("The limit on the memory of mps was reached. There is also")


def test_on_another_system_the_host_is_named_first_and_its_fix_leads() -> None:
    verdict = report(
        "Windows 11, Python 3.10\nAttributeError: module 'torch.backends' has no attribute 'mps'\n"
    ).verdict
    assert verdict.sentence.startswith(
        "MPS can never work on this host. This computer runs Windows 11"
    )
    assert verdict.prescription[0].id != "explain-backends-has-no-mps"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (STRAYED, ("python3", "-m", "pip", "install", "torch>=1.13")),
        (
            "Apple M1, macOS 12.7.6, Python 3.10.14\n"
            "RuntimeError: The MPS backend is supported on MacOS 13.0+.",
            ("python3", "-m", "pip", "install", "torch>=1.13,<2.5"),
        ),
        (
            MAC + "torch 2.6.0\nImportError: dlopen(torch/_C.so): Library not loaded: "
            "@rpath/libtorch_cpu.dylib",
            ("python3", "-m", "pip", "uninstall", "--yes", "torch"),
        ),
    ],
)
def test_where_a_command_does_it_the_command_is_given(text: str, command: tuple[str, ...]) -> None:
    assert report(text).verdict.prescription[0].commands[0] == command


def test_a_setting_that_a_text_names_is_taken_out_by_its_name() -> None:
    text = MAC + "accelerate 1.2.0\nACCELERATE_USE_CPU=1 is set, accelerator.device is cpu, not mps"
    verdict = report(text).verdict
    assert verdict.cause == "mps-disabled-by-settings"
    assert "unset ACCELERATE_USE_CPU" in verdict.prescription[0].steps[0]


def test_what_one_process_may_not_do_is_said_of_that_process_alone() -> None:
    verdict = report(
        MAC + "torch 2.4.0\nobjc[42]: +[MPSGraphObject initialize] may have been in progress in "
        "another thread when fork() was called.\n"
    ).verdict
    assert verdict.cause == "metal-compiler-service-unreachable"
    assert verdict.sentence.startswith("PyTorch 2.4.0 cannot use this Mac's GPU in this process.")


def test_an_intel_mac_is_not_told_that_it_has_apple_silicon() -> None:
    told = report(
        "MacBook Pro 2020, Intel Core i5, Intel Iris Plus Graphics, macOS 14.2, Python 3.11, "
        "torch 2.2.2\ntorch.backends.mps.is_available(): False\n"
    )
    assert told.verdict.cause == "intel-mac-no-metal-gpu"
    evidence = [line for item in told.verdict.candidates for line in item.evidence]
    assert not any("Apple silicon" in line for line in evidence)
    assert len({fix.id for fix in told.verdict.prescription}) == len(told.verdict.prescription)


def test_a_line_that_is_quoted_is_not_quoted_again_in_part() -> None:
    verdict = report(
        MAC + "torch 2.3.0\nexport PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.6\n"
        "RuntimeError: invalid low watermark ratio 1.4\n"
    ).verdict
    assert verdict.cause == "mps-watermark-env-invalid"
    told = [line for line in verdict.candidates[0].evidence if "invalid low" in line]
    assert len(told) == 1


def test_two_openmp_runtimes_have_steps_that_can_be_typed() -> None:
    (fix, *_) = report(OPENMP).verdict.prescription
    assert any("conda install -c conda-forge pytorch" in step for step in fix.steps)


@pytest.mark.parametrize(
    ("text", "others"),
    [
        (TOOLS, []),
        (MANAGED, []),
        (MAC + "ModuleNotFoundError: No module named 'torch'\n", []),
        # What the best fix does not do is still offered, without what it does.
        (
            MAC + "torch 2.3.0\nNotImplementedError: The operator 'aten::a_b' is not currently "
            "implemented for the MPS device. As a temporary fix, you can set the environment "
            "variable `PYTORCH_ENABLE_MPS_FALLBACK=1` to use the CPU as a fallback for this op.\n",
            ["Use a newer torch"],
        ),
    ],
)
def test_no_fix_is_given_twice(text: str, others: list[str]) -> None:
    told = next(item for item in report(text).results if item.check == "reported-errors")
    assert [fix.summary for fix in told.fixes[1:]] == others


@pytest.mark.parametrize("cause", all_causes().values(), ids=lambda cause: cause.id)
def test_a_cause_says_to_its_user_what_is_so(cause: Cause) -> None:
    assert " " in cause.says
    assert not cause.says.endswith((".", "…"))
    assert "say so" not in cause.says
    assert "(advice)" not in cause.says


@pytest.mark.parametrize("cause", all_causes())
def test_the_page_of_a_cause_repeats_no_advice(cause: str) -> None:
    (page,) = catalogue.explain(cause)
    _, _, ways = page.text.partition("## What to do\n")
    told = [line for line in ways.partition("\n\n")[0].splitlines() if line]
    words = [frozenset(line.lower().strip("- .").split()) for line in told]
    assert not any(one < other for one in words[1:] for other in words[:1])
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("cause", "word"),
    [
        ("pip-of-another-python", "index"),
        ("intel-mac-no-metal-gpu", "sandbox"),
        ("mps-op-wrong-result", "WATERMARK"),
        ("torch-companion-version-mismatch", "mps-doctor explain"),
    ],
)
def test_the_page_of_a_cause_gives_no_advice_about_another_one(cause: str, word: str) -> None:
    (page,) = catalogue.explain(cause)
    assert word not in page.text


def test_the_names_of_checks_in_our_own_report_are_no_symptoms() -> None:
    told = report(
        "torch 1.10.2 · Apple M1, macOS 12.6\n\n"
        "✗ error  torch-version: torch-too-old-no-mps\n"
        "  PyTorch 1.10.2 is older than 1.12, the first with MPS\n"
        "  Not checked because of this: smoke-test, mps-available, metal-device, sandbox,\n"
        "    virtual-machine and 12 more checks.\n"
    )
    assert told.verdict.cause == "torch-too-old-no-mps"
    assert "sandbox-no-metal-device" not in [item.cause for item in told.verdict.candidates]


@pytest.mark.parametrize(
    "text", [OPENMP, COMPANION, MANAGED, STRAYED, NO_WHEEL], ids=lambda text: text[-30:]
)
def test_a_verdict_that_is_pasted_tells_of_no_wrong_numbers(text: str) -> None:
    sentence = report(text).verdict.sentence
    assert report(f"✗ BROKEN: {sentence}\n").verdict.cause != "mps-op-wrong-result"
