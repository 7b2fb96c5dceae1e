"""How Pythons and the tools that install into them are named."""

import re

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

WANTED = re.compile(
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

OF_A_TOOL = re.compile(r"[/\\](?:libexec|pipx|pypoetry|uv/tools)[/\\]\S*\Z|[/\\]libexec\Z")
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

PROVIDERS = (
    ("homebrew", "homebrew"),
    ("/opt/homebrew", "homebrew"),
    ("pyenv", "pyenv"),
    ("python.framework", "framework"),
    ("command line tools", "xcode"),
)
