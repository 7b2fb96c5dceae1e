"""Do operators run on the GPU, rather than on the CPU?"""

from mps_doctor.facts import Deep, known
from mps_doctor.fixes import DOCTOR, set_variable
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge.variables import FALLBACK

DEEP = (DOCTOR, "--level", "deep")
"""The examination that proves a fix of this family."""


@check(
    "fallback",
    title="Operators run on the GPU, not on the CPU instead",
    causes=("op-not-implemented",),
    requires=("smoke-test",),
    level="deep",
)
def fallback(deep: Deep) -> Outcomes:
    """Operators that some release of PyTorch lacked on MPS are tried with the fallback on and off.

    ## Why it matters
    Without PYTORCH_ENABLE_MPS_FALLBACK a missing operator raises NotImplementedError.
    With it, the operator runs on the CPU: the program goes on, but each such step waits for the
    GPU and copies its tensors there and back.

    ## Fix
    A newer torch implements more; otherwise set PYTORCH_ENABLE_MPS_FALLBACK=1 before the program
    starts, and keep such operators out of inner loops.

    ## References
    - https://github.com/pytorch/pytorch/issues/141287
    - https://pytorch.org/docs/stable/mps_environment_variables.html
    """
    tried: dict[tuple[str, bool], list[str]] = {}
    for place in known(deep.fallback):
        tried.setdefault((place.outcome, place.with_variable), []).append(place.operator)
    # In the order in which a message names them.
    kinds = {
        "refused with the variable off": tried.get(("not-implemented", False), []),
        "on the CPU with the variable on": tried.get(("on-cpu", True), []),
        "always on the CPU": tried.get(("on-cpu", False), []),
    }
    names = tuple(dict.fromkeys(name for group in kinds.values() for name in group))
    if not names:
        ran = {*tried.get(("on-device", False), ()), *tried.get(("on-device", True), ())}
        return Passed(message="none fell back to the CPU", have=f"{len(ran)} operators on the GPU")
    more = ", …" if len(names) > 6 else ""
    return Failed(
        cause="op-not-implemented",
        severity="info",
        message=f"MPS doesn't implement {', '.join(names[:6])}{more} in this PyTorch",
        have=f"{len(names)} operators missing" if len(names) > 1 else f"no {names[0]}",
        need="a newer PyTorch or the CPU fallback",
        evidence=tuple(f"{kind}: {', '.join(group)}" for kind, group in kinds.items() if group),
        fixes=(set_variable(FALLBACK, "1"),),
    )
