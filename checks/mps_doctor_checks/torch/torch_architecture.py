"""Is PyTorch built for the architecture of its Python?"""

from mps_doctor.facts import (
    Host,
    Interpreter,
    TorchInstall,
    interpreter_architecture,
    is_darwin,
    known,
    known_or,
    loads,
)
from mps_doctor.fixes import Environment, install_torch
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, check


@check(
    "torch-architecture",
    title="PyTorch and Python are built for the same architecture",
    causes=("native-arch-mismatch",),
    requires=("torch-installed", "python-architecture"),
    concerns="any",
)
def torch_architecture(
    host: Host, python: Interpreter, torch: TorchInstall, environment: Environment
) -> Outcomes:
    """A process only loads libraries of its architecture.

    ## Why it matters
    A copied or synchronised environment, or a pip that ran under Rosetta, leaves Intel libraries
    for an arm64 Python, or the reverse.
    `import torch` then fails with "incompatible architecture".

    ## Fix
    Reinstall torch with this Python, or recreate the environment.

    ## References
    - https://github.com/databricks-solutions/ai-dev-kit/issues/141
    - https://github.com/huggingface/tokenizers/issues/712
    """
    libraries = known(torch.architectures)
    process = known(interpreter_architecture(python))
    if not libraries:
        return NotApplicable(message="no library of torch could be read")
    names = ", ".join(libraries)
    # No Mac loads a library of Linux, whatever its architecture.
    of_linux = "" if known_or(is_darwin(host), False) else "elf-"
    if any(loads(process, name.removeprefix(of_linux)) for name in libraries):
        return Passed(message="one architecture", have=names)
    return Failed(
        cause="native-arch-mismatch",
        message=f"PyTorch's libraries are {names}, but Python is {process}",
        have=f"{names} libraries",
        need=process,
        evidence=(f"libtorch_cpu: {names}", f"process: {process}"),
        fixes=install_torch(environment, reinstall=True),
    )
