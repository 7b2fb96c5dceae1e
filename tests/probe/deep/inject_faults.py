"""Runs in the simulated Mac's Python: each probe with each silent fault in each of its operators.

    python inject_faults.py FOLDER KINDS [PROBE:OPERATOR:KIND ...]

FOLDER is the one that holds the probe's package.

Writes one JSON line before each run, and one after it with the facts.
One import of torch serves them all: the simulated device takes new settings at run time.
A fault in numbers that serve as places in memory can end the process, as on a real device; runs
that are named are left out, and those of the probes before the last of them.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

import torch
from probe.deep import level, measure
from probe.deep.probe import Probe, Source
from probe.deep.rows import PROBES

TRANSFERS = ("copy-to-device", "copy-from-device")

# A transfer and a shape compute nothing: faults in them are the subject of the copy probes.
PLUMBING = (
    *("aten::empty", "aten::_to_copy", "aten::view", "aten::as_strided", "aten::detach"),
    *("aten::_reshape_alias", "aten::set_", "aten::resize_", "aten::alias", "aten::unsafe_view"),
)


def configure(text: str) -> None:
    """Give the simulated device its faults; the empty text makes it healthy."""
    torch._simulated_mps.simulated_mps_configure(text.encode())


def operators() -> list[str]:
    """Return the operators that ran on the device since it was configured."""
    lines = torch._simulated_mps.simulated_mps_operators().decode().splitlines()
    names = [line.rsplit(" ", 1)[0] for line in lines]
    # Whatever is done with inputs that arrived wrong comes out wrong: a copy proves little.
    names.sort(key=lambda name: name == "aten::copy_")
    return [name for name in names if not name.startswith(PLUMBING)]


def tell(**facts: object) -> None:
    """Write a line of the answer."""
    print(json.dumps(facts), flush=True)


class Shader:
    """Stands in for Metal's compiler, which Linux lacks: the shader's work, done by an operator."""

    def __init__(self, source: str) -> None:
        assert "x[i] *= 2" in source

    def twice(self, x: torch.Tensor) -> None:
        """Do what the shader says."""
        x.mul_(2)


def operators_of(probe: Probe) -> list[str]:
    """Return the operators that a probe runs, without those that prepare the memory for it."""
    prepare = measure.fill_freed_memory
    measure.fill_freed_memory = lambda *_: None
    configure("")
    tell(probe=probe.id, operator="", kind="", facts=measure.outcome(torch, "mps", probe))
    measure.fill_freed_memory = prepare
    return operators()


def faults(probe: Probe, kinds: list[str], deadly: list[str]) -> None:
    """Put each kind of fault into one operator after another, until the probe sees it."""
    names = [*operators_of(probe), *TRANSFERS] if "copy" in probe.id else operators_of(probe)
    for kind in kinds:
        for operator in names:
            run = f"{probe.id}|{operator}|{kind}"
            if run in deadly:
                break
            tell(begin=run)
            configure(f"fault:{operator}={kind}")
            facts = measure.outcome(torch, "mps", probe)
            tell(probe=probe.id, operator=operator, kind=kind, facts=facts)
            if is_off(facts):
                break


def is_off(facts: dict) -> bool:
    """Return whether a probe saw the fault; the reader judges by itself once more."""
    wrong = ("outside", "not_finite", "all_zero", "wrong_shape")
    if facts["outcome"] != "compared" or any(facts.get(name) for name in wrong):
        return True
    return facts["norm_error"] > facts["norm_tolerance"]


def main() -> None:
    """Examine every probe of the catalogue, from the one of the last deadly run on."""
    torch.set_num_threads(1)
    kinds, deadly = sys.argv[2].split("+"), sys.argv[3:]
    Source.small = True
    compiled = torch.compile
    torch.compile = lambda function: compiled(function, backend="eager")
    torch._C._mps_compileShader = torch.mps.compile_shader = Shader
    last = deadly[-1].partition("|")[0] if deadly else PROBES[0].id
    start = [probe.id for probe in PROBES].index(last)
    with level.set_apart(torch, "mps"):
        for probe in PROBES[start:]:
            probe.memory = 0
            faults(probe, kinds, deadly)
        configure("")
    tell(end=True)


main()
