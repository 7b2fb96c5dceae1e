"""Exact fixes: which torch, in whose command, for this Mac, this macOS and this Python.

Every fix is data (argument lists, steps) and ends in the command that proves it.
What is not known is not guessed: without a manager it is pip, without a macOS no version is named.
"""

from mps_doctor.fixes.environment import Environment, environment_of
from mps_doctor.fixes.files import rename_files
from mps_doctor.fixes.fix import DOCTOR, aimed, by_hand
from mps_doctor.fixes.installs import build_torch, install_packages, install_torch
from mps_doctor.fixes.new_environments import (
    environment_for,
    environment_of_the_same_python,
    native_environment,
)
from mps_doctor.fixes.requirements import NUMPY_1, Requirement, newest_for
from mps_doctor.fixes.settings import set_variable, unset_variable
from mps_doctor.fixes.situation import Situation, is_amd, read_situation
from mps_doctor.fixes.system import can_update, install_command_line_tools, update_macos

__all__ = [
    "DOCTOR",
    "NUMPY_1",
    "Environment",
    "Requirement",
    "Situation",
    "aimed",
    "build_torch",
    "by_hand",
    "can_update",
    "environment_for",
    "environment_of",
    "environment_of_the_same_python",
    "install_command_line_tools",
    "install_packages",
    "install_torch",
    "is_amd",
    "native_environment",
    "newest_for",
    "read_situation",
    "rename_files",
    "set_variable",
    "unset_variable",
    "update_macos",
]
