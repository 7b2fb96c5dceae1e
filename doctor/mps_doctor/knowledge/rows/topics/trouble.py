"""Programs that hang, crash, are killed, or don't install."""

from mps_doctor.knowledge.rows.topics.topic import Topic, python, torch_file, torch_issue

FAULTHANDLER = "https://docs.python.org/3/library/faulthandler.html"

ROWS = (
    Topic(
        id="hangs",
        question="Why does it hang?",
        words=(
            *("hang", "hanging", "stuck", "freeze", "frozen", "never end", "not finish"),
            *("not exit", "never exit", "no progress"),
        ),
        answer=(
            "If `mps-doctor` passes, most often the first step compiles, a DataLoader's workers "
            "start, or memory swaps. To see where it waits, begin the program with `import "
            "faulthandler; faulthandler.dump_traceback_later(60, repeat=True)`: each minute it "
            "prints the lines that run. If `mps-doctor` finds a hang itself, it names the step."
        ),
        show=("mps-doctor", "check"),
        see=("first-steps-slow", "num-workers", "torch-import-hangs"),
        sources=(FAULTHANDLER,),
    ),
    Topic(
        id="crashes",
        question="Why does Python crash?",
        words=(
            *("crash", "crashes", "quit unexpectedly", "segmentation fault", "segfault"),
            *("bus error", "sigsegv", "sigabrt", "abort trap", "kernel dies", "kernel died"),
            *("kernel appears to have died", "failed assertion"),
        ),
        answer=(
            "Native code ended the process, so Python shows no traceback. "
            "`mps-doctor run -- python train.py` runs the program and diagnoses its end; with "
            "`python -X faulthandler` you see the line of Python that was running. "
            "A line with `failed assertion` comes from Metal and names the operation. "
            "macOS keeps a report in ~/Library/Logs/DiagnosticReports."
        ),
        show=("mps-doctor", "run", "--", "python", "-X", "faulthandler", "train.py"),
        see=("mps-op-crash", "torch-import-crashed", "openmp"),
        sources=(FAULTHANDLER, "man page ReportCrash(8) of macOS"),
    ),
    Topic(
        id="killed",
        question="Why is my program killed?",
        words=("killed", "exit code 137", "sigkill", "status 137", "zsh killed"),
        answer=(
            "137 is 128 + 9: something sent SIGKILL, on a Mac nearly always the system, for want "
            "of memory. Weights, activations and the CPU's copies share the Mac's memory: use a "
            "smaller batch or float16, fewer DataLoader workers, and close what else is large. "
            "Watch Memory Pressure in Activity Monitor."
        ),
        show=("vm_stat",),
        see=("out-of-memory", "how-much-memory", "num-workers"),
        sources=("https://developer.apple.com/documentation/xcode/reducing-your-app-s-memory-use",),
    ),
    Topic(
        id="swapping",
        question="Why does the Mac swap or freeze while training?",
        words=(
            "swap memory",
            "swap used",
            "swapping",
            "memory pressure",
            "mac freeze",
            "whole mac slow",
            "beachball",
        ),
        answer=(
            "The GPU shares the Mac's memory, and PyTorch may take 1.7 times what Metal "
            "recommends: then macOS swaps, and everything waits. Use a smaller batch or float16, "
            "and set PYTORCH_MPS_HIGH_WATERMARK_RATIO=1.0 with "
            "PYTORCH_MPS_LOW_WATERMARK_RATIO=0.8: the program gets an error instead."
        ),
        show=("sysctl", "vm.swapusage"),
        see=("watermark", "how-much-memory", "out-of-memory"),
        sources=(torch_file("aten/src/ATen/mps/MPSAllocator.h"),),
    ),
    Topic(
        id="pip-finds-no-torch",
        question="Why does pip find no torch?",
        words=(
            *("no matching distribution", "could not find a version", "pip find torch"),
            *("no wheel", "wheel not found", "pip install fails", "cannot install torch"),
        ),
        answer=(
            "No wheel fits: this Python is too new, too old or an Intel build, macOS is too old "
            "for the version, or pip asks an index that has no wheels for Macs (such as one for "
            "CUDA). `mps-doctor` says which, and prints the command that works. "
            "The last lines of the output here are the tags that pip accepts."
        ),
        show=("python", "-m", "pip", "debug", "--verbose"),
        see=("which-python", "pip-target", "python-version-no-wheel"),
        sources=("https://pip.pypa.io/en/stable/cli/pip_debug/",),
    ),
    Topic(
        id="externally-managed",
        question="What does externally-managed-environment mean?",
        words=(
            *("externally managed", "externally-managed-environment", "break-system-packages"),
            *("homebrew python", "brew python", "pip homebrew"),
        ),
        answer=(
            "Homebrew (or the system) looks after this Python, and pip may not install into it. "
            "Make an environment: `python3 -m venv mps-env`, then "
            "`mps-env/bin/python -m pip install torch`. Homebrew's Python in /opt/homebrew is "
            "arm64, so it serves as a base. Don't use `--break-system-packages`."
        ),
        show=("mps-doctor", "fix"),
        see=("pip-externally-managed", "install-pytorch"),
        sources=("https://peps.python.org/pep-0668/",),
    ),
    Topic(
        id="numpy-2",
        question="Does PyTorch work with NumPy 2?",
        words=("numpy 2", "numpy 1", "numpy", "numpy incompatible", "numpy version"),
        answer=(
            "From PyTorch 2.3 on. Older ones were built for NumPy 1: they warn at import, and "
            "`.numpy()` fails. Upgrade PyTorch, or install `'numpy<2'`."
        ),
        show=python("import numpy, torch; print(numpy.__version__, torch.ones(1).numpy())"),
        see=("numpy-compatibility", "numpy2-abi-mismatch"),
        sources=(torch_issue(122056),),
    ),
    Topic(
        id="openmp",
        question="What does OMP: Error #15 mean?",
        words=(
            *("omp error", "libomp", "openmp", "omp_num_threads", "kmp_duplicate_lib_ok"),
            *("libomp already initialized", "libiomp5"),
        ),
        answer=(
            "Two copies of the OpenMP runtime (libomp) were loaded into one process, often one of "
            "conda's and one of a pip wheel. Install torch and numpy from one source only. "
            "KMP_DUPLICATE_LIB_OK=TRUE hides the error, and may crash or give wrong results. "
            "It concerns the CPU, not the GPU."
        ),
        show=("mps-doctor", "check"),
        see=("openmp-runtimes", "openmp-duplicate-runtime", "KMP_DUPLICATE_LIB_OK"),
        sources=(torch_issue(132372), torch_issue(149201)),
    ),
    Topic(
        id="xcode",
        question="Do I need Xcode?",
        words=("need xcode", "xcode", "command line tools", "xcode-select", "need a compiler"),
        answer=(
            "Not to run PyTorch on the GPU. The command-line tools (`xcode-select --install`) are "
            "for what compiles: torch.compile on the CPU, C++ extensions, packages without a "
            "wheel. The whole of Xcode is for building PyTorch and for opening Metal captures."
        ),
        show=("xcode-select", "-p"),
        see=("xcode-command-line-tools", "build-from-source", "metal-capture"),
        sources=(torch_issue(77867), "https://github.com/pytorch/pytorch#from-source"),
    ),
    Topic(
        id="supported-operators",
        question="Does MPS have this operator or layer?",
        words=(
            *("lstm", "gru", "conv3d", "transformer layer", "layer supported", "list operators"),
            *("which operators", "operators supported", "supported layers"),
        ),
        answer=(
            "Most are there, and each release adds some. Ask your PyTorch: run the layer once on a "
            "small input; an operator that is missing is named in the error. "
            "`mps-doctor --level deep` tries more than 300 and compares them with the CPU. "
            "The issue below collects what is missing."
        ),
        show=python(
            "import torch; m = torch.nn.LSTM(4, 4).to('mps'); "
            "print(m(torch.rand(2, 1, 4, device='mps'))[0].device)"
        ),
        see=("fallback-variable", "op-not-implemented", "deep-probes"),
        sources=(torch_issue(141287),),
    ),
    Topic(
        id="over-ssh",
        question="Does it work over ssh, in launchd or in cron?",
        words=(
            *("ssh", "launchd", "cron", "headless", "without a display", "no monitor", "daemon"),
            *("not logged in", "remote mac"),
        ),
        answer=(
            "Often, but Apple doesn't promise it: outside the session of a logged-in user Metal "
            "may list no GPU, or its compiler service can't be reached. Run `mps-doctor` exactly "
            "where the program runs: it tests the GPU there. If it fails, log in on the Mac's "
            "desktop, Screen Sharing will do, and start the program there."
        ),
        show=("launchctl", "managername"),
        see=("metal-device", "metal-compiler-service-unreachable", "sandbox"),
        sources=(
            "https://developer.apple.com/documentation/metal/mtlcopyalldevices()",
            "man page launchctl(1) of macOS",
        ),
    ),
    Topic(
        id="in-pytest",
        question="How do I skip tests where there is no GPU?",
        words=("pytest", "unit test", "skip test", "requires_mps", "test suite"),
        answer=(
            "mps-doctor brings a marker and a fixture for pytest: `@pytest.mark.requires_mps` "
            "skips a test, with the cause as its reason, where real work on the GPU fails; "
            "`mps_device` is the device. With `--require-mps` such tests fail instead."
        ),
        show=("python", "-m", "pytest", "--markers"),
        see=("smoke-test", "virtual-machine-gpu"),
        sources=("https://docs.pytest.org/en/stable/how-to/skipping.html",),
    ),
)
