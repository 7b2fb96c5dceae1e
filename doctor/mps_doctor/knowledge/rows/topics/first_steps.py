"""What newcomers ask: what MPS is, which Mac, how to use it."""

from mps_doctor.knowledge.rows.topics.topic import (
    APPLE,
    MPS_NOTES,
    Topic,
    python,
    torch_file,
    torch_issue,
)

ANNOUNCEMENT = "https://pytorch.org/blog/introducing-accelerated-pytorch-training-on-mac/"
WHEELS = "file lists of the macOS wheels of torch 1.13.1 to 2.15.0"

ROWS = (
    Topic(
        id="what-is-mps",
        question="What is MPS?",
        words=(
            *("mps mean", "mps stand for", "metal performance shaders", "mps vs metal"),
            "what is metal",
        ),
        answer=(
            "Metal Performance Shaders, Apple's library of GPU kernels, and the PyTorch backend "
            "that uses it: tensors and models on the device `mps` are computed by the Mac's GPU. "
            "It came with PyTorch 1.12 and is part of the ordinary wheels for macOS. `mps:0` is "
            "the same GPU."
        ),
        show=("mps-doctor", "check"),
        see=("supported-chips", "move-to-mps", "neural-engine"),
        sources=(MPS_NOTES, ANNOUNCEMENT),
    ),
    Topic(
        id="supported-chips",
        question="Is my chip supported?",
        words=(
            *("m1 supported", "m2 supported", "m3 supported", "m4 supported", "m5 supported"),
            *("m1 support", "m2 support", "m3 support", "m4 support", "m5 support"),
            *("work m1", "work m2", "work m3", "work m4", "work m5", "train macbook"),
            *("apple silicon", "apple silicon supported", "chip supported", "which chip"),
            *("macbook supported", "mini supported", "studio supported", "gpu supported"),
            *("available for arm64",),
        ),
        answer=(
            "Yes, if it's one of Apple's (M1 or newer, base, Pro, Max or Ultra): the same PyTorch "
            "wheels serve all of them. The Python must be an arm64 build, and macOS new enough "
            "for the PyTorch: 14 for the current ones. On Intel Macs only some AMD GPUs work, up "
            "to PyTorch 2.2.2. `mps-doctor` proves it on your Mac."
        ),
        show=("sysctl", "-n", "machdep.cpu.brand_string"),
        see=("which-macos", "rosetta", "intel-mac"),
        sources=(APPLE, torch_issue(196881)),
    ),
    Topic(
        id="move-to-mps",
        question="How do I make my program use mps?",
        words=(
            *("move model", "move mps", "use mps", "switch mps", "run on mps", "run on gpu"),
            *("set device", "device automatically", "choose device", "set_default_device"),
            *("torch.device", "train on gpu", "use gpu in pytorch"),
        ),
        answer=(
            '`device = "mps" if torch.backends.mps.is_available() else "cpu"`, then '
            "`model.to(device)` and `batch = batch.to(device)`: a model moves in place, a tensor "
            "is copied. Create new tensors with `device=device`; "
            "`torch.set_default_device(device)` (PyTorch 2.0 and newer) does so for all that name "
            "no device."
        ),
        show=python('import torch; x = torch.ones(5, device="mps"); print(x * 2)'),
        see=("gpu-really-used", "cuda-code", "different-devices"),
        sources=(MPS_NOTES, torch_file("torch/__init__.py")),
    ),
    Topic(
        id="different-devices",
        question="Why are some tensors still on the CPU?",
        words=(
            *("different device", "another device", "same device", "partly on cpu"),
            *("still on cpu", "input type", "weight type", "tensor to numpy"),
        ),
        answer=(
            "`.to(device)` moves a model and returns a moved copy of a tensor: "
            "`x = x.to(device)`, not `x.to(device)`. What the program makes itself, such as masks, "
            "positions and labels, needs `device=x.device`. Tensors that a module keeps in a list "
            "or a dict stay behind: register them as buffers. NumPy needs `x.cpu().numpy()`."
        ),
        show=python('import torch; x = torch.ones(2); y = x.to("mps"); print(x.device, y.device)'),
        see=("tensors-on-different-devices", "move-to-mps"),
        sources=(torch_file("torch/nn/modules/module.py"),),
    ),
    Topic(
        id="which-python",
        question="Which Python should I use?",
        words=(
            *("which python", "python version", "python versions", "newest python", "old python"),
            *(f"python 3.{minor}" for minor in range(8, 17)),
        ),
        answer=(
            "An arm64 build of Python 3.12 is the safe choice: every PyTorch from 2.2 on has "
            "wheels for it. PyTorch 2.15 has them for 3.11 to 3.15, 2.9 to 2.14 for 3.10 to 3.14, "
            "2.5 for 3.9 to 3.12. pip finds no torch for another one."
        ),
        show=("mps-doctor", "plan", "--with-python", "3.13"),
        see=("python-version", "pip-finds-no-torch", "rosetta"),
        sources=(WHEELS,),
    ),
    Topic(
        id="which-pytorch",
        question="Which PyTorch do I have?",
        words=(
            *("which torch version", "which pytorch", "my torch version", "my pytorch version"),
            *("torch.__version__", "installed torch"),
        ),
        answer=(
            "The command prints the version and the folder it's loaded from: if that isn't the "
            "environment you expect, another Python runs your program. A suffix such as `+cpu` or "
            "`.dev` names a special build. "
            "`mps-doctor --all` lists every Python on this Mac with its PyTorch."
        ),
        show=("python", "-c", "import torch; print(torch.__version__, torch.__file__)"),
        see=("torch-version", "upgrade-pytorch", "jupyter"),
        sources=(torch_file("torch/torch_version.py"),),
    ),
    Topic(
        id="upgrade-pytorch",
        question="How do I upgrade or remove PyTorch?",
        words=(
            *("upgrade torch", "upgrade pytorch", "update torch", "update pytorch"),
            *("uninstall torch", "uninstall pytorch", "remove pytorch", "downgrade torch"),
        ),
        answer=(
            "Ask the plan first: it says whether the new one works on this macOS and Python, and "
            "prints the command for your package manager, with the torchvision that fits. "
            "To remove it: `python -m pip uninstall torch torchvision`, or `conda remove pytorch`. "
            "Use the tool that installed it."
        ),
        show=("mps-doctor", "plan"),
        see=("torchvision-version", "nightly", "torch-install-damaged"),
        sources=("https://pip.pypa.io/en/stable/cli/pip_uninstall/",),
    ),
    Topic(
        id="torchvision-version",
        question="Which torchvision goes with which torch?",
        words=("torchvision", "torchaudio", "torchvision version", "torchaudio version"),
        answer=(
            "Each torchvision names the torch it was built for: 0.20 goes with 2.5, 0.24 with 2.9, "
            "0.25 with 2.10, 0.29 with 2.14 and 2.15. Install both with one command, "
            "`python -m pip install torch torchvision`, and pip picks a pair. "
            "torchaudio works on a Mac too; its last releases go with several torch."
        ),
        show=("mps-doctor", "plan", "--torch", "2.15"),
        see=("torch-companions", "upgrade-pytorch"),
        sources=("METADATA of the torchvision and torchaudio wheels for macOS",),
    ),
    Topic(
        id="how-much-faster",
        question="How much faster is the GPU?",
        words=(
            *("how much faster", "speedup", "faster than cpu", "gpu faster", "gpu speed"),
            *("rtx", "nvidia faster", "faster than cuda", "compared nvidia", "vs nvidia"),
            *(
                "vs m1",
                "vs m2",
                "vs m3",
                "vs m4",
                "vs m5",
            ),
        ),
        answer=(
            "It depends on the model, the batch and the chip, so measure it: the bench trains and "
            "runs ResNet-50, BERT and VGG-16 on the GPU and on the CPU, the networks that Apple "
            "showed when MPS was announced. Small models gain nothing. mps-doctor has no numbers "
            "of other machines to compare with."
        ),
        show=("mps-doctor", "bench"),
        see=("slower-than-cpu", "how-to-time"),
        sources=(ANNOUNCEMENT,),
    ),
    Topic(
        id="gpu-cores",
        question="How many cores does my GPU have?",
        words=("gpu cores", "how many cores", "core count", "get_core_count", "gpu name"),
        answer=(
            "The command lists the GPU with its number of cores; System Settings > General > "
            "About > System Report shows the same. From PyTorch 2.9 on "
            "`torch.backends.mps.get_core_count()` and `get_name()` say it in Python."
        ),
        show=("system_profiler", "SPDisplaysDataType"),
        see=("apple-gpu", "how-much-faster"),
        sources=(torch_file("torch/backends/mps/__init__.py"),),
    ),
    Topic(
        id="iphone-and-ipad",
        question="Does PyTorch use the GPU of an iPhone or iPad?",
        words=("iphone", "ipad", "ios", "visionos"),
        answer=(
            "Not as `mps` in Python: the wheels are for macOS. To run a trained model on an iPhone "
            "or iPad, export it with ExecuTorch, which has backends for Core ML and MPS, or "
            "convert it with coremltools. mps-doctor examines Macs only."
        ),
        show=("python", "-m", "pip", "show", "executorch"),
        see=("neural-engine",),
        sources=("https://docs.pytorch.org/executorch/stable/ios-mps.html",),
    ),
)
