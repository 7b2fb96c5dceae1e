"""What an installer's refusal means beside the facts."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside, causes_of

from mps_doctor_checks.messages._judging.offers import on_intel

X86, INTEL = "python-x86_64-on-apple-silicon", "intel-mac-no-wheel"
CUDA, INDEX, PYTHON = "cuda-wheel-index-on-mac", "wrong-wheel-index", "python-version-no-wheel"
TAG, OLD_MACOS = "wheel-tag-mismatch", "macos-too-old-for-torch"
OTHER, UNMET, MISREPORTED = (
    "package-no-macos-wheel",
    "project-requirement-unmet",
    "macos-version-misreported",
)
GUEST = "linux-guest-on-mac"


@pytest.mark.parametrize(
    ("words", "causes"),
    [
        ("Intel macos=26.0", INTEL),
        ("M2 x86 macos=13.0", X86),
        ("mac x86 macos=26.0", f"{X86} {INTEL}"),
        ("mac x86 macos=15.6", f"{INTEL} {X86}"),
        ("mac x86", f"{INTEL} {X86}"),
    ],
)
def test_only_builds_for_intel(words: str, causes: str) -> None:
    assert on_intel(beside(words)) == tuple(causes.split())


@pytest.mark.parametrize(
    ("words", "asked", "offered", "causes"),
    [
        ("M2", "torch==2.4.0+cu121", "2.4.0", CUDA),
        ("M2", "torch==2.4.0+rocm6.1", "2.4.0", CUDA),
        ("M2", "torch==2.4.0+cpu", "2.4.0", f"{INDEX} {PYTHON}"),
        ("M2", "torch==2.1.0", "2.2.0, 2.3.0", PYTHON),
        ("Intel", "torch==1.8.0", "2.2.0, 2.2.2", PYTHON),
        ("Intel", "torch>=2.4", "1.11.0, ..., 2.2.2", INTEL),
        ("Intel", "torch==2.2.0", "2.2.0, 2.2.2", INTEL),
        ("Intel", "torch==2.4", "2.2.1", PYTHON),
        ("Intel", "torchvision==0.19", "0.17.1, 0.17.2", INTEL),
        ("Intel", "TorchAudio==2.4", "2.2.2", INTEL),
        ("Intel", "torchvision==0.19", "0.17.1, 2.2.2", PYTHON),
        ("M2", "torch==2.9.0.dev20250801", "2.8.0", f"{INDEX} {PYTHON}"),
        ("M2", "torch==2.9.0rc1", "2.8.0", f"{INDEX} {PYTHON}"),
        ("M2 macos=13.6", "torch==2.12", "2.10.0, 2.11.0", f"{TAG} {PYTHON}"),
        ("M2", "Torch==2.12", "2.10.0, 2.11.0", f"{TAG} {PYTHON}"),
        ("M2 macos=14.0", "torch==2.12", "2.10.0, 2.11.0", PYTHON),
        ("M2 macos=13.6", "torchaudio==2.12", "2.10.0, 2.11.0", PYTHON),
        ("M2 macos=13.6", "torch==2.12", "2.10.0", PYTHON),
        ("M2", "torch==2.9", "none", f"{PYTHON} {INDEX}"),
        ("told-10.16", "torch==2.9", "none", f"{MISREPORTED} {TAG}"),
        ("Intel", "torch==2.3", "none", INTEL),
        ("M2 x86", "torch==2.3", "none", X86),
        ("Intel", "torch==2.2.2", "none", f"{PYTHON} {INDEX}"),
        ("Intel Linux", "torch==2.3", "none", f"{PYTHON} {INDEX}"),
        ("Linux", "torch==2.6.0+cu124", "none", PYTHON),
        ("Linux", "torch==2.6.0+cpu", "2.5.0", PYTHON),
        ("M2 python=3.6.8", "torch==1.12", "1.0.0, 1.10.2", f"python-too-old {PYTHON}"),
        ("Intel python=3.13.1", "torch", "none", INTEL),
        ("M2 x86 python=3.13.1", "torch", "none", X86),
        # Our table of releases has files for these: the index lacks them.
        ("Intel python=3.11.9", "torch", "none", f"{INDEX} {PYTHON}"),
        ("Intel python=3.5.1", "torch", "none", f"{PYTHON} {INDEX}"),
        ("M2 arm python=3.13.1", "torch", "none", f"{INDEX} {PYTHON}"),
    ],
)
def test_what_pip_offers(words: str, asked: str, offered: str, causes: str) -> None:
    text = (
        "Could not find a version that satisfies the requirement "
        f"{asked} (from versions: {offered})"
    )
    assert causes_of(beside(words), "pip-no-version-torch", text) == tuple(causes.split())


@pytest.mark.parametrize(
    ("signature", "text", "words", "causes"),
    [
        ("pip-no-distribution-torch", "torch==2.4.0+cu121", "M2", CUDA),
        ("pip-no-distribution-torch", "torch==2.4.0+rocm6.1", "M2", CUDA),
        ("pip-no-distribution-torch", "torch==2.4.0+cpu", "M2", f"{INDEX} {PYTHON}"),
        ("pip-no-distribution-torch", "torch==2.4.0", "M2", f"{PYTHON} {INDEX}"),
        ("pip-no-distribution-torch", "torch==2.4.0", "Intel", INTEL),
        ("pip-no-distribution-torch", "torch==2.4.0+cu121", "Linux", PYTHON),
        ("pip-no-distribution-torch", "torch>=1.12", "M2 python=3.6.8", f"python-too-old {PYTHON}"),
        ("poetry-no-candidates", "torch (2.4.0+cu121)", "Linux", PYTHON),
        ("poetry-no-candidates", "torch (2.4.0+cu121)", "M2", CUDA),
        ("poetry-no-candidates", "torch (2.4.0)", "Intel", INTEL),
        ("poetry-no-candidates", "torch (2.4.0)", "M2 x86", X86),
        ("poetry-no-candidates", "torch (2.2.2)", "Intel", PYTHON),
        ("poetry-no-candidates", "torchvision (0.17.2)", "Intel", PYTHON),
        ("poetry-no-candidates", "torchvision (0.18.0)", "Intel", INTEL),
        ("poetry-no-candidates", "torch (2.4.0+cpu)", "M2", f"{INDEX} {PYTHON}"),
        ("poetry-no-candidates", "torch (2.15.0)", "M2 arm macos=13.0", f"{TAG} {OLD_MACOS}"),
        ("poetry-no-candidates", "torch (2.15.0)", "M2 arm macos=15.0", f"{PYTHON} {INDEX}"),
        ("poetry-no-candidates", "torch (2.15.0)", "M2 arm python=3.8.1", PYTHON),
        ("poetry-no-candidates", "torch (2.4.0)", "python=3.12.1", f"{INTEL} {X86} {PYTHON}"),
        ("poetry-no-candidates", "torch (2.4.0)", "python=3.13.1", PYTHON),
        ("poetry-no-candidates", "torch (2.4.0)", "", f"{PYTHON} {INTEL} {X86}"),
        ("poetry-no-version", "torch (2.4.0)", "Intel", INTEL),
        ("poetry-no-version", "torch (^2.4+cu121)", "M2", CUDA),
        ("poetry-no-version", "torch (^2.4+cpu)", "M2", f"{INDEX} {PYTHON}"),
        ("poetry-no-version", "torch (>=2.99)", "Intel", PYTHON),
    ],
)
def test_refusals_that_name_a_version(signature: str, text: str, words: str, causes: str) -> None:
    said = {
        "pip-no-distribution-torch": f"No matching distribution found for {text}",
        "poetry-no-candidates": f"Unable to find installation candidates for {text}",
        "poetry-no-version": f"x depends on {text} which doesn't match any versions",
    }
    assert causes_of(beside(words), signature, said[signature]) == tuple(causes.split())


@pytest.mark.parametrize(
    ("package", "tag", "words", "causes"),
    [
        ("torch 2.4.0", "macosx_14_0_x86_64", "", f"{INTEL} {X86}"),
        ("torch 2.4.0", "macosx_14_0_x86_64", "M2", X86),
        ("torch 2.2.2", "macosx_14_0_x86_64", "M2", PYTHON),
        ("torch 2.15.0", "macosx_13_0_arm64", "M2 macos=15.0", f"{TAG} {OLD_MACOS}"),
        ("torch 2.15.0", "macosx_14_0_arm64", "M2 macos=13.0", f"{PYTHON} {INDEX}"),
        ("torch 2.4.0", "macosx_14_0_arm64", "Intel", f"{PYTHON} {INDEX}"),
        ("torchvision 0.17.0", "macosx_11_0_arm64", "", f"{PYTHON} {INDEX}"),
        ("torch 2.4.0+cu121", "macosx_14_0_arm64", "", CUDA),
        ("nvidia-nccl-cu12 2.20.5", "macosx_14_0_arm64", "", CUDA),
        ("triton 3.0", "macosx_14_0_arm64", "", OTHER),
        ("Torch 2.4.0", "macosx_14_0_arm64", "python=3.13.1", PYTHON),
        ("torch 9.9.9", "macosx_10_0_arm64", "", f"{PYTHON} {INDEX}"),
    ],
)
def test_the_platform_that_uv_names(package: str, tag: str, words: str, causes: str) -> None:
    name, version = package.split()
    text = (
        f"hint: You're on macOS (`{tag}`), but `{name}` (v{version}) only has wheels for the "
        "following platform: `manylinux1_x86_64`"
    )
    assert causes_of(beside(words), "uv-platform-hint", text) == tuple(causes.split())


TAGS = "torch=={} has no wheels with a matching platform tag (e.g., `{}`)"


@pytest.mark.parametrize(
    ("words", "text", "causes"),
    [
        ("M2", TAGS.format("2.4.0+cu121", "macosx_14_0_arm64"), CUDA),
        ("", TAGS.format("2.4.0", "macosx_14_0_x86_64"), f"{INTEL} {X86}"),
        ("", TAGS.format("2.15.0", "macosx_13_0_arm64"), f"{TAG} {OLD_MACOS}"),
        ("", TAGS.format("2.15.0", "macosx_14_0_arm64"), f"{PYTHON} {INDEX}"),
        ("", TAGS.format("2.4.0+cpu", "macosx_14_0_arm64"), f"{INDEX} {PYTHON}"),
        ("", "triton==3.0 has no wheels with a matching platform tag", OTHER),
        (
            "",
            "no wheels with a matching platform tag (e.g., `macosx_14_0_x86_64`)",
            f"{INTEL} {X86}",
        ),
        (
            "",
            "no wheels with a matching platform tag (e.g., `macosx_14_0_arm64`)",
            f"{PYTHON} {INDEX}",
        ),
        (
            "",
            "torch>=2.15.0 have no wheels with a matching platform tag (e.g., `macosx_13_0_arm64`)",
            f"{TAG} {OLD_MACOS}",
        ),
        (
            "",
            "because foo has no wheels with a matching platform tag (e.g., `macosx_14_0_arm64`)",
            "package-no-macos-wheel",
        ),
        (
            "",
            "all versions of torch have no wheels with a matching platform tag "
            "(e.g., `macosx_14_0_x86_64`)",
            f"{INTEL} {X86}",
        ),
        (
            "",
            "torchaudio==2.15.0 has no wheels with a matching platform tag "
            "(e.g., `macosx_13_0_arm64`)",
            f"{PYTHON} {INDEX}",
        ),
    ],
)
def test_the_tags_that_uv_names(words: str, text: str, causes: str) -> None:
    assert causes_of(beside(words), "uv-no-matching-platform-tag", text) == tuple(causes.split())


@pytest.mark.parametrize(
    ("words", "text", "causes"),
    [
        ("Intel", "only torch<=2.2.2 is available", INTEL),
        ("M2 macos=13.0", "only torch<=2.11.0 is available", f"{TAG} {PYTHON}"),
        ("Intel", "only torchvision{<=0.17.2} is available", INTEL),
        (
            "Intel",
            "only the following versions of torch are available: torch==2.2.1 torch==2.2.2 "
            "and you require torch==2.4.0",
            INTEL,
        ),
        ("Intel", "only the following versions of torch are available: none", PYTHON),
        ("Intel", "nothing of it", PYTHON),
    ],
)
def test_the_versions_that_uv_has(words: str, text: str, causes: str) -> None:
    assert causes_of(beside(words), "uv-no-solution-torch", text) == tuple(causes.split())


@pytest.mark.parametrize(
    ("signature", "words", "causes"),
    [
        ("pip-from-versions-cap", "Intel", INTEL),
        ("pip-requires-python", "Intel", PYTHON),
        ("pdm-no-candidates", "Intel", f"{INTEL} {PYTHON}"),
        ("pdm-no-candidates", "M2 x86", f"{X86} {PYTHON}"),
        ("pdm-no-candidates", "mac osx-64", f"{INTEL} {X86} {PYTHON}"),
        ("pdm-no-candidates", "arm", PYTHON),
        ("pdm-no-candidates", "", f"{PYTHON} {INTEL} {X86}"),
        ("uv-python-of-project", "M2", f"{UNMET} {PYTHON}"),
        ("conda-not-provided", "M2", OTHER),
        ("conda-not-provided", "Linux", ""),
        ("exec-format-error", "M2", GUEST),
        ("exec-format-error", "Linux Apple-marks", GUEST),
        ("exec-format-error", "Linux", ""),
        ("cuda-index-url", "Linux", ""),
        ("cuda-index-url", "Linux Apple-marks", ""),
        ("cuda-index-url", "M2", CUDA),
        ("other-index-url", "M2", INDEX),
        ("other-index-url", "Linux", ""),
        ("pip-no-version-other", "M2", OTHER),
        ("package-no-distribution", "Linux", ""),
        ("rust-compiler-missing", "M2", OTHER),
        ("cargo-missing", "M2", OTHER),
    ],
)
def test_beside_the_facts(signature: str, words: str, causes: str) -> None:
    assert causes_of(beside(words), signature, "a text") == tuple(causes.split())


VERSIONS = "could not find a version that satisfies the requirement torch==2.4 (from versions: 2.8)"
LOCKED = "distribution `torch==2.4.0` can't be installed because it doesn't have a source "
LOCKED += "distribution or wheel for the current platform"


@pytest.mark.parametrize(
    ("signature", "text", "found", "causes"),
    [
        ("pip-no-version-torch", VERSIONS, "cuda-index-url", CUDA),
        ("pip-no-version-torch", VERSIONS, "cuda-local-version", CUDA),
        ("pip-no-version-torch", VERSIONS, "other-index-url", INDEX),
        ("pip-no-version-torch", VERSIONS, "", PYTHON),
        ("pip-no-distribution-torch", "", "pip-no-version-torch", ""),
        ("pip-no-distribution-torch", "", "pip-from-versions-cap", ""),
        ("pip-no-distribution-torch", "", "other-index-url", INDEX),
        ("pip-from-versions-cap", "", "pip-no-version-torch", ""),
        ("pip-requires-python", "", "pip-no-version-torch", ""),
        ("pip-requires-python", "", "pip-from-versions-cap", ""),
        ("uv-no-source-or-wheel", LOCKED, "uv-platform-hint", ""),
        ("uv-no-source-or-wheel", LOCKED, "pip-no-version-torch", ""),
        ("uv-no-source-or-wheel", LOCKED, "pip-from-versions-cap", ""),
        ("uv-no-source-or-wheel", LOCKED, "", f"{PYTHON} {INDEX}"),
        ("uv-no-source-or-wheel", LOCKED, "cuda-index-url", CUDA),
        ("uv-no-matching-platform-tag", "a text", "cuda-local-version", CUDA),
        ("uv-no-matching-platform-tag", "a text", "cuda-index-url", CUDA),
        ("uv-no-matching-platform-tag", "a text", "", f"{PYTHON} {INDEX}"),
        ("uv-no-solution-torch", "", "uv-no-matching-platform-tag", ""),
        ("pdm-no-candidates", "", "other-index-url", INDEX),
        ("conda-not-provided", "", "conda-pytorch-cuda", ""),
        ("conda-not-provided", "", "conda-cuda-not-found", ""),
        ("conda-not-provided", "", "conda-python-of-torch", ""),
        ("conda-not-provided", "", "pixi-cuda-package", ""),
        ("conda-not-provided", "", "conda-cuda-not-provided", ""),
        ("conda-not-provided", "", "conda-cuda-listed", ""),
    ],
)
def test_beside_other_texts(signature: str, text: str, found: str, causes: str) -> None:
    assert causes_of(beside("M2", found=found), signature, text) == tuple(causes.split())


@pytest.mark.parametrize(
    ("words", "platform", "causes"),
    [
        ("mac", "macos_14_0_x86_64", f"{INTEL} {X86} {UNMET}"),
        ("M2", "macos_14_0_x86_64", f"{X86} {UNMET}"),
        ("M2", "macos_14_0_arm64", UNMET),
        ("Linux", "macos_14_0_x86_64", UNMET),
    ],
)
def test_the_platform_that_pdm_locks_for(words: str, platform: str, causes: str) -> None:
    text = f"current env (>=3.12, {platform}, cpython) is not among the lock targets"
    assert causes_of(beside(words), "pdm-lock-targets", text) == tuple(causes.split())
