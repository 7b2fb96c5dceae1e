"""NumPy 2 beside packages that were built for NumPy 1."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="numpy-1-compiled",
        cause="numpy2-abi-mismatch",
        kind="warning",
        literals=("compiled using numpy 1.x cannot be run in", "e.g. with 'pybind11>=2.12'"),
        pattern=r"compiled using numpy 1\.x cannot be run in|e\.g\. with 'pybind11>=2\.12'",
        until="2.2",
        meaning=(
            "torch below 2.3 (or another package) was built for NumPy 1, and NumPy 2 is installed."
        ),
        fix="Install numpy<2, or a newer torch.",
        source="https://numpy.org/doc/stable/user/troubleshooting-importerror.html",
        examples=(
            (
                "A module that was compiled using NumPy 1.x cannot be run in NumPy 2.1.3 as it may "
                "crash."
            ),
        ),
        near_misses=("A module compiled using NumPy 2",),
    ),
    ErrorText(
        id="numpy-descr-member",
        cause="numpy2-abi-mismatch",
        kind="build",
        literals=("pyarray_descr",),
        pattern=(
            r"no member named '\w{1,20}' in '_?pyarray_descr"
            r"|'_?pyarray_descr\b[^\n]{0,60}has no member named"
        ),
        meaning="The source is for NumPy 1, whose structure of a dtype NumPy 2 has changed.",
        fix="Build with `numpy<2`, or use a source that knows NumPy 2.",
        source="https://numpy.org/doc/stable/numpy_2_0_migration_guide.html",
        any_program=True,
        examples=(
            "error: no member named 'elsize' in '_PyArray_Descr'",
            "error: 'PyArray_Descr' {aka 'struct _PyArray_Descr'} has no member named 'subarray'",
        ),
        near_misses=("error: no member named 'elsize' in 'MyType'",),
    ),
    ErrorText(
        id="numpy-array-api",
        cause="numpy2-abi-mismatch",
        kind="warning",
        literals=("_array_api not found",),
        until="2.2",
        meaning="torch was built for NumPy 1, and NumPy 2 is installed.",
        fix="Install numpy<2, or a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/122056",
        examples=("UserWarning: Failed to initialize NumPy: _ARRAY_API not found",),
        near_misses=("array_api tests found",),
    ),
    ErrorText(
        id="numpy-missing",
        cause="numpy2-abi-mismatch",
        kind="warning",
        literals=("failed to initialize numpy: no module named",),
        meaning="NumPy isn't installed; torch works without it, except for .numpy() and the like.",
        fix="Install numpy, to silence the warning and to exchange arrays.",
        # Seen on Macs: meta-pytorch/torchcodec 1146, huggingface/kernels-community 1155.
        source="https://github.com/pytorch/pytorch/blob/v2.13.0/torch/csrc/utils/tensor_numpy.cpp",
        rule="silent",
        examples=(
            "UserWarning: Failed to initialize NumPy: No module named 'numpy'",
            "functional_tensor.py:368: UserWarning: Failed to initialize NumPy: No module named "
            "'numpy' (Triggered internally at tensor_numpy.cpp:84.)",
        ),
        near_misses=(
            "UserWarning: Failed to initialize NumPy: _ARRAY_API not found",
            "ModuleNotFoundError: No module named 'numpy'",
        ),
    ),
    ErrorText(
        id="numpy-not-available",
        cause="numpy2-abi-mismatch",
        literals=("numpy is not available",),
        meaning=(
            "torch could not use the installed NumPy, most often NumPy 2 with torch below 2.3, or "
            "there is none."
        ),
        fix="Install numpy<2, or a newer torch.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_python.dylib",
        verbatim="Numpy is not available",
        examples=("RuntimeError: Numpy is not available",),
        near_misses=("numpy is available",),
    ),
    ErrorText(
        id="numpy-api-version",
        cause="numpy2-abi-mismatch",
        literals=("compiled against",),
        pattern=(
            r"(?:module )?compiled against (?:numpy )?(?:c-)?(?:api|abi) version (?:\(?numpy )?0x"
            r"(?:.{0,60}?\bnumpy (?:is|has c-api version) 0x[\da-f]{1,7})?"
        ),
        meaning="A compiled package and the installed NumPy are of different generations.",
        fix="Install the NumPy that the package was built for; usually a newer one.",
        rule="numpy-generation",
        source="https://numpy.org/doc/stable/user/troubleshooting-importerror.html",
        examples=(
            (
                "RuntimeError: module compiled against API version 0x10 but this version of numpy "
                "is 0xe"
            ),
        ),
        near_misses=("compiled against API version 3 of the server",),
    ),
    ErrorText(
        id="numpy-dtype-size",
        cause="numpy2-abi-mismatch",
        literals=("size changed, may indicate binary",),
        pattern=r"numpy\.(?:dtype|ndarray|ufunc) size changed, may indicate binary incompatibility",
        meaning="A compiled package and the installed NumPy are of different generations.",
        fix="Install numpy<2, or newer releases of the package.",
        source="https://numpy.org/doc/stable/user/troubleshooting-importerror.html",
        any_program=True,
        examples=(
            (
                "ValueError: numpy.dtype size changed, may indicate binary incompatibility. "
                "Expected 96 from C header, got 88 from PyObject"
            ),
            "numpy.ufunc size changed, may indicate binary incompatibility",
        ),
        near_misses=("numpy.dtype of size 8",),
    ),
    ErrorText(
        id="numpy-multiarray-import",
        cause="numpy2-abi-mismatch",
        literals=("core.multiarray failed to import",),
        pattern=r"numpy\.?_?core\.multiarray failed to import",
        meaning="A compiled package and the installed NumPy do not fit.",
        fix="Install numpy<2, or newer releases of the package.",
        source="https://numpy.org/doc/stable/user/troubleshooting-importerror.html",
        examples=(
            "ImportError: numpy.core.multiarray failed to import",
            "ImportError: numpy._core.multiarray failed to import",
        ),
        near_misses=("import numpy.core.multiarray",),
    ),
    ErrorText(
        id="numpy-infer-dtype",
        cause="numpy2-abi-mismatch",
        literals=("could not infer dtype of numpy.",),
        meaning="torch does not know NumPy's own number types: it was built for another NumPy.",
        fix="`pip install 'numpy<2'`, or a torch of 2.3 or newer.",
        source="https://github.com/pytorch/pytorch/issues/135013",
        examples=("RuntimeError: Could not infer dtype of numpy.float32",),
        near_misses=("RuntimeError: Could not infer dtype of NoneType",),
    ),
    ErrorText(
        id="numpy-not-an-ndarray",
        cause="numpy2-abi-mismatch",
        literals=("expected np.ndarray (got numpy.ndarray)",),
        meaning="torch does not know NumPy's arrays as such: it was built for another NumPy.",
        fix="`pip install 'numpy<2'`, or a torch of 2.3 or newer.",
        source="https://github.com/pytorch/pytorch/issues/133868",
        examples=("TypeError: expected np.ndarray (got numpy.ndarray)",),
        near_misses=("TypeError: expected np.ndarray (got list)",),
    ),
    ErrorText(
        id="numpy-built-without",
        cause="numpy2-abi-mismatch",
        literals=("compiled without numpy support",),
        meaning="torch was built without NumPy, or for one that this NumPy is not.",
        fix=(
            "`pip install 'numpy<2'` with a torch below 2.3; else install torch from the ordinary "
            "index again."
        ),
        source="https://github.com/pytorch/pytorch/issues/44695",
        examples=("RuntimeError: PyTorch was compiled without NumPy support",),
        near_misses=("PyTorch was compiled with NumPy support",),
    ),
    ErrorText(
        id="numpy-umath-import",
        cause="numpy2-abi-mismatch",
        literals=("umath failed to import",),
        pattern=r"numpy\._?core\.(?:_multiarray_)?umath failed to import",
        meaning="A compiled package and the installed NumPy do not fit.",
        fix="Install numpy<2, or newer releases of the package.",
        source="https://numpy.org/doc/stable/user/troubleshooting-importerror.html",
        examples=("ImportError: numpy.core._multiarray_umath failed to import",),
        near_misses=("my umath failed to import",),
    ),
    ErrorText(
        id="numpy-2-torch-told",
        cause="numpy2-abi-mismatch",
        literals=("numpy",),
        beside=("compatible", "does not", "doesn't"),
        pattern=(
            r"numpy ?(?:>=? ?)?(?:v?2(?:\.[\dx]{1,2}){0,2}) (?:is |are |was )?(?:not compatible"
            r"|incompatible|does(?:n't| not) work) with [^\n]{0,60}torch"
            r"|torch\b[^\n]{0,40}(?:not compatible|incompatible|does(?:n't"
            r"| not) (?:seem to )?(?:work|support))(?: with)? numpy ?(?:>=? ?)?2\b"
        ),
        meaning="This torch was built before NumPy 2 and cannot work with it.",
        fix="Install numpy<2, or torch 2.3 and newer (on an Intel Mac only the former).",
        source="https://github.com/pytorch/pytorch/issues/107302",
        examples=(
            (
                "NumPy 2.x is incompatible with the current combination of PyTorch 2.2.2 and macOS "
                "x86_64."
            ),
            "torch 2.2.2 does not work with numpy 2",
        ),
        near_misses=("numpy 2.1 is compatible with torch 2.6", "torch does not support numpy 1.19"),
    ),
    ErrorText(
        id="numpy-convert-supported",
        cause="numpy2-abi-mismatch",
        literals=("can't convert np.ndarray of type numpy.",),
        pattern=(
            r"can't convert np\.ndarray of type numpy\.(?:float(?:16|32|64)|u?int8|int(?:16|32|64)"
            r"|bool)\b"
        ),
        meaning="torch knows this type, and does not recognise it: it was built for another NumPy.",
        fix="Install numpy<2, or a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/135013",
        examples=(
            (
                "TypeError: can't convert np.ndarray of type numpy.float32. The only supported "
                "types are: float64, float32"
            ),
        ),
        near_misses=(
            (
                "TypeError: can't convert np.ndarray of type numpy.object_. The only supported "
                "types are: float64, float32"
            ),
            (
                "TypeError: can't convert np.ndarray of type numpy.uint16. The only supported "
                "types are: float64, float32"
            ),
        ),
    ),
)
