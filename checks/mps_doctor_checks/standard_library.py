"""Whether the interpreter starts and finds its own library: a check of the python family."""

from __future__ import annotations

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Packages,
    ShadowedModule,
    TorchImport,
    known,
    known_or,
)
from mps_doctor.fixes import native_environment, rename_files
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor_checks.torch_files import SHADOWING

OPTIONAL_MODULES = frozenset(
    {
        "_bz2",
        "_ctypes_test",
        "_curses",
        "_dbm",
        "_gdbm",
        "_lzma",
        "_sqlite3",
        "_tkinter",
        "bz2",
        "curses",
        "dbm",
        "ensurepip",
        "idlelib",
        "lzma",
        "nis",
        "readline",
        "sqlite3",
        "tkinter",
        "turtle",
        "venv",
    }
)
"""Modules that a Python built from source often lacks, and that `import torch` does not need."""


@check(
    "python-standard-library",
    title="Python starts and finds its own library",
    causes=("python-broken",),
    requires=("python-version",),
    family="python",
    concerns="any",
)
def python_standard_library(
    host: Host, python: Interpreter, conda: Conda, packages: Packages, torch_import: TorchImport
) -> Outcomes:
    """An interpreter that does not start, or imports the wrong modules, cannot be judged further.

    ## Why it matters
    A Python whose library was removed (an updated Homebrew, a deleted pyenv version), or that was
    built without a module, fails before torch is reached.
    A file of yours named like a module of the library (`json.py`, `types.py`, `random.py`) is
    imported instead of it when Python starts in that folder.

    ## Fix
    Rename the file, or reinstall Python and make a new environment with it.

    ## References
    - https://docs.python.org/3/library/sys_path_init.html
    - https://docs.python.org/3/using/cmdline.html#cmdoption-I
    """
    start_error = known_or(python.start_error, "")
    if start_error:
        return Failed(
            cause="python-broken",
            message=f"Python does not start: {start_error}",
            have="an interpreter that gives no answer",
            need="an interpreter that starts",
            evidence=(start_error,),
            fixes=native_environment(host, python, conda, packages),
        )
    own_files = tuple(item for item in known_or(python.shadowed, ()) if _is_standard(item.module))
    alone = known_or(python.needs_isolation, "")
    if alone or own_files:
        return _shadowed(alone, own_files, torch_import)
    broken = known(python.broken_modules)
    needed = tuple(item for item in broken if _name(item) not in OPTIONAL_MODULES)
    if not broken:
        return Passed(message="its own library is complete")
    return Failed(
        cause="python-broken",
        message=f"Modules of Python's own library do not import: {', '.join(map(_name, broken))}",
        have=f"{len(broken)} broken modules",
        need="a complete Python",
        evidence=broken,
        fixes=native_environment(host, python, conda, packages),
        severity="error" if needed else "info",
    )


def _shadowed(
    alone: str, own_files: tuple[ShadowedModule, ...], torch_import: TorchImport
) -> Failed:
    files = tuple(f"{item.module}: {item.path} ({item.where})" for item in own_files)
    first = (
        f"{own_files[0].path} is imported instead of Python's own {own_files[0].module}"
        if (own_files)
        else "Python starts only when it ignores the current folder and the PYTHON variables"
    )
    # The probe runs by path and never sees the current folder; a program of the user's does.
    here = any(item.where == "current folder" for item in own_files)
    harmless = not alone and not here and torch_import.outcome == "imported"
    return Failed(
        cause="python-broken",
        message=first,
        have=first,
        need="no file named like a module of Python's own library",
        evidence=(*files, *((alone,) if alone else ())),
        fixes=(_rename(own_files),),
        severity="error" if alone else "info" if harmless else "warning",
    )


def _rename(own_files: tuple[ShadowedModule, ...]) -> Fix:
    if own_files:
        paths = tuple(dict.fromkeys(item.path for item in own_files))
        return rename_files(*paths)
    return Fix(
        id="start-elsewhere",
        summary="Start Python without the folder or the variables that keep it from starting",
        kind="manual",
        steps=("Start Python in another folder, and unset PYTHONPATH and PYTHONHOME.",),
        risk="safe",
        verify=(("mps-doctor", "check"),),
    )


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] not in SHADOWING


def _name(broken: str) -> str:
    """Return the module of a line such as `_lzma: No module named '_lzma'`."""
    return broken.partition(":")[0].strip()
