"""Poetry, PDM, Pipenv and conda find no torch."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="poetry-no-candidates",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("unable to find installation candidates for torch",),
        pattern=(
            r"unable to find installation candidates for (torch(?:vision|audio)?) \(([^)]{1,30})\)"
        ),
        meaning="poetry locked a torch that has no file for this Mac and this Python.",
        fix=(
            "On an Intel Mac lock torch 2.2.2; else use an arm64 Python of a version that this "
            "torch has builds for."
        ),
        source=(
            "https://github.com/python-poetry/poetry/blob/main/src/poetry/installation/chooser.py"
        ),
        rule="file-not-found",
        examples=("Unable to find installation candidates for torch (2.5.1)",),
        near_misses=("Unable to find installation candidates for numpy (2.5.1)",),
    ),
    ErrorText(
        id="poetry-torch-failed",
        cause="intel-mac-no-wheel",
        kind="installer",
        literals=("installing torch (",),
        pattern=r"installing (torch) \((2\.(?:[3-9]|\d\d)\.\d|[3-9]\.\d{1,2}\.\d)\):? failed",
        meaning="Poetry could not install a torch that is newer than the last one for Intel.",
        fix="On an Intel Mac lock torch 2.2.2; on an M-chip use an arm64 Python.",
        source=(
            "https://github.com/python-poetry/poetry/blob/main/src/poetry/installation/executor.py"
        ),
        on="mac",
        rule="failed-install",
        examples=("  • Installing torch (2.6.0): Failed", "  - Installing torch (3.1.0): Failed"),
        near_misses=(
            "  • Installing torch (2.2.2): Failed",
            "  • Installing torchmetrics (2.6.0): Failed",
        ),
    ),
    ErrorText(
        id="torch-version-not-to-be-had",
        cause="intel-mac-no-wheel",
        kind="installer",
        literals=(
            "not find",
            "n't find",
            "not install",
            "n't install",
            "not available",
            "n't available",
            "not found",
            "unable to find",
            "unable to install",
        ),
        beside=("torch 1", "torch 2", "torch==1", "torch==2", "torch>=1", "torch>=2"),
        pattern=(
            r"(?:(?:can't|cannot|can not|couldn't|could not|unable to|not able to"
            r"|n't) (?:find|install) (?:(?:any|the|dependency|package|wheels? for) ){0,2}"
            r"|(?=(?:py)?torch(?: |[=>]=)[\d.]{3,6}[ `][^;:]{0,40}?\b(?:is|was|are|could"
            r"|does|can?) ?n[o']t (?:be )?(?:available|found)))"
            r"(?:py)?(torch)(?: |[=>]=)(\d\.\d{1,2}(?:\.\d)?)"
            r"(?![\w+]|\.\d|,\d)"
        ),
        meaning="No file of this torch is for this Mac and this Python.",
        fix=(
            "On an Intel Mac take torch 2.2.2; else an arm64 Python of a version that this torch "
            "has builds for."
        ),
        source="https://github.com/pytorch/pytorch/issues/127870",
        on="known-mac",
        alone=True,
        rule="torch-in-words",
        examples=(
            "pip cannot find torch 2.6.0 here",
            "torch==2.1.0 is not available",
            "unable to install package pytorch 2.7",
        ),
        near_misses=(
            "[pip3] torch==2.6.0 [conda] not found",
            "torch 2.6.0 is available",
            "cannot find torch",
            "torch 2.6.0 does not find the GPU",
            "cannot find torch 2.6.0+cu126",
        ),
    ),
    ErrorText(
        id="newest-torch-is-the-last-for-intel",
        cause="intel-mac-no-wheel",
        kind="installer",
        literals=("2.2.2",),
        beside=("torch",),
        pattern=(
            r"(?<![\w-])(?:py)?torch\b(?:(?!numpy|transformers)[^;]){0,80}?"
            r"\b(?:only|up to|past|beyond|above|newest|latest|highest|maximum|gets|gives|offers)\b"
            r"(?:(?!numpy|transformers)[^.;:]){0,40}?(?<![\d.])2\.2\.2(?![\d.]*\d|\+)"
            r"|\b(?:only|up to|past|beyond|above|newest|latest|highest|maximum|gets|gives|offers"
            r"|workaround)\b(?:(?!numpy|transformers)[^.;]){0,80}?(?<![\w-])(?:py)?torch"
            r"[ =]{1,3}(?:version )?2\.2\.2(?![\d.]*\d|\+)"
        ),
        meaning="torch 2.2.2 is the last with builds for Intel, whether of the Mac or of Python.",
        fix="On an Intel Mac stay with torch 2.2.2; on an M-chip use an arm64 Python.",
        source="https://github.com/pytorch/pytorch/issues/114602",
        on="known-mac",
        alone=True,
        rule="last-for-intel",
        examples=(
            "The newest that pip offers is torch 2.2.2.",
            "pip install torch gives 2.2.2 on this computer",
        ),
        near_misses=(
            "torch 2.2.2 is installed",
            "torch 2.9 is the newest, numpy 2.2.2 too",
            "torch 2.4.0 gives nan, and sentence-transformers 2.2.2 does not",
        ),
    ),
    ErrorText(
        id="conda-python-of-torch",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("none of the providers can be installed", "would require"),
        pattern=(
            r"package (?:pytorch|torch(?:vision"
            r"|audio))-\S{1,60} requires python[ _][^\n]{1,60}?, but none of the providers can be i"
            r"nstalled|(?:pytorch|torchvision"
            r"|torchaudio) [^\n]{1,60}? would require,? [^\w]{0,12}python(?:_abi)? "
        ),
        meaning="conda has this PyTorch for other versions of Python only.",
        fix="Make an environment with a Python that this PyTorch has a build for.",
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        examples=(
            (
                "package pytorch-2.0.1-py3.10_0 requires python >=3.10,<3.11.0a0, but none of the "
                "providers can be installed"
            ),
            "├─ pytorch ==2.0.1 would require python >=3.8,<3.9",
        ),
        near_misses=(
            (
                "package foo-2.0.1-py3.10_0 requires python >=3.10, but none of the providers can "
                "be installed"
            ),
            "├─ pytorch ==2.0.1 would require cuda-version",
        ),
    ),
    ErrorText(
        id="pdm-no-candidates",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("unable to find candidates for", "unable to find a resolution for torch"),
        pattern=(
            r"unable to find candidates for (torch(?:vision|audio)?)(?![\w-])"
            r"|unable to find a resolution for torch(?:vision|audio)?(?= please make sure)"
        ),
        meaning="PDM or Pipenv finds no build of torch for this Python on this Mac.",
        fix=(
            "Compare the Python, the processor and the index with the builds that exist: "
            "`mps-doctor plan`."
        ),
        source="https://pdm-project.org/en/latest/usage/dependency/",
        unless=("suffix-in-a-manifest",),
        rule="no-candidate",
        examples=(
            (
                "Unable to find candidates for torch. There may exist some issues with the package "
                "name or network condition."
            ),
            "ERROR: Unable to find a resolution for torch\nPlease make sure the name is right.",
        ),
        near_misses=("Unable to find candidates for foo.",),
    ),
    ErrorText(
        id="pdm-no-candidate-matches",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("no candidate is found for",),
        pattern=(
            r"no candidate is found for [`'\"]?(torch(?:vision"
            r"|audio)?)(?:[=~<>]=? ?(\S{1,40}?))?[`'\"]? that matches the environment"
        ),
        meaning=(
            "None of the files of this torch in the lock file is for this Python and processor."
        ),
        fix="Lock again on this Mac, from an index that has files for it.",
        source="https://github.com/pdm-project/pdm/issues/3605",
        rule="file-not-found",
        examples=(
            (
                "[CandidateNotFound]: No candidate is found for `torch==2.8.0+cpu` that matches "
                "the environment or hashes"
            ),
        ),
        near_misses=("No candidate is found for `pillow` that matches the environment or hashes",),
    ),
    ErrorText(
        id="poetry-package-not-found",
        cause="python-version-no-wheel",
        kind="installer",
        literals=(") not found",),
        pattern=r"package (torch(?:vision|audio)?) \(([\w.+]{1,40})\) not found",
        meaning="No index that Poetry asks has this version of torch, or none for this computer.",
        fix=(
            "Ask for a version that the package index has for macOS, without a suffix such as +cpu."
        ),
        source="https://github.com/python-poetry/poetry/issues/6409",
        rule="file-not-found",
        examples=("Package torch (2.2.0+cpu) not found.",),
        near_misses=("Package torchmetrics (1.2.0) not found.",),
    ),
    ErrorText(
        id="poetry-no-version",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("doesn't match any versions",),
        pattern=(
            r"depends on (torch(?:vision|audio)?) \(([^)]{1,40})\) which doesn't match any versions"
        ),
        meaning="The index in use holds no such version of torch for macOS.",
        fix=(
            "Remove the suffix and the source of the torch in pyproject.toml: the ordinary package "
            "is the MPS build."
        ),
        source="https://python-poetry.org/docs/repositories/",
        rule="file-not-found",
        examples=(
            (
                "Because project depends on torch (2.1.0+cu118) which doesn't match any versions, "
                "version solving failed."
            ),
        ),
        near_misses=(
            (
                "Because project depends on foo (2.1.0) which doesn't match any versions, version "
                "solving failed."
            ),
        ),
    ),
    ErrorText(
        id="conda-existing-python",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("existing python installation in your environment",),
        pattern=(
            r"existing python installation in your environment:?.{0,120}?\b(?:pytorch"
            r"|torch(?:vision|audio))(?:\[[^\]]{1,80}\]|[=<>]\S{1,30})? -> python"
        ),
        meaning="conda has this PyTorch for other versions of Python only.",
        fix="Make an environment with a Python that this PyTorch has a build for.",
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        examples=(
            (
                "incompatible with the existing python installation in your environment: "
                "Specifications: - pytorch -> python[version='>=3.10,<3.11.0a0'] Your python: "
                "python=3.13"
            ),
        ),
        near_misses=(
            (
                "incompatible with the existing python installation in your environment: "
                "Specifications: - foo -> python[version='>=3.10']"
            ),
        ),
    ),
    ErrorText(
        id="conda-existing-python-alone",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("existing python installation in your environment",),
        pattern=(
            r"\binstall (?:py)?torch\b.{0,200}?incompatible with the existing python installation i"
            r"n your environment"
        ),
        meaning="What conda is asked for has no build for the Python of this environment.",
        fix=(
            "Make an environment with a Python that torch has builds for: `conda create -n torch "
            "python=3.12`."
        ),
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        alone=True,
        examples=(
            (
                "conda install pytorch\n"
                "UnsatisfiableError: The following specifications were found\n"
                "to be incompatible with the existing python installation in your environment"
            ),
        ),
        near_misses=("the existing python installation in your environment has pytorch",),
    ),
    ErrorText(
        id="poetry-torch-python",
        cause="project-requirement-unmet",
        kind="installer",
        literals=("supported python range",),
        pattern=(
            r"supported python range \([^)]{1,40}\) is not compatible with some of the required pac"
            r"kages python requirement:?\s{0,20}-? ?torch(?:vision|audio)? requires python"
        ),
        meaning="torch has no version for a part of the Pythons that the project allows.",
        fix="Narrow the project's `python` to a range that torch has files for.",
        source="https://python-poetry.org/docs/faq/",
        examples=(
            (
                "The current project's supported Python range (>=3.13,<4.0) is not compatible with "
                "some of the required packages Python requirement:\n"
                "  - torch requires Python >=3.8,<3.13, so it will not be satisfied"
            ),
        ),
        near_misses=(
            (
                "The current project's supported Python range (>=3.13,<4.0) is not compatible with "
                "some of the required packages Python requirement:\n"
                "  - madeup requires Python >=3.8,<3.13"
            ),
        ),
    ),
    ErrorText(
        id="suffix-in-a-manifest",
        cause="wrong-wheel-index",
        kind="installer",
        literals=(
            "candidates for torch",
            "candidate is found for torch",
            "distribution found for torch",
        ),
        pattern=(
            r"(?:candidates|candidate is found|distribution found) for torch\b.{0,1200}?"
            r"\btorch(?:vision|audio)? ?(?:=|==) ?(?:\{ ?version ?= ?)?[\"'^~=<>]{0,4}"
            r"\d[\d.]{1,20}\+cpu\b(?![^}\n]{0,60}(?:linux|win32))"
        ),
        reach=1400,
        meaning="The project asks for a build with the suffix +cpu, which has no files for macOS.",
        fix="Leave the suffix out on a Mac, or keep it to Linux with a marker.",
        source="https://docs.astral.sh/uv/guides/integration/pytorch/",
        on="known-mac",
        also=("cuda-wheel-index-on-mac",),
        examples=(
            'Unable to find candidates for torch\ntorch = { version = "^2.4.0+cpu", source = "x" }',
            "No matching distribution found for torch\ntorch==2.2.0+cpu",
            'Unable to find installation candidates for torch (2.3.0)\ntorchvision = "0.18.0+cpu"',
        ),
        near_misses=(
            'Unable to find candidates for torch\ntorch = "^2.4.0"',
            (
                "Unable to find candidates for torch\n"
                'torch = { version = "2.4.0+cpu", markers = "sys_platform == \'linux\'" }'
            ),
        ),
    ),
)
