"""Tries a piece of work: what it gives or raises, and what it warns of."""

import warnings

MESSAGE_CHARACTERS = 2000


class Attempt:
    """What became of a call: its `result` or the `error` it raised, and the texts it warned with.

    An end of the process is the only thing that it does not survive.
    """

    def __init__(self, function, *arguments):
        self.result = None
        self.error = None
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                self.result = function(*arguments)
            except (Exception, SystemExit) as error:
                self.error = error
        self.warnings = [str(item.message) for item in warned]

    def error_facts(self):
        """Return the facts of the error."""
        return {
            "outcome": "raised",
            "error_type": type(self.error).__name__,
            "error_message": str(self.error)[:MESSAGE_CHARACTERS],
        }
