"""Exceptions of programs in words of their own, which name mps or CUDA."""

from mps_doctor_checks.messages._judging.rows import NEW_MACOS, Case

CUDA, DISTRIBUTED = "app-requires-cuda", "distributed-unsupported-on-mps"
NO_OPERATOR, CRASH = "op-not-implemented", "mps-op-crash"

# What such an exception may name, with the limit that it then speaks of.
THINGS = (
    Case(
        ("fp16-amp-unsupported-on-mps", NO_OPERATOR),
        line=r"(?i)\bamp\b|autocast|mixed[ -]precision",
    ),
    Case(("float64-unsupported", NO_OPERATOR), line=r"(?i)\bfloat64\b|\bdouble\b"),
    Case(("fp8-unsupported", NO_OPERATOR), line=r"(?i)\bfloat8|\bfp8\b"),
    Case(("complex-dtype-unsupported", NO_OPERATOR), line=r"(?i)\bcomplex"),
    Case(("sparse-unsupported", NO_OPERATOR), line=r"(?i)\bsparse"),
    Case((DISTRIBUTED, NO_OPERATOR), line=r"(?i)\bdistributed\b|\bddp\b"),
    Case(
        ("mps-tensor-size-limit", NO_OPERATOR),
        line=r"(?i)2\*\*3[12]|int_max|more than \d+ dimensions|rank > ?\d",
    ),
)
# The same of one that names the device mps.
OF_DEVICES = (
    Case(
        (DISTRIBUTED, NO_OPERATOR),
        line=r"(?i)\b(?:fsdp|ddp|process ?group\w*|nccl|gloo|c10d|dtensor|device ?mesh)",
    ),
    Case(
        ("torch-compile-unsupported-on-mps", NO_OPERATOR),
        line=(
            r"(?i)inductor|dynamo|aoti\b|\baot_|\btriton|device_to_aten|static launcher"
            r"|no interface for device|functionaliz"
        ),
    ),
    Case(
        ("tensors-on-different-devices", NO_OPERATOR),
        line=(
            r"(?i)(?:same|common) device|different devices|device mismatch|to a tensor with device"
            r"|tensor from a generator of type|\bdevice type\b.{0,24}\bconsistent\b"
            r"|\bmps\b.{0,80}\b(?:got|found|but|not)\b.{0,40}\bcpu\b"
            r"|\bcpu\b(?! (?:and|or|,)).{0,60}\b(?:got|found|but|not)\b.{0,40}\bmps\b"
        ),
    ),
)
LACKS = (
    r"(?i)support|implement|\bonly\b|missing|registered|does(?: not|n't) work|can(?:not|'t) use"
    r"|not available"
)

RULES = {
    # Something is not supported on mps, in words of a program: what it is names the limit.
    "named-thing": (*THINGS, Case((NO_OPERATOR,))),
    # A device is refused in words of a program: what else it speaks of names the limit.
    "device-in-words": (
        *THINGS,
        *OF_DEVICES,
        Case((CUDA, NO_OPERATOR), line=r"(?i)\bcuda\b"),
        Case((NO_OPERATOR, CRASH)),
    ),
    "error-in-words": (
        *THINGS,
        *OF_DEVICES,
        Case((NO_OPERATOR, CRASH), line=LACKS),
        Case((CRASH, NO_OPERATOR)),
    ),
    # How a program ended; the error that nothing caught says why, as it does in a traceback.
    "uncaught": (
        Case(("mps-crash-os-version", CRASH), "-elsewhere", symptoms=NEW_MACOS),
        Case((), "elsewhere"),
        Case(then="error-in-words"),
    ),
    # A test that is left out for want of CUDA reports nothing wrong.
    "requires-cuda": (Case((), line=r"(?i)\bskip(?:ped|s|ping)?\b"), Case((CUDA,))),
    # Where only its work on several GPUs is for CUDA, a program is not.
    "cuda-only": (
        Case((DISTRIBUTED, CUDA), line=r"(?i)\b(?:ddp|fsdp|multi-?gpu|distributed training)\b"),
        Case((CUDA,)),
    ),
    # bitsandbytes without a GPU, unless the program goes on without it.
    "quantising": (
        Case((), symptoms="mps-memory-growth mps-op-wrong-result mps-wrong-results-os-version"),
        Case((CUDA,)),
    ),
}
