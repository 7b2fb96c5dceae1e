"""A fix: what to do about a failure, as data."""

from typing import Any, Literal, TypeAlias, get_args

import msgspec

from mps_doctor.facts import Interpreter, known_or

Kind: TypeAlias = Literal["run", "manual"]
Risk: TypeAlias = Literal["safe", "changes-environment", "destructive"]
Need: TypeAlias = Literal["sudo", "gui", "restart", "new-environment", "network"]
Argv: TypeAlias = tuple[str, ...]

DOCTOR = "mps-doctor"


class Install(msgspec.Struct, frozen=True, kw_only=True):
    """What the environment under examination is to hold afterwards: one solve, one command."""

    requirements: tuple[str, ...]
    """As pip writes them."""
    replaces: tuple[str, ...] = ()
    """Packages of which every file is replaced, whatever version is there."""


class Fix(msgspec.Struct, frozen=True, kw_only=True):
    """What to do about a failure: commands to run, or steps in words where one line is too short.

    `commands`, `undo` and `verify` are argument lists, never shell text.
    """

    id: str
    summary: str
    """Imperative, one line of about sixty characters."""
    kind: Kind = "run"
    commands: tuple[Argv, ...] = ()
    steps: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    risk: Risk = "changes-environment"
    undo: tuple[Argv, ...] = ()
    verify: tuple[Argv, ...] = ()
    """What proves it; the engine lets an examination name the environment that was judged."""
    install: Install | None = None
    """Where its commands change what is installed in the environment under examination."""

    def __post_init__(self) -> None:
        """Refuse other words: not every plug-in is type-checked."""
        ensure_word("Fix.kind", self.kind, Kind)
        ensure_word("Fix.risk", self.risk, Risk)
        for need in self.needs:
            ensure_word("Fix.needs", need, Need)


def by_hand(
    id: str,
    summary: str,
    *steps: str,
    needs: tuple[Need, ...] = (),
    risk: Risk = "safe",
    verify: Argv = (DOCTOR,),
) -> Fix:
    """Return a fix that is done by hand, in steps."""
    return Fix(
        id=id, summary=summary, kind="manual", steps=steps, needs=needs, risk=risk, verify=(verify,)
    )


def aimed(argv: Argv, python: Interpreter, device: str = "mps") -> Argv:
    """Return an examination by the doctor that names its device and its interpreter.

    Without a name it would examine whatever environment is active where the command is typed.
    Other commands stay as they are.
    """
    examines = argv[:1] == (DOCTOR,) and (argv[1:2] in ((), ("check",)) or argv[1].startswith("-"))
    path = known_or(python.executable, "")
    if examines and device != "mps" and not {"--device", "--version"} & set(argv):
        argv = (*argv, "--device", device)
    if not path or not examines or {"--python", "--env", "--version"} & set(argv):
        return argv
    return (*argv, "--python", path)


def ensure_word(name: str, word: str, allowed: Any) -> None:
    """Raise ValueError for a word that is none of a Literal's; the text names those."""
    if word not in get_args(allowed):
        raise ValueError(f"{name} is {word!r:.80}; allowed: {', '.join(get_args(allowed))}")
