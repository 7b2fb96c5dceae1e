"""What a project's lock file or tool demands."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="project-requires-torch",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("which is incompatible",),
        pattern=(
            r"requires torch(?:[<>=!~]=?[\w.,<>=!~*+]{1,80})[^\n]{0,20}, but you have torch (\S"
            r"{1,30}) which is incompatible"
        ),
        meaning="A package of the project demands another torch than the one that is installed.",
        fix=(
            "Install a torch that meets the requirement; on an Intel Mac, where torch ends with "
            "2.2.2, an older release of the package."
        ),
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        rule="newer-torch-required",
        examples=(
            (
                "accelerate 1.9.0 requires torch>=2.4.0, but you have torch 2.2.2 which is "
                "incompatible."
            ),
        ),
        near_misses=("requires torch to be installed",),
    ),
    ErrorText(
        id="uv-python-of-project",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("python requirement",),
        pattern=r"is incompatible with the project's python requirement",
        meaning="The project asks for another Python than the one in use.",
        fix="Use a Python within the project's range.",
        source="https://docs.astral.sh/uv/reference/resolver-internals/",
        also=("python-version-no-wheel",),
        examples=(
            (
                "error: The Python request from `.python-version` resolved to Python 3.13.1, which "
                "is incompatible with the project's Python requirement: `>=3.9,<3.13`"
            ),
        ),
        near_misses=("We raised the project's Python requirement",),
    ),
    ErrorText(
        id="poetry-python-of-project",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("by the project",),
        pattern=(
            r"(?:currently activated|current) python version \(?[\w.]{3,12}\)? is not (?:supported"
            r"|allowed) by the project"
        ),
        meaning="The project asks for another Python than the one in use.",
        fix="Use a Python within the project's range: `poetry env use 3.12`.",
        source="https://python-poetry.org/docs/managing-environments/",
        also=("python-version-no-wheel",),
        examples=(
            (
                "The currently activated Python version 3.13.0 is not supported by the project "
                "(>=3.10,<3.13)."
            ),
            "Current Python version (3.13.1) is not allowed by the project (^3.11).",
        ),
        near_misses=("The currently activated Python version 3.12.1 is supported by the project",),
    ),
    ErrorText(
        id="poetry-python-range",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("supported python range",),
        pattern=(
            r"supported python range \([^)]{1,40}\) is not compatible with some of the required pac"
            r"kages"
        ),
        meaning="The project allows versions of Python that a package it needs does not.",
        fix="Narrow requires-python in pyproject.toml to what all packages allow.",
        source="https://python-poetry.org/docs/managing-environments/",
        also=("python-version-no-wheel",),
        examples=(
            (
                "The current project's supported Python range (>=3.8,<4.0) is not compatible with "
                "some of the required packages Python requirement: - torch requires Python >=3.9.0"
            ),
        ),
        near_misses=("Supported Python range: 3.9 to 3.12",),
    ),
    ErrorText(
        id="pip-conflicting-torch",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("conflicting dependencies", "the conflict is caused by:"),
        pattern=(
            r"(?:these package versions have conflicting dependencies\b|the conflict is caused by:)"
            r"(?:.{0,900}?\b(torch(?:vision|audio)\b[^\n]{0,30} depends on torch==\S{1,24})"
            r"|.{0,700}?(?:requested|depends on) torch\b)"
        ),
        reach=1100,
        meaning="Two packages ask for different versions of torch.",
        fix="Relax one of the pins that pip lists, or take the versions that belong together.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        unless=("pip-conflict-torch-absent",),
        rule="conflicting-pins",
        examples=(
            (
                "ERROR: Cannot install foo and torch==2.0.1 because these package versions have "
                "conflicting dependencies. The conflict is caused by: The user requested "
                "torch==2.0.1 bar 1.0 depends on torch>=2.1"
            ),
            "The conflict is caused by: torchaudio 2.6.0 depends on torch==2.7.0",
        ),
        near_misses=(
            (
                "because these package versions have conflicting dependencies. The conflict is "
                "caused by: The user requested numpy==2.0"
            ),
        ),
    ),
    ErrorText(
        id="pdm-companion-conflict",
        cause="torch-companion-version-mismatch",
        kind="installer",
        literals=("(from torchvision@", "(from torchaudio@"),
        beside=("unable to find a resolution",),
        pattern=r"\btorch==\S{1,24} \(from torch(?:vision|audio)@[^)\n]{1,24}\)",
        meaning="torchvision or torchaudio is made for another torch than the one asked for.",
        fix="Ask for versions of both that belong together.",
        source="https://pdm-project.org/en/latest/usage/lockfile/",
        examples=(
            "Unable to find a resolution for torch: torch==2.5.0 (from torchvision@0.20.0)",
            "Unable to find a resolution for torch: torch==2.4.1 (from torchaudio@2.4.1)",
        ),
        near_misses=(
            "Unable to find a resolution for torch: torch==2.5.0 (from made-up@0.20.0)",
            "torch==2.5.0 (from torchvision@0.20.0)",
        ),
    ),
    ErrorText(
        id="solver-conflicting-torch",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("depends on torch",),
        beside=("we can conclude", "version solving failed", "is forbidden", "incompatible"),
        pattern=(
            r"because (?:[^\n;]{0,160}?[\s,])?[\w.\[\]-]{2,40} ?"
            r"(?:\([^)\n]{1,30}\)|[=<>!~]=?\S{1,24})?"
            r" depends on torch ?(?:\([^)\n]{1,30}\)|[=<>!~]=?\S{1,24}),?(?: and)? [^\n]{0,120}?"
            r"\b(?:requires?|depends? on) torch ?(?:\([^)\n]{1,30}\)|[=<>!~]=?[^\s,]{1,24})"
        ),
        reach=600,
        meaning="Two packages ask for different versions of torch.",
        fix="Relax one of the pins that are named, or take the versions that belong together.",
        source="https://github.com/pubgrub-rs/guide/blob/master/src/internals/conflict_resolution.md",
        unless=(
            "cuda-local-version",
            "cpu-suffix-not-found",
            "poetry-no-version",
            "uv-no-matching-platform-tag",
            "uv-no-matching-python-tag",
            "uv-no-solution-torch",
        ),
        rule="conflicting-pins",
        examples=(
            "Because made-up==1.0 depends on torch>=2.6 and you require torch==2.2.2, we can "
            "conclude that your requirements are unsatisfiable.",
            "Because torchvision (0.19.0) depends on torch (2.4.0) and made-up depends on torch "
            "(2.5.0), torchvision is forbidden. So, version solving failed.",
        ),
        near_misses=(
            "Because made-up==1.0 depends on torch>=2.6 and you require numpy==2.2.2, we can "
            "conclude that your requirements are unsatisfiable.",
            "made-up depends on torch 2.6, and other depends on torch 2.7",
        ),
    ),
    ErrorText(
        id="uv-lock-environments",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("lockfile's supported environments",),
        meaning="The project's lock file leaves this system out.",
        fix=(
            "Ask the project; or add sys_platform == 'darwin' to tool.uv.environments and lock "
            "again."
        ),
        source="https://docs.astral.sh/uv/concepts/resolution/",
        examples=(
            (
                "error: The current Python platform is not compatible with the lockfile's "
                "supported environments: `sys_platform == 'linux'`"
            ),
        ),
        near_misses=("Resolved the lockfile's environments for linux",),
    ),
    ErrorText(
        id="pdm-lock-targets",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("none of the lock targets matches",),
        pattern=r"none of the lock targets matches the current env[^\n]{0,120}",
        meaning="The project's lock file leaves out this system, this processor or this Python.",
        fix="Use a Python of the right processor and version, or lock for this platform as well.",
        source="https://github.com/pdm-project/pdm/issues/3157",
        rule="lock-targets",
        examples=(
            (
                "ERROR: None of the lock targets matches the current env (==3.9.13, "
                "macos_10_16_x86_64, cpython):"
            ),
        ),
        near_misses=("Lock targets: macos_arm64",),
    ),
    ErrorText(
        id="lock-file-unmet",
        cause="project-requirement-unmet",
        kind="installer",
        literals=(
            "no wheel found matching the provided tags",
            "does not match any of the lock file's",
            "does not satisfy the lock file's requires-python",
            "your pipfile requires",
            "because of the following conflicts",
            "version solving failed",
        ),
        pattern=(
            r"\bno wheel found matching the provided tags for package torch\w{0,6}\b"
            r"|\bdoes not match any of the lock file's environments"
            r"|\bdoes not satisfy the lock file's requires-python\b"
            r"|\byour pipfile requires\W{1,3}python_(?:full_)?version\W{1,3}[\d.]{1,8}, but you are"
            r" using\b|\bunable to find a resolution for torch\w{0,6} because of the following conf"
            r"licts\b|\bdepends on torch(?:vision"
            r"|audio)? \([^)]{1,40}\).{0,160}?\bdepends on torch(?:vision"
            r"|audio)? \([^)]{1,40}\), version solving failed"
        ),
        meaning=(
            "The project's lock file or its requirements do not allow this Python, platform or "
            "torch."
        ),
        fix="Use the Python that the project names, or lock again for this platform.",
        source="https://github.com/pypa/packaging/blob/main/src/packaging/pylock.py",
        unless=("pdm-companion-conflict", "solver-conflicting-torch"),
        examples=(
            (
                "ERROR: No wheel found matching the provided tags for package torch at "
                "packages[12], and no sdist"
            ),
            "The environment does not match any of the lock file's environments",
            "Python 3.9.6 does not satisfy the lock file's requires-python '>=3.10'",
            'Warning: Your Pipfile requires "python_version" 3.11, but you are using 3.14.0',
            (
                "[ResolutionImpossible]: Unable to find a resolution for torch because of the "
                "following conflicts:"
            ),
            (
                "Because made depends on torchvision (0.20.0) which depends on torch (2.5.0) and "
                "made depends on torch (2.9.1), version solving failed."
            ),
        ),
        near_misses=(
            "Your Pipfile requires torch",
            "Resolving took long, then version solving failed",
        ),
    ),
    ErrorText(
        id="pixi-virtual-osx",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("virtual package '__osx",),
        pattern=r"\bvirtual package '__osx\b[^']{0,40}' does not match any",
        meaning="The environment asks for a newer macOS.",
        fix="Update macOS, or lower the macOS that the project asks for.",
        source="https://github.com/prefix-dev/pixi/tree/main/crates",
        examples=(
            (
                "Virtual package '__osx >=14.0' does not match any of the available virtual "
                "packages on your machine"
            ),
        ),
        near_misses=("Virtual package '__osx >=14.0' matches",),
    ),
    ErrorText(
        id="conda-osx-too-old",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("::__osx==1",),
        pattern=r"feature:/osx-\w{1,6}::__osx==1(?!0\.16\b)\d\.\d",
        meaning="The packages ask for a newer macOS than conda sees.",
        fix="Update macOS, or take older packages.",
        source=(
            "https://docs.conda.io/projects/conda/en/latest/user-guide/tasks/manage-virtual.html"
        ),
        any_program=True,
        examples=("  - feature:/osx-64::__osx==12.6=0",),
        near_misses=("  - feature:/osx-64::__osx==10.16=0",),
    ),
)
