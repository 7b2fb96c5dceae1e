"""Reads lists of packages: pip list and freeze, conda list, collect_env's lists, uv, tables."""

from __future__ import annotations

import re
from collections.abc import Set

from mps_doctor.pasted.claims import BLOCK, FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.clauses import narrowed
from mps_doctor.pasted.systems import REQUIREMENT
from mps_doctor.patterns import late, shape_of

WATCHED = frozenset(
    {
        "torch",
        "pytorch",
        "torchvision",
        "torchaudio",
        "torchtext",
        "torchdata",
        "numpy",
        "accelerate",
        "transformers",
        "diffusers",
        "lightning",
        "pytorch-lightning",
        "fastai",
        "torchao",
        "xformers",
    }
    | {"bitsandbytes", "triton", "scikit-learn", "scipy", "faiss-cpu", "mkl", "ultralytics", "mlx"}
    | {"libtorch", "peft", "safetensors", "torchmetrics", "sentence-transformers", "timm", "nomkl"}
)
"""Packages whose versions say something about torch on a Mac; others are not kept."""

_WATCHED_SHAPES = frozenset(map(shape_of, WATCHED))

COMPANIONS = ("torchvision", "torchaudio")
"""What a sentence may name beside torch."""

_VERSION = (
    r"v?(\d{1,4}(?:\.\d{1,6}){1,3}(?:(?:a|b|rc)\d{1,3}|\.(?:dev"
    r"|post)\d{1,10})*(?:\+[\w.]{1,40})?)"
)
_ROW_BEGINS = (
    r"[\s\-+*•|`>]*(?:\[(?P<list>pip\d?|conda|OK|FAIL)\]\s*)?(?P<name>[A-Za-z][\w.-]{1,40})"
)
_NAME = late(_ROW_BEGINS)
_ROW = late(
    _ROW_BEGINS + "`?"
    r"(?:\s*(?:===?|\|)\s*|\s*:\s*|\s+version:?\s+|\s*@\s*|\s+)[`'\"(]*"
    + _VERSION
    + r"(?P<rest>[^\n]{0,80})"
)
_RAN = late(
    r"INTERNAL ASSERT FAILED at|The operator 'aten::|/torch/(?:nn/|functional\.py|_tensor\.py"
    r"|_ops\.py)[^\n\"]{0,60}\", line \d"
)
"""What only a torch that was imported writes."""

