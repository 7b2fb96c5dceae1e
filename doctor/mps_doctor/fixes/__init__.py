"""Exact fixes: which torch, in whose command, for this Mac, this macOS and this Python.

Every fix is data (argument lists, steps) and ends in the command that proves it.
What is not known is not guessed: without a manager it is pip, without a macOS no version is named.
"""

from mps_doctor.fixes.files import rename_files
from mps_doctor.fixes.managers import (
    NUMPY_BEFORE_2,
    aimed,
    install_numpy_1,
    install_packages,
    verify_command,
)
from mps_doctor.fixes.new_environments import (
    environment_for,
    environment_of_the_same_python,
    native_environment,
)
from mps_doctor.fixes.requirements import newest_for
from mps_doctor.fixes.settings import set_variable, unset_variable
from mps_doctor.fixes.situation import Situation, read_situation
from mps_doctor.fixes.system import (
    can_update,
    install_command_line_tools,
    update_macos,
)
from mps_doctor.fixes.torch_installs import build_torch, install_torch

__all__ = [
    "NUMPY_BEFORE_2",
    "Situation",
    "aimed",
    "build_torch",
    "can_update",
    "environment_for",
    "environment_of_the_same_python",
    "install_command_line_tools",
    "install_numpy_1",
    "install_packages",
    "install_torch",
    "native_environment",
    "newest_for",
    "read_situation",
    "rename_files",
    "set_variable",
    "unset_variable",
    "update_macos",
    "verify_command",
]
