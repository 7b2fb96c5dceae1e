"""What a cause keeps from working, in a sentence that says no more than that."""

from __future__ import annotations

from mps_doctor.knowledge.causes import Harm


def broken(harm: Harm, torch: str, gpu: str, *, proven: bool) -> str:
    """Return what does not work; `proven` is whether a computation on the GPU came out right."""
    match harm:
        case "installation":
            return f"{torch} cannot be installed here as things are."
        case "program":
            return "Programs fail in this environment, whatever device they use."
        case "choice":
            return f"The program does not use {gpu} as it is set up."
        case "process" if not proven:
            return f"{torch} cannot use {gpu} in this process."
        case _ if proven:
            return f"{torch} runs on {gpu}, but not all of it is right."
        case _:
            return f"{torch} cannot use {gpu} in this environment."


def at_risk(harm: Harm, torch: str, gpu: str, *, proven: bool) -> str:
    """Return what may go wrong."""
    can = f"{torch} {'can' if proven else 'may be able to'} use {gpu}"
    match harm:
        case "installation":
            return f"{can}, but the next installation here may go wrong."
        case "program" if proven:
            return f"{can}, but programs may still fail in this environment."
        case "program":
            return "Programs may fail in this environment, whatever device they use."
        case "choice" if proven:
            return f"{can}, but programs may pass over it."
        case "choice":
            return f"The program does not use {gpu} as it is set up."
        case "part":
            return f"{can}, but not for everything."
        case "build":
            return f"{can}, but torch.compile and other builds do not work here."
        case _:
            return f"{can}, but there is a risk."
