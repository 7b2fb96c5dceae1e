"""Is Python built for this Mac's processor?"""

from mps_doctor.facts import (
    ARM,
    Host,
    Interpreter,
    Unknown,
    hardware,
    interpreter_architecture,
    known,
    known_or,
)
from mps_doctor.fixes import Environment, native_environment
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check


@check(
    "python-architecture",
    title="Python is built for this Mac's processor",
    causes=("python-x86_64-on-apple-silicon",),
    requires=("host-system",),
)
def python_architecture(host: Host, python: Interpreter, environment: Environment) -> Outcomes:
    """On Apple silicon, Python must be arm64: an Intel build runs under Rosetta, without MPS.

    ## Why it matters
    Rosetta translates an x86_64 Python and everything that it loads.
    PyTorch for x86_64 ends with 2.2.2, finds no GPU under Rosetta or computes wrong results, and
    sees an older macOS than the real one.
    Every package of such an environment is an Intel build: it can't be repaired, only replaced.
    On a real Intel Mac an x86_64 Python is right.

    ## Fix
    Create a new environment with an arm64 Python, and install the packages there.

    ## References
    - https://github.com/pytorch/pytorch/issues/146236
    - https://github.com/Lightning-AI/pytorch-lightning/issues/14634
    - https://developer.apple.com/documentation/apple-silicon/about-the-rosetta-translation-environment
    """
    architecture = known(interpreter_architecture(python))
    if architecture in ARM:
        return Passed(message="native", have=architecture)
    if python.translated is False and isinstance(hardware(host, Interpreter()), Unknown):
        return Passed(message="an Intel process that isn't translated", have=architecture)
    if known(hardware(host, python)) != "arm64":
        return Passed(message="an Intel process on an Intel Mac", have=architecture)
    facts = (
        ("process", architecture),
        ("chip", host.chip),
        ("translated by Rosetta", python.translated),
        ("platform.processor()", python.processor),
        ("wheel platform", python.platform_tag),
        ("slices of the binary", ", ".join(known_or(python.slices, ()))),
        ("interpreter", python.executable),
    )
    return Failed(
        cause="python-x86_64-on-apple-silicon",
        message=f"Python is {architecture} and runs under Rosetta on "
        f"{known_or(host.chip, 'Apple silicon')}",
        have=f"{known_or(python.version, '')} {architecture} under Rosetta".lstrip(),
        need="arm64",
        evidence=tuple(
            f"{name}: {value}"
            for name, value in facts
            if not isinstance(value, Unknown) and value != ""
        ),
        fixes=native_environment(environment),
    )