_INSTALLED = late(r"Successfully installed ([^\n]{1,20000})")
_INSTALLED_ITEM = late(r"\b([a-z][\w.-]{1,40}?)-" + _VERSION + r"(?=\s|$)", re.IGNORECASE)
_NOT_UPDATED = late(
    r"\b(?:Updating|Downgrading) (torch(?:vision|audio)?) \("
    + _VERSION
    + r" -> [^)\n]{1,40}\): Failed"
)
"""What poetry did not replace, and what stays.

Source: https://github.com/python-poetry/poetry/blob/main/src/poetry/installation/executor.py
"""
_CONDA_REST = late(
    r"^\s+(?P<build>[\w.]{0,50}(?:_\d{1,3}|py\d{2,3}\w{0,20}"
    r"|pypi_?0?))(?:\s+(?P<channel>[\w./-]{3,60}))?\s*$"
)
_ALONE = late(r"^\s*(?:[|;#,@(\[`'\")]|$|/|~|<|nightly|stable|pypi|wheel|sdist|editable)")
"""What may follow a name and a version in a list; after anything else it is a sentence."""
_INLINE = late(
    r"(?<![\w./-])((?:py)?torch(?:vision|audio)?)(?: ?== ?|: ?| version |-| )v?"
    r"(\d\.\d{1,2}\.\d(?:\+[\w.]{1,20})?)(?![\w.*]\d|\w)",
    re.IGNORECASE,
)
_TOLD = late(
    r"(?<![\w./-])(?:py)?torch(?: version |:? v?|`? \(|=(?=\d)| ?(?:→|->|=>) ?"
    r"| (?:is|was)(?: still| now| at"
    r"| currently| on){0,2} "
    r"(?:version )?v?)(\d\.\d{1,2}(?:\.\d)?(?:\+[\w.]{1,20})?)(?:\.post\d)?"
    r"(?!\.?[\w*+]|[ -]{1,3}\d|/| (?:and|or|to|->) (?:\w{1,8} )?v?\d"
    r"| (?:and|or) (?:new|old|lat|earl|abov|up|high)| on (?!my|an?\b|(?:the )?(?:m[1-5]\b|mac))"
    r"| ?[<>]| (?:is (?:finally|now|out|available|the first|optimi[sz]ed)|finally|brings?|adds?"
    r"|added|introduce[sd]?|(?:came|comes) (?:with|out)|requires?|needs)\b"
    r"| with cuda \w{1,8} \(you have)",
    re.IGNORECASE,
)
"""A version that a sentence names: `torch 2.8`, and not `torch 2.1 or 2.2`, a range, nor what is
told of a release: `torch 2.9 adds …`."""
_PINNED = late(
    r"\b(?:pins?|pinned|locks?|locked|limits?|limited|caps?|capped|holds?|held)(?: (?:me|us"
    r"|it|the))? "
    r"?(?:py)?torch (?:to|at|on|back at) (?:version )?v?(\d\.\d{1,2}(?:\.\d)?)(?![\d.]*\d)",
    re.IGNORECASE,
)
_BROUGHT_TO = late(
    r"\b(?:after|since|when|i|we|i've|was|got|just|silently) (?:\w{1,8} ){0,2}?"
    r"(?:updat|upgrad|downgrad|mov|switch)(?:ed|ing)(?: \S{1,24}){0,4}? to "
    r"(?:(?:py)?torch (?:version )?v?(\d\.\d{1,2}(?:\.\d)?)(?![\d.]*\d|\+)"
    r"|(?<=torch to )v?(\d\.\d{1,2}(?:\.\d)?)(?![\d.]*\d|\+))"
    r"|\b(?:went|mov\w+|downgrad\w+|upgrad\w+|updat\w+) from (?:py)?torch (?:version )?v?"
    r"\d\.\d{1,2}(?:\.\d)? to (?:(?:py)?torch )?v?(\d\.\d{1,2}(?:\.\d)?)(?![\d.]*\d|\+)"
    r"|\b(?:py)?torch\b[^\n]{0,60}\b(?:went|mov|chang|downgrad|upgrad|updat)\w*"
    r"(?: (?:me|us|it|my env))?(?: from)? v?\d\.\d{1,2}(?:\.\d)? ?(?:to|->|→|=>) ?"
    r"v?(\d\.\d{1,2}(?:\.\d)?)(?![\d.]*\d|\+)"
    r"|\b(?:py)?torch\b[^\n]{0,30}\bi (?:have )?installed (?:version )?v?(\d\.\d{1,2}(?:\.\d)?)"
    r"(?![\d.]*\d|\+)",
    re.IGNORECASE,
)
"""What torch was brought to: the one in use, whatever others are named."""
_LISTED_PIN = late(
    r"\b(?:pins?|pinned|requirements?(?:\.txt)?)\b[^\n]{0,24}?\b(?:py)?torch ?==? ?"
    r"(\d\.\d{1,2}(?:\.\d)?)(?![\d.]*\d|\+)",
    re.IGNORECASE,
)
_INSTALLING = late(r"\b(?:install|matching|wheel|resol[uv]|lock|depends)", re.IGNORECASE)
"""Where an installation is told of, what a project pins may not have been had."""
_WISHED = late(
    r"\b(?:works?|working|worked|fine|compatible|tested|trained|built|compiled|depends?|install"
    r"|installing|downgrad\w+|try|before|after|in|for|to|use)(?: with| for| against| of| on)? ?$"
    r"|^(?!.*\b(?:I|my|mine|we|our|mac\w*|python|fail\w*|errors?|crash\w*)\b).*\bwith ?$",
    re.IGNORECASE,
)
"""Words before a version that need not be the one in use."""
_OF_OTHERS = (
    "requires",
    "requirement ",
    "depends",
    "needs",
    "compatible",
    "ERROR",
    "pip install",
    "conda install",
)
"""Words of lines that speak of versions other than those in use."""
_CONDA_SPEC = late(
    r"(?:(?P<channel>[\w./-]{3,60})::)?(?:pytorch|torch)-" + _VERSION + r"-(?P<build>[\w.]{3,60})"
)


def read_row(line: str, claims: Claims) -> bool:
    """Read one line if it is the row of a package that is watched; return whether it was."""
    name = _named_in_row(line, WATCHED)
    found = _ROW.match(line) if name else None
    if found is None or _is_a_range(found):
        return False
    rest = found["rest"]
    conda = _CONDA_REST.match(rest)
    source = found["list"] or ""
    if not source and conda is None and not _ALONE.match(rest):
        return False
    weight = BLOCK if source else LISTED if ":" not in found[0] else FIELD
    add_package(name, found[3], claims, weight - (source == "conda"))
    if conda and (source == "conda" or conda["channel"]) and name in ("torch", "pytorch"):
        if not conda["build"].startswith("pypi"):
            claims.add("conda.torch_build", conda["build"], FIELD)
            claims.add("conda.active", True, FIELD)
        if conda["channel"] and conda["channel"] != "pypi":
            claims.add("conda.torch_channel", conda["channel"], FIELD)
    return True


