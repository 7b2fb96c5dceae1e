"""Exact fixes: which torch, in whose command, for this Mac, this macOS and this Python.

Every fix is data (argument lists, steps) and ends in the command that proves it.
What is not known is not guessed: without a manager it is pip, without a macOS no version is named.
"""

from mps_doctor.fixes.fix import DOCTOR as DOCTOR
from mps_doctor.fixes.fix import aimed as aimed
from mps_doctor.fixes.fix import by_hand as by_hand
from mps_doctor.fixes.installs import build_torch as build_torch
from mps_doctor.fixes.installs import install_packages as install_packages
from mps_doctor.fixes.installs import install_torch as install_torch
from mps_doctor.fixes.new_environments import environment_for as environment_for
from mps_doctor.fixes.new_environments import (
    environment_of_the_same_python as environment_of_the_same_python,
)
from mps_doctor.fixes.new_environments import native_environment as native_environment
from mps_doctor.fixes.requirements import NUMPY_1 as NUMPY_1
from mps_doctor.fixes.requirements import Requirement as Requirement
from mps_doctor.fixes.requirements import newest_for as newest_for
from mps_doctor.fixes.situation import Environment as Environment
from mps_doctor.fixes.situation import Situation as Situation
from mps_doctor.fixes.situation import environment_of as environment_of
from mps_doctor.fixes.situation import is_amd as is_amd
from mps_doctor.fixes.situation import read_situation as read_situation
from mps_doctor.fixes.system import can_update as can_update
from mps_doctor.fixes.system import install_command_line_tools as install_command_line_tools
from mps_doctor.fixes.system import rename_files as rename_files
from mps_doctor.fixes.system import set_variable as set_variable
from mps_doctor.fixes.system import unset_variable as unset_variable
from mps_doctor.fixes.system import update_macos as update_macos
