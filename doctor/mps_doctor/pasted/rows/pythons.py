"""How Pythons and the tools that install into them are named."""

import re

from mps_doctor.pasted.claims import BLOCK, LISTED, Extract

TOLD = (
    r"(?i)(?<![\w./=-])(?:c?python|py)(?: version)?:? ?v?(3\.\d{1,2}(?:\.\d{1,2})?)t?"
    r"(?![\w*+]|\.[\dx*]|/| ?[-–<>=] ?\d"
    r"|,?\s{1,2}(?:(?:and|or|to|through|until)\s{1,2})?(?:python ?)?v?3\.\d"
    r"|,? (?:and|or)\s{1,2}(?:new|old|lat|earl|abov|up|high|low|below)"
    r"| (?:is|was|are) (?:the )?(?:need|requir|recommend|minim|suppos|only|last|latest)"
    r"| (?:is|was) (?:no longer|not) supported"
    r"| (?:works?|worked|fixed|fixes|solve[sd]|helps?|helped|did|instead|users?|supports?)\b)"
)
"""A version that a sentence names, and no range: `Python 3.12` and not `Python 3.9 or newer`."""

WANTED = (
    r"(?i)\b(?:works?|working|worked|fine|compatible|tested|built|compiled|depends?|install\w*"
    r"|downgrad\w+|upgrad\w+|try|before|after|(?<!\bi )(?<!\bwe )use|create|creating|switch\w*"
    r"|mov(?:e|ed|ing)|go(?:ing)?|back|instead|not|no|if|other|another|a|new|fresh|releas\w+"
    r"|drop(?:s|ped)?|until|both|for|to|e\.g\.)"
    r"(?: (?:with|to|a|an|from|of|on|under|for|against))? ?$"
)
"""Words before a Python that need not be the one in use."""

UNRELEASED = (
    r"(?i)(?<![\w./-])(?:c?python ?(?:version )?v?|\(|(?=3\.\d\d))"
    r"(3\.\d{1,2}(?:\.\d{1,2})?(?:a|b|rc)\d{1,2})\b"
)
"""A Python that is not released yet: nobody names one who does not use it."""

TOO_OLD = (
    r"(?i)(?<![\w./-])c?python ?(?:version |=|@)?v?(2\.7(?:\.\d{1,2})?|3\.[3-6](?:\.\d{1,2})?)"
    r"(?![\w.]|\+| ?(?:or|and|to|-) | (?:is|was|are|has|users?|support\w*|compat\w*)\b)"
)
"""A Python that no torch with MPS is for: in a text about mps, who names one mostly uses it."""

IN_PATHS = (
    r"[/\\]lib[/\\]python(3\.\d{1,2})t?[/\\](?:site|dist)-packages",
    r"[/\\]python(3\.\d{1,2})t?[/\\](?:site|dist)-packages",
    r"Python\.framework/Versions/(3\.\d{1,2})/",
    r"[/\\](?:lib/)?python(3\.\d{1,2})t?/",
    r"-py(3\.\d{1,2})\b",
    r"-cpython-3(\d{1,2})\b",
)
"""Paths that name the Python whose packages lie there, the surest first."""

OF_A_TOOL = r"[/\\](?:libexec|pipx|pypoetry|uv/tools)[/\\]\S*\Z|[/\\]libexec\Z"
"""Before such a path: Homebrew and pipx give Poetry and others a Python of their own."""

IN_COMMANDS = (
    r"(?m)\bpoetry env use (?:python)?(3\.\d{1,2})",
    r"(?m)\b(?:conda|mamba|micromamba) create\b.*?\bpython ?==?(3\.\d{1,2}(?:\.\d+)?)",
    r"(?m)\buv (?:venv|init|run|sync)\b.*?(?:--python|-p)[ =](?:python)?(3\.\d{1,2}(?:\.\d+)?)",
    r"(?m)\bpyenv (?:local|global|shell|virtualenv) (3\.\d{1,2}(?:\.\d+)?)",
    r"(?m)(?<![\w/.-])python(3\.\d{1,2}) -m (?:venv|pip)\b",
    r"(?m)(?<![\w/.-])pip(3\.\d{1,2}) install\b",
)
"""Commands that choose a Python."""

