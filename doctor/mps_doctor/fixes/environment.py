"""The facts that a prescription depends on."""

from typing import NamedTuple

from mps_doctor.facts import Conda, Host, Interpreter, Machine, Packages, TorchInstall


class Environment(NamedTuple):
    """The Mac, its Python, what manages it, and what is installed.

    A check that prescribes an install takes it as a parameter, besides the facts that it judges.
    """

    host: Host = Host()
    python: Interpreter = Interpreter()
    conda: Conda = Conda()
    packages: Packages = Packages()
    torch: TorchInstall = TorchInstall()


def environment_of(machine: Machine) -> Environment:
    """Return the environment of a machine."""
    return Environment(*(getattr(machine, name) for name in Environment._fields))
