"""Packages, modules and Pythons that matter to torch on a Mac, by what the probe looks for."""

from .macos import PROVIDERS_ON_MACOS

REPORTED = frozenset(
    """
    accelerate bitsandbytes coremltools deepspeed diffusers einops fastai flash-attn functorch
    intel-openmp jax jax-metal keras lightgbm lightning lightning-fabric llvm-openmp mkl mlx
    nomkl numpy nvidia-cublas-cu12 onnxruntime opencv-contrib-python opencv-python
    opencv-python-headless openai-whisper peft pillow pip poetry pytorch-lightning safetensors
    scikit-learn scipy sentence-transformers setuptools tensorflow tensorflow-macos
    tensorflow-metal timm tokenizers torch-geometric torch-nightly torchao torchaudio torchdata
    torchmetrics torchtext torchtune torchvision transformers triton ultralytics uv wheel xformers
    xgboost
    """.split()  # noqa: SIM905  (a list to read)
)
"""Distributions whose versions become facts."""

PACKAGE_OF_FOLDER = {
    "sklearn": "scikit-learn",
    "scikit_learn.libs": "scikit-learn",
    "cv2": "opencv-python",
}
"""Folder in site-packages to distribution, where they differ."""

SHADOWED = ("torch", "numpy", "torchvision", "torchaudio", "transformers", "accelerate")
"""Packages that a file of the user may hide."""

LIBRARY_MODULES = tuple(
    """
    argparse array ast asyncio base64 bisect calendar cmd code collections concurrent
    contextlib copy copyreg csv ctypes dataclasses datetime decimal difflib dis email enum fractions
    functools getpass glob gzip hashlib heapq html http importlib inspect ipaddress json keyword
    linecache locale logging multiprocessing numbers opcode operator pathlib pickle pkgutil platform
    pprint profile queue random re secrets select selectors shlex shutil signal socket ssl
    statistics string struct subprocess sysconfig tarfile tempfile textwrap threading timeit token
    tokenize traceback types typing unittest urllib uuid warnings weakref xml zipfile
    """.split()  # noqa: SIM905  (a list to read)
)
"""Modules of the standard library that `import torch` needs, directly or not.

Without codecs, io and stat, which Python loads before it reads the user's import path.
"""

SIGNS_OF_A_PACKAGE = ("version.py", "_version.py", "lib", "_core", "core", "utils")
"""Each of the real packages contains at least one of these."""

BUILT_WITH_LIBRARIES = {
    "zlib": "zlib",
    "_ctypes": "ctypes",
    "_bz2": "bz2",
    "_lzma": "lzma",
    "_ssl": "ssl",
}
"""Extension modules that are missing where Python was built without a library (pyenv)."""

PROVIDERS = {
    "/.pyenv/": "pyenv",
    "/uv/python/": "uv",
    **PROVIDERS_ON_MACOS,
    "/linuxbrew/": "homebrew",
    "/nix/store/": "nix",
    "/.asdf/": "asdf",
    "/mise/installs/": "mise",
    "/.rye/": "rye",
    "/hostedtoolcache/": "github-actions",
}
"""Part of the base interpreter's path to who made it."""
