"""Reads packages: pip list and freeze, conda list, collect_env's lists, uv, tables, sentences."""

from __future__ import annotations

import re

from mps_doctor.pasted.claims import BLOCK, FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.sentences import narrowed
from mps_doctor.pasted.systems import REQUIREMENT, most_exact

WATCHED = frozenset(
    {"torch", "pytorch", "libtorch", "torchvision", "torchaudio", "torchtext", "torchdata"}
    | {"torchao", "torchmetrics", "numpy", "scipy", "scikit-learn", "faiss-cpu", "mkl", "nomkl"}
    | {"accelerate", "transformers", "diffusers", "peft", "safetensors", "sentence-transformers"}
    | {"timm", "lightning", "pytorch-lightning", "fastai", "ultralytics", "xformers"}
    | {"bitsandbytes", "triton", "mlx"}
)
"""Packages whose versions say something about torch on a Mac; others are not kept."""

OF_TORCH = ("torch", "pytorch", "libtorch")

_VERSION = (
    r"v?(\d{1,4}(?:\.\d{1,6}){1,3}(?:(?:a|b|rc)\d{1,3}|\.(?:dev|post)\d{1,10})*(?:\+[\w.]{1,40})?)"
)
_ROW = re.compile(
    r"[\s\-+*•|`>]*(?:\[(?P<list>pip\d?|conda|OK|FAIL)\]\s*)?(?P<name>[A-Za-z][\w.-]{1,40})`?"
    r"(?:\s*(?:===?|\|)\s*|\s*:\s*|\s+version:?\s+|\s*@\s*|\s+)[`'\"(]*"
    + _VERSION
    + r"(?P<rest>.{0,80})"
)
_CONDA_REST = (
    r"^\s+(?P<build>[\w.]{0,50}(?:_\d{1,3}|py\d{2,3}\w{0,20}|pypi_?0?))"
    r"(?:\s+(?P<channel>[\w./-]{3,60}))?\s*$"
)
_ENDS = r"^\s*(?:[|;#,@(\[`'\")]|$|/|~|<|nightly|stable|pypi|wheel|sdist|editable)"
"""What may follow a name and a version in a list; after anything else it is a sentence."""
_INSTALLED = r"Successfully installed (.{1,20000})"
_INSTALLED_ITEM = r"(?i)\b([a-z][\w.-]{1,40}?)-" + _VERSION + r"(?=\s|$)"
_NOT_UPDATED = (
    r"\b(?:Updating|Downgrading) (torch(?:vision|audio)?) \(" + _VERSION + r" -> .{1,60}: Failed"
)
"""What poetry did not replace, and what stays.

Source: https://github.com/python-poetry/poetry/blob/main/src/poetry/installation/executor.py
"""
_CONDA_SPEC = (
    r"(?:(?P<channel>[\w./-]{3,60})::)?(?:pytorch|torch)-" + _VERSION + r"-(?P<build>[\w.]{3,60})"
)
_NONE = r"(?i)^\W{0,2}(?:n/?a|none|not installed|not found|missing|no|-)\W{0,2}$"
_RANGE = r"^\W{0,3}[<>]|\d\s*(?:-|–|to|\.\.)\s*v?\d+\.\d"
_RAN = (
    r"INTERNAL ASSERT FAILED at|The operator 'aten::|/torch/(?:nn/|functional\.py|_tensor\.py"
    r"|_ops\.py)[^\n\"]{0,60}\", line \d"
)
"""What only a torch that was imported writes."""

_TOLD = (
    r"(?i)(?<![\w./-])(?:py)?torch(?: version |:? v?|`? \(|=(?=\d)| ?(?:→|->|=>) ?"
    r"| (?:is|was)(?: still| now| at| currently| on){0,2} (?:version )?v?)"
    r"(\d\.\d{1,2}(?:\.\d)?(?:\+[\w.]{1,20})?)(?:\.post\d)?"
    r"(?!\.?[\w*+]|[ -]{1,3}\d|/| (?:and|or|to|->) (?:\w{1,8} )?v?\d"
    r"| (?:and|or) (?:new|old|lat|earl|abov|up|high)| ?[<>]"
    r"| (?:finally|brings?|adds?|added|introduce[sd]?|(?:came|comes) (?:with|out)|requires?"
    r"|needs)\b"
    r"| is (?:finally|now|out|available|the first|optimi[sz]ed)\b)"
)
"""A version that a sentence names: `torch 2.8`, and not `torch 2.1 or 2.2`, a range, nor what is
said of a release: `torch 2.9 adds …`."""
_BROUGHT_TO = (
    r"(?i)\b(?:updat|upgrad|downgrad|mov|switch|pinn?|went|chang)\w*\b[^\n.;]{0,40}?"
    r"(?:\b(?:py)?torch\b[^\n.;]{0,24}?)?\b(?:to|at) (?:(?:py)?torch )?(?:version "
    r")?v?(\d\.\d{1,2}(?:\.\d)?)"
    r"(?![\d.]*\d|\+)"
)
"""What torch was brought to: the one in use, whatever others are named."""
_WANTED = re.compile(
    r"(?i)\b(?:works?|working|worked|fine|compatible|tested|trained|built|compiled|depends?"
    r"|install(?:ing)?|downgrad\w+|try|before|after|in|for|to|use)(?: with| for| against| of| "
    r"on)? ?$"
)
"""Words before a version that need not be the one in use."""
_NUMPY = (
    r"(?i)(?<![\w./-])numpy(?:\.__version__)?(?: is| version|==|:)? "
    r"?v?(2\.\d{1,2}\.\d{1,2}(?:rc\d)?)"
    r"(?![\d.]*\d|\+| ?(?:->|→|to) ?\d)"
)
_OF_OTHERS = (
    "requires", "requirement ", "depends", "needs", "compatible", "ERROR", "install "
)  # fmt: skip
"""Words of lines that speak of versions other than those in use."""


