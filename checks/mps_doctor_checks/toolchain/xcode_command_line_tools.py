"""Are Apple's command-line tools there where something is built?"""

from packaging.version import Version

from mps_doctor.facts import Toolchain, TorchInstall, Unknown, known, known_or
from mps_doctor.fixes import by_hand, install_command_line_tools
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge.versions import parse_version

OLDEST_XCODE = Version("13.3.1")
"""The first with the SDK of macOS 12.3, which torch's MPS sources are written against."""


@check(
    "xcode-command-line-tools",
    title="Apple's command-line tools are installed",
    causes=("xcode-clt-missing", "xcode-too-old-for-source-build"),
    requires=("host-system",),
)
def xcode_command_line_tools(toolchain: Toolchain, torch: TorchInstall) -> Outcomes:
    """PyTorch from a wheel needs no compiler; builds from source and torch.compile do.

    ## Why it matters
    Without the tools, packages that have no wheel can't be built, and `torch.compile` finds no
    C++ compiler for the parts that run on the CPU.
    An update of macOS may leave the path to the tools pointing nowhere.
    PyTorch built from source needs them at every build, and Xcode before 13.3.1 builds it without
    MPS.

    ## Fix
    Run `xcode-select --install`, and confirm the dialog that opens.

    ## References
    - https://github.com/pytorch/pytorch#from-source
    - https://github.com/pytorch/pytorch/issues/77867
    """
    from_source = known_or(torch.editable, False)
    folder = known(toolchain.developer_dir)
    missing = ""
    if not folder:
        missing = "xcode-select has no developer folder"
    elif toolchain.developer_dir_exists is False:
        missing = f"{folder} doesn't exist"
    elif toolchain.clang is False:
        missing = f"{folder} has no clang"
    if missing:
        return Failed(
            cause="xcode-clt-missing",
            message="Apple's command-line tools are missing",
            have="no command-line tools",
            need="them for builds",
            evidence=(missing,),
            fixes=(install_command_line_tools(),),
            severity="warning" if from_source else "info",
        )
    version = _version(toolchain, folder)
    if not from_source or version is None or version >= OLDEST_XCODE:
        return Passed(message="installed", have=folder)
    return Failed(
        cause="xcode-too-old-for-source-build",
        message=f"PyTorch is built from source here, with Xcode {version}",
        have=f"Xcode {version}",
        need=f"{OLDEST_XCODE} or newer to build with MPS",
        evidence=(f"tools: {version}", f"torch from source: {known_or(torch.location, 'yes')}"),
        fixes=(
            by_hand(
                "update-xcode",
                f"Update Xcode to {OLDEST_XCODE} or newer, and rebuild torch",
                "Update Xcode in the App Store, or the command-line tools in Software Update",
                "Rebuild torch with the environment variable USE_MPS=1",
                needs=("gui",),
                risk="changes-environment",
            ),
            install_command_line_tools(),
        ),
    )


def _version(toolchain: Toolchain, folder: str) -> Version | None:
    """Return the version of what is chosen: Xcode, or the command-line tools."""
    of_tools = folder.rstrip("/").endswith("/CommandLineTools")
    xcode = toolchain.xcode_version
    fact = toolchain.tools_version if of_tools and isinstance(xcode, Unknown) else xcode
    # The package's version is longer than Xcode's: 13.4.0.0.1.1651278267.
    return None if isinstance(fact, Unknown) else parse_version(".".join(fact.split(".")[:3]))