def may_be_row(shape: str) -> bool:
    """Return whether a line of a shape may be the row of a package that is watched."""
    return bool(_named_in_row(shape, _WATCHED_SHAPES))


def _named_in_row(line: str, watched: Set[str]) -> str:
    """Return the name that a row begins with as it is known; empty where it is not watched."""
    named = _NAME.match(line) if "." in line else None
    plain = named["name"].lower().replace("_", "-").rstrip(".") if named else ""
    return plain if plain in watched else ""


def read_inline(line: str, claims: Claims) -> None:
    """Read torch and its companions where a sentence names them one after the other."""
    found = _INLINE.findall(line)
    if len({name for name, _ in found}) < 2 or _is_of_others(line):
        return
    for name, version in found:
        add_package(name.lower(), version, claims, PROSE)


_NUMPY = late(
    r"(?<![\w./-])numpy(?:\.__version__)?(?: is| version|==|:)? ?v?(?:1\.[\d.]{1,6} ?(?:->|→"
    r"|to) ?)?"
    r"(\d\.\d{1,2}\.\d{1,2}(?:rc\d)?)(?![\d.]*\d|\+| ?(?:->|→|to) ?\d)",
    re.IGNORECASE,
)


def read_numpy_in_prose(text: str, claims: Claims) -> None:
    """Read NumPy 2 from sentences, where they name one version only: older ones fit any torch."""
    versions = set()
    for found in _NUMPY.finditer(text):
        before = text[max(0, found.start() - 40) : found.start()]
        if not REQUIREMENT.search(before) and not _WISHED.search(before):
            versions.add(found[1])
    if len(versions) == 1 and (version := versions.pop()).startswith("2"):
        add_package("numpy", version, claims, PROSE)


def read_torch_in_prose(text: str, claims: Claims) -> None:
    """Read the version of torch from sentences, where they name one only."""
    for part in narrowed(text):
        versions = {found[found.lastindex or 0] for found in _BROUGHT_TO.finditer(part)}
        if len(versions) != 1:
            versions = _told_versions(part)
        if len(versions) < 2:
            break
    if len(versions) == 1:
        add_package("torch", versions.pop(), claims, PROSE)


def _told_versions(text: str) -> set[str]:
    versions = set()
    for found in _TOLD.finditer(text):
        before = text[max(0, found.start() - 40) : found.start()]
        if not REQUIREMENT.search(before) and not _WISHED.search(before):
            versions.add(found[1])
    versions.update(found[1] for found in _PINNED.finditer(text))
    if not _INSTALLING.search(text):
        versions.update(found[1] for found in _LISTED_PIN.finditer(text))
    return versions


def read_torch_that_ran(text: str, claims: Claims, *, erred: bool) -> None:
    """Read that torch is there from errors of its running code: `erred` is whether some are known.

    Another Python than that of the program may have answered collect_env.
    """
    if claims.value("torch.installed") is False and (erred or _RAN.search(text)):
        claims.add("torch.installed", True, BLOCK)


def read_installed(line: str, claims: Claims) -> None:
    """Read pip's closing line, what poetry could not replace, and the specs that conda prints."""
    if found := _INSTALLED.search(line):
        for item in _INSTALLED_ITEM.finditer(found[1]):
            name = item[1].lower().replace("_", "-")
            if name in WATCHED:
                add_package(name, item[2], claims, LISTED)
    elif found := _NOT_UPDATED.search(line):
        add_package(found[1], found[2], claims, LISTED)
    elif (found := _CONDA_SPEC.search(line)) and not _is_of_others(line):
        add_package("torch", found[2], claims, LISTED)
        claims.add("conda.active", True, LISTED)
        claims.add("conda.torch_build", found["build"], LISTED)
        if found["channel"]:
            claims.add("conda.torch_channel", found["channel"], LISTED)


def add_package(name: str, version: str, claims: Claims, weight: int) -> None:
    """Claim that a package is installed in this version."""
    version = version.rstrip(".")  # that of a sentence
    if name in ("torch", "pytorch", "libtorch"):
        claims.add("torch.version", version, weight)
        claims.add("torch.installed", True, weight)
        return
    claims.add(f"package.{name}", version, weight)


def _is_of_others(line: str) -> bool:
    return any(word in line for word in _OF_OTHERS)


def _is_a_range(found: re.Match[str]) -> bool:
    """Return whether the line speaks of several versions: `2.2.0 / 2.2.1`, `2.7 - 2.13`."""
    rest = found["rest"].lstrip()
    return rest[:1] in ("/", "-") and any(letter.isdigit() for letter in rest[:8])
