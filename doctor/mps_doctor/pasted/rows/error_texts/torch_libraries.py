"""Libraries of torch that do not load."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="omp-not-loaded-torch",
        cause="torch-install-damaged",
        kind="loader",
        literals=("libomp.dylib", "libiomp5.dylib"),
        pattern=(
            r"library not loaded: [^\n]{0,120}lib(?:omp"
            r"|iomp5)\.dylib(?:'? referenced from: '?[^\s']{1,240})?"
        ),
        meaning="torch does not find the OpenMP library that it brings or expects.",
        fix="Install torch again from one source.",
        source="https://github.com/pytorch/pytorch/issues/123833",
        unless=("built-for-newer-macos", "chained-fixups", "incompatible-architecture"),
        rule="missing-openmp",
        any_program=True,
        examples=(
            (
                "OSError: dlopen(libtorch_global_deps.dylib, 0x000A): Library not loaded: "
                "@rpath/libomp.dylib"
            ),
            "Library not loaded: /usr/local/opt/libomp/lib/libiomp5.dylib",
        ),
        near_misses=("Library not loaded: @rpath/libsox.dylib",),
    ),
    ErrorText(
        id="torch-dylib-missing",
        cause="torch-install-damaged",
        kind="loader",
        literals=("no such file",),
        pattern=(
            r"dlopen\([^)\n]{0,300}lib(?:torch\w{0,80}|c10"
            r"|shm)\.dylib[^)\n]{0,20}\)[^\n]{0,300}\(?no such file"
        ),
        reach=700,
        meaning="A library of torch is missing on the disk.",
        fix="Uninstall torch and install it again.",
        source="https://github.com/pytorch/pytorch/issues/123833",
        examples=(
            (
                "OSError: dlopen(torch/lib/libtorch_global_deps.dylib, 0x000A): tried: "
                "'torch/lib/libtorch_global_deps.dylib' (no such file)"
            ),
        ),
        near_misses=("FileNotFoundError: No such file or directory: 'model.pt'",),
    ),
    ErrorText(
        id="torch-code-signature",
        cause="torch-install-damaged",
        kind="loader",
        literals=(
            "code signature",
            "not valid for use in process",
            "disallowed by system policy",
            "code signing blocked mmap",
        ),
        pattern=(
            r"\b(?:lib)?torch/[^\n]{0,230}?(?:code signature (?:in|invalid)"
            r"|not valid for use in process|library load disallowed by system policy"
            r"|code signing blocked mmap)[^\n]{0,200}"
        ),
        meaning="The system refuses a library of torch because its signature is broken.",
        fix="Uninstall torch and install it again; do not edit or strip its files.",
        source="https://github.com/apple-oss-distributions/dyld",
        examples=(
            (
                "ImportError: dlopen(torch/_C.so, 0x0002): code signature in <...> 'torch/_C.so' "
                "not valid for use in process"
            ),
            (
                "dlopen(/x/torch/lib/libtorch_cpu.dylib): tried: '/x/torch/lib/libtorch_cpu.dylib' "
                "(library load disallowed by system policy)"
            ),
            (
                "libtorch_cpu.dylib: code signature in (/Users/x/libtorch/lib/libtorch_cpu.dylib) "
                "not valid for use in process using Library Validation: library load disallowed by "
                "system policy"
            ),
        ),
        near_misses=("code signature verified",),
    ),
    ErrorText(
        id="torch-dylib-truncated",
        cause="torch-install-damaged",
        kind="loader",
        literals=("truncated",),
        pattern=(
            r"/torch/[^'\n]{0,80}'? \((?:mach-o file, but truncated|truncated mach-o"
            r"|file truncated)"
        ),
        meaning="A library of torch is not whole on disk.",
        fix="Uninstall torch, empty pip's cache (`pip cache purge`), and install it again.",
        source="https://github.com/apple-oss-distributions/dyld",
        examples=(
            (
                "tried: '/opt/x/site-packages/torch/lib/libtorch_cpu.dylib' (mach-o file, but "
                "truncated)"
            ),
        ),
        near_misses=("the log of torch was truncated",),
    ),
    ErrorText(
        id="libtorch-gatekeeper",
        cause="torch-install-damaged",
        kind="loader",
        literals=("be opened",),
        pattern=(
            r"\blib(?:torch\w{0,40}|c10\w{0,40}|shm"
            r"|i?omp5?)\.dylib\W{1,4}(?:is damaged and )?(?:can't|cannot|can not) be opened"
        ),
        meaning=(
            "macOS refuses a library of torch that was downloaded by hand: it is quarantined and "
            "not notarised."
        ),
        fix=(
            "Install torch with pip or conda, or take the quarantine off the folder with xattr -dr "
            "com.apple.quarantine."
        ),
        source="https://github.com/pytorch/pytorch/issues/120606",
        examples=(
            (
                '"libtorch_cpu.dylib" can\'t be opened because Apple cannot check it for '
                "malicious software."
            ),
            '"libc10.dylib" is damaged and can\'t be opened. You should move it to the Trash.',
        ),
        near_misses=(
            (
                '"libsodium.dylib" can\'t be opened because Apple cannot check it for malicious '
                "software."
            ),
        ),
    ),
    ErrorText(
        id="torch-library-cut-off",
        cause="torch-install-damaged",
        kind="loader",
        literals=("file too short", "image not found"),
        pattern=(
            r"dlopen\((?:[^)\n]{0,300}/)?torch/[^)\n]{1,120}\).{0,240}?file too short"
            r"|dlopen\((?:[^)\n]{0,300}/)?torch/lib/[^)\n]{1,80}\): image not found"
        ),
        meaning="One of torch's own libraries is missing or was cut off.",
        fix="Remove torch and install it again; look whether the disk is full.",
        source="https://github.com/apple-oss-distributions/dyld",
        examples=(
            "ImportError: dlopen(/opt/x/torch/lib/libtorch_python.dylib, 0x0002): file too short",
            "OSError: dlopen(/opt/x/torch/lib/libtorch_global_deps.dylib, 10): image not found",
        ),
        near_misses=(
            "OSError: dlopen(libcudart.dylib, 6): image not found",
            "the file is too short",
        ),
    ),
)
