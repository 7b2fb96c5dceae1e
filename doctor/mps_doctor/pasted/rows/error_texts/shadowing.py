"""Files that hide a package."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="torch-shadowed-circular",
        cause="local-module-shadows-torch",
        literals=("partially initialized module",),
        pattern=(
            r"partially initialized module '(?:torch|numpy)'"
            r"|cannot import name '\w{1,80}' from partially initialized module 'torch'"
        ),
        meaning="A file or folder called torch is imported instead of the package.",
        fix="Rename torch.py or torch/ in the program's folder, and remove its __pycache__.",
        source="https://github.com/pytorch/pytorch/issues/33495",
        examples=(
            (
                "AttributeError: partially initialized module 'torch' has no attribute 'nn' (most "
                "likely due to a circular import)"
            ),
        ),
        near_misses=("partially initialized module 'torchvision' has no attribute 'extension'",),
    ),
    ErrorText(
        id="torch-shadowed-not-package",
        cause="local-module-shadows-torch",
        literals=("'torch' is not a package",),
        meaning="A file called torch.py is imported instead of the package.",
        fix="Rename torch.py in the program's folder.",
        source="https://docs.python.org/3/tutorial/modules.html#the-module-search-path",
        examples=("ModuleNotFoundError: No module named 'torch.nn'; 'torch' is not a package",),
        near_misses=("ModuleNotFoundError: No module named 'utils.x'; 'utils' is not a package",),
    ),
    ErrorText(
        id="torch-source-folder",
        cause="local-module-shadows-torch",
        literals=("loaded the `torch/_c` folder", "failed to load pytorch c extensions"),
        pattern=r"loaded the `torch/_c` folder|failed to load pytorch c extensions",
        meaning="Python runs in the source folder of PyTorch and imports that.",
        fix="Run from another folder.",
        source="torch 2.13.0 for macOS: torch/__init__.py",
        verbatim="It appears that PyTorch has loaded the `torch/_C` folder",
        examples=(
            (
                "ImportError: Failed to load PyTorch C extensions: It appears that PyTorch has "
                "loaded the `torch/_C` folder of the PyTorch repository rather than the C "
                "extensions"
            ),
            "ImportError: Failed to load PyTorch C extensions:",
        ),
        near_misses=("Failed to load C extensions of numpy",),
    ),
    ErrorText(
        id="torch-shadowed-path",
        cause="local-module-shadows-torch",
        literals=("from 'torch' (",),
        pattern=(
            r"from 'torch' \((?![^)]{0,300}(?:site|dist)-packages)(?!\w+ location"
            r"|none\))[^)\s]{1,300}\)"
        ),
        meaning="Python imports a file or folder of the project as torch.",
        fix="Rename the file or folder that the text names, and remove its __pycache__.",
        source="https://docs.python.org/3/library/sys_path_init.html",
        examples=("ImportError: cannot import name 'nn' from 'torch' (/opt/project/torch.py)",),
        near_misses=(
            (
                "cannot import name 'nn' from 'torch' "
                "(/opt/x/lib/python3.11/site-packages/torch/__init__.py)"
            ),
        ),
    ),
    ErrorText(
        id="torch-file-named-so",
        cause="local-module-shadows-torch",
        literals=("torch.py",),
        pattern=(
            r"\b(?:file|script|module) (?:is |was )?(?:named|called) [`'\"]?torch\.py|\b(?:file"
            r"|script|module) [`'\"]?torch\.py[`'\"]? (?:beside|next to|in (?:my|the same|our|this)"
            r"|lies)\b"
        ),
        meaning="A file called torch.py is imported instead of torch.",
        fix="Rename the file, and remove its __pycache__.",
        source="https://docs.python.org/3/library/sys_path_init.html",
        examples=(
            "I had a file named torch.py in my folder",
            "There is a file torch.py next to my notebook.",
        ),
        near_misses=("see the file torch.pyi", "the file torch.py of the docs"),
    ),
    ErrorText(
        id="numpy-attribute-basic",
        cause="local-module-shadows-torch",
        literals=("module 'numpy' has no attribute",),
        pattern=(
            r"module 'numpy' has no attribute '(?:ndarray|array|dtype|zeros|ones|arange|__version__"
            r"|core|asarray)'"
        ),
        meaning=(
            "Something else than NumPy is imported under its name: a numpy.py or a folder numpy "
            "nearby."
        ),
        fix="Rename the file or folder, and remove its __pycache__; else install NumPy again.",
        source="https://docs.python.org/3/library/sys_path_init.html",
        examples=("AttributeError: module 'numpy' has no attribute 'ndarray'",),
        near_misses=(
            "AttributeError: module 'numpy' has no attribute 'float'",
            "AttributeError: module 'numpy' has no attribute 'bool'",
        ),
    ),
    ErrorText(
        id="torch-folder-in-path",
        cause="local-module-shadows-torch",
        literals=("cannot import name",),
        pattern=(
            r"cannot import name '\w{1,60}' from (?:partially initialized module )?'(?!torch\b)\w"
            r"{1,40}' \([^)\n]{0,200}/torch/\w{1,40}\.py\)"
        ),
        meaning=(
            "Python runs in the folder of torch itself, or has it in its path: torch's random.py "
            "is taken for the one of Python."
        ),
        fix="Run from another folder, and take this one out of PYTHONPATH.",
        source="https://docs.python.org/3/library/sys_path_init.html",
        examples=(
            (
                "ImportError: cannot import name 'Random' from 'random' "
                "(/opt/e/lib/python3.9/site-packages/torch/random.py)"
            ),
        ),
        near_misses=(
            (
                "ImportError: cannot import name 'x' from 'torch.random' "
                "(/opt/e/lib/python3.9/site-packages/torch/random.py)"
            ),
        ),
    ),
    ErrorText(
        id="torch-from-its-sources",
        cause="local-module-shadows-torch",
        literals=('torch/__init__.py", line',),
        pattern=(
            r"file \"(?:[^\"\n]{0,120}/pytorch/)?torch/__init__\.py\", line \d+, in <module>"
            r".{0,160}no module named '?(?:torch\.)?_(?:c|dl)\b"
        ),
        meaning="torch is imported from its source folder, where nothing was compiled.",
        fix="Run from another folder than the one with the sources of PyTorch.",
        source="https://github.com/pytorch/pytorch/issues/1358",
        examples=(
            (
                'File "torch/__init__.py", line 1, in <module>\n    import torch._dl\n'
                "ImportError: No module named _dl"
            ),
            (
                'File "/src/pytorch/torch/__init__.py", line 1, in <module>\n'
                "    from torch._C import *\nModuleNotFoundError: No module named 'torch._C'"
            ),
        ),
        near_misses=(
            (
                'File "/venv/lib/site-packages/torch/__init__.py", line 1, in <module>\n'
                "ImportError: No module named _dl"
            ),
        ),
    ),
)
