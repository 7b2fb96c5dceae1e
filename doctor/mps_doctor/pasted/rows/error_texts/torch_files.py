"""Files of torch that are missing, damaged, or of two versions."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="torch-attribute-basic",
        cause="torch-install-damaged",
        literals=("module 'torch' has no attribute",),
        pattern=(
            r"module 'torch' has no attribute '(?:tensor|__version__|nn|device|float32|float|zeros"
            r"|ones|version|load|manual_seed|_c|_utils|long|cat)'"
        ),
        meaning="What is imported as torch is only a rest of it, or another folder of that name.",
        fix=(
            "Uninstall torch, with leftovers in site-packages, and install it again; look for "
            "a folder called torch."
        ),
        source="https://github.com/pytorch/pytorch/issues/33495",
        rule="torch-in-part",
        examples=("AttributeError: module 'torch' has no attribute 'Tensor'",),
        near_misses=("AttributeError: module 'torch' has no attribute 'mps'",),
    ),
    ErrorText(
        id="torch-c-missing",
        cause="torch-install-damaged",
        literals=("torch._c", "no module named 'torch.", "no module named torch."),
        pattern=(
            r"no module named '?torch\._c\b(?!\._distributed)"
            r"|cannot import name '(?!_cuda)\w{1,80}' from 'torch\._c'"
            r"|no module named '?torch\.(?:version|_utils(?:_internal)?|_sources|_jit_internal"
            r"|_classes|_tensor|autograd|nn|utils)\b(?!\.)(?!'; 'torch')"
        ),
        meaning="The compiled part of torch is missing, or made for another Python.",
        fix="Uninstall torch and install it again with this Python.",
        source="https://github.com/pytorch/pytorch/issues/574",
        examples=(
            "ModuleNotFoundError: No module named 'torch._C'",
            "ModuleNotFoundError: No module named 'torch._utils_internal'",
        ),
        near_misses=(
            "torch._C._cuda_init()",
            "ImportError: cannot import name '_CudaDeviceProperties' from 'torch._C'",
            "No module named 'torch._C._distributed_c10d'; 'torch._C' is not a package",
        ),
    ),
    ErrorText(
        id="frozen-torch",
        cause="torch-install-damaged",
        kind="loader",
        literals=("could not be converted to any of the known types", "libtorch", "libc10"),
        beside=("pyinstaller", "py2app", "cx_freeze", "_mei", "bundle", "frozen", "known types"),
        pattern=(
            r"\bc10::\S{1,90} could not be converted to any of the known types"
            r"|cannot find path \S{0,20}lib(?:torch\w{0,12}|c10)\.dylib \(needed by"
            r"|libtorch_global_deps\.dylib\W{1,3}(?:is |was )?not found"
        ),
        meaning="The app that was frozen holds torch's libraries twice, or not all of them.",
        fix="Let PyInstaller (or py2app, cx_Freeze) collect the folder torch/lib as it is.",
        source="https://github.com/pytorch/pytorch/issues/84782",
        examples=(
            "Type c10::intrusive_ptr<Made<2>> could not be converted to any of the known types",
            "pyinstaller: Cannot find path ./libtorch.dylib (needed by torchtext/_torchtext.so)",
            "The bundle complained that `libtorch_global_deps.dylib` is not found.",
        ),
        near_misses=(
            "foo::Type could not be converted to any of the known types",
            "import torch: libtorch_global_deps.dylib was not found.",
        ),
    ),
    ErrorText(
        id="invalid-distribution-torch",
        cause="torch-install-damaged",
        kind="warning",
        literals=("ignoring invalid distribution",),
        pattern=r"ignoring invalid distribution [-~]orch",
        meaning="A broken uninstall left a folder whose name begins with ~.",
        fix="Delete the ~orch folders in site-packages and install torch again.",
        source="https://pip.pypa.io/en/stable/topics/dependency-resolution/",
        examples=(
            "WARNING: Ignoring invalid distribution -orch (/opt/lib/python3.10/site-packages)",
        ),
        near_misses=("WARNING: Ignoring invalid distribution -ip",),
    ),
    ErrorText(
        id="torch-import-circular-name",
        cause="torch-install-damaged",
        literals=("cannot import name",),
        pattern=(
            r"cannot import name '\w{1,80}' from 'torch' \((?:unknown location|none)\)"
            r"|cannot import name '(?:_c|tensor|nn)' from 'torch'"
        ),
        meaning="torch is only partly installed.",
        fix="Uninstall torch and install it again.",
        source="https://github.com/pytorch/pytorch/issues/574",
        rule="torch-in-part",
        examples=("ImportError: cannot import name '_C' from 'torch' (unknown location)",),
        near_misses=("ImportError: cannot import name 'foo' from 'bar'",),
    ),
    ErrorText(
        id="torch-register-twice",
        cause="torch-install-damaged",
        kind="abort",
        literals=("can be used to register the namespace",),
        pattern=r"only a single torch_library can be used to register the namespace",
        meaning="Two copies of torch are loaded in one process.",
        fix="Remove all copies of torch but one.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Only a single TORCH_LIBRARY can be used to register the namespace",
        examples=(
            (
                "RuntimeError: Only a single TORCH_LIBRARY can be used to register the namespace "
                "prims; please put all of your definitions in a single TORCH_LIBRARY block."
            ),
        ),
        near_misses=("user is already registered",),
    ),
    ErrorText(
        id="torch-metadata-missing",
        cause="torch-install-damaged",
        kind="installer",
        literals=(".dist-info",),
        pattern=(
            r"no such file or directory: '?[^'\s]{0,200}/torch(?:vision"
            r"|audio)?-[\w.+]{1,30}\.dist-info/"
        ),
        meaning=(
            "The record of an installed torch is missing: an install was broken off, or two tools "
            "wrote to one folder."
        ),
        fix=(
            "Delete what is left of torch in site-packages and install it again, or make a new "
            "environment."
        ),
        source=(
            "https://packaging.python.org/en/latest/specifications/recording-installed-packages/"
        ),
        examples=(
            (
                "FileNotFoundError: [Errno 2] No such file or directory: "
                "'/opt/x/site-packages/torch-2.1.0.dist-info/METADATA'"
            ),
        ),
        near_misses=(
            "No such file or directory: '/opt/x/site-packages/foo-2.1.0.dist-info/METADATA'",
        ),
    ),
    ErrorText(
        id="torch-no-record",
        cause="torch-install-damaged",
        kind="installer",
        literals=("no record file was found for torch",),
        meaning="pip cannot uninstall torch, for the list of its files is missing.",
        fix=(
            "Delete the torch folders in site-packages by hand and install again, or make a new "
            "environment."
        ),
        source="https://pip.pypa.io/en/stable/cli/pip_uninstall/",
        examples=("The package's contents are unknown: no RECORD file was found for torch.",),
        near_misses=("no RECORD file was found for foo",),
    ),
    ErrorText(
        id="torch-c-attribute",
        cause="torch-install-damaged",
        literals=("module 'torch._c' has no attribute",),
        pattern=(
            r"module 'torch\._c' has no attribute '(?!_(?:cuda|xpu|mps|mtia|hip|rocm|nccl|c10d"
            r"|jit_set_nvfuser|scatter'|gather'|broadcast))\w{1,80}'"
        ),
        meaning="Python files and libraries of two versions of torch are mixed in one place.",
        fix=(
            "Uninstall torch until pip finds none (conda's as well), delete what is left of its "
            "folder, and install it once."
        ),
        source="https://github.com/pytorch/pytorch/issues/118724",
        examples=(
            (
                "AttributeError: module 'torch._C' has no attribute 'TensorBase'. Did you mean: "
                "'_TensorBase'?"
            ),
        ),
        near_misses=("AttributeError: module 'torch._C' has no attribute '_cuda_setDevice'",),
    ),
    ErrorText(
        id="shm-manager-not-run",
        cause="torch-install-damaged",
        literals=("torch_shm_manager",),
        pattern=(
            r"torch_shm_manager[^\n]{0,200}(?:execl failed|no such file|permission denied"
            r"|(?:missing|without|lacks?|has no) (?:the )?execut\w{1,4} (?:permission|bit))"
        ),
        meaning=(
            "torch cannot start its helper program torch_shm_manager: the file is missing or may "
            "not be run."
        ),
        fix="Install torch again: the file must be there and be allowed to run.",
        source="https://github.com/pytorch/pytorch/pull/57310",
        examples=(
            (
                "RuntimeError: torch_shm_manager at "
                '"/Users/user/ACE-Step-1.5/.venv/lib/python3.11/site-packages/torch/bin/torch_shm_m'
                'anager": execl failed: Permission denied'
            ),
            (
                "RuntimeError: error executing torch_shm_manager at "
                '"/opt/lib/python3.10/site-packages/torch/bin/torch_shm_manager" at '
                "../torch/lib/libshm/core.cpp:99\ntorch_shm_manager: No such file or directory"
            ),
            "DataLoader fails: torch_shm_manager in the wheel has no executable bit",
        ),
        near_misses=("The process list shows torch_shm_manager, which is fine.",),
    ),
    ErrorText(
        id="torch-six-removed",
        cause="torch-companion-version-mismatch",
        literals=("torch._six", "no attribute '_six'"),
        pattern=(
            r"no module named '?torch\._six\b|cannot import name '\w{1,40}' from 'torch\._six'"
            r"|module 'torch' has no attribute '_six'"
        ),
        meaning="The package was written for torch before 2.0, which took torch._six away.",
        fix="Install a newer release of that package, or replace its import of torch._six.",
        source="https://github.com/pytorch/pytorch/pull/94709",
        on="mac",
        examples=(
            "ModuleNotFoundError: No module named 'torch._six'",
            "ImportError: cannot import name 'container_abcs' from 'torch._six' (/x/_six.py)",
            "AttributeError: module 'torch' has no attribute '_six'",
        ),
        near_misses=("from torch._six import inf", "No module named 'six'"),
    ),
)
