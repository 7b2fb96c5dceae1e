"""Programs: devices, missing operators, variables, compilers, kernels."""

from mps_doctor.knowledge.rows.topics.topic import (
    MPS_NOTES,
    MPS_VARIABLES,
    Topic,
    python,
    torch_file,
    torch_issue,
    wheel_strings,
)

ROWS = (
    Topic(
        id="fallback-variable",
        question="What can I do about an operator that MPS lacks?",
        words=(
            "mps fallback",
            "cpu fallback",
            "missing operator",
            "unsupported operator",
            "not implemented for mps",
            "not implemented",
            "notimplementederror",
            "operator",
        ),
        answer=(
            "Update PyTorch first: each release has more operators. "
            "With PYTORCH_ENABLE_MPS_FALLBACK=1 one that MPS lacks runs on the CPU, with a "
            "warning, instead of raising. "
            "Set it before Python starts: PyTorch reads it while it's imported. "
            "It doesn't help against float64, wrong results or torch.distributed."
        ),
        show=python(
            'import torch; print(torch.mode(torch.tensor([3, 1, 3], device="mps")))',
            PYTORCH_ENABLE_MPS_FALLBACK="1",
        ),
        see=("PYTORCH_ENABLE_MPS_FALLBACK", "fallback", "op-not-implemented"),
        sources=(MPS_VARIABLES, wheel_strings("2.7.1, 2.8.0 and 2.15.0")),
    ),
    Topic(
        id="where-to-set-variables",
        question="Where do I set an environment variable on a Mac?",
        words=(
            "environment variable",
            "set variable",
            "set a variable",
            "zshrc",
            "launchctl",
            "os.environ",
            "variable jupyter",
            *(
                "env var",
                "set variable",
            ),
        ),
        answer=(
            "For one program: `NAME=1 python train.py`; for every terminal: `export NAME=1` in "
            '~/.zshrc. In Jupyter: `"env": {"NAME": "1"}` in the kernel.json of the kernel. '
            "`os.environ` works only above `import torch`, in a fresh process. "
            "Programs started from the Dock don't read ~/.zshrc."
        ),
        show=python("import os; print({k: v for k, v in os.environ.items() if 'MPS' in k})"),
        see=("mps-variables", "fallback-env-set-too-late"),
        sources=(
            "https://github.com/jupyter/jupyter_client/blob/main/docs/kernels.rst",
            "https://github.com/apple-oss-distributions/launchd/blob/main/man/launchctl.1",
        ),
    ),
    Topic(
        id="run-on-cpu",
        question="How do I keep a program off the GPU?",
        words=(
            "disable mps",
            "turn off mps",
            "force cpu",
            "run on the cpu",
            "hide the gpu",
            *(
                "turn off gpu",
                "without gpu",
            ),
        ),
        answer=(
            "PyTorch has no variable for it, and CUDA_VISIBLE_DEVICES has no effect. "
            "In your own code choose `cpu`; look for an option such as `--device cpu`. "
            "accelerate and transformers read ACCELERATE_USE_CPU=1 (`use_cpu=True` in "
            "TrainingArguments), Lightning DISABLE_MPS=1."
        ),
        show=("env", "DISABLE_MPS=1", "ACCELERATE_USE_CPU=1", "mps-doctor"),
        see=("mps-disabled-by-settings", "unknown-mps-variable"),
        sources=(
            wheel_strings("2.15.0"),
            "https://github.com/huggingface/accelerate/blob/main/docs/source/usage_guides/mps.md",
        ),
    ),
    Topic(
        id="cuda-code",
        question="How do I run code that was written for CUDA?",
        words=(
            "cuda",
            "cuda code",
            "written for cuda",
            ".cuda",
            "port to mps",
            "device agnostic",
            "cudnn",
            "rocm",
        ),
        answer=(
            'A Mac has no CUDA: `.cuda()`, `device="cuda"` and `torch.cuda` don\'t work. '
            "Most code needs only another device, chosen in one place: "
            '`"mps" if torch.backends.mps.is_available() else "cpu"`, then `.to(device)`. '
            "From PyTorch 2.6 on `torch.accelerator.current_accelerator()` chooses. "
            "Packages with CUDA kernels, such as flash-attn or apex, can't be replaced so."
        ),
        show=python("import torch; print(torch.accelerator.current_accelerator())"),
        see=("app-requires-cuda", "cuda-checkpoints", "flash-attention"),
        sources=(torch_file("torch/accelerator/__init__.py"), MPS_NOTES),
    ),
    Topic(
        id="cuda-checkpoints",
        question="How do I load a checkpoint that was saved on another device?",
        words=(
            *("map_location", "checkpoint", "torch.load", "load weights", "saved on gpu"),
            *("save model", "save weights", "saved on mps", "load on cpu", "trained on mps"),
        ),
        answer=(
            "torch.load puts tensors back on the device they came from, and fails if it isn't "
            'there. Load with `torch.load(path, map_location="cpu")`, then move the model to mps. '
            "safetensors files store no device."
        ),
        show=python(
            'import io, torch; f = io.BytesIO(); torch.save(torch.ones(2, device="mps"), f); '
            'f.seek(0); print(torch.load(f, map_location="cpu").device)'
        ),
        see=("checkpoint-location-unsupported", "cuda-code"),
        sources=(torch_file("torch/serialization.py"),),
    ),
    Topic(
        id="torch-compile",
        question="Does torch.compile work on MPS?",
        words=("torch.compile", "compile", "inductor", "dynamo"),
        answer=(
            "From PyTorch 2.7 on (there a prototype) it writes Metal kernels. "
            "It's younger than for CUDA: some models fail to compile, so compare a compiled model "
            "with the plain one before you trust it. "
            'If it fails, leave it out or use `backend="aot_eager"`. '
            "What runs on the CPU needs a C++ compiler: `xcode-select --install`."
        ),
        show=python(
            "import torch; f = torch.compile(lambda x: x.sin() + 1); "
            'print(f(torch.ones(3, device="mps")))'
        ),
        see=("torch-compile-unsupported-on-mps", "inductor-metal-codegen-bug"),
        sources=(torch_file("torch/_inductor/codegen/mps.py", "2.7.1"), torch_issue(191976)),
    ),
    Topic(
        id="flash-attention",
        question="Is there flash attention on MPS?",
        words=(
            "flash attention",
            "flash-attn",
            "flash_attn",
            "sdpa",
            "flex attention",
            "scaled_dot_product_attention",
        ),
        answer=(
            "The flash-attn package needs CUDA or ROCm, and has no build for Macs. "
            "`F.scaled_dot_product_attention` has Metal kernels (PyTorch 2.5 and "
            'newer): choose `attn_implementation="sdpa"` or `"eager"`. '
            "flex_attention works from 2.13 on, without gradients."
        ),
        show=python(
            'import torch; q = torch.rand(1, 8, 64, 64, device="mps"); '
            "print(torch.nn.functional.scaled_dot_product_attention(q, q, q).shape)"
        ),
        see=("xformers", "triton", "package-no-macos-wheel"),
        sources=(
            "https://github.com/Dao-AILab/flash-attention/blob/main/README.md",
            torch_file("torch/nn/attention/flex_attention.py", "2.13.0"),
        ),
    ),
    Topic(
        id="xformers",
        question="Can I use xFormers on a Mac?",
        words=("xformers", "memory efficient attention"),
        answer=(
            "No: its fast kernels are for CUDA and ROCm. Leave it out, and remove `--xformers` or "
            "`enable_xformers_memory_efficient_attention()`; PyTorch's own attention does that "
            "work on mps."
        ),
        show=("python", "-m", "pip", "show", "xformers"),
        see=("flash-attention", "package-no-macos-wheel"),
        sources=("https://github.com/facebookresearch/xformers/blob/main/README.md",),
    ),
    Topic(
        id="triton",
        question="Does Triton work on a Mac?",
        words=("triton",),
        answer=(
            "PyTorch requires Triton on Linux only; code with `@triton.jit` kernels can't run on "
            "mps. torch.compile doesn't need it there: it writes Metal. "
            "Use the plain PyTorch path that most such projects have."
        ),
        show=("python", "-m", "pip", "show", "torch"),
        see=("torch-compile", "own-metal-kernel", "app-requires-cuda"),
        sources=("METADATA of the torch 2.15.0 wheel for macOS arm64",),
    ),
    Topic(
        id="own-metal-kernel",
        question="Can I write my own Metal kernel for PyTorch?",
        words=("metal kernel", "custom kernel", "metal shader", "compile_shader", "load_metallib"),
        answer=(
            "`torch.mps.compile_shader(source)` compiles Metal code and runs its kernels on mps "
            "tensors (PyTorch 2.7 and newer). From 2.13 on `torch.mps.load_metallib` takes a "
            "library compiled before. Neither needs Xcode on the Mac where it runs."
        ),
        show=python(
            'import torch; k = torch.mps.compile_shader("kernel void f(device float* x, uint i '
            '[[thread_position_in_grid]]) { x[i] = 2; }"); '
            'x = torch.zeros(4, device="mps"); k.f(x); print(x)'
        ),
        see=("triton", "metal-capture"),
        sources=(torch_file("torch/mps/__init__.py", "2.13.0"),),
    ),
)
