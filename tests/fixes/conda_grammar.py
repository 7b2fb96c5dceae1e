"""A small parser of the commands of conda, mamba, micromamba and pixi that the fixes use.

conda is not installed where the tests run, so its commands are checked for grammar only: words,
options and match specs, as `conda create --help` and the pages of pixi have them.
That the versions exist on conda-forge is not proved by this.
"""

import re

NAME = r"[a-z0-9][a-z0-9._-]*"
VERSION = r"\d+(?:\.\d+)*(?:\.\*)?"
ONE = rf"(?:[<>]=?|==|!=|=){VERSION}"
SPEC = re.compile(rf"{NAME}(?:{ONE}(?:,{ONE})*)?")
PLATFORMS = ("osx-arm64", "osx-64")

WITH_VALUE = {"-n", "-p", "-c", "--platform", "--manifest-path"}
FLAGS = {"--yes", "--force-reinstall"}
SUBCOMMANDS = {
    ("install",): {"-n", "-p", "-c", "--yes", "--force-reinstall"},
    ("create",): {"-n", "-p", "-c", "--yes", "--platform"},
    ("env", "remove"): {"-n", "-p", "--yes"},
    ("pixi", "init"): {"--platform"},
    ("pixi", "add"): {"--manifest-path"},
    ("pixi", "reinstall"): set(),
}


def problems_of(command: tuple[str, ...]) -> list[str]:
    """Return what is wrong with a command; nothing for one that conda or pixi would read."""
    if command[0] not in ("conda", "mamba", "micromamba", "pixi"):
        return [f"no command of conda: {command[0]}"]
    words = command if command[0] == "pixi" else command[1:]
    head = words[:2] if words[:2] in SUBCOMMANDS else words[:1]
    if head not in SUBCOMMANDS:
        return [f"no subcommand: {head}"]
    problems: list[str] = []
    options: dict[str, str] = {}
    specs: list[str] = []
    rest = list(words[len(head) :])
    while rest:
        word = rest.pop(0)
        if word.startswith("-"):
            if word not in SUBCOMMANDS[head]:
                problems.append(f"{' '.join(head)} has no option {word}")
            if word in WITH_VALUE:
                options[word] = rest.pop(0) if rest else ""
                if not options[word] or options[word].startswith("-"):
                    problems.append(f"{word} lacks its value")
        else:
            specs.append(word)
    if "--platform" in options and options["--platform"] not in PLATFORMS:
        problems.append(f"no platform: {options['--platform']}")
    if head != ("pixi", "init"):
        problems += [f"no match spec: {spec}" for spec in specs if not SPEC.fullmatch(spec)]
    if head in (("create",), ("env", "remove")) and not {"-n", "-p"} & set(options):
        problems.append("names no environment")
    return problems
