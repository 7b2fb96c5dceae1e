"""Types of numbers, and numbers that differ."""

from mps_doctor.knowledge.rows.topics.topic import (
    MPS_VARIABLES,
    Topic,
    python,
    torch_file,
    torch_issue,
    wheel_strings,
)

ROWS = (
    Topic(
        id="float64",
        question="Can MPS compute in float64?",
        words=("float64", "double", "fp64", "double precision"),
        answer=(
            "No: no PyTorch up to 2.15 has float64 or complex128 on mps. "
            "It mostly comes in by NumPy, whose floats are float64 unless you say otherwise. "
            'Convert before you move: `tensor.float().to("mps")`, `array.astype("float32")`; '
            "keep steps that need float64 on the CPU."
        ),
        show=python(
            "import torch; x = torch.tensor([0.5], dtype=torch.float64); "
            'print(x.float().to("mps").dtype)'
        ),
        see=("float64-unsupported", "complex-numbers"),
        sources=(torch_file("torch/_dynamo/device_interface.py"), wheel_strings("2.15.0")),
    ),
    Topic(
        id="fp16-or-bf16",
        question="float16 or bfloat16 on a Mac?",
        words=("bfloat16", "bf16", "fp16 bf16", "fp16", "float16", "half precision"),
        answer=(
            "On Apple silicon both work from PyTorch 2.9 on; bfloat16 in 2.3 to 2.8 on macOS 14. "
            "float16 overflows above 65504, so training in it needs a GradScaler; bfloat16 has "
            "the range of float32 and fewer digits. "
            "On M1 and M2 Metal emulates bfloat16 by float32: there it saves memory, not time."
        ),
        show=python(
            'import torch; x = torch.ones(2, 2, device="mps", dtype=torch.bfloat16); print(x @ x)'
        ),
        see=("bfloat16-unsupported", "mixed-precision", "fp8"),
        sources=(
            wheel_strings("2.2.2, 2.4.1, 2.8.0 and 2.9.1"),
            "https://github.com/huggingface/transformers/pull/40458",
        ),
    ),
    Topic(
        id="mixed-precision",
        question="How do I use mixed precision on MPS?",
        words=("mixed precision", "autocast", "amp", "gradscaler", "torch.cuda.amp"),
        answer=(
            '`with torch.autocast("mps", dtype=torch.float16):` works from PyTorch 2.5 on, with '
            "bfloat16 from 2.6 and macOS 14 on; "
            '`torch.amp.GradScaler("mps")` from 2.8 on. '
            "`torch.cuda.amp` does nothing on a Mac. "
            'In libraries: accelerate `--mixed_precision fp16`, Lightning `precision="16-mixed"`.'
        ),
        show=python(
            'import torch; x = torch.rand(8, 8, device="mps")\n'
            'with torch.autocast("mps", dtype=torch.float16): print((x @ x).dtype)'
        ),
        see=("fp16-amp-unsupported-on-mps", "mixed-dtype-on-mps", "fp16-or-bf16"),
        sources=(
            torch_file("torch/amp/autocast_mode.py", "2.8.0"),
            torch_file("torch/amp/grad_scaler.py", "2.8.0"),
        ),
    ),
    Topic(
        id="int64",
        question="Are integers safe on MPS?",
        words=("int64", "integers", "argmax", "long tensor", "int32"),
        answer=(
            "int64 tensors work. Before macOS 13.3, PyTorch up to 2.8 casts some reductions to "
            "int32 and warns. argmax gave wrong indices in several old combinations. "
            "The command has to print 549755813889 and 1; if it doesn't, update PyTorch and "
            "macOS, and report it."
        ),
        show=python(
            'import torch; print(torch.tensor([2**40 + 3], device="mps") // 2, '
            'torch.tensor([3, 9, 5], device="mps").argmax())'
        ),
        see=("wrong-results", "macos-too-old-for-op"),
        sources=(wheel_strings("2.8.0, 2.9.1 and 2.15.0"), torch_issue(98191)),
    ),
    Topic(
        id="complex-numbers",
        question="Do complex numbers and FFT work on MPS?",
        words=("complex", "complex64", "fft", "stft", "fourier"),
        answer=(
            "complex64 works from PyTorch 2.9 on; 2.3 to 2.8 need macOS 14, as FFT does. "
            "complex128 isn't there in any version up to 2.15, and a few operators refuse complex "
            "numbers. Move the steps that fail to the CPU."
        ),
        show=python('import torch; print(torch.fft.rfft(torch.rand(8, device="mps")).dtype)'),
        see=("complex-dtype-unsupported", "float64"),
        sources=(
            wheel_strings("2.2.2, 2.8.0 and 2.9.1"),
            torch_file("torch/_dynamo/device_interface.py"),
        ),
    ),
    Topic(
        id="sparse-tensors",
        question="Do sparse tensors work on MPS?",
        words=("sparse", "coo", "csr", "to_sparse"),
        answer=(
            "In COO layout from PyTorch 2.9 on, not with every operator; compressed layouts such "
            "as CSR were not there in September 2026. "
            'Use dense tensors, `x.to_dense().to("mps")`, or keep the sparse part on the CPU.'
        ),
        show=python('import torch; print(torch.eye(3).to_sparse().to("mps"))'),
        see=("sparse-unsupported",),
        sources=(
            wheel_strings("2.8.0 and 2.9.1"),
            "https://github.com/scverse/scvi-tools/pull/3981",
        ),
    ),
    Topic(
        id="quantisation",
        question="How do I run quantised models on MPS?",
        words=(
            "quantisation",
            "quantization",
            "quantised",
            "quantized",
            "4-bit",
            "8-bit",
            "gguf",
            "gptq",
            "int8",
            "awq",
            "qlora",
        ),
        answer=(
            "Many quantisers are written for NVIDIA. bitsandbytes 0.50 has 4-bit and 8-bit weights "
            "on mps; transformers 5.23 computes GGUF files there and has a quantiser for Metal, "
            "`MetalConfig`. PyTorch's quint8 and qint8 can't be moved to mps. "
            "For a chat model that you only run, MLX or llama.cpp is the shorter way."
        ),
        show=("python", "-m", "pip", "list"),
        see=("bitsandbytes", "mlx", "model-size"),
        sources=(
            "https://github.com/bitsandbytes-foundation/bitsandbytes/blob/0.50.2/README.md",
            "https://github.com/huggingface/transformers/blob/v5.23.0/src/transformers/"
            "quantizers/quantizer_metal.py",
        ),
    ),
    Topic(
        id="fp8",
        question="Does float8 work on MPS?",
        words=("fp8", "float8", "float8_e4m3fn", "float8_e5m2"),
        answer=(
            "From PyTorch 2.15 on mps has float8 tensors and a scaled product for them. "
            "Older ones have none, so FP8 files of ComfyUI and others fail there: take the "
            "float16 or bfloat16 file of the model."
        ),
        show=python(
            'import torch; print(torch.ones(2, device="mps").to(torch.float8_e4m3fn).dtype)'
        ),
        see=("fp8-unsupported", "fp16-or-bf16"),
        sources=("operators in libtorch_cpu of the macOS wheel of torch 2.15.0",),
    ),
    Topic(
        id="wrong-results",
        question="The GPU's results differ from the CPU's. What now?",
        words=(
            "wrong results",
            "different results",
            "different on mps",
            "loss different",
            "results differ",
            "wrong numbers",
            "accuracy",
            "nan",
            "black images",
            "garbage output",
        ),
        answer=(
            "Differences in the seventh digit are normal, and random numbers don't agree. "
            "NaN, black images or weights that never change are bugs. "
            "Run the failing step on both devices with the same input and compare with "
            "`torch.testing.assert_close`; try the newest PyTorch and macOS, and `.contiguous()` "
            "inputs. Run that step on the CPU meanwhile, and report it."
        ),
        show=("mps-doctor", "check", "--level", "deep"),
        see=("mps-op-wrong-result", "reproducibility", "report-a-bug"),
        sources=(
            "https://docs.pytorch.org/docs/stable/notes/numerical_accuracy.html",
            torch_issue(180201),
            MPS_VARIABLES,
        ),
    ),
    Topic(
        id="reproducibility",
        question="How do I get reproducible results on MPS?",
        words=(
            *("reproducible", "reproducibility", "deterministic", "seed", "manual_seed"),
            *("random numbers", "randn", "random differ", "same random", "torch.rand"),
        ),
        answer=(
            "`torch.manual_seed(0)` seeds mps too: the same seed gives the same numbers on the "
            "same device and release. The CPU and mps draw different numbers from one seed; for "
            "the same ones, draw on the CPU and move them. "
            "`torch.use_deterministic_algorithms(True)` raises where an operator isn't "
            "deterministic."
        ),
        show=python(
            'import torch; torch.manual_seed(0); a = torch.rand(3, device="mps"); '
            'torch.manual_seed(0); print(a, torch.rand(3, device="mps"))'
        ),
        see=("wrong-results",),
        sources=(
            torch_file("torch/random.py"),
            "https://docs.pytorch.org/docs/stable/notes/randomness.html",
        ),
    ),
)
