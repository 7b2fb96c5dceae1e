"""Will accelerate, transformers and Lightning use mps?"""

import pytest
from outcomes import PASSED, judged, outcome_of, said

from mps_doctor.facts import FrameworkSetting, Package, Variable
from mps_doctor_checks.companions.frameworks import frameworks


@pytest.mark.parametrize(
    ("packages", "values", "processor", "expected"),
    [
        ({}, {}, "arm", PASSED),
        (
            {"accelerate": "1.12.0"},
            {"ACCELERATE_USE_CPU": "true"},
            "arm",
            "mps-disabled-by-settings",
        ),
        ({"accelerate": "1.12.0"}, {"ACCELERATE_USE_CPU": "false"}, "arm", PASSED),
        ({}, {"ACCELERATE_USE_CPU": "true"}, "arm", PASSED),
        (
            {"transformers": "5.0.0"},
            {"ACCELERATE_TORCH_DEVICE": "cpu"},
            "arm",
            "mps-disabled-by-settings",
        ),
        ({"transformers": "5.0.0"}, {"ACCELERATE_TORCH_DEVICE": "mps"}, "arm", PASSED),
        ({"lightning": "2.5.0"}, {"DISABLE_MPS": "1"}, "arm", "mps-disabled-by-settings"),
        ({"lightning": "2.5.0"}, {"DISABLE_MPS": "true"}, "arm", PASSED),
        ({"lightning": "2.5.0"}, {}, "i386", "framework-device-detection-bug"),
        ({"lightning": "2.5.0"}, {}, "arm64", PASSED),
        ({"pytorch-lightning": "1.7.0"}, {}, "arm64", "framework-device-detection-bug"),
        ({"pytorch-lightning": "1.6.5"}, {}, "arm", "framework-device-detection-bug info"),
        ({"transformers": "4.24.0"}, {}, "arm", "framework-device-detection-bug info"),
        (
            {"accelerate": "1.12.0"},
            {"ACCELERATE_USE_MPS_DEVICE": "1"},
            "arm",
            "unknown-mps-variable",
        ),
    ],
)
def test_frameworks(
    packages: dict[str, str], values: dict[str, str], processor: str, expected: str
) -> None:
    outcome = judged(
        frameworks,
        python={"processor": processor},
        packages={"installed": tuple(Package(name=k, version=v) for k, v in packages.items())},
        variables={"values": tuple(Variable(name=k, value=v) for k, v in values.items())},
    )
    assert outcome == expected


FILE = "/Users/ada/.cache/huggingface/accelerate/default_config.yaml"


@pytest.mark.parametrize(
    ("packages", "value", "origin", "expected"),
    [
        (("accelerate",), "true", FILE, "mps-disabled-by-settings"),
        (("accelerate",), "True", FILE, "mps-disabled-by-settings"),
        (("accelerate",), "false", FILE, PASSED),
        (("transformers",), "true", FILE, PASSED),  # nobody reads the file without accelerate
        (None, "true", FILE, "mps-disabled-by-settings"),  # what is installed is not known
    ],
)
def test_the_file_of_accelerate(
    packages: tuple[str, ...] | None, value: str, origin: str, expected: str
) -> None:
    installed = () if packages is None else tuple(Package(name=p, version="5.0") for p in packages)
    outcome = outcome_of(
        frameworks,
        python={"processor": "arm"},
        packages={} if packages is None else {"installed": installed},
        variables={"values": ()},
        frameworks={"settings": (FrameworkSetting(origin=origin, key="use_cpu", value=value),)},
    )
    assert said(outcome) == expected
    if isinstance(outcome, tuple):
        assert FILE in outcome[0].message
        assert FILE in outcome[0].fixes[0].steps[0]
