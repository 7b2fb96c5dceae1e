"""From what a user pasted to a Machine: every fact the text states, all others unknown.

`clean` takes the mess away, the readers turn lines into claims, and the claims are joined here.
Nothing is judged: what an error text means is the business of the checks.
"""

from __future__ import annotations

from mps_doctor.knowledge.literals import runs_of
from mps_doctor.machine import Machine
from mps_doctor.redacting import redact, user_names
from mps_doctor.sources.pasted import machines, systems
from mps_doctor.sources.pasted.answers import read_answers, read_variables
from mps_doctor.sources.pasted.claims import BLOCK, LISTED, Claims
from mps_doctor.sources.pasted.cleaning import clean, decode
from mps_doctor.sources.pasted.documents import read_document
from mps_doctor.sources.pasted.fields import read_line
from mps_doctor.sources.pasted.finding import find_messages, without_messages
from mps_doctor.sources.pasted.joining import join
from mps_doctor.sources.pasted.packages import read_installed, read_row
from mps_doctor.sources.pasted.paths import read_paths
from mps_doctor.sources.pasted.symptoms import read_symptoms

__all__ = ["parse_text"]

_SYSTEM_NAMES = (
    "ubuntu",
    "debian",
    "fedora",
    "centos",
    "windows 1",
    "windows server",
    "macos",
    "mac os",
    "os x",
    "arch linux",
    "wsl",
    "linux mint",
    "red hat",
    "rocky linux",
    "alpine",
)
"""How a line begins that says nothing but the name of a system."""

_LACKS = "not available from current channels"
_LACKED = "ResolvePackageNotFound"
"""How conda begins the list of packages that no channel has; blank lines do not end it.

Source: https://github.com/conda/conda/blob/main/conda/exceptions.py
"""

PROSE_LENGTH = 60_000
"""How much of a text is read as prose: sentences of people stand near its beginning."""


def parse_text(text: bytes | str, *, name: str = "-") -> Machine:
    """Return the facts that a pasted text states.

    Never raises for what the text holds: what is not understood is ignored.
    """
    plain = decode(text) if isinstance(text, bytes) else text
    if (machine := read_document(plain)) is not None:
        return machine
    plain = clean(plain)
    runs = runs_of(plain.lower())
    names = user_names(plain)
    claims = Claims()
    read_lines(plain, claims)
    read_answers(plain, claims)
    read_variables(plain, claims)
    matches = find_messages(plain, names, runs)
    prose = without_messages(plain[:PROSE_LENGTH], matches)
    if not claims.has("host.chip"):
        machines.read_chip_in_prose(prose, claims)
    if not claims.has("host.macos_version"):
        systems.read_macos_in_prose(prose, claims)
    machines.read_sandbox(prose, claims)
    machines.read_container(prose, claims)
    machines.read_container_log(plain, claims)
    machines.read_runner_path(plain, claims)
    machines.read_hypervisor(prose, claims)
    machines.read_rosetta(prose, claims)
    read_paths(plain, claims)
    read_symptoms(prose, claims, runs)
    return join(claims, matches, name=redact(name, names), names=names)


def read_lines(text: str, claims: Claims) -> None:
    """Read every line as a labelled one, as a row of a list of packages, or as a bare statement."""
    cpu_comes = lacking = False
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) < 4 or len(line) > 20_000:
            continue
        if cpu_comes or line.lstrip().startswith("CPU:"):
            # collect_env puts the processor on the line after its label
            if cpu_comes:
                machines.read_machine(line, claims, number, BLOCK)
            cpu_comes = line.strip() == "CPU:"
        # What conda says that it does not have is not installed.
        lacking = line.lstrip().startswith("- ") if lacking else _LACKS in line or _LACKED in line
        if lacking:
            continue
        if read_line(line, claims, number) or read_row(line, claims, number):
            continue
        read_statement(line, claims, number)


def read_statement(line: str, claims: Claims, number: int) -> None:
    """Read a line without a label that is known by its words."""
    if "nstalled " in line or "pytorch-" in line:
        read_installed(line, claims, number)
    if len(line) < 60 and line.lstrip(" \t-*•").lower().startswith(_SYSTEM_NAMES):
        systems.read_system(line, claims, number, LISTED)
    if "macosx_" in line:
        systems.read_wheel_tag(line, claims, number)
    if "Darwin" in line or "Linux" in line or "acOS-" in line:
        systems.read_platform(line, claims, number, LISTED)
    if line.lstrip().startswith(("Python ", "Using CPython ", "Using Python ")):
        from_statement(line, claims, number)


def from_statement(line: str, claims: Claims, number: int) -> None:
    """Read `Python 3.11.4 (main, …) on darwin` and uv's `Using CPython 3.13.1`."""
    fields_line = "python: " + line.lstrip().removeprefix("Using ")
    read_line(fields_line, claims, number)
