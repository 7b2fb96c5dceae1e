"""Oddities and crashes told with a device on which all is well, and texts that are near them."""

import pytest

from mps_doctor import diagnose


def cause_of(text: str) -> str | None:
    return diagnose(text).verdict.cause


@pytest.mark.parametrize(
    "text",
    [
        "Odd poses with device=mps. Hands are misplaced.\nThe same command with cpu is fine.",
        "M2 Max, mps\nThe depth map is shifted to the left. It does not happen on colab.",
        "My MacBook gives abnormal contours, on Windows it looks normal",
        "With mps half of each box is cropped off. I checked that it works correctly on the CPU.",
        "The poems of CUDA are great, those of mps are quite random.",
        "Apple silicon: flickering in each third frame; a run on CUDA is perfect",
    ],
)
def test_what_is_odd_beside_a_device_that_does_well(text: str) -> None:
    assert cause_of(text) == "mps-op-wrong-result"


@pytest.mark.parametrize(
    "text",
    [
        "mps, a small network\nI get DeadKernel in the notebook",
        "x = torch.zeros(0, device='mps')\nx.sum()  # seg fault",
        "pipe.to('mps')\nThe kernel crashed while executing code in this cell.",
        "With mps the kernel always dies",
        "device mps\nThe process crashes when two threads multiply",
    ],
)
def test_a_crash_in_a_text_about_mps(text: str) -> None:
    assert cause_of(text) == "mps-op-crash"


@pytest.mark.parametrize(
    "text",
    [
        "M1 Pro, mps\nIt is fine on cpu, and on mps too.",
        "The button is misplaced in the window of the program. macOS 14",
        "On Linux the artifacts of the build work, on my Mac they are in another folder.",
        "mps is available\nThe web server aborts when the port is taken: address in use",
        "I moved the model from cpu -> mps, since then it is fast. Before, it was stuck at 0 %.",
        "Fixed: no more crashes with mps.",
    ],
)
def test_nothing_is_wrong_with_mps(text: str) -> None:
    assert cause_of(text) is None


def test_memory_in_chinese_slang() -> None:
    assert cause_of("用mps跑,内存爆了") == "mps-out-of-memory"


def test_a_tensor_above_the_largest_buffer_may_mean_too_little_memory() -> None:
    verdict = diagnose("RuntimeError: Invalid buffer size: 31.5 GB").verdict
    causes = [item.cause for item in verdict.candidates]
    assert causes[:2] == ["mps-tensor-size-limit", "mps-out-of-memory"]