def read_row(line: str, claims: Claims) -> bool:
    """Read one line if it is the row of a package that is watched; return whether it was."""
    found = _ROW.match(line) if "." in line else None
    name = found["name"].lower().replace("_", "-").rstrip(".") if found else ""
    if found is None or name not in WATCHED:
        return False
    rest, source = found["rest"], found["list"] or ""
    if rest.lstrip()[:1] in ("/", "-") and re.search(r"\d", rest[:8]):
        return False  # several versions: `2.2.0 / 2.2.1`, `2.7 - 2.13`
    conda = re.match(_CONDA_REST, rest)
    if not source and conda is None and not re.match(_ENDS, rest):
        return False
    weight = BLOCK if source else LISTED if ":" in found[0] else FIELD
    add_package(name, found[3], claims, weight - (source == "conda"))
    if conda and (source == "conda" or conda["channel"]) and name in OF_TORCH:
        if not conda["build"].startswith("pypi"):
            claims.add("conda.torch_build", conda["build"], FIELD)
            claims.add("conda.active", True, FIELD)
        if conda["channel"] and conda["channel"] != "pypi":
            claims.add("conda.torch_channel", conda["channel"], FIELD)
    return True


def read_torch(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read the value of a line about torch; a range is no version."""
    if re.match(_NONE, value):
        claims.add("torch.installed", False, FIELD)
        return
    if re.search(_RANGE, value[:40]):
        return
    if found := re.match(r"[v'\"=~ (]*(?=\d{1,2}\.\d{1,2}(?!\d))" + _VERSION + r"(?!\w)", value):
        add_package("torch", found[1], claims, weight)
    lowered = value.lower()
    if "conda-forge" in lowered or "cpu_generic" in lowered:
        claims.add("conda.active", True, LISTED)
        if build := re.search(r"\b(cpu_\w{4,40})", value):
            claims.add("conda.torch_build", build[1], LISTED)
            claims.add("conda.torch_channel", "conda-forge", LISTED)
    if "source build" in lowered or "built from source" in lowered:
        claims.add("torch.editable", True, LISTED)


def read_installed(line: str, claims: Claims) -> None:
    """Read pip's closing line, what poetry could not replace, and the specs that conda prints."""
    if found := re.search(_INSTALLED, line):
        for item in re.finditer(_INSTALLED_ITEM, found[1]):
            name = item[1].lower().replace("_", "-")
            if name in WATCHED:
                add_package(name, item[2], claims, LISTED)
    elif found := re.search(_NOT_UPDATED, line):
        add_package(found[1], found[2], claims, LISTED)
    elif any(word in line for word in _OF_OTHERS):
        return
    elif found := re.search(_CONDA_SPEC, line):
        add_package("torch", found[2], claims, LISTED)
        claims.add("conda.active", True, LISTED)
        claims.add("conda.torch_build", found["build"], LISTED)
        if found["channel"]:
            claims.add("conda.torch_channel", found["channel"], LISTED)


def add_package(name: str, version: str, claims: Claims, weight: int) -> None:
    """Claim that a package is installed in this version."""
    version = version.rstrip(".")  # that of a sentence
    if name in OF_TORCH:
        claims.add("torch.version", version, weight)
        claims.add("torch.installed", True, weight)
    else:
        claims.add(f"package.{name}", version, weight)


def read_versions_in_prose(text: str, claims: Claims) -> None:
    """Read torch, its companions and NumPy 2 from sentences, where they name one version only."""
    if "torch" in text.lower() and not claims.has("torch.version"):
        for part in narrowed(text):
            brought = {found[1] for found in re.finditer(_BROUGHT_TO, part)}
            versions = most_exact(brought if len(brought) == 1 else _told(_TOLD, part))
            if len(versions) < 2:
                break
        if len(versions) == 1:
            add_package("torch", versions.pop(), claims, PROSE)
    for name in ("torchvision", "torchaudio"):
        if name not in text or claims.has(f"package.{name}"):
            continue
        told = _told(_TOLD.replace("(?:py)?torch", name, 1), text)
        if len(told) == 1:
            add_package(name, told.pop(), claims, PROSE)
    if "umpy" in text and not claims.has("package.numpy"):
        versions = _told(_NUMPY, text)
        if len(versions) == 1:
            add_package("numpy", versions.pop(), claims, PROSE)


def _told(pattern: str, text: str) -> set[str]:
    return {
        found[1]
        for found in re.finditer(pattern, text)
        if not REQUIREMENT.search(text, max(0, found.start() - 40), found.start())
        and not _WANTED.search(text, max(0, found.start() - 40), found.start())
    }


def read_torch_that_ran(text: str, claims: Claims, *, erred: bool) -> None:
    """Read that torch is there from errors of its running code: `erred` is whether some are known.

    Another Python than that of the program may have answered collect_env.
    """
    if claims.value("torch.installed") is False and (erred or re.search(_RAN, text)):
        claims.add("torch.installed", True, BLOCK)
