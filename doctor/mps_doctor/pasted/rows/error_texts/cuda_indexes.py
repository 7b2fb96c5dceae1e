"""CUDA builds and indexes that are asked for on a Mac."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="cuda-local-version",
        cause="cuda-wheel-index-on-mac",
        kind="installer",
        literals=("+cu",),
        pattern=(
            r"(?:no matching distribution found for|satisfies the requirement|no wheels"
            r"|only has wheels|can't be installed|not found|requested|unsatisfiable|could not find"
            r"|no solution found)[^\n]{0,120}torch(?:vision|audio)?[^\n]{0,16}\+cu\d{1,80}"
            r"|torch(?:vision|audio)?(?:` \(v|\W{1,3}"
            r"| \(v?)[\d.]{1,80}\+cu\d{1,80}[^\n]{0,80}(?:only has wheels|has no wheels|no wheel"
            r"|can't be installed|is not available|not found)|(?:requested|wanted|requirement|needs"
            r"|requires)\W{1,3}torch(?:vision|audio)?==[\d.]{1,80}\+cu\d{1,80}|(?:installing"
            r"|downloading|collecting) torch(?:vision"
            r"|audio)?[ (=]{1,3}[\d.]{1,20}\+cu\d{1,80}[^\n]{0,200}failed"
            r"|couldn't install torch[^\n]{0,200}torch==[\d.]{1,20}\+cu\d{1,80}"
        ),
        meaning="A CUDA build of torch is asked for; none exists for macOS.",
        fix="Remove the +cu suffix and the cu index: the ordinary macOS build has MPS.",
        source="https://github.com/PrimeIntellect-ai/verifiers/issues/553",
        on="mac",
        examples=(
            "error: torch==2.8.0+cu128 has no wheels with a matching platform tag",
            "Couldn't install torch. Command: python -m pip install torch==1.12.1+cu113",
            (
                "• Installing torch (2.0.0+cu118 "
                "https://index.example/torch-2.0.0+cu118-linux_x86_64.whl): Failed"
            ),
        ),
        near_misses=("installed torch 2.8.0+cu128 on Linux", "• Installing torch (2.0.0): Failed"),
    ),
    ErrorText(
        id="cuda-index-url",
        cause="cuda-wheel-index-on-mac",
        kind="installer",
        literals=("/whl/",),
        pattern=(
            r"(?:^|[^#\w-])(?<!# )[\w-]{0,20}?(?:looking in (?:indexes|links)|index-url|index"
            r"|find-links|-f|-i)\W{0,6}\S{0,200}/whl/(?:nightly/)?cu\d{1,80}"
        ),
        meaning="The index holds CUDA builds, which do not exist for macOS.",
        fix="Install without --index-url: the ordinary macOS build has MPS.",
        source="https://github.com/rohitg00/ai-engineering-from-scratch/issues/316",
        on="mac",
        rule="index-option",
        examples=("Looking in indexes: https://download.example/whl/cu121",),
        near_misses=(
            "Looking in indexes: https://download.example/whl/cpu",
            "#--extra-index-url https://download.example/whl/cu124",
            "# --index-url https://download.example/whl/cu124",
        ),
    ),
    ErrorText(
        id="conda-cuda-not-found",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("cudatoolkit",),
        pattern=(
            r"(?:packagenotfound|packagesnotfounderror|nothing provides|no candidates were found"
            r"|does not exist|unsatisfiableerror)[^\n]{0,200}cudatoolkit"
            r"|cudatoolkit[^\n]{0,40}does not exist"
            r"|cudatoolkit\b[^\n]{0,160}\b(?:libmamba)?(?:packagesnotfounderror"
            r"|packagenotfounderror|resolvepackagenotfound|unsatisfiableerror)"
        ),
        reach=400,
        meaning="A CUDA package is asked for; none exists for macOS.",
        headline="The environment asks for CUDA, which has no build for macOS",
        fix="Remove CUDA packages from the environment file.",
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        on="mac",
        also=("cuda-wheel-index-on-mac",),
        examples=(
            "ResolvePackageNotFound: - cudatoolkit=11.3",
            "└─ cudatoolkit 11.3** does not exist (perhaps a typo or a missing channel).",
        ),
        near_misses=("conda install cudatoolkit finished", "cudatoolkit 11.3 is installed"),
    ),
    ErrorText(
        id="nvidia-placeholder",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("the installation of ",),
        beside=("pypi.nvidia.com",),
        pattern=r"the installation of (?P<package>[\w.-]{2,60}) for version \S{1,30} failed",
        meaning="{package} stands for a file of NVIDIA's own index, which has none for macOS.",
        fix="Leave {package} out on a Mac: it needs a GPU of NVIDIA's.",
        source="https://github.com/wheelnext/wheel-stub",
        on="mac",
        examples=(
            "The installation of nvidia-made-up-cu12 for version 1.2.0 failed.\n"
            "  See https://pypi.nvidia.com/ for its files.",
        ),
        near_misses=("The installation of nvidia-made-up-cu12 for version 1.2.0 failed.",),
    ),
    ErrorText(
        id="package-nvidia-no-wheel",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("nvidia-", "pytorch-cuda", "cudatoolkit"),
        pattern=(
            r"(?:no matching distribution found for|satisfies the requirement"
            r"|unable to find installation candidates for|distribution `?)\s?(?:nvidia-(?!tensorrt"
            r"|dali"
            r"|modelopt|pyindex)[a-z]{1,80}"
            r"|pytorch-cuda|cudatoolkit)"
        ),
        meaning=(
            "A list of requirements was frozen on Linux with CUDA; NVIDIA's packages do not exist "
            "for macOS."
        ),
        fix="Remove the nvidia-* packages and triton; pip takes what the Mac needs.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        on="mac",
        rule="nvidia-package",
        examples=("ERROR: No matching distribution found for nvidia-cudnn-cu12==9.1.0.70",),
        near_misses=(
            "nvidia-smi has failed",
            "ERROR: No matching distribution found for nvidia-tensorrt==8.5.0",
        ),
    ),
    ErrorText(
        id="conda-pytorch-cuda",
        cause="cuda-wheel-index-on-mac",
        kind="installer",
        literals=("pytorch-cuda",),
        pattern=(
            r"(?:packagenotfound|packagesnotfound|nothing provides|no candidates were found"
            r"|unsatisfiableerror)[^\n]{0,200}pytorch-cuda|pytorch-cuda[^\n]{0,40}does not exist"
            r"|pytorch-cuda\b[^\n]{0,160}\b(?:libmamba)?(?:packagesnotfounderror"
            r"|packagenotfounderror|resolvepackagenotfound|unsatisfiableerror)"
        ),
        reach=400,
        meaning="The CUDA variant of PyTorch is asked for; none exists for macOS.",
        fix=(
            "Remove pytorch-cuda from the environment file: the ordinary pytorch of osx-arm64 is "
            "the MPS build."
        ),
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        on="mac",
        examples=(
            "ResolvePackageNotFound: - pytorch-cuda=12.1",
            "├─ pytorch-cuda =12.4 * does not exist (perhaps a typo or a missing channel);",
            (
                "Cannot solve the request because of: No candidates were found for pytorch-cuda "
                "12.1.*."
            ),
        ),
        near_misses=("pytorch-cuda 12.1 was installed",),
    ),
    ErrorText(
        id="pixi-cuda-package",
        cause="cuda-wheel-index-on-mac",
        kind="installer",
        literals=("candidates were found",),
        pattern=(
            r"no candidates were found for (?:pytorch-gpu|pytorch-cuda|cuda\b|cuda-\w{1,20}|cudnn"
            r"|nccl|__cuda)|\b(?:pytorch-gpu|pytorch-cuda|cuda|cuda-\w{1,20}|cudnn|nccl"
            r"|__cuda) [^\n]{0,40}, for which no candidates were found"
        ),
        meaning="A CUDA package is asked for; none exists for macOS.",
        fix=(
            "Ask for pytorch instead of pytorch-gpu on osx-arm64, and keep CUDA to "
            "[target.linux-64.dependencies]."
        ),
        source="https://github.com/rerun-io/prompt-da/issues/2",
        on="mac",
        examples=(
            (
                "Cannot solve the request because of: No candidates were found for pytorch-gpu "
                ">=2.4.0,<3."
            ),
            "         └─ cuda-version >=12.9, for which no candidates were found.",
        ),
        near_misses=(
            "Cannot solve the request because of: No candidates were found for xformers *.",
        ),
    ),
    ErrorText(
        id="conda-cuda-not-provided",
        cause="cuda-wheel-index-on-mac",
        kind="installer",
        literals=("nothing provides", "does not exist (perhaps"),
        pattern=(
            r"nothing provides (?:requested )?(?:pytorch-gpu|cuda|cuda-\w{1,20}|cudnn|nccl"
            r"|__cuda)\b|\b(?:cuda|cuda-\w{1,20}|cudnn|nccl)(?: [\w.*=<>,"
            r"|]{1,20})? does not exist \(perhaps|_cuda\d[\w.*$]{1,12} does not exist \(perhaps"
        ),
        meaning="A CUDA package is asked for; none exists for macOS.",
        fix=(
            "Remove CUDA packages and pytorch-gpu from the environment file: the ordinary pytorch "
            "of osx-arm64 is the MPS build."
        ),
        source=(
            "https://docs.conda.io/projects/conda/en/latest/user-guide/tasks/manage-virtual.html"
        ),
        on="mac",
        examples=(
            "  - nothing provides __cuda needed by pytorch-gpu-2.5.1-cuda126",
            "├─ cuda-toolkit does not exist (perhaps a typo or a missing channel)",
            "└─ pytorch =2.3.1 ^py3.10_cuda11.8*$ does not exist (perhaps a typo or a missing",
        ),
        near_misses=("  - nothing provides cudf needed by dask-cudf-23.2",),
    ),
    ErrorText(
        id="conda-cuda-missing",
        cause="cuda-wheel-index-on-mac",
        kind="installer",
        literals=("__cuda",),
        pattern=(
            r"__cuda\b[^\n]{0,40}, which (?:is missing on the system|does not exist)"
            r"|feature:/[^\n]{0,30}::__cuda[^\n]{0,80}"
        ),
        meaning="A package of conda asks for an NVIDIA driver, which no Mac has.",
        fix="Ask for the ordinary pytorch: on osx-arm64 it is the MPS build.",
        source=(
            "https://docs.conda.io/projects/conda/en/latest/user-guide/tasks/manage-virtual.html"
        ),
        on="mac",
        examples=("       └─ __cuda, which is missing on the system.",),
        near_misses=("virtual packages : __cuda=12.4=0",),
    ),
    ErrorText(
        id="conda-cuda-listed",
        cause="cuda-wheel-index-on-mac",
        kind="installer",
        literals=("are not available from current channels",),
        pattern=(
            r"are not available from current channels:?\s{1,4}(?:- [^\n]{1,60}\s{1,4}){0,6}?- "
            r"(?:pytorch-gpu|cuda|cuda-\w{1,20}|cudnn|nccl)\b"
        ),
        reach=600,
        meaning="A CUDA package is asked for; none exists for macOS.",
        fix=(
            "Remove CUDA packages and pytorch-gpu from the environment file: the ordinary pytorch "
            "of osx-arm64 is the MPS build."
        ),
        source="https://docs.conda.io/projects/conda/en/latest/user-guide/troubleshooting.html",
        on="mac",
        examples=(
            (
                "PackagesNotFoundError: The following packages are not available from current "
                "channels:\n\n  - pytorch-gpu\n  - cudnn\n"
            ),
        ),
        near_misses=(
            (
                "PackagesNotFoundError: The following packages are not available from current "
                "channels:\n\n  - xformers\n"
            ),
        ),
    ),
    ErrorText(
        id="pixi-virtual-cuda",
        cause="cuda-wheel-index-on-mac",
        kind="installer",
        literals=("virtual package '__cuda",),
        pattern=r"\bvirtual package '__cuda\b[^']{0,40}' does not match any",
        meaning="The environment asks for CUDA, which no Mac has.",
        fix="Use the project's environment without CUDA.",
        source="https://github.com/prefix-dev/pixi/tree/main/crates",
        on="mac",
        examples=(
            (
                "Virtual package '__cuda >=12' does not match any of the available virtual "
                "packages on your machine"
            ),
        ),
        near_misses=("Virtual package '__cuda >=12' matches",),
    ),
)
