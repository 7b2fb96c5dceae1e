"""conda and pixi find no package."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="conda-packages-not-found",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("packagesnotfounderror", "missing in current osx-"),
        pattern=(
            r"packagesnotfounderror:? the following packages are not available from current channel"
            r"s:?(?:\s{0,80}-\s{0,80}(?P<package>[\w:.=<>*-]{2,60})"
            r"|\s{0,80}[\w:.-]{2,40}==?[\w.*]{1,20})?|packagesnotfounderror: (?:py)?torch\w{0,12}\b"
            r"|packagenotfounderror:? (?:dependenc(?:y|ies)"
            r"|packages?) missing in current osx-(?:64|arm64) channels"
        ),
        meaning="conda finds no build of {package} for this platform in the channels it asks.",
        fix=(
            "Take {package} from conda-forge or with pip; on osx-64 remember that new versions are "
            "rare."
        ),
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        rule="conda-packages",
        any_program=True,
        examples=(
            (
                "PackagesNotFoundError: The following packages are not available from current "
                "channels: - pyg"
            ),
            (
                "PackageNotFoundError: Dependency missing in current osx-64 channels:\n"
                "  - pytorch -> mkl >=2018"
            ),
        ),
        near_misses=(
            "ResolvePackageNotFound: - cudatoolkit=11.3",
            "a package missing in current osx-64 builds",
        ),
    ),
    ErrorText(
        id="conda-libmamba-unsolvable",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("libmambaunsatisfiableerror",),
        meaning="conda cannot find a set of packages that fit together on this platform.",
        fix="Relax the pins; make a new osx-arm64 environment.",
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        on="mac",
        unless=(
            "conda-cuda-listed",
            "conda-cuda-not-found",
            "conda-cuda-not-provided",
            "conda-osx-not-provided",
            "conda-python-of-torch",
            "conda-pytorch-cuda",
            "pixi-cuda-package",
        ),
        rule="conda-packages",
        examples=(
            (
                "LibMambaUnsatisfiableError: Encountered problems while solving: - package "
                "pytorch-2.1.0-py3.11_0 requires python >=3.11,<3.12.0a0"
            ),
        ),
        near_misses=("libmamba solver is the default",),
    ),
    ErrorText(
        id="conda-not-provided",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("does not exist (perhaps a",),
        pattern=r"does not exist \(perhaps a (?:typo or a )?missing channel\)",
        meaning="conda's channels hold no such package for this platform.",
        fix=(
            "Leave the package out on a Mac, relax its pin, or add the channel that has it for "
            "osx-arm64."
        ),
        source="https://mamba.readthedocs.io/en/latest/user_guide/troubleshooting.html",
        on="mac",
        unless=(
            "conda-cuda-listed",
            "conda-cuda-not-found",
            "conda-cuda-not-provided",
            "conda-osx-not-provided",
            "conda-python-of-torch",
            "conda-pytorch-cuda",
            "pixi-cuda-package",
        ),
        rule="conda-packages",
        examples=(
            "└─ foo-sim 1.2* does not exist (perhaps a typo or a missing channel).",
            "bar * foo, which does not exist (perhaps a missing channel)",
        ),
        near_misses=("The file does not exist (perhaps a link)",),
    ),
    ErrorText(
        id="conda-resolve-not-found",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("resolvepackagenotfound",),
        meaning=(
            "conda's channels hold some of the packages not at all, or not in this build, for this "
            "platform."
        ),
        fix=(
            "Remove build strings and pins of another system from the environment file, then make "
            "it again."
        ),
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        on="mac",
        unless=(
            "conda-cuda-listed",
            "conda-cuda-not-found",
            "conda-cuda-not-provided",
            "conda-osx-not-provided",
            "conda-python-of-torch",
            "conda-pytorch-cuda",
            "pixi-cuda-package",
        ),
        rule="conda-packages",
        examples=("ResolvePackageNotFound:\n  - foo==1.2.3=h1234_0",),
        near_misses=("PackageNotFoundError: no package metadata",),
    ),
    ErrorText(
        id="pixi-no-candidates",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("no candidates were found for",),
        meaning="pixi's channels hold no such package for this platform.",
        fix="Move the package to [target.linux-64.dependencies], or leave it out for osx-arm64.",
        source="https://pixi.sh/latest/workspace/multi_platform_configuration/",
        on="mac",
        unless=(
            "conda-cuda-listed",
            "conda-cuda-not-found",
            "conda-cuda-not-provided",
            "conda-osx-not-provided",
            "conda-python-of-torch",
            "conda-pytorch-cuda",
            "pixi-cuda-package",
        ),
        rule="conda-packages",
        examples=(
            "Cannot solve the request because of: No candidates were found for foo-sim ==0.2.2.",
        ),
        near_misses=("No candidates were found suitable",),
    ),
    ErrorText(
        id="pixi-platform-unsupported",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("supported by this",),
        pattern=r"platform '?osx-(?:arm64|64)'? is not supported by this",
        meaning="The project's own file does not name macOS among its platforms.",
        fix=(
            "Add osx-arm64 to the platforms of the project; packages without a build for it have "
            "to be left out."
        ),
        source="https://pixi.sh/latest/workspace/multi_platform_configuration/",
        examples=("The current platform 'osx-arm64' is not supported by this workspace.",),
        near_misses=("platform osx-arm64 is supported by this workspace",),
    ),
    ErrorText(
        id="pixi-platform-configure",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("support your platform",),
        pattern=r"support your platform \(osx-",
        meaning="The project's own file does not name macOS among its platforms.",
        fix=(
            "Add osx-arm64 to the platforms of the project; packages without a build for it have "
            "to be left out."
        ),
        source="https://pixi.sh/latest/workspace/multi_platform_configuration/",
        examples=("The workspace needs to be configured to support your platform (osx-arm64).",),
        near_misses=("We support your platform.",),
    ),
    ErrorText(
        id="pixi-project-platform",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("project does not support 'osx-",),
        meaning=(
            "The project was locked for other systems only, as a package of it has no build for "
            "macOS."
        ),
        fix="Ask the project; pixi project platform add osx-arm64 shows which package has none.",
        source="https://github.com/rerun-io/prompt-da/issues/2",
        examples=("  ╰─▶ The project does not support 'osx-arm64'.",),
        near_misses=("The project does not support 'win-64'.",),
    ),
    ErrorText(
        id="conda-platform-missing",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=(
            "does not include packages for osx-",
            "could not find platform(s): osx-",
            "not available in this spec",
            "this platform (osx-",
        ),
        pattern=(
            r"\bdoes not include packages for osx-|\bcould not find platform\(s\): osx-"
            r"|\bplatform osx-(?:arm64|64) not available in this spec"
            r"|\bthis platform \(osx-(?:arm64|64)\) is not supported"
        ),
        meaning="The environment file was made for other platforms than this Mac.",
        fix="Add osx-arm64 to the platforms of the project and solve again, or install by hand.",
        source="https://github.com/conda/conda/blob/main/conda/exceptions.py",
        examples=(
            (
                "Environment file 'x.yml' does not include packages for osx-arm64. Available "
                "platforms: linux-64"
            ),
            (
                "CondaValueError: Could not find platform(s): osx-arm64. Valid platforms include: "
                "linux-64"
            ),
            "Platform osx-arm64 not available in this spec. Available platforms: linux-64",
            "Help: This platform (osx-arm64) is not supported.",
        ),
        near_misses=("Environment file 'x.yml' does not include packages for linux-64.",),
    ),
    ErrorText(
        id="conda-package-missing-old",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("missing in current",),
        pattern=(
            r"\bpackages? missing in current (?:[\w-]{1,20} )?channels:?[\s-]{0,6}(?P<package>"
            r"[\w.-]{2,40})"
        ),
        meaning="The channels have no {package} for this platform.",
        fix="Look for {package} in conda-forge or with pip, or do without it.",
        source="https://github.com/conda/conda/issues/2651",
        on="mac",
        rule="no-build",
        examples=("PackageNotFoundError: Packages missing in current channels:\n  - made-up",),
        near_misses=("A file is missing in current use",),
    ),
    ErrorText(
        id="conda-nothing-provides",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("nothing provides requested",),
        pattern=(
            r"\bnothing provides requested (?!python\b|pytorch\b|torch\w*\b"
            r"|__)(?P<package>[\w.-]{2,40})"
        ),
        meaning="The channels have no {package} for this platform.",
        fix="Look for {package} in conda-forge or with pip, or do without it.",
        source="https://github.com/mamba-org/mamba/tree/main/libmamba/src/solver",
        on="mac",
        rule="no-build",
        examples=("nothing provides requested made-up >=1.0",),
        near_misses=("nothing provides requested python 3.7",),
    ),
)
