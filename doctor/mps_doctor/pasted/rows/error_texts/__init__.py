"""Every known error text, one module a subject: a new subject is a new module here.

The texts are torch's own, or those of Metal, dyld, pip, uv, conda and of libraries above torch.
Each row says where its text comes from; a text of torch's names the wheel that holds it.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import msgspec

from mps_doctor.pasted.error_text import ErrorText


def all_rows() -> Iterator[ErrorText]:
    """Yield the rows of all subjects, with one kind of quotation marks in what is looked for."""
    for subject in iter_modules(__path__):
        for row in import_module(f"{__name__}.{subject.name}").ROWS:
            literals = tuple(map(with_plain_quotes, row.literals))
            pattern = with_plain_quotes(row.pattern)
            if literals != row.literals or pattern != row.pattern:
                row = msgspec.structs.replace(row, literals=literals, pattern=pattern)
            yield row


def with_plain_quotes(text: str) -> str:
    """Return a text with single quotation marks: people and logs put others in their place."""
    return text.replace('"', "'").replace("`", "'")
