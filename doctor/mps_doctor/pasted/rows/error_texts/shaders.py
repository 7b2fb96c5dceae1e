"""Metal shaders of torch.compile."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="metal-compile-prototype",
        cause="inductor-metal-codegen-bug",
        kind="warning",
        literals=("torch.compile for metal is an early protoype",),
        since="2.7",
        until="2.7",
        meaning="torch 2.7 compiles for Metal for the first time, and often wrongly.",
        fix="Take torch 2.8 or newer, or run without torch.compile.",
        source="torch 2.7.1 for macOS: torch/_inductor/codegen/mps.py",
        verbatim="torch.compile for Metal is an early protoype",
        advice=True,
        examples=(
            (
                "UserWarning: torch.compile for Metal is an early protoype and might not work as "
                "expected."
            ),
        ),
        near_misses=("torch.compile is an early prototype",),
    ),
    ErrorText(
        id="metal-shader-syntax",
        cause="inductor-metal-codegen-bug",
        literals=("failed to compile",),
        pattern=(
            r"syntaxerror: failed to compile|failed to compile .{0,200}(?:kernel void"
            r"|program_source|metal)"
        ),
        since="2.7",
        meaning="torch.compile wrote a Metal shader that does not compile.",
        fix="Use a newer torch, or run without torch.compile.",
        source="torch 2.7.1 for macOS: torch/_inductor/runtime/runtime_utils.py",
        verbatim="failed to compile",
        any_program=True,
        examples=(
            (
                "SyntaxError: failed to compile #include <c10/metal/utils.h> kernel void "
                "generated_kernel(device float* out_ptr0) program_source:12:5: error: use of "
                "undeclared identifier 'tmp3'"
            ),
        ),
        near_misses=("SyntaxError: invalid syntax",),
    ),
    ErrorText(
        id="metal-program-source-error",
        cause="inductor-metal-codegen-bug",
        literals=("program_source:",),
        pattern=r"program_source:(?:\d{1,80}:){0,2} ?error:",
        since="2.4",
        meaning="A Metal shader that was generated at run time does not compile.",
        fix="Use a newer torch, or run without torch.compile.",
        source="https://github.com/pytorch/pytorch/issues/152155",
        rule="metal-source",
        any_program=True,
        examples=("program_source:9:32: error: use of undeclared identifier 'r0_0'",),
        near_misses=("program_source: model.py",),
    ),
    ErrorText(
        id="metal-generated-shader",
        cause="inductor-metal-codegen-bug",
        literals=("shader", "metal kernel"),
        pattern=(
            r"(?:generated|inductor|torch\.compile)[^\n]{0,60}(?:metal kernel"
            r"|(?:metal )?shader)[^\n]{0,50}(?:syntactically incorrect|syntax error"
            r"|does not compile|doesn't compile|fails to compile|invalid metal|out of scope"
            r"|undeclared)"
        ),
        since="2.7",
        meaning="torch.compile wrote a Metal shader that does not compile.",
        fix="Use a newer torch, or run without torch.compile.",
        source="https://github.com/pytorch/pytorch/issues/150454",
        examples=("torch.compile: the generated Metal shader is syntactically incorrect",),
        near_misses=("the Metal shader cache is warm",),
    ),
    ErrorText(
        id="metal-header-missing",
        cause="inductor-metal-codegen-bug",
        kind="build",
        literals=("c10/metal/",),
        pattern=r"'c10/metal/\w{1,80}\.h' file not found",
        since="2.7",
        meaning="The headers that torch.compile needs for Metal are not where this build looks.",
        fix="Use a newer build of the conda package, or the pip wheel.",
        source="https://github.com/conda-forge/pytorch-cpu-feedstock/commit/3e84511f",
        examples=("fatal error: 'c10/metal/utils.h' file not found",),
        near_misses=("#include <c10/metal/utils.h>",),
    ),
    ErrorText(
        id="function-state-generated",
        cause="inductor-metal-codegen-bug",
        literals=("function state object",),
        pattern=r"failed to create function state object for: ?generated_kernel",
        since="2.7",
        meaning="A kernel that torch.compile wrote does not build.",
        fix="Use a newer torch, or run without torch.compile.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Failed to create function state object for: ",
        examples=("RuntimeError: Failed to create function state object for: generated_kernel",),
        near_misses=("RuntimeError: Failed to create function state object for: sum_float",),
    ),
    ErrorText(
        id="inductor-metal-frame",
        cause="inductor-metal-codegen-bug",
        literals=(
            "_inductor/codegen/mps.py",
            "'metalscheduling' object",
            "'metalkernel' object",
            "'metaloverrides' object",
            "metaloverrides: ",
        ),
        pattern=(
            r"_inductor/codegen/mps\.py\"?, line \d|'metal(?:scheduling|kernel|overrides)' object"
            r"|\bmetaloverrides: "
        ),
        since="2.6",
        meaning="torch.compile failed where it writes Metal code.",
        fix="Use a newer torch, or run without torch.compile.",
        source="torch 2.13.0 for macOS: torch/_inductor/codegen/mps.py",
        verbatim="class MetalOverrides(",
        alone=True,
        unless=(
            "fopenmp-unsupported",
            "function-state-generated",
            "metal-generated-shader",
            "metal-generated-source",
            "metal-header-missing",
            "metal-program-source-error",
            "metal-shader-syntax",
            "no-cxx-compiler",
            "omp-header-missing",
            "xcrun-developer-path",
        ),
        rule="compile",
        examples=(
            'File "/opt/x/torch/_inductor/codegen/mps.py", line 257, in dtype_to_str',
            "AttributeError: 'MetalScheduling' object has no attribute 'generate_node_schedule'",
            "NotImplementedError: MetalOverrides: frexp",
        ),
        near_misses=("the code in torch/_inductor/codegen/mps.py is new",),
    ),
    ErrorText(
        id="inductor-welford",
        cause="inductor-metal-codegen-bug",
        literals=("welford_",),
        pattern=r"(?:notimplemented|inductor)error:? ?(?:notimplementederror:? ?)?welford_\w{1,20}",
        meaning="torch.compile has no Metal code for this reduction in this version.",
        fix="Leave torch.compile out on MPS, or use a newer torch.",
        source="https://github.com/huggingface/lerobot/pull/2723",
        examples=(
            "NotImplementedError: welford_combine",
            "torch._inductor.exc.InductorError: NotImplementedError: welford_reduce",
        ),
        near_misses=("the welford_combine kernel of torch is quick",),
    ),
    ErrorText(
        id="metal-generated-source",
        cause="inductor-metal-codegen-bug",
        literals=("generated_kernel", "metal::"),
        pattern=(
            r"kernel void generated_kernel\b|failed to compile generated_kernel\b"
            r"|\bauto tmp\d{1,4} = [^\n;]{0,80}\bmetal::"
        ),
        meaning="Metal code that torch.compile wrote does not compile.",
        fix="Use a newer torch, or run without torch.compile.",
        source="torch 2.13.0 for macOS: torch/_inductor/codegen/mps.py",
        verbatim="generated_kernel",
        examples=("kernel void generated_kernel(device half* out_ptr0)",),
        near_misses=("kernel void softmax_kernel(device half* out)",),
    ),
)
