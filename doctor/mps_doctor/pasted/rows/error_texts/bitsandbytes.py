"""bitsandbytes."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="bitsandbytes-gpu",
        cause="app-requires-cuda",
        literals=("bitsandbytes",),
        pattern=(
            r"no package metadata was found for bitsandbytes|using `bitsandbytes` 4-bit"
            r"|using `bitsandbytes` 8-bit|bitsandbytes`? .{0,60}(?:requires?|needs?) (?:a )?(?:cuda"
            r"|gpu)"
        ),
        meaning="bitsandbytes quantises with CUDA only, in this version.",
        fix=(
            "Load the model without 4-bit or 8-bit quantisation, or take a GGUF or MLX version of "
            "it."
        ),
        source="https://github.com/bitsandbytes-foundation/bitsandbytes/issues/252",
        examples=("ImportError: Using `bitsandbytes` 4-bit quantization requires Accelerate",),
        near_misses=("bitsandbytes 0.45.0 is installed",),
    ),
    ErrorText(
        id="bitsandbytes-without-gpu",
        cause="app-requires-cuda",
        kind="warning",
        literals=("bitsandbytes was compiled without gpu support",),
        meaning="bitsandbytes quantises with CUDA only, in this version.",
        fix=(
            "Load the model without 4-bit or 8-bit quantisation, or take a GGUF or MLX version of "
            "it."
        ),
        source="https://github.com/bitsandbytes-foundation/bitsandbytes/issues/252",
        rule="quantising",
        examples=(
            (
                "The installed version of bitsandbytes was compiled without GPU support. 8-bit "
                "optimizers, 8-bit multiplication, and GPU quantization are unavailable."
            ),
        ),
        near_misses=("bitsandbytes was compiled for the GPU",),
    ),
    ErrorText(
        id="bitsandbytes-requires-accelerate",
        cause="app-requires-cuda",
        literals=("requires accelerate",),
        pattern=r"(?:bitsandbytes|load_in_[48]bit)[^\n]{0,60}requires accelerate",
        meaning=(
            "The model is quantised with bitsandbytes, which this library takes for missing where "
            "there is no NVIDIA GPU."
        ),
        fix="Load an unquantised model, or a GGUF or MLX version of it.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        examples=(
            (
                "ImportError: Using `load_in_8bit=True` requires Accelerate: `pip install "
                "accelerate` and the latest version of bitsandbytes"
            ),
            (
                "ImportError: Using `bitsandbytes` 8-bit quantization requires Accelerate: `pip "
                "install 'accelerate>=0.26.0'`"
            ),
        ),
        near_misses=(
            (
                "ImportError: Using `low_cpu_mem_usage=True` or a `device_map` requires "
                "Accelerate: `pip install 'accelerate>=0.26.0'`"
            ),
        ),
    ),
    ErrorText(
        id="bitsandbytes-modules-missing",
        cause="app-requires-cuda",
        literals=("bnb modules are not available",),
        meaning="The model is quantised with bitsandbytes, which the program does not have here.",
        fix="Load an unquantised model, or a GGUF or MLX version of it.",
        source="https://github.com/bitsandbytes-foundation/bitsandbytes/issues/252",
        examples=(
            (
                "ImportError: The bnb modules are not available. Please install bitsandbytes if "
                "available on your platform."
            ),
        ),
        near_misses=("The lora modules are not available.",),
    ),
    ErrorText(
        id="bitsandbytes-no-devices",
        cause="app-requires-cuda",
        literals=("bitsandbytes",),
        pattern=(
            r"no supported devices found for bitsandbytes|bitsandbytes is only supported on cuda"
            r"|not available in cpu-only version of bitsandbytes"
            r"|bitsandbytes is not installed but it seems that the model|bitsandbytes (?:4bit|4-bit"
            r"|8bit|8-bit) quantization is not available"
        ),
        meaning=(
            "The model is quantised with bitsandbytes, which works with NVIDIA GPUs in this "
            "version."
        ),
        fix="Load an unquantised model, or a GGUF or MLX version of it.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/quantizers",
        examples=(
            "RuntimeError: No supported devices found for bitsandbytes",
            "MisconfigurationException: Bitsandbytes is only supported on CUDA GPUs.",
            (
                "RuntimeError: Method 'quantize' not available in CPU-only version of "
                "bitsandbytes. Reinstall with GPU support"
            ),
            (
                "bitsandbytes is not installed but it seems that the model has been loaded in 4bit "
                "precision"
            ),
        ),
        near_misses=("bitsandbytes 0.43.1 was installed",),
    ),
    ErrorText(
        id="bitsandbytes-cuda-setup",
        cause="app-requires-cuda",
        literals=(
            "cuda setup",
            "bitsandbytes version you have installed",
            "with the installed version of bitsandbytes",
            "instantiate bnb optimizer",
            "currently running as cpu-only",
            "to not be on a gpu",
            "for fp4 quantization",
            "no compatible cuda binary",
            "bitsandbytes native library functionality",
            "configured cuda binary not found",
        ),
        pattern=(
            r"\bcuda setup(?: failed|: setup failed)"
            r"|\bsupported by the bitsandbytes version you have installed"
            r"|\bquantized models with the installed version of bitsandbytes"
            r"|\binstantiate bnb optimizer but `?bitsandbytes`? is not installed"
            r"|\bcurrently running as cpu-only\b.{0,20}8-bit"
            r"|\bfound some tensors to not be on a gpu\b"
            r"|\bdevice type not supported for fp4 quantization: mps"
            r"|\bno compatible cuda binary found\b"
            r"|\bbitsandbytes native library functionality but it's not available"
            r"|\bconfigured cuda binary not found\b"
        ),
        meaning="bitsandbytes in this version works on CUDA; its kernels are not there on a Mac.",
        fix=(
            "Load the model unquantised, in GGUF, or with a library that knows MPS; newer "
            "bitsandbytes may know it."
        ),
        source="https://github.com/bitsandbytes-foundation/bitsandbytes/tree/main/bitsandbytes",
        examples=(
            "RuntimeError: CUDA Setup failed despite GPU being available.",
            "Exception: CUDA SETUP: Setup Failed!",
            (
                "None of the available devices are supported by the bitsandbytes version you have "
                "installed: none"
            ),
            (
                "Calling `to()` is not supported for `4-bit` quantized models with the installed "
                "version of bitsandbytes."
            ),
            "Trainer tried to instantiate bnb optimizer but `bitsandbytes` is not installed!",
            (
                "WARNING: it is currently running as CPU-only! Therefore, 8-bit optimizers and GPU "
                "quantization are unavailable."
            ),
            "TypeError: found some tensors to not be on a GPU: []",
            "NotImplementedError: Device type not supported for FP4 quantization: mps",
            "RuntimeError: No compatible cuda binary found at /x",
            "Attempted to use bitsandbytes native library functionality but it's not available.",
            "RuntimeError: Configured CUDA binary not found at /x",
        ),
        near_misses=("The CUDA setup of my PC took a day", "bitsandbytes library load error"),
    ),
    ErrorText(
        id="bitsandbytes-native-missing",
        cause="app-requires-cuda",
        literals=(
            "'nonetype' object has no attribute 'c",
            "name 'str2optimizer",
            "libbitsandbytes_",
        ),
        pattern=(
            r"'nonetype' object has no attribute 'c(?:get_|quantize_|dequantize_|gemm|igemm|adam"
            r"|lion|rmsprop|percentile|histogram|transform|double)\w{0,40}"
            r"|\bname 'str2optimizer\w{1,20}' is not defined|\blibbitsandbytes_\w{1,20}\.(?:so"
            r"|dylib)\b.{0,80}?(?:undefined symbol|symbol not found|not a mach-o|no such file"
            r"|cannot open)"
        ),
        meaning="bitsandbytes found no native library of its own: this version has none for a Mac.",
        fix=(
            "Load the model unquantised or in GGUF, or take a bitsandbytes that has files for "
            "macOS."
        ),
        source="https://github.com/bitsandbytes-foundation/bitsandbytes/tree/main/bitsandbytes",
        rule="quantising",
        examples=(
            "AttributeError: 'NoneType' object has no attribute 'cget_col_row_stats'",
            "NameError: name 'str2optimizer32bit' is not defined",
            "AttributeError: /x/libbitsandbytes_cpu.so: undefined symbol: cmade_up",
            "OSError: dlopen(/x/libbitsandbytes_cpu.so, 0x0006): tried: '/x' (not a mach-o file)",
        ),
        near_misses=(
            "AttributeError: 'NoneType' object has no attribute 'cpu'",
            "loading libbitsandbytes_mps.dylib",
        ),
    ),
)
