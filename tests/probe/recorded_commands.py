"""Commands of macOS that have run already, with the answers that a Mac gave."""

from mps_doctor.probe.commands import Command


class RecordedCommand(Command):
    """A command that gave this."""

    def __init__(self, out: str = "", error: str = "", status: int = 0, problem: str = "") -> None:
        self._process = None
        self._said = bytearray(out.encode()), bytearray(error.encode())
        self.status = status
        self.problem = problem


class RecordedCommands(dict):
    """Commands by the names that the probe gives them (`_` for `-`); others are not there."""

    def __init__(self, **answers: str | RecordedCommand) -> None:
        super().__init__()
        for name, answer in answers.items():
            given = RecordedCommand(answer) if isinstance(answer, str) else answer
            self[name.replace("xcode_", "xcode-")] = given

    def __missing__(self, name: str) -> RecordedCommand:
        return RecordedCommand(problem="not on this system")
