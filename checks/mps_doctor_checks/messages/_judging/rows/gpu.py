"""Texts that come from work on the GPU: operators, dtypes, memory, faults, compiling."""

from mps_doctor_checks.messages._judging.rows import NEW_MACOS, Case, only_first

X86_PYTHON, GUEST = "python-x86_64-on-apple-silicon", "virtual-machine-no-metal"
WRONG, WRONG_BY_MACOS = "mps-op-wrong-result", "mps-wrong-results-os-version"
CRASH, CRASH_BY_MACOS = "mps-op-crash", "mps-crash-os-version"
AMD, MIXED = "intel-mac-amd-gpu-unreliable", "mixed-dtype-on-mps"
SHADER, NO_COMPILE = "inductor-metal-codegen-bug", "torch-compile-unsupported-on-mps"
NO_OPERATOR, OLD_MACOS = "op-not-implemented", "macos-too-old-for-op"
BFLOAT16, COMPLEX = "bfloat16-unsupported", "complex-dtype-unsupported"
TOO_LATE = "fallback-env-set-too-late"
FIRST_MACOS_WITH_INT64 = "13.3"  # Source: https://github.com/pytorch/pytorch/pull/95817

COMPILING = (
    "inductor-lowering inductor-error inductor-device-mps inductor-lowering-exception "
    "inductor-scheduling inductor-cuda-stream"
)
"""Error texts of torch.compile."""
UNREACHABLE = "xpc-connection-invalid mtl-compiler-unreachable"

OF_INTEL_MACS = ("amd_gpu", "intel_mac -elsewhere")
"""Whose GPU it is, where a Mac with an AMD GPU is known or likely."""

GPU_FAULT = (
    Case((GUEST, CRASH), "virtual"),
    *(Case((AMD, CRASH), each) for each in OF_INTEL_MACS),
    Case((CRASH_BY_MACOS, CRASH), symptoms=NEW_MACOS),
    Case((CRASH, CRASH_BY_MACOS)),
)
# LLVM's text follows one that says what did not fit.
GRAPH_ABORT = (
    Case((MIXED,), found="mixed-dtype-broadcast mixed-dtype-element-type"),
    Case((MIXED,), symptoms=MIXED),
    Case((CRASH,), found="shape-broadcast-abort mps-invalid-shape"),
    Case((CRASH_BY_MACOS, CRASH), symptoms=NEW_MACOS),
    Case((CRASH, MIXED)),
)
# How kernels of torch's and tensors of MPSGraph name a dtype that Metal may lack.
# Source: https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/mps/OperationUtils.mm
LACKING_DTYPE = (
    Case(("fp8-unsupported",), "names_a_dtype", line=r"(?i)(?:_|\b)float8_e\d"),
    Case((COMPLEX,), "names_a_dtype", line=r"(?i)complex(?:double|float|half|<f)"),
    Case(("float64-unsupported",), "names_a_dtype", line=r"(?i)[_x](?:double|f64)(?![a-z\d])"),
    Case((BFLOAT16,), "names_a_dtype", line=r"(?i)[_x]bf(?:loat|16)(?![a-z\d])"),
)
# Metal code that does not compile: of torch.compile, unless a kernel of torch's is named.
METAL_SOURCE = (
    Case((SHADER,), found=COMPILING),
    Case((MIXED, CRASH), found="metal-two-dtypes"),
    Case((BFLOAT16, OLD_MACOS), found="metal-without-bfloat"),
)
COMPILE = (
    Case((SHADER, NO_COMPILE), found="metal-compile-prototype"),
    Case((SHADER, NO_COMPILE), torch_from="2.7"),
    Case((NO_COMPILE,)),
)

# A dtype that macOS 14 brought: there its text means that the process is told an older version.
# Source: https://github.com/pytorch/pytorch/issues/146236
MISLED = (
    Case((X86_PYTHON,), "translated"),
    Case((X86_PYTHON, "macos-version-misreported"), macos_from="14"),
)

