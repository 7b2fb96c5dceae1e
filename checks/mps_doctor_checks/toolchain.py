"""Xcode or its command-line tools, needed where something is compiled."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor.facts import Toolchain, TorchInstall, Unknown, known, known_or
from mps_doctor.fixes import install_command_line_tools
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor_checks.mac import parse_version

OLDEST_XCODE = Version("13.3.1")
"""The first with the SDK of macOS 12.3, which torch's MPS sources are written against."""


@check(
    "xcode-command-line-tools",
    title="Xcode's command-line tools are there where they are needed",
    causes=("xcode-clt-missing", "xcode-too-old-for-source-build"),
    requires=("host-system",),
)
def xcode_command_line_tools(toolchain: Toolchain, torch: TorchInstall) -> Outcomes:
    """PyTorch from a wheel needs no compiler; building from source and torch.compile do.

    ## Why it matters
    Without the tools, packages that have no wheel cannot be built, and `torch.compile` finds no
    C++ compiler for the parts that run on the CPU.
    An update of macOS may leave the path to the tools pointing nowhere.
    For PyTorch built from source the tools are needed each time, and Xcode before 13.3.1 builds a
    torch without MPS.

    ## Fix
    Run `xcode-select --install`, and confirm the dialog that opens: it installs the tools.

    ## References
    - https://github.com/pytorch/pytorch#from-source
    - https://github.com/pytorch/pytorch/issues/77867
    """
    missing = _what_is_missing(toolchain)
    from_source = known_or(torch.editable, False)
    if missing:
        return Failed(
            cause="xcode-clt-missing",
            message=f"Xcode's command-line tools are missing: {missing}",
            have=missing,
            need="the tools, where something is built or torch.compile is used",
            evidence=(missing,),
            fixes=(install_command_line_tools(),),
            severity="warning" if from_source else "info",
        )
    version = _version(toolchain)
    if from_source and version is not None and version < OLDEST_XCODE:
        return Failed(
            cause="xcode-too-old-for-source-build",
            message=f"PyTorch is built from source here, with Xcode {version}",
            have=f"Xcode {version}",
            need=f"Xcode {OLDEST_XCODE} or newer",
            evidence=(f"tools: {version}", f"torch from source: {known_or(torch.location, 'yes')}"),
            fixes=(_update_xcode(), install_command_line_tools()),
        )
    return Passed(message="present", have=known_or(toolchain.developer_dir, ""))


def _what_is_missing(toolchain: Toolchain) -> str:
    folder = known(toolchain.developer_dir)
    if not folder:
        return "no developer folder is chosen (xcode-select)"
    if toolchain.developer_dir_exists is False:
        return f"{folder} does not exist"
    if toolchain.clang is False:
        return f"{folder} holds no clang"
    return ""


COMMAND_LINE_TOOLS = "CommandLineTools"


def _version(toolchain: Toolchain) -> Version | None:
    """Return the version of what is chosen: the command-line tools may lie unused beside Xcode."""
    chosen = known_or(toolchain.developer_dir, "").rstrip("/").rpartition("/")[2]
    fact = toolchain.xcode_version
    if isinstance(fact, Unknown) and chosen == COMMAND_LINE_TOOLS:
        fact = toolchain.tools_version
    # The package's version is longer than Xcode's: 13.4.0.0.1.1651278267.
    return None if isinstance(fact, Unknown) else parse_version(".".join(fact.split(".")[:3]))


def _update_xcode() -> Fix:
    return Fix(
        id="update-xcode",
        summary=f"Update Xcode to {OLDEST_XCODE} or newer, and build torch again with USE_MPS=1",
        kind="manual",
        steps=(
            "Update Xcode in the App Store, or the command-line tools in Software Update.",
            "Build torch again with the environment variable USE_MPS=1.",
        ),
        needs=("gui",),
        risk="changes-environment",
        verify=(("mps-doctor", "check"),),
    )
