"""Every known error text, one module a subject: a new subject is a new module here.

The texts are torch's own, or those of Metal, dyld, pip, uv, conda and of libraries above torch.
Each row says where its text comes from; a text of torch's names the wheel that holds it.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from mps_doctor.pasted.error_text import ErrorText


def all_rows() -> Iterator[ErrorText]:
    """Yield the rows of all subjects."""
    for subject in iter_modules(__path__):
        yield from import_module(f"{__name__}.{subject.name}").ROWS
