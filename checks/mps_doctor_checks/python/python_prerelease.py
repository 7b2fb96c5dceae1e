"""Is Python a finished release?"""

import re

from mps_doctor.facts import Interpreter, known
from mps_doctor.fixes import Environment, native_environment
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check

_PRERELEASE = re.compile(r"\d(?:a|b|rc)\d+|\+$|[-.]?dev")


@check(
    "python-prerelease",
    title="Python is a finished release",
    causes=("python-prerelease",),
    requires=("python-version",),
    concerns="any",
)
def python_prerelease(python: Interpreter, environment: Environment) -> Outcomes:
    """An alpha, beta or release candidate of Python may break PyTorch's binaries.

    ## Why it matters
    Python's binary interface is not fixed before its first release candidate, so a torch built for
    the finished version may crash or fail to import on an earlier one.

    ## Fix
    Use a finished release of Python.

    ## References
    - https://peps.python.org/pep-0387/
    - https://devguide.python.org/developer-workflow/development-cycle/
    """
    version = known(python.version)
    if not _PRERELEASE.search(version.split()[0]):
        return Passed(message="a finished release", have=f"Python {version}")
    return Failed(
        cause="python-prerelease",
        message=f"Python {version} is a pre-release",
        have=version,
        need="a finished release",
        evidence=(f"python: {version}",),
        fixes=native_environment(environment),
    )
