"""Libraries of torchvision, torchaudio and extensions that do not load."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="torchcodec-not-loaded",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("could not load libtorchcodec",),
        meaning="FFmpeg is missing or of another version, or torchcodec fits another torch.",
        fix="Install FFmpeg (`brew install ffmpeg`) and the torchcodec that fits this torch.",
        # On Macs both: issues 1631 (FFmpeg), 1180 (torch), LAAC-LSCP/VTC 12, LMCache 4047.
        source="https://github.com/meta-pytorch/torchcodec/issues/1180",
        advice=True,
        examples=(
            "RuntimeError: Could not load libtorchcodec. Likely causes: 1. FFmpeg is not installed",
            "Exception during processing: Could not load libtorchcodec.",
        ),
        near_misses=(
            "Could not load libtorchvision",
            "libtorchcodec could not be built from source",
        ),
    ),
    ErrorText(
        id="torchcodec-missing",
        cause="torch-companion-version-mismatch",
        literals=("torchcodec is required for",),
        pattern=r"torchcodec is required for (?:load|save)_with_torchcodec",
        meaning="torchcodec isn't installed: torchaudio 2.9 and newer read audio with it.",
        fix="Install the torchcodec that fits this torch, and FFmpeg (`brew install ffmpeg`).",
        # Also OpenBMB/VoxCPM 139 and debpalash/VoiceStudio 2083.
        source="https://github.com/pytorch/audio/blob/v2.9.0/src/torchaudio/_torchcodec.py",
        advice=True,
        examples=(
            "ImportError: TorchCodec is required for load_with_torchcodec. Install torchcodec.",
            "ImportError: TorchCodec is required for save_with_torchcodec.",
        ),
        near_misses=("torchcodec is required for the tests of this project",),
    ),
    ErrorText(
        id="symbol-torch-library",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("symbol not found",),
        pattern=(
            r"symbol not found:? ?\(?'?[\w$]{1,400}.{0,600}expected in:? ?(?:<[\w-]{1,40}> ?)?'?"
            r"[^\s']{0,300}lib(?:torch\w{0,80}|c10\w{0,80}|_c)\b"
        ),
        reach=1200,
        meaning=(
            "A compiled package (torchvision, torchaudio, an extension) was built for another "
            "torch."
        ),
        fix=(
            "Install torch and that package together, from one source, in versions that go "
            "together."
        ),
        source="https://github.com/rusty1s/pytorch_scatter/issues/437",
        rule="torch-symbol",
        examples=(
            (
                "OSError: dlopen(torchaudio/lib/libtorchaudio.so, 0x0006): Symbol not found: "
                "__ZN2at8internal15invoke_parallelE Expected in: env/lib/libtorch_cpu.dylib"
            ),
        ),
        near_misses=(
            (
                "Symbol not found: __ZNSt19bad_optional_accessD1Ev Expected in: "
                "/usr/lib/libc++.1.dylib"
            ),
        ),
    ),
    ErrorText(
        id="symbol-flat-namespace",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("symbol not found in flat namespace",),
        pattern=(
            r"symbol not found in flat namespace \(?'?(?:_{1,2}z\w{0,6}\d?(?:n2at|n3c10|n5torch"
            r"|\w{0,200}(?:2at\d|3c10|5torch|8pybind11))|n2at\d|n3c10\d|n5torch\d)"
        ),
        meaning="A compiled package was built for another torch.",
        fix="Install it again in a version made for this torch, or rebuild it.",
        source="https://github.com/open-mmlab/mmcv/issues/2951",
        examples=(
            (
                "ImportError: dlopen(mmcv/_ext.so, 0x0002): symbol not found in flat namespace "
                "'__ZN2at3mps9MPSStream6commitEb'"
            ),
            (
                "ImportError: dlopen(made_up/_ext.so, 0x0002): symbol not found in flat namespace "
                "N2at4madeUpEv)"
            ),
        ),
        near_misses=(
            "symbol not found in flat namespace '_PyUnicode_Decode'",
            "symbol not found in flat namespace N3gpu4madeUpEv",
        ),
    ),
    ErrorText(
        id="symbol-torch-mangled",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("undefined symbol",),
        pattern=r"undefined symbol: _zn\w{0,6}(?:2at|3c10|5torch)",
        meaning="A compiled package was built for another torch.",
        fix="Install torch and that package together, in versions that go together.",
        source="https://github.com/pytorch/vision#installation",
        examples=(
            (
                "ImportError: torchvision/_C.so: undefined symbol: "
                "_ZN3c104cuda20CUDACachingAllocator9allocatorE"
            ),
        ),
        near_misses=("undefined symbol: PyExc_Foo",),
    ),
    ErrorText(
        id="symbol-not-found-torch-name",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("symbol not found",),
        pattern=(
            r"symbol not found:? ?\(?'?_{1,2}(?:zn?k?(?:2at|3c10|5torch)|z\d{1,2}thp|torch_"
            r"|aoti_torch_)\w{0,80}"
        ),
        meaning="A compiled package was built for another torch.",
        fix="Install torch and that package together, in versions that go together.",
        source="https://github.com/rusty1s/pytorch_scatter/issues/437",
        rule="torch-symbol",
        examples=(
            "Symbol not found: __ZN3c1017RegisterOperatorsD1Ev",
            "Symbol not found: __Z14THPMadeUp_WrapN2at6TensorE",
            "OSError: dlopen(x/_ext.abi3.so, 0x0006): Symbol not found: _torch_library_impl",
        ),
        near_misses=("Symbol not found: _PyUnicode_AsUTF8", "Symbol not found: _torchlight_start"),
    ),
    ErrorText(
        id="companion-dlopen-symbol",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("symbol not found",),
        pattern=(
            r"dlopen\([^)\n]{0,300}/(?:torchaudio|torchvision|torchtext|torchdata|torch_(?:scatter"
            r"|sparse|cluster|spline_conv)|functorch|detectron2"
            r"|k2)/[^)\n]{0,120}\):? ?symbol not found:? ?\(?\'?[\w$]{1,300}(?!.{0,400}expected in:"
            r"? ?(?:<[\w-]{1,40}> ?)?\'?/(?:usr/lib|system)/)"
        ),
        reach=900,
        meaning=(
            "The library of a package that is built on torch asks for a symbol that the installed "
            "torch does not have."
        ),
        fix=(
            "Install them anew together: `python3 -m pip install --upgrade torch torchvision "
            "torchaudio`."
        ),
        source="https://github.com/pytorch/vision#installation",
        examples=(
            (
                "OSError: dlopen(/env/site-packages/torchaudio/_torchaudio.so, 6): Symbol not "
                "found: __Z12THPSomethingi"
            ),
        ),
        near_misses=(
            (
                "OSError: dlopen(/env/site-packages/numpy/core/_math.so, 6): Symbol not found: "
                "__Z12THPSomethingi"
            ),
        ),
    ),
    ErrorText(
        id="torchaudio-backend-load",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("libtorchaudio", "lib_torchaudio", "could not load this library"),
        pattern=(
            r"dlopen\([^)]{0,300}lib_?torchaudio\.\w{1,80}[^\n]{0,200}(?:library not loaded: '?@rpa"
            r"th/(?:libtorch|libc10)|symbol not found)"
            r"|could not load this library: [^\n]{0,200}libtorchaudio"
            r"|error: failed to load libtorchaudio\b"
            r"|could not load this library: [^\n]{0,200}/(?:torchvision|torch_(?:scatter|sparse"
            r"|cluster|spline_conv)|pyg_lib)/"
        ),
        reach=700,
        meaning="torchaudio was built for another torch.",
        fix="Install torch and torchaudio together, in versions that go together.",
        source="https://github.com/rsxdalv/TTS-WebUI/issues/407",
        examples=(
            (
                "OSError: dlopen(torchaudio/lib/libtorchaudio.so, 0x0006): Library not loaded: "
                "@rpath/libtorch.dylib"
            ),
            "ImportError: Failed to load libtorchaudio",
            "OSError: Could not load this library: /opt/x/torchvision/_C.so",
        ),
        near_misses=(
            "libtorchaudio loaded",
            "we load libtorchaudio first",
            "Could not load this library: /opt/x/libfoo.so",
        ),
    ),
    ErrorText(
        id="libtorch-not-loaded",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("library not loaded:",),
        pattern=(
            r"library not loaded: '?@(?:rpath|loader_path)/lib(?:torch\w{0,80}|c10\w{0,80}"
            r"|shm)\.dylib(?:'?\s{0,20}referenced from:? ?(?:<[\w-]{1,40}> ?)?'?\S{0,300}?\btorch/"
            r"(?:lib/|_c\b))?"
        ),
        reach=500,
        meaning=(
            "A compiled package does not find torch's libraries: torch was not imported first, or "
            "is another one."
        ),
        fix="Import torch first; install the package again for this torch.",
        source="https://github.com/pytorch/pytorch/issues/123833",
        unless=("built-for-newer-macos", "chained-fixups", "incompatible-architecture"),
        rule="libtorch-missing",
        examples=(
            (
                "ImportError: dlopen(detectron2/_C.so, 0x0002): Library not loaded: "
                "@rpath/libc10.dylib"
            ),
            "Library not loaded: '@rpath/libtorch_cpu.dylib'",
            "Library not loaded: @loader_path/libshm.dylib",
        ),
        near_misses=(
            "Library not loaded: @rpath/libsox.dylib",
            "Library not loaded: @loader_path/libpng.dylib",
        ),
    ),
    ErrorText(
        id="libtorch-headers-of-another",
        cause="torch-companion-version-mismatch",
        kind="build",
        literals=("no member named '",),
        pattern=(
            r"error: no member named '\w{1,120}' in (?:namespace '(?:torch|at|c10)\b(?!::executor)"
            r"|'c10::dispatchkey')"
        ),
        meaning="The sources were written for another torch than the one whose headers are here.",
        fix="Use the torch that the package names, or a release of it for this torch.",
        source="https://github.com/LaurentMazare/tch-rs#getting-started",
        examples=(
            "src/net.cpp:7:9: error: no member named '_made_up_attention' in namespace 'torch'",
            "warning: api.cpp:42:9: error: no member named '_made_up_check_' in namespace 'at'",
            "ext.mm:3: error: no member named 'made_up_guard' in namespace 'c10::impl'",
            "lfilter.cpp:251:32: error: no member named 'MadeUp' in 'c10::DispatchKey'",
        ),
        near_misses=(
            "main.cpp:7:9: error: no member named 'clamp' in namespace 'std'",
            "there is no member named 'clamp' in namespace 'torch'",
        ),
    ),
    ErrorText(
        id="library-of-build-machine",
        cause="package-no-macos-wheel",
        kind="loader",
        literals=("/users/runner/", "/users/ec2-user/", "/users/distiller/", "/users/builder/"),
        pattern=(
            r"dlopen\((?!/users/(?:runner|ec2-user|distiller|builder)/)[^)\n]{1,300}\):? ?"
            r"library not loaded: ['\u2018]?/users/(?:runner|ec2-user|distiller|builder)/"
            r"[^\s']{1,200}"
        ),
        meaning=(
            "A released file looks for a library where only the machine that built it had one: "
            "the wheel itself is faulty."
        ),
        fix="Install an older or a newer release of that package, or its build from conda-forge.",
        source="https://github.com/pytorch/audio/issues/2806",
        rule="faulty-wheel",
        examples=(
            (
                "OSError: dlopen(/opt/x/site-packages/madeup/_core.so, 0x0006): Library not "
                "loaded: '/Users/runner/work/madeup/lib/libfoo.2.dylib'"
            ),
            (
                "OSError: dlopen(/opt/x/site-packages/torchaudio/lib/libmadeup.so, 0x0006): "
                "Library not loaded: /Users/distiller/project/conda/lib/libfoo.dylib"
            ),
        ),
        near_misses=(
            (
                "OSError: dlopen(/Users/runner/work/app/.venv/madeup/_core.so, 0x0006): Library "
                "not loaded: /Users/runner/hostedtoolcache/Python/3.11.9/lib/libpython3.11.dylib"
            ),
            "the log is in /Users/runner/work/madeup",
        ),
    ),
    ErrorText(
        id="extension-part-missing",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=(
            "no module named 'torch_",
            "could not find module '_",
            "object has no attribute 'origin'",
            "._ext'",
            "._c'",
            "cannot import name '_c' from",
            "cannot import name '_ext' from",
        ),
        pattern=(
            r"no module named '(?!torch\.)\w{2,40}(?:\.\w{2,40})?\.(?:_ext|_c)'(?!; )"
            r"|cannot import name '(?:_ext|_c)' from (?:partially initialized module )?"
            r"'(?!torch'|sam\d')\w[\w.]{1,60}'"
            r"|no module named 'torch_(?:scatter|sparse|cluster|spline_conv)\.\w{2,40}"
            r"_(?:cpu|cuda)'|could not find module '_\w{2,40}_(?:cpu|cuda)' in\b"
            r"|file \"?[^\"\s]{1,160}/(?:torch_(?:scatter|sparse|cluster|spline_conv))/__init__\.py"
            r".{0,200}'nonetype' object has no attribute 'origin'"
        ),
        meaning=(
            "The compiled part of a package that is built on torch isn't there: it was installed "
            "without it, or its sources are imported instead."
        ),
        fix=(
            "Leave the folder of its sources, and install it again in the version made for this "
            "torch (that of PyG is on https://data.pyg.org; mmcv is built with MMCV_WITH_OPS=1)."
        ),
        source="https://github.com/rusty1s/pytorch_scatter/blob/master/torch_scatter/__init__.py",
        rule="extension-part",
        examples=(
            "ModuleNotFoundError: No module named 'torch_sparse.convert_cpu'",
            "ImportError: Could not find module '_version_cpu' in /opt/x/torch_scatter",
            "ModuleNotFoundError: No module named 'mmcv._ext'",
            "ImportError: cannot import name '_C' from 'madeup' (/opt/x/madeup/__init__.py)",
            (
                'File "/opt/x/site-packages/torch_cluster/__init__.py", line 12, in <module> '
                "AttributeError: 'NoneType' object has no attribute 'origin'"
            ),
        ),
        near_misses=(
            "ModuleNotFoundError: No module named 'torch_scatter'",
            "ModuleNotFoundError: No module named 'torch._C'",
            "ImportError: cannot import name '_C' from 'torch' (/opt/x/torch/__init__.py)",
            "UserWarning: cannot import name '_C' from 'sam2' Skipping the post-processing step",
            "AttributeError: 'NoneType' object has no attribute 'origin'",
            "Could not find module '_made_up' in the registry",
        ),
    ),
    ErrorText(
        id="extension-operators-missing",
        cause="torch-companion-version-mismatch",
        literals=("'_opnamespace' '", "torch.ops."),
        pattern=(
            r"'_opnamespace' '(?!(?:aten|prims?|mps|mkldnn|quantized|_?c10d\w{0,20}"
            r"|torch(?:vision|audio|text))')\w{1,40}' object has no attribute"
            r"|\btorch\.ops\.(?!aten|prims?\b|mps|mkldnn|quantized|_?c10d)\w{1,40}\.\w{1,60}"
            r" does not exist"
        ),
        meaning=(
            "The compiled part of a package, which brings operators to torch, was not loaded: it "
            "is missing, or was built for another torch."
        ),
        fix="Install that package again in a version made for this torch, or build it here.",
        source="torch 2.13.0 for macOS: torch/_ops.py",
        verbatim="'_OpNamespace' ",
        examples=(
            "AttributeError: '_OpNamespace' 'torch_madeup' object has no attribute 'scale'",
            "[Bug]: torch.ops._C.made_up does not exist",
        ),
        near_misses=(
            "AttributeError: '_OpNamespace' 'aten' object has no attribute 'made_up'",
            "torch.ops.aten.made_up does not exist",
            "torch.ops._C.made_up exists",
        ),
    ),
)