RULES = {
    "wrong-numbers": (
        *(Case((AMD, WRONG), each) for each in OF_INTEL_MACS),
        Case((X86_PYTHON, WRONG), "translated"),
        Case((WRONG_BY_MACOS, WRONG), symptoms=WRONG_BY_MACOS),
        Case((SHADER, WRONG), symptoms=SHADER),
        # Ranges in which MPSGraph gave wrong numbers with torch releases of their time.
        # Sources: https://github.com/pytorch/pytorch/issues/122016, …/issues/180201
        Case((WRONG, WRONG_BY_MACOS), macos_from="14.4", macos_below="14.5"),
        Case((WRONG, WRONG_BY_MACOS), macos_from="26.0", macos_below="26.3"),
        Case((WRONG,)),
    ),
    "gpu-fault": GPU_FAULT,
    "abort": (Case((CRASH_BY_MACOS, CRASH), symptoms=NEW_MACOS), *only_first(GPU_FAULT)),
    # macOS 14 first gave parts of MPSGraph's graphs to the Neural Engine: no operator has a say.
    # Sources: https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/13527,
    # https://github.com/invoke-ai/InvokeAI/issues/4356
    "neural-engine": (
        Case((CRASH_BY_MACOS, CRASH), "-virtual", macos_from="14.0", macos_below="14.3"),
        *GPU_FAULT,
    ),
    "graph-abort": GRAPH_ABORT,
    # MPSGraph names the operation; its operands' dtypes may be the reason.
    "graph-operation": (*LACKING_DTYPE, *only_first(GRAPH_ABORT)),
    "metal-source": (*METAL_SOURCE, Case((SHADER,))),
    "metal-library": (
        *METAL_SOURCE,
        Case((GUEST, "torch-build-regression"), "virtual"),
        Case(("metal-compiler-service-unreachable",), found=UNREACHABLE),
        Case(("torch-build-regression", "macos-too-old-for-torch")),
    ),
    "pipeline": (
        Case((GUEST,), "virtual"),
        Case(("metal-compiler-service-unreachable",), found=UNREACHABLE),
        *LACKING_DTYPE,
        Case((CRASH, CRASH_BY_MACOS)),
    ),
    "compile": COMPILE,
    # In torch 2.0 the compiler itself asked for CUDA.
    # Source: https://github.com/pytorch/pytorch/issues/96976
    "cuda-or-compiler": (Case(then="compile", found=COMPILING), Case(("app-requires-cuda",))),
    "package-or-compiler": (
        Case(then="compile", found=COMPILING),
        Case(("package-no-macos-wheel",)),
    ),
    # torch 2.6 and newer name the macOS that an operator needs.
    "needs-newer-macos": (
        Case((X86_PYTHON, OLD_MACOS), "translated"),
        Case((OLD_MACOS,), "older_than_named"),
        Case((NO_OPERATOR,), "-names_macos", torch_from="2.5.2"),
        Case((NO_OPERATOR,), "-names_macos", macos_from=FIRST_MACOS_WITH_INT64),
        Case((OLD_MACOS, NO_OPERATOR)),
    ),
    # torch 2.0 casts below macOS 13.3, and only there. Source: torch 2.0: ReduceOps.mm.
    "cast-to-int32": (
        Case((OLD_MACOS, NO_OPERATOR), macos_below=FIRST_MACOS_WITH_INT64),
        Case((NO_OPERATOR,)),
    ),
    # A fallback that was set and has no effect came too late, or the operator has none.
    "operator-missing": (
        Case(("distributed-unsupported-on-mps",), text="'c10d::"),
        Case(("sparse-unsupported",), text="'aten::_sparse|sparse_coo"),
        Case((TOO_LATE, NO_OPERATOR), "fallback_set_late"),
        Case((TOO_LATE, NO_OPERATOR), symptoms=TOO_LATE),
        Case((NO_OPERATOR, TOO_LATE), "tried_fallback"),
        Case((NO_OPERATOR,)),
    ),
    # A kernel that lacks complex numbers or 8-bit floats lacks them as nearly all others do.
    "kernel-lacks-dtype": (
        Case((COMPLEX, NO_OPERATOR), line=r"(?i)complex(?:float|double|half)"),
        Case(("fp8-unsupported",), found="fp8-undefined"),
        Case((NO_OPERATOR,)),
    ),
    "bfloat16": (
        Case((AMD, BFLOAT16), "amd_gpu -elsewhere"),
        Case((X86_PYTHON, BFLOAT16), "translated"),
        Case((BFLOAT16,)),
    ),
    "bfloat16-of-new-macos": (*MISLED, Case((BFLOAT16, OLD_MACOS))),
    "complex-of-new-macos": (*MISLED, Case((COMPLEX, OLD_MACOS))),
}