COMMANDS = re.compile(
    r"(?:(uv|poetry|pixi|pdm|pipenv)|pip3?|conda|mamba)"
    r" (?:add|sync|lock|run|install|show|list|env|update|shell|venv"
    r"|pip (?:install|list|show|sync))\b"
)
BEFORE_COMMAND = re.compile(r"(?:[$%>#❯➜!] ?|^[ \t`]{0,8})(?:python3? -m )?\Z", re.MULTILINE)
"""A command stands at the beginning of a line, or behind a prompt."""

OF_PROJECTS = r"uv (?:add|sync|lock|run)\b|your project(?:'s requirements\b| depends on\b)"
"""What uv does to a project; its `pip` works on any environment.

Source: https://github.com/astral-sh/uv/tree/main/crates/uv-resolver/src/pubgrub
"""

PRINTED = {
    "uv": ("o solution found when resolving", "uv_build", "Using CPython 3"),
    "poetry": ("pypoetry", "poetry-core", "poetry.lock", "ersion solving failed"),
    "pdm": ("[ResolutionImpossible]", "pdm.lock", "🔒 Lock failed"),
    "pipenv": ("Pipfile", "[ResolutionFailure]", "✘ Locking Failed"),
    "pixi": ("pixi.toml", "pixi.lock"),
}
"""What only that tool prints."""

_VERSION = r"(\d\.\d{1,2}(?:\.\d{1,2})?(?:(?:a|b|rc)\d{1,2}|\+(?=$| \())?)"
_NAMED = r"(?i)(?<![\w.])(?:c?python[- ]?)?v?" + _VERSION
SUBDIR = r"(?i)\b(osx-64|osx-arm64|linux-64|linux-aarch64|win-64)\b"
NAMES_CONDA = r"(?i)\b(?:mini|ana)?conda\d?\b|miniforge|mambaforge|micromamba|anaconda"
_NO_SUBDIR = rf"(?i)\A(?!.*{SUBDIR[4:]}).*?(?<![\w-])"
_PROCESS = r"(?i)\A(?!.*universal2).*?(?<![\w-])"

OF_A_CONDA = (
    Extract(SUBDIR, (("conda.subdir", "$1"), ("conda.active", True)), BLOCK),
    Extract(_NO_SUBDIR + r"(?:arm64|aarch64)(?![\w-])", (("conda.subdir", "osx-arm64"),), LISTED),
    Extract(_NO_SUBDIR + r"(?:x86_64|i386)(?![\w-])", (("conda.subdir", "osx-64"),), LISTED),
)
"""The platform of a conda, or what people write beside that word."""

CONDA_OF_A_LIST = (
    Extract(NAMES_CONDA, (("conda.active", True),), LISTED),
    *(
        row._replace(pattern=rf"(?i)\A(?=.*(?:{NAMES_CONDA[4:]})).*?(?:{row.pattern[4:]})")
        for row in OF_A_CONDA
    ),
)
"""The same of a value that names a conda."""

OF_A_VALUE = (
    Extract(_NAMED + r"t?(?![\d+])", (("python.version", "$1"),)),
    Extract(_NAMED + r"t(?![\d+])", (("python.free_threaded", True),)),
    Extract(SUBDIR, (("conda.subdir", "$1"), ("conda.active", True))),
    Extract(NAMES_CONDA, (("conda.active", True),), LISTED),
    Extract(r"(?i)\b(pypy)(?![a-z])", (("python.implementation", "pypy"),)),
    Extract("(?i)homebrew", (("python.provider", "homebrew"),), LISTED),
    Extract("(?i)pyenv", (("python.provider", "pyenv"),), LISTED),
    Extract(r"(?i)python\.framework", (("python.provider", "framework"),), LISTED),
    Extract("(?i)command line tools", (("python.provider", "xcode"),), LISTED),
    Extract("(?i)universal2", (("python.slices", ("x86_64", "arm64")),), LISTED),
    Extract(_PROCESS + r"(?:arm64|aarch64)(?![\w-])", (("python.architecture", "arm64"),)),
    Extract(_PROCESS + r"(?:x86_64|i386)(?![\w-])", (("python.architecture", "x86_64"),)),
    Extract(" on linux", (("host.system", "Linux"),), LISTED),
    Extract(" on win32", (("host.system", "Windows"),), LISTED),
    Extract(" on darwin", (("host.system", "Darwin"),), LISTED),
)
"""What the value of a line about Python states: its version, conda, Homebrew, an architecture."""
