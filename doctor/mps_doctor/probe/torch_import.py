"""Section `torch_import`: `import torch`, timed, and what torch then says of itself."""

import gc
import sys
import time

from .device import release
from .gather import NotKnownError, ask, ask_all, reason_of, unknown

LONGEST_MESSAGE = 4000

MACOS_QUESTIONS = (
    ((2, 3), (13, 0)),
    ((2, 3), (14, 0)),
    ((2, 6), (15, 0)),
    ((2, 9), (26, 0)),
)
"""torch to the macOS versions that it can be asked for: of any other it warns and says False."""


def import_torch(emit):
    """Import torch and write how that went; return the module, or None."""
    started = time.perf_counter()
    gc.disable()  # nearly all that the import makes stays: looking for garbage is a twelfth of it
    try:
        import torch
    except BaseException as error:
        facts = _failure(error)
        if facts["outcome"] == "raised":
            _show()  # first: who reads the line below takes what stderr holds by then
        emit("torch_import", dict(facts, seconds=_since(started)))
        return None
    finally:
        gc.enable()
    facts = {"outcome": "imported", "seconds": _since(started)}
    facts["version"] = ask(lambda: str(torch.__version__))
    facts["file"] = ask(lambda: str(torch.__file__))
    emit("torch_import", facts)
    return torch


def _since(started):
    return round(time.perf_counter() - started, 4)


def _failure(error):
    facts = {"outcome": "raised", "error_type": type(error).__name__, "error_message": _text(error)}
    if isinstance(error, ModuleNotFoundError) and error.name == "torch":
        facts["outcome"] = "not-installed"
    elif isinstance(error, SystemExit):
        code = 0 if error.code is None else error.code
        facts.update(outcome="exited", exit_code=code if isinstance(code, int) else 1)
    return facts


def _text(error):
    try:
        return str(error)[:LONGEST_MESSAGE]
    except Exception:
        return "its text cannot be had"


def _show():
    """Put the traceback on stderr, whose last lines are kept.

    By Python's own hook: one that torch or a site hook has put in its place may do anything.
    """
    sys.__excepthook__(*sys.exc_info())


def answers(torch):
    """Return what an imported torch says of CUDA and MPS, as far as its version can tell."""
    mps = getattr(getattr(torch, "backends", None), "mps", None)
    facts = {
        "cuda_build": ask(lambda: torch.version.cuda or "none"),
        "cuda_available": ask(lambda: bool(torch.version.cuda) and torch.cuda.is_available()),
        "mps_module": mps is not None,
    }
    if mps is None:
        reason = unknown("this torch has no torch.backends.mps")
        return dict(facts, mps_built=reason, mps_available=reason)
    facts["mps_built"] = ask(lambda: bool(mps.is_built()))
    try:
        facts["mps_available"] = bool(mps.is_available())
    except Exception as error:  # what programs would meet as well
        facts["mps_available"] = unknown(reason_of(error))
        said = (type(error).__name__, _text(error))
        facts["answers_error"] = "is_available() raises %s: %s" % said
    facts["macos_at_least"] = unknown("this torch is built without MPS")
    if facts["mps_built"] is True:
        facts["macos_at_least"] = ask(_macos, torch, mps)
    questions = {
        "device_name": lambda: _call(mps, "get_name"),
        "recommended_bytes": lambda: int(_call(torch.mps, "recommended_max_memory")),
    }
    available = facts["mps_available"] is True
    reason = unknown("mps is not available")
    return dict(facts, **(ask_all(questions) if available else dict.fromkeys(questions, reason)))


def _call(module, name):
    if not hasattr(module, name):
        raise NotKnownError("this torch has no %s.%s" % (module.__name__, name))
    return getattr(module, name)()


def _macos(torch, mps):
    if not hasattr(mps, "is_macos_or_newer"):
        raise NotKnownError("this torch has no torch.backends.mps.is_macos_or_newer")
    return [
        {"version": "%d.%d" % macos, "answer": bool(mps.is_macos_or_newer(*macos))}
        for first, macos in MACOS_QUESTIONS
        if release(torch) >= first
    ]
