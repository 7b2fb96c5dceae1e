"""A fallback that is set where torch does not read it any more, told in words; what is near it."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = [
    "The fallback variable is set in the second cell, torch is imported in the first. mps does not "
    "care about it.",
    "Our plug-in sets PYTORCH_ENABLE_MPS_FALLBACK after the host has already loaded torch, so it "
    "is never read",
    "import torch, os\nos.environ['PYTORCH_ENABLE_MPS_FALLBACK'] = '1'\n"
    "aten::made_up is still missing on mps",
    "from diffusers import made_up\n%env PYTORCH_ENABLE_MPS_FALLBACK=1\nM1, it still says "
    "NotImplementedError",
    "M2: os.environ['PYTORCH_ENABLE_MPS_FALLBACK'] = '1' in the script has no effect",
    "I call os.putenv for the fallback below the imports, M1, and get the same error",
    "The formatter moved the imports up, import torch stands above the fallback line now and "
    "mps breaks",
    "Is the mps fallback read once at load time? Setting it in my notebook does nothing",
    "- variable set in main.py line 80\n- torch imported in line 2\n- aten::made_up missing on mps",
    "NotImplementedError: The operator 'aten::made_up' is not currently implemented for the MPS "
    "device. As a temporary fix, you can set the environment variable "
    "`PYTORCH_ENABLE_MPS_FALLBACK=1`\n\nIn my app the fallback is set once torch is loaded.",
    "It sets PYTORCH_ENABLE_MPS_FALLBACK long after torch came in. Nothing happens on mps.",
    "The fallback variable has to be there when Python starts; a later cell is not enough for mps",
    "mps: the fallback must stand above the first import of torch, why does nobody say so?",
    "The order of the imports is wrong in the launcher: torch first, then the fallback variable, "
    "so mps crashes",
]
NOTHING = [
    "PYTORCH_ENABLE_MPS_FALLBACK=1 stands above import torch, as it should",
    "I set PYTORCH_ENABLE_MPS_FALLBACK=1 in the shell and mps works fine, torch is imported later",
    "In the next cell I import torch, and mps is there. A variable is missing in cell three.",
    "The fallback font is loaded once at start on my Mac, and it is the wrong one",
    "After the import of my photos on the Mac the environment light is set wrong",
    "The environment is set up, torch is imported and mps runs",
    "Is there a fallback for users without mps? Importing the CSV works.",
]
OF_AN_OPERATOR = [
    "NotImplementedError: The operator 'aten::made_up' is not currently implemented for the MPS "
    "device. As a temporary fix, you can set the environment variable "
    "`PYTORCH_ENABLE_MPS_FALLBACK=1` to use the CPU as a fallback for this op.\n\n"
    "I import torch in the first cell and the error comes in the second.",
    "NotImplementedError: The operator 'aten::made_up' is not currently implemented for the MPS "
    "device.\n\nExporting PYTORCH_ENABLE_MPS_FALLBACK=1 helps, but it is slow.",
]


@pytest.mark.parametrize("text", TOLD)
def test_a_fallback_that_comes_too_late(text: str) -> None:
    assert diagnose(text).verdict.cause == "fallback-env-set-too-late"


@pytest.mark.parametrize("text", NOTHING)
def test_a_sentence_near_it_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None


@pytest.mark.parametrize("text", OF_AN_OPERATOR)
def test_an_operator_leads_where_nobody_says_that_the_fallback_is_set(text: str) -> None:
    assert diagnose(text).verdict.cause == "op-not-implemented"
