"""Programs that want another torch."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="pytorch-version-required",
        cause="project-requirement-unmet",
        literals=(
            "is required but found",
            "require torch",
            "require pytorch",
            "requires torch",
            "requires pytorch",
            "needs torch",
            "needs pytorch",
            "need torch",
            "need pytorch",
        ),
        pattern=(
            r"pytorch ?(?:>=|<=|==|>) ?[\d.]{1,80} is required but found|requires? (?:pytorch"
            r"|torch) ?(?:version )?(?:>=|at least) ?[\d.]{1,80}[^\n]{0,40}(?:found|installed"
            r"|have) (?:version )?[\d.]{1,80}|(?:needs?|requires?) (?:pytorch"
            r"|torch) (?:version )?(?:>=|at least )?v?\d\.\d[\d.]{0,8}(?:\+| or (?:higher|newer"
            r"|later|above))?,? (?:but )?(?:\w+ )?(?:found|installed|have)\b(?: version"
            r"| torch)? v?\d[\d.]{1,12}"
        ),
        meaning="The library does not work with a torch this old.",
        fix=(
            "Install a newer torch; on an Intel Mac, where torch ends with 2.2.2, an older release "
            "of the library."
        ),
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/utils/import_ut"
            "ils.py"
        ),
        rule="newer-torch-required",
        examples=(
            "Disabling PyTorch because PyTorch >= 2.4 is required but found 2.2.2",
            "This program needs PyTorch 2.5 or newer, found 2.2.2.",
        ),
        near_misses=("Python 3.9 is required but found 3.8", "It needs torch 2.4 or newer."),
    ),
    ErrorText(
        id="torch-load-requires-2-6",
        cause="project-requirement-unmet",
        literals=("require users to upgrade torch to at least v2.6",),
        meaning="transformers loads old-style checkpoints only with torch 2.6 or newer.",
        fix=(
            "Install torch 2.6 or newer; on an Intel Mac use safetensors files or an older "
            "transformers."
        ),
        source="https://github.com/huggingface/transformers/issues/38464",
        rule="newer-torch-required",
        examples=(
            (
                "ValueError: Due to a serious vulnerability issue in `torch.load`, even with "
                "`weights_only=True`, we now require users to upgrade torch to at least v2.6 in "
                "order to use the function."
            ),
        ),
        near_misses=("we recommend users to upgrade torch",),
    ),
    ErrorText(
        id="requires-macos",
        cause="project-requirement-unmet",
        literals=("requires macos",),
        pattern=(
            r"(?<!torch )(?<!pytorch )(?<!on mps )(?<!on int64 )requires macos (?:version )?\d"
            r"{1,80}(?:\.\d{1,80}){0,2}(?:\+| or (?:later|newer|higher)| and)"
        ),
        meaning="The program or a package asks for a newer macOS.",
        fix="Update macOS, or use an older release.",
        source="https://docs.python.org/3/using/mac.html",
        any_program=True,
        examples=(
            "RuntimeError: This application requires macOS 14.0 or later",
            "You have macOS 11.2. The application requires macOS 12.4.1 or later.",
        ),
        near_misses=(
            "PyTorch requires macOS tools",
            "RuntimeError: linalg.matrix_exp on MPS requires macOS 15.0 or newer",
        ),
    ),
    ErrorText(
        id="torch-newer-attribute",
        cause="project-requirement-unmet",
        literals=("module 'torch",),
        pattern=(
            r"module 'torch(?:\.[\w.]{1,40})?' has no attribute '(?:uint16|uint32|uint64"
            r"|float8_\w{4,16}|compile|compiler|func|vmap|xpu|get_default_device|get_device_module"
            r"|custom_op|register_fake|infer_schema|triton_op|rmsnorm|rms_norm"
            r"|scaled_dot_product_attention|register_pytree_node|gradscaler|custom_fwd|custom_bwd"
            r"|is_autocast_available|is_compiling|is_dynamo_compiling|device_mesh|flex_attention"
            r"|set_default_device|get_default_compute_device)'"
        ),
        meaning=(
            "A library calls a function of torch that came with a newer torch than the one "
            "installed."
        ),
        fix="Install a newer torch, or the version of the library that goes with this one.",
        source="https://github.com/pytorch/pytorch/releases",
        rule="newer-torch-required",
        examples=(
            "AttributeError: module 'torch' has no attribute 'uint16'",
            (
                "AttributeError: module 'torch.utils._pytree' has no attribute "
                "'register_pytree_node'. Did you mean: '_register_pytree_node'?"
            ),
        ),
        near_misses=("AttributeError: module 'torch' has no attribute 'foo'",),
    ),
    ErrorText(
        id="torch-newer-name",
        cause="project-requirement-unmet",
        literals=("cannot import name",),
        pattern=(
            r"cannot import name '(?:gradscaler|custom_fwd|custom_bwd|devicemesh|init_device_mesh"
            r"|dtensor|rmsnorm|register_pytree_node|sdpbackend|sdpa_kernel|flex_attention"
            r"|create_block_mask|fsdpmodule|fully_shard|custom_op|register_fake|is_compiling"
            r"|int4_weight_only)' from 'torch(?:\.[\w.]{1,60})?'"
        ),
        meaning="A library imports a name that came with a newer torch than the one installed.",
        fix="Install a newer torch, or the version of the library that goes with this one.",
        source="https://github.com/pytorch/pytorch/releases",
        rule="newer-torch-required",
        examples=("ImportError: cannot import name 'GradScaler' from 'torch.amp'",),
        near_misses=("ImportError: cannot import name 'foo' from 'torch.amp'",),
    ),
    ErrorText(
        id="torch-newer-module",
        cause="project-requirement-unmet",
        literals=("no module named 'torch.",),
        pattern=(
            r"no module named 'torch\.(?!(?:_c|version|_utils(?:_internal)?|_sources|_jit_internal"
            r"|_classes|_six|_tensor|autograd|nn|utils)\b(?!\.))(?!(?:backends\.)?mps\b)[a-z_]"
            r"[\w.]{2,60}'(?!;)"
        ),
        meaning=(
            "A library imports a part of torch that came with a newer torch than the one installed."
        ),
        fix="Install a newer torch, or the version of the library that goes with this one.",
        source="https://github.com/pytorch/pytorch/releases",
        rule="newer-torch-required",
        examples=(
            "ModuleNotFoundError: No module named 'torch.nn.attention'",
            "ModuleNotFoundError: No module named 'torch.utils._made_up'",
        ),
        near_misses=("ModuleNotFoundError: No module named 'torch.nn'",),
    ),
    ErrorText(
        id="torch-newer-required",
        cause="project-requirement-unmet",
        literals=(
            "is required to use",
            "minimum required is",
            "requirements in transformers are not met",
            "is installed",
            "incompatible version of torch",
            "or_mask_function",
            "requires pytorch >=",
        ),
        pattern=(
            r"\byou are using torch==[\w.+]{1,20}, but torch>=[\d.]{1,10} is required to use\b"
            r"|\bunsupported pytorch version for this model\. minimum required is\b"
            r"|\bpytorch sdpa requirements in transformers are not met\b"
            r"|\brequires torch>=[\d.]{1,10} but torch==[\w.+]{1,20} is installed\b"
            r"|\bfound an incompatible version of torch\b|\bor_mask_function\b.{0,40}\btorch ?>="
            r"|(?:error|exception)\W{1,3}(?:(?!precision)[^:]){0,80}\brequires pytorch >= ?[\d.]"
            r"{1,10}|\bunsupported pytorch version, minimum required is"
        ),
        meaning="The program wants a newer torch than is installed.",
        fix="Update torch; on an Intel Mac, use a version of the program that knows torch 2.2.",
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/utils/import_ut"
            "ils.py"
        ),
        examples=(
            (
                "ImportError: You are using torch==2.1.0, but torch>=2.2 is required to use "
                "MadeUp. Please upgrade torch."
            ),
            "Unsupported PyTorch version for this model. Minimum required is 2.3.0, got: 2.1.0",
            "ImportError: PyTorch SDPA requirements in Transformers are not met.",
            "AssertionError: export requires torch>=2.9.0 but torch==2.1.0 is installed",
            "ImportError: Found an incompatible version of torch. Found version 2.1.0",
            "ValueError: Using `or_mask_function` arguments require torch>=2.6",
            "RuntimeError: MadeUp metric requires PyTorch >= 2.2.0",
            "AssertionError: Unsupported PyTorch version, minimum required is 1.8.0, got: 1.7.0",
        ),
        near_misses=("torch is installed", "The project requires PyTorch >= 2.2"),
    ),
)
