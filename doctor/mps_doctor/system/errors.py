"""Errors that are the user's to mend: one line, and what to do about it."""


class InputError(ValueError):
    """Something that the user gave cannot be used."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
