"""torchvision, torchaudio and others that are made for another torch."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="image-extension-failed",
        cause="torch-companion-version-mismatch",
        kind="warning",
        literals=("failed to load image python extension",),
        meaning=(
            "The image reader of torchvision does not load: it was built for another torch, or "
            "libjpeg and libpng are missing."
        ),
        fix=(
            "Install the torchvision that goes with this torch; without torchvision.io it does no "
            "harm."
        ),
        source="https://github.com/pytorch/vision/issues/6067",
        examples=(
            (
                "UserWarning: Failed to load image Python extension: dlopen(torchvision/image.so, "
                "0x0006): Symbol not found"
            ),
        ),
        near_misses=("Failed to load image file cat.png",),
    ),
    ErrorText(
        id="torchrl-binaries",
        cause="torch-companion-version-mismatch",
        kind="warning",
        literals=("failed to import torchrl c++ binaries",),
        meaning="The compiled part of torchrl was built for another torch.",
        fix="Install the torchrl that goes with this torch.",
        source="https://github.com/pytorch/rl/issues/3112",
        examples=("UserWarning: Failed to import torchrl C++ binaries. Some modules",),
        near_misses=("Failed to import torchrl",),
    ),
    ErrorText(
        id="torchvision-nms-missing",
        cause="torch-companion-version-mismatch",
        literals=(
            "torchvision::",
            "operator image::",
            "_opnamespace' object has",
            "load custom c++ ops",
            "load the image extension",
        ),
        pattern=(
            r"operator torchvision::\w{1,80} does not exist|no such operator torchvision::\w{1,80}"
            r"|no such operator image::\w{1,80}"
            r"|'_opnamespace' object has no attribute '(?:(?:de|en)code_\w{1,20}|nms|roi_\w{1,20}"
            r"|ps_roi_\w{1,20}|deform_conv2d)'"
            r"|'torchvision::\w{1,80}' with arguments from the '(?!mps)"
            r"|couldn't load custom c\+\+ ops|couldn't load the image extension"
            r"|could not find the operator torchvision::\w{1,80}"
        ),
        meaning=(
            "torchvision's compiled part did not load: it does not fit this torch, or is not the "
            "one that was imported."
        ),
        fix="Install torch and torchvision together, in versions that go together.",
        source="https://github.com/pytorch/pytorch/issues/157648",
        unless=("torchvision-op-no-mps",),
        rule="companion-operator",
        examples=(
            "RuntimeError: operator torchvision::nms does not exist",
            "RuntimeError: No such operator image::read_file",
            "AttributeError: '_OpNamespace' object has no attribute 'decode_jpeg'",
            (
                "RuntimeError: Couldn't load the image extension. If you built torchvision from "
                "source, make sure libjpeg and libpng were found."
            ),
            (
                "ValueError: Could not find the operator torchvision::nms. Please make sure you "
                "have already registered the operator"
            ),
        ),
        near_misses=(
            "torchvision.ops.nms(boxes, scores, 0.5)",
            "the image extension is .png",
            "AttributeError: '_OpNamespace' object has no attribute 'made_up'",
            "the operator torchvision::nms was found",
        ),
    ),
    ErrorText(
        id="torchvision-circular-extension",
        cause="torch-companion-version-mismatch",
        literals=("partially initialized module 'torchvision'",),
        meaning="torchvision failed while it was imported, because it does not fit this torch.",
        fix="Install torch and torchvision together, in versions that go together.",
        source="https://github.com/pytorch/vision#installation",
        examples=(
            (
                "AttributeError: partially initialized module 'torchvision' has no attribute "
                "'extension' (most likely due to a circular import)"
            ),
        ),
        near_misses=("partially initialized module 'numpy'",),
    ),
    ErrorText(
        id="companion-requires-torch",
        cause="torch-companion-version-mismatch",
        kind="installer",
        literals=("requires torch==", "has requirement torch=="),
        pattern=(
            r"(?:torchvision|torchaudio|torchtext|torchdata|xformers|fastai) \S{1,30} (?:requires"
            r"|has requirement) torch==\S{1,30}, but you have torch"
        ),
        meaning="An installed companion of torch was built for another torch.",
        fix="Install torch and companions together: `pip install torch torchvision torchaudio`.",
        source="https://github.com/pytorch/vision#installation",
        examples=(
            (
                "torchvision 0.17.0 requires torch==2.2.0, but you have torch 2.3.1 which is "
                "incompatible."
            ),
            "torchvision 0.17.2 has requirement torch==2.2.2, but you have torch 2.4.0.",
        ),
        near_misses=(
            (
                "accelerate 1.9.0 requires torch>=2.4.0, but you have torch 2.2.2 which is "
                "incompatible."
            ),
        ),
    ),
    ErrorText(
        id="companions-incompatible-words",
        cause="torch-companion-version-mismatch",
        literals=("pytorch and torch", "`torch_scatter` can't be loaded"),
        pattern=(
            r"pytorch and (?:torchvision|torchaudio) versions are (?:incompatible|not compatible)"
            r"|detected that pytorch and (?:torchvision|torchaudio) were compiled with different"
            r"|`torch_scatter` can't be loaded"
        ),
        meaning="torch and torchvision do not go together.",
        fix="Install torch and torchvision together, in versions that go together.",
        source="https://github.com/pytorch/vision#installation",
        examples=(
            (
                "RuntimeError: Couldn't load custom C++ ops. This can happen if your PyTorch and "
                "torchvision versions are incompatible"
            ),
            (
                "TAPAS models are not usable since `torch_scatter` can't be loaded. It seems you "
                "have it with the wrong CUDA version."
            ),
        ),
        near_misses=("versions are compatible",),
    ),
    ErrorText(
        id="functional-tensor-missing",
        cause="torch-companion-version-mismatch",
        literals=("no module named 'torchvision.transforms.functional_tensor'",),
        meaning="A library (basicsr, for one) uses a module that torchvision 0.17 removed.",
        fix="Take torchvision 0.16 with torch 2.1, or a newer release of that library.",
        source="https://github.com/XPixelGroup/BasicSR/issues/663",
        examples=(
            "ModuleNotFoundError: No module named 'torchvision.transforms.functional_tensor'",
        ),
        near_misses=("ModuleNotFoundError: No module named 'torchvision'",),
    ),
    ErrorText(
        id="torchaudio-attribute",
        cause="torch-companion-version-mismatch",
        literals=("module 'torchaudio' has no attribute",),
        pattern=(
            r"module 'torchaudio' has no attribute '(?:set_audio_backend|list_audio_backends"
            r"|get_audio_backend|info|audiometadata|backend)'"
        ),
        meaning="The program uses a function that this torchaudio no longer has.",
        fix="Take the torchaudio that the program was written for, with its torch.",
        source="https://github.com/pytorch/audio/issues/3902",
        examples=("AttributeError: module 'torchaudio' has no attribute 'set_audio_backend'",),
        near_misses=("AttributeError: module 'torch' has no attribute 'set_audio_backend'",),
    ),
    ErrorText(
        id="torchaudio-library-not-loaded",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("torchaudio/_extension",),
        pattern=(
            r"torchaudio/_extension[\w/]{0,24}\.py\", line \d{1,4}, in <module> _init_extension\("
        ),
        meaning="torchaudio could not load its library, which is made for one release of torch.",
        fix="Install the torchaudio of the same release as torch.",
        source="https://github.com/pytorch/audio/issues/2532",
        also=("native-arch-mismatch",),
        alone=True,
        examples=(
            (
                '  File "/opt/x/site-packages/torchaudio/_extension.py", line 99, in <module>\n'
                "    _init_extension()"
            ),
            (
                '  File "/opt/x/torchaudio/_extension/__init__.py", line 43, in <module>\n'
                "    _init_extension()"
            ),
        ),
        near_misses=('  File "/opt/x/torchaudio/_extension.py", line 99, in _load_lib',),
    ),
    ErrorText(
        id="companion-import-name",
        cause="torch-companion-version-mismatch",
        literals=("cannot import name",),
        pattern=(
            r"cannot import name '\w{1,60}' from '(?:torchvision|torchaudio"
            r"|torchtext)(?:\.[\w.]{1,60})?'"
        ),
        meaning=(
            "A program wants a name that this version of the companion does not have: it was "
            "written for another torch."
        ),
        fix="Install the torch and the companions that the program names, all of one release.",
        source="https://github.com/pytorch/vision/issues/6753",
        examples=(
            "ImportError: cannot import name '_log_api_usage_once' from 'torchvision.utils'",
        ),
        near_misses=(
            "ImportError: cannot import name 'nn' from 'torch'",
            "cannot import name 'x' from 'torchvisionary'",
        ),
    ),
    ErrorText(
        id="conda-companion-conflict",
        cause="torch-companion-version-mismatch",
        kind="installer",
        literals=("pytorch conflicts for", "-> pytorch", "-> requires pytorch"),
        pattern=(
            r"package pytorch conflicts for:? ?torch(?:vision|audio|text)\b|\btorch(?:vision|audio"
            r"|text) -> (?:requires )?pytorch ?[=\[<>]"
        ),
        meaning=(
            "conda cannot put this torch and a companion together: the companion is for another "
            "torch."
        ),
        fix=(
            "Install torch and its companions in one command, without fixed versions that "
            "contradict each other."
        ),
        source="https://github.com/pytorch/audio/issues/2517",
        examples=(
            "Package pytorch conflicts for: torchaudio -> pytorch==1.13.0",
            "Updating pytorch is constricted by torchvision -> requires pytorch==1.8.1",
        ),
        near_misses=("Package numpy conflicts for: torchvision -> numpy[version='>=1.11']",),
    ),
    ErrorText(
        id="pillow-version-name",
        cause="torch-companion-version-mismatch",
        literals=("import name 'pillow_version'",),
        meaning=(
            "torchvision 0.4 and older ask Pillow for a name that Pillow 7 dropped: it is too old "
            "for the Pillow, and the torch, beside it."
        ),
        fix="Install the torchvision that goes with this torch.",
        source="https://github.com/pytorch/vision/issues/1712",
        examples=(
            "ImportError: cannot import name 'PILLOW_VERSION' from 'PIL' (/a/PIL/__init__.py)",
        ),
        near_misses=("ImportError: cannot import name 'Image' from 'PIL'",),
    ),
    ErrorText(
        id="torchvision-newer-than-torch",
        cause="torch-companion-version-mismatch",
        literals=("/torchvision/",),
        pattern=(
            r"/torchvision/[\w/]{1,60}\.py\"?, line \d.{0,300}?(?:module 'torch(?:\.\w{1,20})?' has"
            r" no attribute|cannot import name '\w{1,40}' from 'torch(?!vision))"
        ),
        reach=500,
        meaning="torchvision uses what this torch does not have: the two are not of one release.",
        fix="Install torch and torchvision together, in versions that go together.",
        source="https://github.com/pytorch/vision#installation",
        examples=(
            (
                'File "/opt/x/torchvision/_meta_registrations.py", line 163, in <module>\n'
                '    @torch.library.register_fake("torchvision::nms")\n'
                "AttributeError: module 'torch.library' has no attribute 'register_fake'"
            ),
        ),
        near_misses=(
            'File "/opt/x/torchvision/ops.py", line 3, in nms\nValueError: boxes',
            (
                'File "/opt/x/app.py", line 3\n'
                "AttributeError: module 'torch.library' has no attribute 'register_fake'"
            ),
        ),
    ),
    ErrorText(
        id="pip-companion-requirement",
        cause="torch-companion-version-mismatch",
        kind="installer",
        literals=("has requirement torch==",),
        pattern=(
            r"\btorch(?:vision|audio|text|data) \S{1,30} has requirement torch==\S{1,30}, but you"
            r"(?:'ll)? have torch"
        ),
        meaning="torchvision or torchaudio was made for another version of torch.",
        fix="Install the versions that belong together.",
        source="https://github.com/pytorch/vision#installation",
        examples=(
            (
                "ERROR: torchvision 0.15.2 has requirement torch==2.0.1, but you'll have torch "
                "2.1.0 which is incompatible."
            ),
        ),
        near_misses=("madeup 0.1 has requirement torch==2.0.1, but you have torch 2.1.0",),
    ),
    ErrorText(
        id="companion-namespace-attribute",
        cause="torch-companion-version-mismatch",
        literals=("'_opnamespace' 'torch",),
        pattern=r"'_opnamespace' 'torch(?:vision|audio|text)' object has no attribute",
        meaning=(
            "The native part of torchvision or torchaudio did not load: it was made for another "
            "torch."
        ),
        fix="Install the versions that belong together.",
        source="https://github.com/pytorch/audio/issues/3789",
        examples=(
            "AttributeError: '_OpNamespace' 'torchaudio' object has no attribute 'cuda_version'",
            "AttributeError: '_OpNamespace' 'torchvision' object has no attribute 'roi_align'",
        ),
        near_misses=("AttributeError: '_OpNamespace' 'my_ops' object has no attribute 'x'",),
    ),
    ErrorText(
        id="companion-imports-from-torch",
        cause="torch-companion-version-mismatch",
        literals=("cannot import name",),
        pattern=(
            r"\btorch(?:vision|audio)/[^\s\"]{1,80}\.py\", line \d{1,6}, in \S{1,40}\s{1,12}from to"
            r"rch\b[^\n]{1,120}\s{1,4}importerror: cannot import name"
        ),
        reach=400,
        meaning="torchvision or torchaudio asks torch for a name that this torch does not have.",
        fix="Install the versions that belong together.",
        source="https://github.com/pytorch/vision#installation",
        examples=(
            (
                '  File "/opt/x/site-packages/torchvision/_made_up.py", line 7, in <module>\n'
                "    from torch.fx._symbolic_trace import is_made_up\n"
                "ImportError: cannot import name 'is_made_up' from 'torch.fx._symbolic_trace'"
            ),
        ),
        near_misses=(
            (
                '  File "/opt/x/site-packages/madeup/_made_up.py", line 7, in <module>\n'
                "    from torch.fx._symbolic_trace import is_made_up\n"
                "ImportError: cannot import name 'is_made_up' from 'torch.fx._symbolic_trace'"
            ),
        ),
    ),
    ErrorText(
        id="companion-extension-frame",
        cause="torch-companion-version-mismatch",
        kind="loader",
        literals=("torch.ops.load_library(", "torch.classes.load_library("),
        pattern=(
            r"/torch(?:vision|audio|text)/_?extension(?:/\w{1,20})?\.py\W.{0,120}"
            r"torch\.(?:ops|classes)\.load_library\("
        ),
        meaning="The native part of a companion of torch did not load; the reason is cut off.",
        fix="Install the versions that belong together.",
        source="https://github.com/pytorch/audio/blob/v2.0.0/torchaudio/_extension/utils.py",
        alone=True,
        examples=(
            'File "/opt/x/site-packages/torchaudio/_extension.py", line 51, in _load_lib '
            "torch.ops.load_library(path)",
        ),
        near_misses=("torch.ops.load_library(path)", "torchaudio/_extension.py is a file"),
    ),
)
