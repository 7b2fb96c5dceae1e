"""Which Mac, which Python, which build of PyTorch."""

from mps_doctor.knowledge.rows.topics.topic import APPLE, Topic, python, torch_file, torch_issue

ROWS = (
    Topic(
        id="install-pytorch",
        question="How do I install PyTorch on a Mac?",
        words=(
            *("install pytorch", "install torch", "torch not found", "pytorch not found"),
            *("no module named torch", "uv torch", "poetry torch", "pdm torch", "pipenv torch"),
            *(
                "pyenv",
                "uv",
                "poetry",
            ),
        ),
        answer=(
            "On an M chip, with an arm64 Python: `python -m pip install torch torchvision` in the "
            "environment that runs your program. The wheels for macOS include MPS; there is no "
            "separate build for it. If Python still doesn't find torch, pip installed it for "
            "another Python: `mps-doctor` says which, and prints the command for this one, in "
            "your own tool (pip, uv, conda, poetry, ...)."
        ),
        show=("python", "-c", "import torch; print(torch.__version__, torch.__file__)"),
        see=("torch-installed", "pip-target", "nightly", "conda"),
        sources=(APPLE, "https://pytorch.org/get-started/locally/"),
    ),
    Topic(
        id="is-available-false",
        question="Why is torch.backends.mps.is_available() False?",
        words=(
            "is_available",
            "is_built",
            "torch.backends.mps",
            "check mps",
            "mps available",
            "mps not available",
            "has_mps",
            "gpu available",
            "check gpu available",
            "metal not found",
            "mps not found",
        ),
        answer=(
            "If `is_built()` is False too, this build has no MPS; every arm64 wheel for Macs since "
            "1.12 has it. Otherwise Python is an Intel build under Rosetta, macOS is too old for "
            "this PyTorch, or this process sees no GPU (a virtual machine, a sandbox). "
            "`mps-doctor` names the cause and prints the fix. True is no proof: a computation is."
        ),
        show=("mps-doctor", "check"),
        see=("mps-available", "smoke-test", "torch-built-with-mps"),
        sources=(torch_file("torch/backends/mps/__init__.py"), torch_issue(177819)),
    ),
    Topic(
        id="which-macos",
        question="Which macOS does MPS need?",
        words=(
            *("which macos", "macos version", "minimum macos", "ventura", "sonoma", "monterey"),
            *("mac too old", "old mac", "update macos", "upgrade macos", "sequoia", "tahoe"),
            *("golden gate", "macos 12", "macos 13", "macos 14", "macos 15", "macos 26"),
            *("macos 27", "macos supported", "macos works", "big sur", "catalina", "mojave"),
        ),
        answer=(
            "PyTorch 1.12 to 2.4 need macOS 12.3, 2.5 to 2.8 macOS 13, 2.9 to 2.15 macOS 14. "
            "Every Mac with an M chip can be updated to macOS 14 or newer: System Settings > "
            "General > Software Update. "
            "The plan says what your macOS allows, and which PyTorch fits it."
        ),
        show=("mps-doctor", "plan", "--macos", "15"),
        see=("macos-version",),
        sources=("versions that libtorch_cpu.dylib of each macOS wheel requires",),
    ),
    Topic(
        id="rosetta",
        question="Is my Python running under Rosetta?",
        words=(
            "rosetta",
            "x86_64 python",
            "intel python",
            "arm64 python",
            "arch -arm64",
            *(
                "x86",
                "x86 wheel",
            ),
        ),
        answer=(
            "If the command prints x86_64 on a Mac with an M chip, this Python is an Intel build "
            "and Rosetta translates it: PyTorch can't use the GPU there, and gets no release after "
            "2.2.2. It prints arm64 for a native one. Make a new environment with an arm64 Python; "
            "an Intel one can't be converted. Apple keeps Rosetta for such programs up to "
            "macOS 27."
        ),
        show=python("import platform; print(platform.machine())"),
        see=("python-x86_64-on-apple-silicon", "conda", "intel-mac"),
        sources=(
            "https://developer.apple.com/documentation/apple-silicon/"
            "about-the-rosetta-translation-environment",
            torch_issue(114602),
        ),
    ),
    Topic(
        id="intel-mac",
        question="Can an Intel Mac use MPS?",
        words=("intel mac", "amd gpu", "radeon", "intel macbook"),
        answer=(
            "Some can: MPS runs on AMD GPUs, and wheels for Intel Macs end with torch 2.2.2 "
            "(conda-forge and Homebrew built later ones; from 2.13 on MPS refuses AMD). "
            "Intel's own graphics don't serve. "
            "2.2.2 needs NumPy 1, Python 3.8 to 3.12 and macOS 12.3 or newer."
        ),
        show=("system_profiler", "SPDisplaysDataType"),
        see=("apple-gpu", "external-gpu"),
        sources=(torch_issue(114602), APPLE),
    ),
    Topic(
        id="external-gpu",
        question="Can PyTorch use an external or an NVIDIA GPU on a Mac?",
        words=(
            "external gpu",
            "egpu",
            "nvidia",
            "two gpus",
            "multiple gpus",
            "2 gpus",
            "several gpus",
            *("multi gpu",),
        ),
        answer=(
            "Not on Apple silicon: a Mac has one GPU that Metal lists, its own, and that is what "
            "`mps` means. There is no CUDA for macOS. On an Intel Mac Metal may list several GPUs; "
            "PyTorch still uses one of them."
        ),
        show=python("import torch; print(torch.mps.device_count())"),
        see=("intel-mac", "cuda-code"),
        sources=(
            "https://developer.apple.com/documentation/metal/"
            "finding-multiple-gpus-on-an-intel-based-mac",
            torch_issue(102436),
        ),
    ),
    Topic(
        id="conda",
        question="How do I get an arm64 conda environment?",
        words=("conda", "anaconda", "miniconda", "mamba", "osx-arm64", "osx-64", "conda_subdir"),
        answer=(
            "conda installs packages for its own platform. "
            "If `conda info` says osx-64 on an M chip, add `--platform osx-arm64` to "
            "`conda create`, or install Miniforge for arm64. "
            "PyTorch's own conda channel ended with 2.5; conda-forge has the newer ones, under "
            "the name pytorch."
        ),
        show=("conda", "info"),
        see=("conda-architecture", "miniforge", "rosetta"),
        sources=(
            torch_issue(138506),
            "https://github.com/conda/conda/blob/main/docs/source/user-guide/tasks/"
            "manage-environments.rst",
        ),
    ),
    Topic(
        id="miniforge",
        question="I have no conda. Which one should I install?",
        words=("miniforge", "mambaforge", "install conda", "no conda", "which conda"),
        answer=(
            "Miniforge: it takes packages from conda-forge and comes in a build for arm64. "
            "Its page has the installer, `Miniforge3-MacOSX-arm64` as .pkg or .sh; it advises "
            "against Homebrew's copy. "
            "The command has to print arm64 in the terminal that you install from. "
            "You don't need conda for PyTorch: a virtual environment with pip or uv is enough."
        ),
        show=("uname", "-m"),
        see=("conda", "rosetta"),
        sources=("https://github.com/conda-forge/miniforge/blob/main/README.md",),
    ),
    Topic(
        id="nightly",
        question="How do I install a nightly PyTorch?",
        words=("nightly", "preview", "pre-release", "dev build", "newest build"),
        answer=(
            "The plan prints the exact command for this environment. "
            "A nightly has the newest operators and fixes of MPS, and its own bugs: install it "
            "into a new environment, and note the date in its version when you report "
            "something."
        ),
        show=("mps-doctor", "plan", "--torch", "nightly"),
        see=("report-a-bug", "build-from-source"),
        sources=(
            APPLE,
            "published_versions.json of https://github.com/pytorch/pytorch.github.io",
        ),
    ),
    Topic(
        id="build-from-source",
        question="How do I build PyTorch with MPS from source?",
        words=("from source", "build pytorch", "compile pytorch", "use_mps", "building"),
        answer=(
            "Clone pytorch with its submodules and follow its README, with an arm64 Python. "
            "`USE_MPS=1` (the default on a Mac) builds the backend; Apple asks for the whole of "
            "Xcode, 13.3.1 or newer. If `is_built()` is False afterwards, the log of cmake "
            "says why: look there for MPS."
        ),
        show=("xcodebuild", "-version"),
        see=("USE_MPS", "nightly", "xcode-command-line-tools"),
        sources=(APPLE, "https://github.com/pytorch/pytorch/blob/main/README.md"),
    ),
    Topic(
        id="docker",
        question="Can a Docker container use the Mac's GPU?",
        words=("docker", "container", "podman", "devcontainer", "colima", "linux vm"),
        answer=(
            "No. A container on a Mac runs in a virtual machine with Linux, and Metal exists on "
            "macOS only, so `mps` is never available there. Run the part that needs the GPU on "
            "macOS itself, in a virtual environment, and keep the rest in containers."
        ),
        show=("uname", "-s"),
        see=("linux-guest-on-mac", "virtual-machine-gpu"),
        sources=(torch_issue(81224), torch_issue(96066)),
    ),
    Topic(
        id="virtual-machine-gpu",
        question="Does MPS work in a virtual machine or on GitHub's runners?",
        words=(
            *("virtual machine", "vm", "utm", "parallels", "github runner", "tart", "runner"),
            *("github actions", "ci", "hosted runner"),
        ),
        answer=(
            "Sometimes: macOS in a virtual machine has a paravirtual GPU. "
            "PyTorch up to 2.14 may use it, with wrong numbers on some images; 2.15 refuses it. "
            "Test what you need before you rely on it, and use a real Mac for numbers that matter."
        ),
        show=("sysctl", "kern.hv_vmm_present"),
        see=("virtual-machine", "docker"),
        sources=("https://github.com/actions/runner-images/issues/14380",),
    ),
    Topic(
        id="jupyter",
        question="Why doesn't my notebook see the GPU?",
        words=("jupyter", "notebook", "kernel", "vs code notebook", "ipykernel"),
        answer=(
            "A notebook runs in its kernel's Python, which may be another one than your "
            "terminal's. `import sys; sys.executable` in a cell names it. "
            "Examine that one with `mps-doctor --python PATH`, or register your environment: "
            "`python -m ipykernel install --user --name mps`."
        ),
        show=("jupyter", "kernelspec", "list"),
        see=("where-to-set-variables", "pip-target"),
        sources=("https://github.com/jupyter/jupyter_client/blob/main/docs/kernels.rst",),
    ),
    Topic(
        id="report-a-bug",
        question="How do I report a bug of MPS to PyTorch?",
        words=("report a bug", "bug report", "report upstream", "module: mps", "open an issue"),
        answer=(
            "Try the newest release or a nightly, and search the open issues. "
            "PyTorch's form has two fields. Describe the bug: a script that runs without your "
            "files, and the whole error. Versions: the output of collect_env; paste "
            "`mps-doctor --format markdown` below it, which adds chip, macOS and evidence, folded. "
            "Maintainers add the label `module: mps`."
        ),
        show=("python", "-m", "torch.utils.collect_env"),
        see=("nightly", "wrong-results"),
        sources=(
            "https://github.com/pytorch/pytorch/blob/main/.github/ISSUE_TEMPLATE/bug-report.yml",
            APPLE,
        ),
    ),
)
