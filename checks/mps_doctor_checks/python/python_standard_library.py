"""Does Python start and find its own library?"""

from mps_doctor.facts import Interpreter, ShadowedModule, TorchImport, known, known_or
from mps_doctor.fixes import Environment, by_hand, native_environment, rename_files
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor_checks.torch.torch_shadowed import SHADOWING

OPTIONAL_MODULES = frozenset(
    """
    _bz2 _ctypes_test _curses _dbm _gdbm _lzma _sqlite3 _tkinter bz2 curses dbm ensurepip idlelib
    lzma nis readline sqlite3 tkinter turtle venv
    """.split()  # noqa: SIM905  # a list to read
)
"""Modules that a Python built from source often lacks, and that `import torch` does not need."""


@check(
    "python-standard-library",
    title="Python starts and finds its own library",
    causes=("python-broken",),
    requires=("python-version",),
    concerns="any",
)
def python_standard_library(
    python: Interpreter, torch_import: TorchImport, environment: Environment
) -> Outcomes:
    """A Python that doesn't start, or imports the wrong modules, fails before it reaches PyTorch.

    ## Why it matters
    Its library may have been removed (an updated Homebrew, a deleted pyenv version), or built
    without a module.
    Or a file of yours is named like a module of the library (`json.py`, `types.py`, `random.py`):
    Python imports it instead when it starts in that folder.

    ## Fix
    Rename the file, or reinstall Python and create a new environment with it.

    ## References
    - https://docs.python.org/3/library/sys_path_init.html
    - https://docs.python.org/3/using/cmdline.html#cmdoption-I
    """
    if start_error := known_or(python.start_error, ""):
        return Failed(
            cause="python-broken",
            message=f"Python doesn't start: {start_error}",
            headline="Python doesn't start",
            have="Python doesn't start",
            need="a working Python",
            evidence=(start_error,),
            fixes=native_environment(environment),
        )
    shadowed = known_or(python.shadowed, ())
    own_files = tuple(item for item in shadowed if item.module.partition(".")[0] not in SHADOWING)
    start_problem = known_or(python.needs_isolation, "")
    if start_problem or own_files:
        return _shadowed(start_problem, own_files, torch_import)
    broken = known(python.broken_modules)
    # Each is a line such as `_lzma: No module named '_lzma'`.
    names = [line.partition(":")[0].strip() for line in broken]
    if not broken:
        return Passed(message="complete")
    return Failed(
        cause="python-broken",
        message=f"Modules of Python's own library don't import: {', '.join(names)}",
        have=f"no {', '.join(names)}",
        need="a complete Python",
        evidence=broken,
        fixes=native_environment(environment),
        severity="info" if OPTIONAL_MODULES.issuperset(names) else "error",
    )


def _shadowed(
    start_problem: str, files: tuple[ShadowedModule, ...], torch_import: TorchImport
) -> Failed:
    message = have = "Python starts only with -I, without this folder and PYTHON variables"
    need = "no file or variable in its way"
    fix = by_hand(
        "start-elsewhere",
        "Start Python elsewhere, or without PYTHONPATH and PYTHONHOME",
        "Start Python in another folder, and unset PYTHONPATH and PYTHONHOME",
    )
    if files:
        message = f"{files[0].path} shadows Python's own module {files[0].module}"
        have, need = f"{files[0].path} shadows {files[0].module}", "another name"
        fix = rename_files(*dict.fromkeys(item.path for item in files))
    # The probe runs by path and never sees the current folder; a program of the user's does.
    harmless = torch_import.outcome == "imported" and not any(
        item.where == "current folder" for item in files
    )
    return Failed(
        cause="python-broken",
        message=message,
        headline=f"a file shadows Python's own module {files[0].module}" if files else "",
        have=have,
        need=need,
        evidence=(
            *(f"{item.module}: {item.path} ({item.where})" for item in files),
            *([start_problem] if start_problem else []),
        ),
        fixes=(fix,),
        severity="error" if start_problem else "info" if harmless else "warning",
    )
