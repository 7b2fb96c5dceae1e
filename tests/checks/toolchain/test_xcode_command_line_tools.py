"""Are Apple's command-line tools there where something is built?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor_checks.toolchain.xcode_command_line_tools import xcode_command_line_tools

SOURCE_BUILD = "xcode-too-old-for-source-build"
TOOLS = {"developer_dir": "/Library/Developer/CommandLineTools", "developer_dir_exists": True}


@pytest.mark.parametrize(
    ("toolchain", "torch", "expected"),
    [
        ({**TOOLS, "clang": True}, {}, PASSED),
        (TOOLS, {}, PASSED),
        ({"developer_dir": ""}, {}, "xcode-clt-missing info"),
        ({"developer_dir": ""}, {"editable": True}, "xcode-clt-missing warning"),
        ({**TOOLS, "clang": False}, {}, "xcode-clt-missing info"),
        ({**TOOLS, "developer_dir_exists": False}, {}, "xcode-clt-missing info"),
        ({**TOOLS, "xcode_version": "13.2.1"}, {}, PASSED),
        (
            {**TOOLS, "xcode_version": "13.2.1"},
            {"editable": True},
            SOURCE_BUILD,
        ),
        ({**TOOLS, "tools_version": "16.4.0.0.1.1747106510"}, {"editable": True}, PASSED),
        ({**TOOLS, "tools_version": "13.2.0.0.1"}, {"editable": True}, SOURCE_BUILD),
        (  # the tools lie unused beside an Xcode whose version is not known
            {"developer_dir": "/Applications/X.app/Contents/Developer", "tools_version": "13.2.0"},
            {"editable": True},
            PASSED,
        ),
    ],
)
def test_command_line_tools(
    toolchain: dict[str, Any], torch: dict[str, Any], expected: str
) -> None:
    assert judged(xcode_command_line_tools, toolchain=toolchain, torch=torch) == expected
