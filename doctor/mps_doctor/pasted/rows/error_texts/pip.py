"""pip finds no torch for this Python."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="pip-no-version-torch",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("could not find a version that satisfies the requirement",),
        pattern=(
            r"could not find a version that satisfies the requirement (torch(?:vision"
            r"|audio)?)(?![\w-])\s{0,80}([^()]{0,60})(?:\(from (?!versions)[^()]{1,200}\) ?)*"
            r"(?:\(?from versions: ([^()]{0,3000})\)?)?"
        ),
        reach=4000,
        meaning="pip finds no build of the wanted torch for this Python, processor and macOS.",
        fix="Use an arm64 Python of a version that torch has builds for, and the default index.",
        source="https://github.com/pytorch/pytorch/issues/127870",
        unless=("pip-index-unreachable",),
        rule="pip-refusal",
        examples=(
            (
                "ERROR: Could not find a version that satisfies the requirement torch==2.3.0 (from "
                "versions: 1.11.0, 2.2.1, 2.2.2)"
            ),
        ),
        near_misses=(
            (
                "ERROR: Could not find a version that satisfies the requirement triton (from "
                "versions: none)"
            ),
        ),
    ),
    ErrorText(
        id="pip-no-distribution-torch",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("no matching distribution found for", "no matching distribution for"),
        pattern=(
            r"no matching distribution (?:found for|for(?= torch\S{0,10}=)) (torch(?:vision"
            r"|audio)?)(?![\w-])\s{0,80}((?:[=<>~!]=?[^\s]{1,40})?)"
        ),
        meaning="pip sees no build of torch for this Python, processor and macOS.",
        fix="Use an arm64 Python of a version that torch has builds for, and the default index.",
        source="https://github.com/pytorch/pytorch/issues/127870",
        unless=("pip-from-versions-cap", "pip-no-version-torch", "pip-index-unreachable"),
        rule="pip-refusal",
        examples=("ERROR: No matching distribution found for torch==2.3.0",),
        near_misses=("ERROR: No matching distribution found for triton",),
    ),
    ErrorText(
        id="pip-index-unreachable",
        cause="wrong-wheel-index",
        kind="installer",
        literals=("retrying (retry(", "could not fetch url", "confirming the ssl certificate"),
        meaning="pip did not reach the index: that it found no version says nothing of torch.",
        fix="Repair the network, the proxy or the certificates that the first lines name.",
        source="https://github.com/pypa/pip/blob/26.0/src/pip/_internal/index/collector.py",
        rule="silent",
        examples=(
            "WARNING: Retrying (Retry(total=4, connect=None)) after connection broken by 'x'",
            "Could not fetch URL https://index.example/simple/torch/: connection error",
        ),
        near_misses=("We retry to fetch the URL",),
    ),
    ErrorText(
        id="pip-requires-python",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("require a different python version",),
        # It lists what it passed over of all packages, not of the one that it did not find.
        pattern=(
            r"ignored the following (?:yanked )?versions that require a different python version"
            r"(?![^\n]{0,1800}(?:satisfies the requirement|distribution found for) (?:nvidia-\w"
            r"|triton|onnxruntime[-_]gpu|flash[-_]attn|tensorrt|pycuda|cupy-cuda))"
        ),
        reach=2000,
        meaning="Versions were passed over because of this Python.",
        fix="Use a Python that the wanted version supports.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        unless=("pip-from-versions-cap", "pip-no-version-torch"),
        examples=(
            (
                "ERROR: Ignored the following versions that require a different python version: "
                "2.9.0 Requires-Python >=3.10"
            ),
        ),
        near_misses=(
            "This package requires Python",
            (
                "ERROR: Ignored the following versions that require a different python version: "
                "0.55.2 Requires-Python <3.5 ERROR: No matching distribution found for triton==2"
            ),
        ),
    ),
    ErrorText(
        id="pip-ancient-torch-sdist",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("torch-0.1.2", 'version="0.1.2'),
        pattern=r"torch-0\.1\.2(?:\.post\d|\b(?!\.\w))|name=\"torch\", version=\"0\.1\.2\.post",
        meaning=(
            "pip found no build of torch for this Python and took the placeholder of 2017, which "
            "cannot be built."
        ),
        fix="Make an environment with a Python that torch has builds for, and install there.",
        source="https://github.com/pytorch/pytorch/issues/51854",
        examples=(
            "Using cached torch-0.1.2.post1.tar.gz (128 kB)",
            "pip then tries to build torch-0.1.2",
            'setup(name="torch", version="0.1.2.post2",',
        ),
        near_misses=(
            "Using cached torch-0.1.12.post2-cp36-cp36m-macosx_10_7_x86_64.whl",
            "torch-0.1.22 was installed",
        ),
    ),
    ErrorText(
        id="pip-package-requires-python",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("requires a different python",),
        meaning="The package does not support this Python.",
        fix="Use a Python that it supports.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        examples=("ERROR: Package 'torchtune' requires a different Python: 3.8.10 not in '>=3.9'",),
        near_misses=("the package requires a different approach",),
    ),
    ErrorText(
        id="python-requires-newer",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("but the running python is",),
        meaning="The package does not support this Python.",
        fix="Make an environment with a newer Python.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        examples=("ERROR: This package requires Python '>=3.9' but the running Python is 3.7.16",),
        near_misses=("the running Python is 3.12",),
    ),
    ErrorText(
        id="pip-from-versions-cap",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("from versions:",),
        pattern=r"from versions:[^()\n]{0,300}?\b2\.2\.2\b(?! ?,)(?:\)|\s|$)",
        meaning=(
            "The list of builds that pip was offered ends with 2.2.2: an Intel Mac, or an Intel "
            "Python on an M-chip."
        ),
        fix="On an M-chip make an arm64 environment; on an Intel Mac stay with torch 2.2.2.",
        source="https://github.com/pytorch/pytorch/issues/127870",
        unless=("pip-no-version-torch",),
        rule="on-intel",
        examples=("No matching distribution found for torch>=2.3 from versions: 1.11.0, 2.2.2",),
        near_misses=("from versions: 0.9, 1.0",),
    ),
    ErrorText(
        id="pip-conflict-torch-absent",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("the conflict is caused by:",),
        pattern=(
            r"the conflict is caused by:(?: [\w.-]{1,60} [\w.+!-]{1,30} depends on torch"
            r"(?![\w.=<>~!\[;@-])){2,40}(?! [\w.-]{1,60} [\w.+!-]{1,30} depends on)(?! the user req"
            r"uested)"
        ),
        reach=900,
        meaning=(
            "Every version of a package wants torch, whichever, and pip finds none for this Python."
        ),
        fix="Take a Python that torch has wheels for.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        rule="pip-refusal",
        examples=(
            (
                "ERROR: Cannot install made-up==0.3 and made-up==0.4 because these package "
                "versions have conflicting dependencies.\n"
                "\n"
                "The conflict is caused by:\n"
                "    made-up 0.4 depends on torch\n    made-up 0.3 depends on torch\n"
            ),
        ),
        near_misses=(
            (
                "because these package versions have conflicting dependencies.\n"
                "\n"
                "The conflict is caused by:\n"
                "    made-up 0.4 depends on torch\n    other 0.3 depends on torch<2.0\n"
            ),
        ),
    ),
    ErrorText(
        id="pipenv-no-version",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("could not find a version that matches",),
        pattern=r"could not find a version that matches (torch(?:vision|audio)?)(?![\w-])",
        meaning="Pipenv finds no build of torch for this Python on this Mac.",
        fix=(
            "Compare the Python, the processor and the index with the builds that exist: "
            "`mps-doctor plan`."
        ),
        source="https://pipenv.pypa.io/en/latest/troubleshooting.html",
        rule="no-candidate",
        examples=(
            "Could not find a version that matches torch==2.5.1 (from -r /tmp/req.txt (line 3))",
        ),
        near_misses=("Could not find a version that matches foo==2",),
    ),
    ErrorText(
        id="source-requires-newer-python",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("the source distribution requires python", "packages require a different python"),
        pattern=(
            r"\bthe source distribution requires python [^,]{1,30}, but [\d.]{1,10} is installed"
            r"|\bpackages require a different python\. [\d.]{1,10} not in"
        ),
        meaning="The package is for another Python than the one that runs.",
        fix="Make the environment with a Python that the package supports.",
        source=(
            "https://github.com/pypa/pip/blob/main/src/pip/_internal/resolution/resolvelib/factory."
            "py"
        ),
        examples=(
            "error: The source distribution requires Python >=3.10, but 3.9.6 is installed",
            "ERROR: Packages require a different Python. 3.9.6 not in:",
        ),
        near_misses=("The source distribution requires Python and a compiler",),
    ),
    ErrorText(
        id="incompatible-python-told",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("incompatible python version",),
        pattern=r"\bincompatible python version\b.{0,40}\bthis program is tested with \d",
        meaning="The program is made for another Python, for which torch had files then.",
        fix="Make its environment with the Python that the text names.",
        source=(
            "https://github.com/AUTOMATIC1111/stable-diffusion-webui/blob/master/modules/launch_uti"
            "ls.py"
        ),
        examples=(
            (
                "INCOMPATIBLE PYTHON VERSION\n"
                "\nThis program is tested with 3.10.6 Python, but you have 3.12.4."
            ),
        ),
        near_misses=("An incompatible Python version is told",),
    ),
)
