"""Packages without a file for this Mac."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="pip-no-version-other",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("could not find a version that satisfies the requirement",),
        pattern=(
            r"could not find a version that satisfies the requirement (?!torch(?:vision"
            r"|audio)?(?![\w-]))(?![\w./-]{0,50}(?:requirements?\b|\.(?:txt|toml|ya?ml|cfg|py"
            r"|lock)\b))(?P<package>[\w.-]{2,60})"
        ),
        meaning="{package} has no build for macOS, this processor or this Python.",
        fix="Leave {package} out on a Mac, use another version, or build it from source.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        unless=("pip-index-unreachable",),
        on="mac",
        examples=(
            (
                "ERROR: Could not find a version that satisfies the requirement triton==2.1.0 "
                "(from versions: none)"
            ),
        ),
        near_misses=(
            (
                "ERROR: Could not find a version that satisfies the requirement torch==2.1.0 (from "
                "versions: none)"
            ),
            (
                "Could not find a version that satisfies the requirement requirements.txt (from "
                "versions: none)"
            ),
        ),
    ),
    ErrorText(
        id="poetry-no-candidates-other",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("unable to find installation candidates for",),
        pattern=(
            r"unable to find installation candidates for (?!torch(?:vision"
            r"|audio)? )(?P<package>[\w.-]{2,60}) \("
        ),
        meaning="Poetry locked {package}, which has no file for this Mac.",
        fix=(
            'Mark {package} for other systems (`sys_platform != "darwin"`) and lock again: `poetry '
            "lock`."
        ),
        source=(
            "https://github.com/python-poetry/poetry/blob/main/src/poetry/installation/chooser.py"
        ),
        examples=("Unable to find installation candidates for triton (3.0.0)",),
        near_misses=("Unable to find installation candidates for torch (2.5.1)",),
    ),
    ErrorText(
        id="package-no-distribution",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("no matching distribution found for",),
        pattern=(
            r"no matching distribution found for (?!torch(?:vision"
            r"|audio)?(?![\w-]))(?!nvidia-(?!tensorrt|dali|modelopt"
            r"|pyindex))(?![\w./-]{0,50}(?:requirements?\b|\.(?:txt|toml|ya?ml"
            r"|cfg|py|lock)\b))(?P<package>[\w.-]{2,60})"
        ),
        meaning="{package} has no build for macOS, this processor or this Python.",
        fix="Leave {package} out on a Mac, use another version, or build it from source.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        unless=("pip-index-unreachable",),
        on="mac",
        examples=(
            "ERROR: No matching distribution found for torchao==0.3.1",
            "ERROR: No matching distribution found for nvidia-dali-cuda120",
        ),
        near_misses=(
            "ERROR: No matching distribution found for torch==2.3.0",
            "ERROR: No matching distribution found for nvidia-nccl-cu12==2.20.5",
            "No matching distribution found for venv_requirements.txt",
        ),
    ),
    ErrorText(
        id="package-not-for-mac",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("not available",),
        pattern=(
            r"\b(?!(?:is|cuda|mps|nccl|gpu|it|this|that|which|features?|options?|support"
            r"|functionality|modes?)\b)(?P<package>[\w-]{2,40})(?:==[\w.]{1,80})?:? (?:is )?not ava"
            r"ilable (?:for|on) (?:mac|macos|osx|darwin|apple silicon|arm64 macs?)\b(?! (?:12|13|14"
            r"|15|26))"
        ),
        meaning="{package} has no build for macOS.",
        fix="Leave {package} out on a Mac, use another version, or build it from source.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        on="mac",
        rule="no-build",
        examples=("torchao==0.3.1: not available for mac",),
        near_misses=("CUDA: not available", "cuda is not available on macOS"),
    ),
    ErrorText(
        id="package-not-installable-mac",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("not installable on",),
        pattern=(
            r"\b(?!(?:mps|torch|pytorch|metal|it|this|that|which|macos"
            r"|cuda)\b)(?P<package>[\w-]{2,40}) (?:is|are) not installable on (?:a )?(?:mac|macos"
            r"|os ?x|darwin|apple)\b"
        ),
        meaning="{package} cannot be installed on macOS, as the text says.",
        fix="Leave {package} out on the Mac, or take what its maintainers name instead.",
        source="https://github.com/vllm-project/vllm/issues/1441",
        examples=("somekernels is not installable on macOS",),
        near_misses=("torch is not installable on macOS 10.9",),
    ),
    ErrorText(
        id="package-not-supported-install",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("support being installed on",),
        pattern=(
            r"(?:does|do)(?:n't| not) support being installed on (?:a )?(?:mac|macos|os ?x"
            r"|darwin)\b"
        ),
        meaning="A package cannot be installed on macOS, as the text says.",
        fix="Leave the package out on the Mac, or take what its maintainers name instead.",
        source="https://github.com/vllm-project/vllm/issues/1441",
        examples=("somekernels does not support being installed on macOS",),
        near_misses=("somekernels does not support being installed on Windows",),
    ),
    ErrorText(
        id="uv-package-only-linux",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("only has wheels for",),
        pattern=(
            r"you're (?:on|using) macos \(`?macosx_\w{1,80}`?\), but `?(?!torch(?:vision"
            r"|audio)?`? )(?P<package>[\w.-]{1,80})`? \(v?[^)]{1,40}\) only has wheels for (?:the f"
            r"ollowing platform|`?(?:macosx|manylinux|musllinux|win)_)"
        ),
        meaning="{package} has no build for this Mac.",
        fix=(
            "Leave {package} out on a Mac with a marker (`; sys_platform != 'darwin'`), or use "
            "another version: `uv add` and `uv lock` follow it."
        ),
        source="https://docs.astral.sh/uv/concepts/resolution/",
        examples=(
            (
                "hint: You're on macOS (`macosx_15_0_arm64`), but `decord` (v0.6.0) only has "
                "wheels for the following platforms: `manylinux2010_x86_64`, `win_amd64`"
            ),
        ),
        near_misses=(
            (
                "hint: You're on macOS (`macosx_15_0_arm64`), but `torch` (v2.5.1) only has wheels "
                "for the following platform: `manylinux1_x86_64`"
            ),
        ),
    ),
    ErrorText(
        id="no-wheel-for-mac-words",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("wheel",),
        pattern=(
            r"\bno (?:prebuilt |pre-built |binary |compatible )?(?:wheels? (?:available "
            r"|exist )?(?:for|on) (?:macos|mac|osx|darwin|apple|arm64)|(?:macos|mac|darwin|arm64"
            r"|apple silicon) wheels?)\b|\b(?:only|just) (?:has |have |ships? |provides? |finds? "
            r"|builds )?(?:the |(?!(?:build|test|run|use|publish)\b)\w{1,12} )?(?:x86(?:_64)?|linux"
            r"|windows|intel|manylinux)\b[^\n.]{0,24}\bwheels?\b|\bwheels? (?:are |is "
            r"|exist )?only (?:available )?(?:for|on) (?:linux|windows|x86)\b(?! (?:users|servers"
            r"|machines))|\bwheels?(?: (?:of|for) [\w.-]{2,40})?(?: on \w{2,12})?(?:: ?| (?:are "
            r"|is |exist )?(?:for )?)(?:(?:linux|manylinux|windows|x86(?:[-_]64)?|x64"
            r"|intel)(?: ?[,/&] ?| and | or )?){1,3} only\b"
        ),
        meaning="The package has no build for this Mac.",
        fix="Leave the package out on a Mac, use another version, or build it from source.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        on="mac",
        rule="no-build",
        examples=(
            "decord: no wheel for macOS arm64",
            "The package index shows that only x86 architecture wheels have been uploaded.",
            "foo's wheels are only available for Linux",
            "made-up==1.2: just linux wheels, it builds from source",
            "wheels of made-up-nets: Linux and x86 only",
        ),
        near_misses=(
            "torch: no wheel for Python 3.15",
            "only the wheels of the cart",
            "wheels for macOS only",
        ),
    ),
    ErrorText(
        id="package-refuses-macos",
        cause="package-no-macos-wheel",
        literals=(
            "darwin",
            "on macos",
            "support macos",
            "only supports linux",
            "only support linux",
            "only supported on linux",
            "only runs on linux",
            "only works on linux",
        ),
        pattern=(
            r"(?:error|exception)\W{1,3}(?:(?!error\b|\b(?:mps|metal|(?:py)?torch|inductor"
            r"|b?float\d{0,2}|bf16|fp16|fft\w{0,9}|ops?|operators?|autocast|complex"
            r"|tensors?)\b).){0,80}?(?:\b(?:unsupported|unrecogni[sz]ed) (?:operating )?(?:system"
            r"|platform|host os|os)\b[: ('\"]{1,4}darwin\b|\b(?:system|platform"
            r"|os) not supported: ?['\"]?darwin\b|\bonly (?:supports?|supported on|runs on"
            r"|works on) linux\b(?!\W{1,4}(?:and |or )?mac)|\b(?:is |are )?(?:not (?:yet "
            r"|currently )?supported|unsupported) on (?:macos|darwin)\b(?! ?(?:<|>|=|version|\d"
            r"|before|below|older|prior))|\bdoes not (?:yet |currently )?support (?:macos"
            r"|darwin)\b(?! ?(?:<|>|=|version|\d|before|below|older|prior)))"
        ),
        meaning="The package itself says that it does not run on macOS.",
        fix="Leave the package out on a Mac, use one that runs there, or run this on Linux.",
        source="https://github.com/vllm-project/vllm/blob/main/setup.py",
        on="mac",
        rule="package-or-compiler",
        examples=(
            "RuntimeError: made-up only supports Linux platform (including WSL).",
            "NotImplementedError: Unsupported system: Darwin",
            "OSError: Operating system not supported: Darwin",
            "ImportError: made_up kernels are not supported on macOS",
            "ValueError: the made-up backend does not yet support macOS",
        ),
        near_misses=(
            "RuntimeError: float64 is not supported on macOS by mps",
            "RuntimeError: made_up is not supported on macOS 13.1, update it",
            "ValueError: made-up only supports Linux and macOS",
            "The made-up package supports macOS",
            "RuntimeError: the MPS backend is not supported on macOS below 12.3",
            "RuntimeError: Unknown platform: darwin",
        ),
    ),
)
