"""Exact fixes: which torch, in whose command, for this Mac, this macOS and this Python.

Every fix is data (argument lists, steps) and ends in the command that proves it.
What is not known is not guessed: without a manager it is pip, without a macOS no version is named.
"""

from mps_doctor.fixes.fix import DOCTOR as DOCTOR, aimed as aimed, by_hand as by_hand
from mps_doctor.fixes.installs import (
    build_torch as build_torch,
    install_packages as install_packages,
    install_torch as install_torch,
)
from mps_doctor.fixes.new_environments import (
    environment_for as environment_for,
    environment_of_the_same_python as environment_of_the_same_python,
    native_environment as native_environment,
)
from mps_doctor.fixes.requirements import (
    NUMPY_1 as NUMPY_1,
    Requirement as Requirement,
    newest_for as newest_for,
)
from mps_doctor.fixes.situation import (
    Environment as Environment,
    Situation as Situation,
    environment_of as environment_of,
    is_amd as is_amd,
    read_situation as read_situation,
)
from mps_doctor.fixes.system import (
    can_update as can_update,
    install_command_line_tools as install_command_line_tools,
    rename_files as rename_files,
    set_variable as set_variable,
    unset_variable as unset_variable,
    update_macos as update_macos,
)
