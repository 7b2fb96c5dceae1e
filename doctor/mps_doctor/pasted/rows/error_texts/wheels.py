"""Wheels and indexes of another platform."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="other-index-url",
        cause="wrong-wheel-index",
        kind="installer",
        literals=("/whl/",),
        pattern=(
            r"(?:looking in (?:indexes|links)|index-url|index|extra-index-url|find-links|-f"
            r"|-i)\W{0,6}\S{0,200}/whl/(?:nightly/)?(?:mps|metal|rocm[\d.]{0,80}|xpu|macos|mac)\b"
        ),
        meaning="The index has no builds for macOS; an index called mps does not exist.",
        fix="Install without --index-url: the ordinary macOS build has MPS.",
        source="https://github.com/pytorch/pytorch/issues/157271",
        on="near-mac",
        examples=("pip install torch --index-url https://download.example/whl/mps",),
        near_misses=("pip install torch --index-url https://download.example/whl/cu121",),
    ),
    ErrorText(
        id="pip-not-supported-wheel",
        cause="wheel-tag-mismatch",
        kind="installer",
        literals=("not a supported wheel on this platform",),
        pattern=r"(?:([\w.+-]{3,120}\.whl) )?(?:is )?not a supported wheel on this platform",
        meaning="The file is for another Python, processor or macOS than this one.",
        fix=(
            "Let pip choose the file: `pip install torch`; or use the Python and macOS that its "
            "name says."
        ),
        source="https://packaging.python.org/en/latest/specifications/platform-compatibility-tags/",
        rule="wheel-file",
        examples=(
            (
                "ERROR: torch-2.13.0-cp312-cp312-macosx_14_0_arm64.whl is not a supported wheel on "
                "this platform."
            ),
            "pip refuses it: not a supported wheel on this platform",
        ),
        near_misses=("wheel is supported on this platform",),
    ),
    ErrorText(
        id="wheel-of-another-system",
        cause="wheel-tag-mismatch",
        kind="installer",
        literals=("linux_x86_64.whl", "linux1_x86_64.whl", "2014_x86_64.whl", "win_amd64.whl"),
        beside=("requirements", "pyproject", "pipfile", "environment.y"),
        pattern=(
            r"(?<!downloading )(?<!using cached )(?<!\()(?:(?<=[\s/'\"`@])|^)"
            r"torch-\d[\w.+]{1,24}-cp\d{2,3}-\w{2,6}-(?:many)?(?:linux|win)\w{0,24}\.whl"
        ),
        meaning="A list of requirements names the file of a torch for another system.",
        fix="Name the version only, `torch==…`, so that pip takes the file for this Mac.",
        source="https://packaging.python.org/en/latest/specifications/platform-compatibility-tags/",
        on="known-mac",
        alone=True,
        rule="wheel-file",
        examples=(
            "requirements.txt: torch-1.4.0-cp37-cp37m-linux_x86_64.whl",
            "pyproject.toml wants https://index.example/torch-2.1.0-cp311-cp311-win_amd64.whl",
        ),
        near_misses=(
            "requirements.txt: torch-1.4.0-cp37-none-macosx_10_9_x86_64.whl",
            "pip install -r requirements.txt: Downloading torch-2.1.0-cp311-cp311-win_amd64.whl",
        ),
    ),
    ErrorText(
        id="wheel-tag-incompatible",
        cause="wheel-tag-mismatch",
        kind="installer",
        literals=(
            "wheel is not compatible",
            "is incompatible with the current platform",
            "has an invalid wheel tag",
        ),
        pattern=(
            r"wheel is not compatible|(?:dependency|distribution"
            r"|wheel) is incompatible with the current platform|has an invalid wheel tag"
        ),
        meaning="The file is for another Python, processor or macOS than this one.",
        fix="Let the installer choose the file.",
        source="https://docs.astral.sh/uv/concepts/resolution/",
        examples=(
            (
                "error: A path dependency is incompatible with the current platform: "
                "torch-2.1.0-cp311-none-macosx_11_0_arm64.whl wheel is not compatible"
            ),
            (
                "can't be installed because the binary distribution is incompatible with the "
                "current platform"
            ),
        ),
        near_misses=("wheel is compatible",),
    ),
    ErrorText(
        id="uv-not-in-index",
        cause="wrong-wheel-index",
        kind="installer",
        literals=("was not found in the",),
        pattern=(
            r"\btorch(?:vision|audio)? was not found in the (?:package registry"
            r"|provided package locations)"
        ),
        meaning="The index in use does not have torch at all.",
        fix="Remove the index setting: the ordinary package is the MPS build.",
        source="https://docs.astral.sh/uv/guides/integration/pytorch/",
        examples=("Because torch was not found in the package registry and you require torch",),
        near_misses=("Because foo was not found in the package registry",),
    ),
    ErrorText(
        id="cpu-suffix-not-found",
        cause="wrong-wheel-index",
        kind="installer",
        literals=("+cpu",),
        pattern=(
            r"no version of (torch(?:vision|audio)?)(?:\{[^}]{1,80}\})?==([\d.]{1,16}\+cpu)"
            r"|\b(torch(?:vision|audio)?) \([^)]{0,24}\b([\d.]{1,16}\+cpu)\):? failed"
        ),
        meaning="A build with the suffix +cpu is asked for; those are for Linux and Windows only.",
        fix="Leave +cpu and its index out on a Mac: the ordinary build there is without CUDA.",
        source="https://docs.astral.sh/uv/guides/integration/pytorch/",
        rule="file-not-found",
        examples=(
            "Because there is no version of torch{sys_platform == 'darwin'}==2.9.1+cpu and you "
            "require it, your requirements are unsatisfiable.",
            "  - Installing torchvision (0.15.2+cpu): Failed",
            "Because there is no version of torchaudio==2.8.0+cpu",
        ),
        near_misses=(
            "  - Installing torch (2.9.1+cpu)",
            "Because there is no version of torch==2.9.1 and you require it",
        ),
    ),
    ErrorText(
        id="wheel-invalid-tag",
        cause="wheel-tag-mismatch",
        kind="installer",
        literals=("macosx_",),
        pattern=(
            r"invalid (?:platform )?tags? (?:in|of|for) (?:the )?wheel[^\n]{0,60}macosx_\d"
            r"|\btag: \w{1,20}-\w{1,20}-macosx_(?:1[1-9]\d|[2-9]\d\d)_\d"
        ),
        meaning=(
            "The name of the file and the tag within it do not agree, or the tag names a macOS "
            "that there is not."
        ),
        fix="Use another release of the package, or the file that a later upload replaced it with.",
        source="https://packaging.python.org/en/latest/specifications/platform-compatibility-tags/",
        examples=(
            "invalid tag in wheel: `cp312-cp312-macosx_200_0_arm64`",
            "Tag: cp312-cp312-macosx_140_0_arm64",
        ),
        near_misses=(
            "The tag of the wheel is cp312-cp312-macosx_14_0_arm64",
            "Tag: cp312-cp312-macosx_14_0_arm64",
        ),
    ),
    ErrorText(
        id="uv-platform-tags-mismatch",
        cause="wheel-tag-mismatch",
        kind="installer",
        literals=("platform tags mismatch for",),
        pattern=r"platform tags mismatch for torch(?:vision|audio)?\b",
        meaning=(
            "uv reads from the installed package a platform tag that does not fit this macOS, and "
            "reinstalls it each time."
        ),
        fix="Update uv; until then take the release of torch before, or run with --no-sync.",
        source="https://github.com/astral-sh/uv/issues/17791",
        examples=(
            (
                "Platform tags mismatch for torch==2.10.0: The distribution is compatible with "
                "macOS (`macosx_110_0_arm64`), but you're on macOS (`macosx_26_0_arm64`)"
            ),
        ),
        near_misses=("Platform tags of torch: macosx_11_0_arm64",),
    ),
    ErrorText(
        id="conda-osx-not-provided",
        cause="wheel-tag-mismatch",
        kind="installer",
        literals=("__osx",),
        pattern=(
            r"\bnothing provides (?:requested )?__osx\b"
            r"|\b__osx ?>=? ?\d[\d.]{0,8}[^\n]{0,12}(?:for which no candidates were found"
            r"|which is missing|which does not exist)"
        ),
        meaning="The package is built for a newer macOS than this one.",
        fix="Use an older release of the package, or update macOS.",
        source=(
            "https://docs.conda.io/projects/conda/en/latest/user-guide/tasks/manage-virtual.html"
        ),
        examples=(
            "- nothing provides __osx >=11.0 needed by made-up-2.6.0-cpu_0",
            "made-up 2.6.0 would require __osx >=10.15, for which no candidates were found.",
            "__osx >=13.0 , which is missing on the system.",
        ),
        near_misses=(
            "virtual packages : __osx=14.5=0",
            "nothing provides mkl needed by made-up-2.6.0",
        ),
    ),
)
