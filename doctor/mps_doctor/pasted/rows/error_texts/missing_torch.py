"""A torch that is not installed, or in another Python."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="externally-managed",
        cause="pip-externally-managed",
        kind="installer",
        literals=(
            "externally-managed-environment",
            "environment is externally managed",
            "is externally managed",
            "--break-system-packages",
            "pep 668",
        ),
        pattern=(
            r"(?:error|refus\w{1,3}|fail(?:s|ed)?|says?|said|got|get(?:s|ting)?|shows?|raises?"
            r"|with)\b[^\n]{0,60}?\bexternally-managed-environment"
            r"|externally-managed-environment(?: error)? (?:on|when|with|from|while) "
            r"|this environment is externally managed"
            r"|at the risk of breaking your python installation or os, by passing --break-system-pa"
            r"ckages|pip3?(?:'s| )[^\n]{0,60}\brefus\w{1,3}\b[^\n]{0,60}\bpep 668"
            r"|the interpreter at \S{1,200} is externally managed"
        ),
        meaning=(
            "This Python belongs to the system or to Homebrew, and only they may install packages "
            "into it."
        ),
        fix="Make a virtual environment: `python3 -m venv .venv`.",
        source="https://peps.python.org/pep-0668/",
        examples=(
            "externally-managed-environment when the script calls pip",
            "error: externally-managed-environment",
            "pip on my mac: This environment is externally managed, try brew install xyz",
            "Homebrew's Python refuses it with externally-managed-environment",
            "error: The interpreter at /opt/homebrew/opt/python@3.13 is externally managed",
            (
                "note: You can override this, at the risk of breaking your Python installation or "
                "OS, by passing --break-system-packages."
            ),
        ),
        near_misses=(
            "EXTERNALLY-MANAGED is the name of the marker",
            "externally-managed-environment is what PEP 668 is about",
            "the interpreter at hand is managed externally",
            "pip install --break-system-packages torch went through",
        ),
    ),
    ErrorText(
        id="pip-already-satisfied-torch",
        cause="pip-of-another-python",
        kind="warning",
        literals=("requirement already satisfied: torch",),
        pattern=r"requirement already satisfied: torch(?:vision|audio)?(?![\w-])",
        meaning="pip says that torch is installed, in the Python that pip belongs to.",
        fix="Install with the Python that runs the program: `python -m pip install torch`.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        rule="already-satisfied",
        examples=(
            (
                "Requirement already satisfied: torch in "
                "/opt/homebrew/lib/python3.11/site-packages (2.2.0)"
            ),
        ),
        near_misses=("Requirement already satisfied: numpy in ./venv/lib",),
    ),
    ErrorText(
        id="pip-old-wrapper",
        cause="pip-of-another-python",
        kind="warning",
        literals=("pip is being invoked by an old script wrapper",),
        meaning="The pip command belongs to another installation.",
        fix="Call pip as `python -m pip`.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        any_program=True,
        examples=(
            (
                "WARNING: pip is being invoked by an old script wrapper. This will fail in a "
                "future version of pip."
            ),
        ),
        near_misses=("pip is up to date",),
    ),
    ErrorText(
        id="torch-not-found-module",
        cause="torch-not-installed",
        literals=("no module named",),
        pattern=(
            r"no module named (?:'torch'|\"torch\""
            r"|torch(?![\w'-])(?!\.\w))(?!.{0,200}(?:originates from a subprocess"
            r"|declare it as a build dependency))"
        ),
        meaning="The Python that runs the program has no torch.",
        fix="Install torch with that Python: `python -m pip install torch`.",
        source="https://docs.python.org/3/library/exceptions.html#ModuleNotFoundError",
        unless=("pip-build-failed-cuda-package", "torch-missing-in-isolated-build"),
        rule="torch-missing",
        examples=(
            "ModuleNotFoundError: No module named 'torch'",
            "it says no module named torch. What now?",
        ),
        near_misses=(
            "ModuleNotFoundError: No module named 'torchvision'",
            (
                "ModuleNotFoundError: No module named 'torch' [end of output] note: This error "
                "originates from a subprocess, and is likely not a problem with pip."
            ),
        ),
    ),
    ErrorText(
        id="torch-missing-in-isolated-build",
        cause="package-no-macos-wheel",
        kind="build",
        literals=(
            "requirements to build wheel",
            "requirements to build editable",
            "get_requires_for_build_",
            "preparing metadata (pyproject.toml)",
            "pip-build-env-",
            "build backend returned an error",
            "--no-build-isolation",
            "no module named 'torch'",
        ),
        pattern=(
            r"(?:requirements to build (?:wheel|editable)|get_requires_for_build_(?:wheel|editable)"
            r"|preparing metadata \(pyproject\.toml\)|pip-build-env-\w{1,20}"
            r"|build backend returned an error)[^\n]{0,1600}?\bno module named '?torch\b(?!\.)"
            r"|\bno module named '?torch\b(?!\.)(?:[^\n]{0,160}--no-build-isolation"
            r"|[^\n]{0,1600}?(?:requirements to build (?:wheel|editable)|pip-build-env-))"
            r"|\b(?:in run_setup|exec\(code, locals\(\)\))[^\n]{0,160}?\bno module named '?torch\b"
            r"(?!\.)"
        ),
        reach=2000,
        meaning=(
            "The package is built from source, in an isolated environment that has no torch; "
            "yours may have it."
        ),
        fix="Install torch first, then the package with --no-build-isolation.",
        source="https://pip.pypa.io/en/stable/reference/build-system/",
        rule="isolated-build",
        examples=(
            (
                "Getting requirements to build wheel ... error error: subprocess-exited-with-error "
                "File \"setup.py\", line 3 ModuleNotFoundError: No module named 'torch'"
            ),
            "ModuleNotFoundError: No module named 'torch'. It builds with --no-build-isolation.",
            "No module named 'torch' Collecting x Getting requirements to build wheel ... error",
            (
                'line 317, in run_setup exec(code, locals()) File "<string>", line 24, in '
                "<module> ModuleNotFoundError: No module named 'torch'"
            ),
        ),
        near_misses=(
            (
                "Getting requirements to build wheel ... done ModuleNotFoundError: No module named "
                "'wheel'"
            ),
            "python setup.py install: ModuleNotFoundError: No module named 'torch'",
        ),
    ),
    ErrorText(
        id="torch-no-framework-found",
        cause="torch-not-installed",
        kind="warning",
        literals=("or flax have been found",),
        meaning=(
            "The Python that runs the program has no torch, or one that is too old for the library."
        ),
        fix="Install torch with that Python: `python -m pip install torch`.",
        source="https://github.com/huggingface/transformers/blob/main/src/transformers/__init__.py",
        examples=(
            (
                "None of PyTorch, TensorFlow >= 2.0, or Flax have been found. Models won't be "
                "available"
            ),
        ),
        near_misses=("PyTorch have been found",),
    ),
    ErrorText(
        id="torch-words-not-installed",
        cause="torch-not-installed",
        literals=(
            "installed",
            "libraries but they were not fo",
            "please install torch",
            "please install pytorch",
        ),
        pattern=(
            r"(?<![\w-])(?<!when )(?<!if )(?<!where )(?<!case )(?:py)?torch (?:(?:was"
            r"|is) )?not installed\b(?! (?:with|correctly|properly|for))"
            r"|(?<![\w-])(?:py)?torch (?:is )?(?:required|needed) but (?:is "
            r"|it is )?not installed\b|(?<![\w-])(?:py)?torch (?:was |is "
            r"|could )?not (?:be )?found\b[^\n]{0,24}\bplease install (?:py)?torch\b(?! (?:nightly"
            r"|version|[<>=\d]))|at least one of tensorflow 2\.0 or pytorch should be installed"
            r"|requires the pytorch and torchaudio libraries but they were not found"
        ),
        meaning="The Python that runs the program has no torch.",
        fix="Install torch with that Python: `python -m pip install torch`.",
        source="https://pytorch.org/get-started/locally/",
        examples=(
            "RuntimeError: PyTorch is not installed",
            "ImportError: PyTorch is required but not installed.",
            "PyTorch not found. Please install PyTorch",
            (
                "Made up requires the PyTorch and Torchaudio libraries but they were not found in "
                "your environment."
            ),
        ),
        near_misses=("PyTorch is installed", "vmaf-torch is not installed."),
    ),
    ErrorText(
        id="torch-library-not-found",
        cause="torch-not-installed",
        literals=("requires the pytorch library",),
        pattern=r"requires the pytorch library but it was not found",
        meaning=(
            "The Python that runs the program has no torch, or one that is too old for the library."
        ),
        fix="Install torch with that Python: `python -m pip install torch`.",
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/utils/import_ut"
            "ils.py"
        ),
        unless=("pip-build-failed-cuda-package", "torch-missing-in-isolated-build"),
        rule="torch-missing",
        examples=(
            (
                "ImportError: AutoModel requires the PyTorch library but it was not found in your "
                "environment."
            ),
        ),
        near_misses=("PyTorch library loaded",),
    ),
    ErrorText(
        id="pip-show-torch-missing",
        cause="torch-not-installed",
        kind="installer",
        literals=("not found: torch", "packagenotfounderror: "),
        pattern=(
            r"package\(s\) not found: torch(?:\s|$|,)"
            r"|packagenotfounderror: (?:no package metadata was found for )?torch(?:\s|$)"
        ),
        meaning="This Python has no torch.",
        fix="Install torch with that Python: `python -m pip install torch`.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        examples=(
            "WARNING: Package(s) not found: torch",
            "importlib.metadata.PackageNotFoundError: No package metadata was found for torch",
        ),
        near_misses=("WARNING: Package(s) not found: torchtext",),
    ),
    ErrorText(
        id="pip-names-its-python",
        cause="pip-of-another-python",
        kind="warning",
        literals=("site-packages/pip (python",),
        pattern=r"\bpip \d[\d.]{1,10} from \S{1,200}site-packages/pip \(python (\d\.\d{1,2})\)",
        meaning=(
            "pip tells which Python it installs into; the one that runs the program is another."
        ),
        fix="Install with the Python that runs the program: `python -m pip install torch`.",
        source="https://pip.pypa.io/en/stable/cli/pip/",
        rule="pip-of-another",
        examples=("pip 24.0 from /opt/anaconda3/lib/python3.11/site-packages/pip (python 3.11)",),
        near_misses=("pip 24.0 from here (python 3.11)",),
    ),
)
