"""How lists, installers and sentences name packages and their versions."""

import re

from mps_doctor.pasted.claims import LISTED, Extract

WATCHED = frozenset(
    {"torch", "pytorch", "libtorch", "torchvision", "torchaudio", "torchtext", "torchdata"}
    | {"torchao", "torchmetrics", "numpy", "scipy", "scikit-learn", "faiss-cpu", "mkl", "nomkl"}
    | {"accelerate", "transformers", "diffusers", "peft", "safetensors", "sentence-transformers"}
    | {"timm", "lightning", "pytorch-lightning", "fastai", "ultralytics", "xformers"}
    | {"bitsandbytes", "triton", "mlx"}
)
"""Packages whose versions say something about torch on a Mac; others are not kept."""

OF_TORCH = ("torch", "pytorch", "libtorch")
VERSION = (
    r"v?(\d{1,4}(?:\.\d{1,6}){1,3}(?:(?:a|b|rc)\d{1,3}|\.(?:dev|post)\d{1,10})*(?:\+[\w.]{1,40})?)"
)
ROW = re.compile(
    r"[\s\-+*•|`>]*(?:\[(?P<list>pip\d?|conda|OK|FAIL)\]\s*)?(?P<name>[A-Za-z][\w.-]{1,40})`?"
    r"(?:\s*(?:===?|\|)\s*|\s*:\s*|\s+version:?\s+|\s*@\s*|\s+)[`'\"(]*"
    + VERSION
    + r"(?P<rest>.{0,80})"
)
CONDA_REST = (
    r"^\s+(?P<build>[\w.]{0,50}(?:_\d{1,3}|py\d{2,3}\w{0,20}|pypi_?0?))"
    r"(?:\s+(?P<channel>[\w./-]{3,60}))?\s*$"
)
ENDS = r"^\s*(?:[|;#,@(\[`'\")]|$|/|~|<|nightly|stable|pypi|wheel|sdist|editable)"
"""What may follow a name and a version in a list; after anything else it is a sentence."""

INSTALLED = r"Successfully installed (.{1,20000})"
INSTALLED_ITEM = r"(?i)\b([a-z][\w.-]{1,40}?)-" + VERSION + r"(?=\s|$)"
NOT_UPDATED = (
    r"\b(?:Updating|Downgrading) (torch(?:vision|audio)?) \(" + VERSION + r" -> .{1,60}: Failed"
)
"""What poetry did not replace, and what stays.

Source: https://github.com/python-poetry/poetry/blob/main/src/poetry/installation/executor.py
"""

CONDA_SPEC = (
    r"(?:(?P<channel>[\w./-]{3,60})::)?(?:pytorch|torch)-" + VERSION + r"-(?P<build>[\w.]{3,60})"
)
NONE = r"(?i)^\W{0,2}(?:n/?a|none|not installed|not found|missing|no|-)\W{0,2}$"
RANGE = r"^\W{0,3}[<>]|\d\s*(?:-|–|to|\.\.)\s*v?\d+\.\d"
RAN = (
    r"INTERNAL ASSERT FAILED at|The operator 'aten::|/torch/(?:nn/|functional\.py|_tensor\.py"
    r"|_ops\.py)[^\n\"]{0,60}\", line \d|dlopen\([^\n)]{0,200}/site-packages/torch/(?:_C|lib/)"
)
"""What only a torch that was imported writes, or whose files are there."""

BUILDS_IT = r"\bsetup\.py (?:build|develop|install|bdist_wheel)\b"
"""How torch itself is built: that it is not installed yet is no trouble there.

Source: https://github.com/pytorch/pytorch/blob/main/CONTRIBUTING.md
"""

TOLD = (
    r"(?i)(?<![\w./-])(?:py)?torch(?: version |:? v?|`? \(|=(?=\d)| ?(?:→|->|=>) ?"
    r"| (?:is|was)(?: still| now| at| currently| on){0,2} (?:version )?v?)"
    r"(\d\.\d{1,2}(?:\.\d)?(?:\+[\w.]{1,20})?)(?:\.post\d)?"
    r"(?!\.?[\w*+]|[ -]{1,3}\d|/| (?:and|or|to|->) (?:\w{1,8} )?v?\d"
    r"| (?:and|or) (?:new|old|lat|earl|abov|up|high)| ?[<>]"
    r"| (?:finally|brings?|adds?|added|introduce[sd]?|(?:came|comes) (?:with|out)|requires?"
    r"|needs)\b"
    r"| is (?:finally|at last|now|out|available|the first|optimi[sz]ed)\b)"
)
"""A version that a sentence names: `torch 2.8`, and not `torch 2.1 or 2.2`, a range, nor what is
said of a release: `torch 2.9 adds …`."""

BROUGHT_TO = (
    r"(?i)\b(?:updat|upgrad|downgrad|mov|switch|pinn?|went|chang)\w*\b[^\n.;]{0,40}?"
    r"(?:\b(?:py)?torch\b[^\n.;]{0,24}?)?\b(?:to|at) (?:(?:py)?torch )?(?:version "
    r")?v?(\d\.\d{1,2}(?:\.\d)?)"
    r"(?![\d.]*\d|\+)"
)
"""What torch was brought to: the one in use, whatever others are named."""

WANTED = (
    r"(?i)\b(?:works?|working|worked|fine|compatible|tested|trained|built|compiled|depend(?:s"
    r"|ency)?"
    r"|build(?:ing)?|compil(?:e|ing)|install(?:ing)?|downgrad\w+|try|before|after|in|for|to"
    r"|use)(?: with| for| against| of| on)? ?$"
)
"""Words before a version that need not be the one in use."""

NUMPY = (
    r"(?i)(?<![\w./-])numpy(?:\.__version__)?(?: is| version|==|:)? "
    r"?v?(2\.\d{1,2}\.\d{1,2}(?:rc\d)?)"
    r"(?![\d.]*\d|\+| ?(?:->|→|to) ?\d)"
)
IN_PROSE = {
    "torch": TOLD,
    "torchvision": TOLD.replace("(?:py)?torch", "torchvision", 1),
    "torchaudio": TOLD.replace("(?:py)?torch", "torchaudio", 1),
    "numpy": NUMPY,
}
"""Packages whose versions are read from sentences."""

OF_OTHERS = (
    "requires", "requirement ", "depends", "needs", "compatible", "ERROR", "install "
)  # fmt: skip
"""Words of lines that speak of versions other than those in use."""

OF_A_TORCH = (
    Extract("(?i)conda-forge|cpu_generic", (("conda.active", True),), LISTED),
    Extract(
        r"(?i)\A(?=.*(?:conda-forge|cpu_generic)).*?\b(cpu_\w{4,40})",
        (("conda.torch_build", "$1"), ("conda.torch_channel", "conda-forge")),
        LISTED,
    ),
    Extract("(?i)source build|built from source", (("torch.editable", True),), LISTED),
)
"""What the value of a line about torch states beside its version."""
