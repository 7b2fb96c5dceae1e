"""Do programs see the real version of macOS?"""

from packaging.version import Version

from mps_doctor.facts import (
    INTEL,
    Host,
    Interpreter,
    TorchImport,
    Unknown,
    Variables,
    hardware,
    known,
    known_or,
    real_macos,
)
from mps_doctor.fixes import Environment, native_environment, unset_variable
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor.knowledge.macos import is_compatibility_version, misleads, parse_macos
from mps_doctor.knowledge.versions import release_of

COMPATIBILITY_SWITCH = "SYSTEM_VERSION_COMPAT"

MAJORS_THAT_TORCH_KNOWS = ((Version("2.9"), 26), (Version("2.3"), 15))
"""From which torch on which major is the newest that it can be asked for: it denies later ones.

No torch up to 2.15 knows a later one than 26.
Source: the warning "Checking for unexpected MacOS" in aten/src/ATen/mps/MPSHooks.mm
"""


@check(
    "macos-version-reported",
    title="Programs see the real version of macOS",
    causes=("macos-version-misreported",),
    requires=("host-system", "python-architecture"),
)
def macos_version_reported(
    host: Host,
    python: Interpreter,
    variables: Variables,
    torch_import: TorchImport,
    environment: Environment,
) -> Outcomes:
    """A Python built with an old SDK sees another macOS: 10.16 on 11 to 15, 16.0 on 26.

    ## Why it matters
    macOS answers programs by the SDK that they were built with, and PyTorch's own questions get the
    same answer: it then refuses bfloat16, or skips newer kernels, on a system that has them.
    Where PyTorch sees the right version in spite of it, this is advice.

    ## Fix
    Unset SYSTEM_VERSION_COMPAT, or use a Python that was built with a newer SDK.

    ## References
    - https://github.com/python/cpython/issues/135675
    - https://github.com/pytorch/pytorch/issues/146236
    """
    real = known(real_macos(host))
    reported = known(host.macos_version_reported)
    have, need = parse_macos(reported), parse_macos(real)
    wrong = _wrong_answers(torch_import, real)
    is_same = have is None or need is None or have.major == need.major
    if is_same and not wrong:
        return Passed(message="the real version", have=f"macOS {reported}")
    values = {item.name: item.value for item in known_or(variables.values, ())}
    switch = values.get(COMPATIBILITY_SWITCH)
    switched = switch is not None and misleads(switch)
    fixes: tuple[Fix, ...] = native_environment(environment)
    if switched:
        fixes = (unset_variable(COMPATIBILITY_SWITCH), *fixes)
    asked = not isinstance(torch_import.macos_at_least, Unknown)
    # The SDK of nearly every Intel Python is that old, and PyTorch works with it.
    old_sdk = is_compatibility_version(reported) and not switched
    usual = old_sdk and known_or(python.architecture, "") in INTEL
    rosetta = usual and hardware(host, python) == "arm64"  # which is reason enough
    unavailable = torch_import.mps_available is False and not rosetta
    harmless = not wrong and (asked or (usual and not unavailable))
    seen = "PyTorch sees an older macOS" if is_same else f"Python sees macOS {reported}"
    return Failed(
        cause="macos-version-misreported",
        message=f"{seen}, but this is macOS {real}",
        have=seen,
        need=f"the real macOS {real}",
        evidence=(
            f"platform.mac_ver(): {reported}",
            f"macOS: {real}",
            *((f"{COMPATIBILITY_SWITCH}={switch}",) if switch is not None else ()),
            *wrong,
        ),
        fixes=fixes,
        # PyTorch asks in the same way: where it finds no GPU, this is why.
        severity="info" if harmless else "error" if unavailable else "warning",
    )


def _wrong_answers(torch_import: TorchImport, real: str) -> tuple[str, ...]:
    """Return torch's answers that deny a macOS which is there."""
    version = parse_macos(real)
    torch = release_of(known_or(torch_import.version, "")) or Version("2.9")
    newest = next((major for first, major in MAJORS_THAT_TORCH_KNOWS if torch >= first), 0)
    return tuple(
        f"torch: macOS {item.version} or newer? False"
        for item in known_or(torch_import.macos_at_least, ())
        if not item.answer
        and version is not None
        and (asked := parse_macos(item.version)) is not None
        and asked <= version
        and asked.major <= newest  # that it denies majors that it doesn't know is its own matter
    )
