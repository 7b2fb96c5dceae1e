"""How each tool installs into an environment of its own, and why one is left to its owner.

How the tools behave is in docs/assumptions.md.  In a command `{asked}` stands for the
requirements, `{marked}` for them with the marker of this system, `{conda}` for them with conda's
names and `{with}` for them as options; `{again}` are those of which every file is replaced,
`{names}` and `{conda-names}` their names, `{reinstall}` these as options.  `{python}`, `{project?}`
and `{target}` (conda's `-n NAME`) are the environment's; `{program}` is what pipx and uv keep it
for.  `{project?}`: where it is not known, the option before it goes too.
"""

import msgspec

CHANNEL = "conda-forge"
"""The channel that still builds pytorch for macOS; the channel named pytorch ended with 2.5.

Source: https://github.com/conda-forge/pytorch-cpu-feedstock
"""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One tool."""

    install: str = ""
    before_reinstall: str = ""
    """What comes first where every file of torch is to be replaced."""
    after_reinstall: str = ""
    reinstall: str = ""
    """What comes instead then."""
    restore: str = ""
    """What puts old versions back, though they may not fit together; empty where none can."""
    left_to_you: str = ""
    """Why `mps-doctor fix --apply` does not change such an environment."""


ROWS = {
    "pip": Row(
        install="{python} -m pip install {asked}",
        # It fetches before it removes; what torch needs comes with the second.
        before_reinstall="{python} -m pip install --force-reinstall --no-deps --no-cache-dir "
        "{again}",
        restore="{python} -m pip install --no-deps {asked}",
    ),
    # Without --python it takes the active environment, or .venv.
    "uv": Row(
        install="uv pip install --python {python?} {asked}",
        reinstall="uv pip install --python {python?} {reinstall} {asked}",
        restore="uv pip install --no-deps --python {python?} {asked}",
    ),
    "uv-project": Row(
        install="uv add --project {project?} {marked}",
        after_reinstall="uv sync --project {project?} {reinstall}",
    ),
    # A marker would take torch from all other systems, as in pipenv.
    "poetry": Row(
        install="poetry -P {project?} add {asked}",
        before_reinstall="poetry -P {project?} run pip uninstall --yes {names}",
        left_to_you="poetry can stop half-way, with its lock put back and the environment changed",
    ),
    "pdm": Row(
        install="pdm add -p {project?} {marked}",
        after_reinstall="pdm sync -p {project?} --reinstall",
        left_to_you="the project's lock is pdm's",
    ),
    "pipenv": Row(
        install="env PIPENV_PIPFILE={project?}/Pipfile pipenv install {asked}",
        before_reinstall="{python} -m pip uninstall --yes {names}",
        left_to_you="the project's lock is pipenv's",
    ),
    "pipx": Row(
        install="pipx inject --force {program} {asked}",
        left_to_you="pipx keeps a record of what it installed",
    ),
    "uv-tool": Row(
        install="uv tool install {program} {with}",
        left_to_you="uv keeps a record of what this tool needs",
    ),
    "hatch": Row(left_to_you="hatch makes this environment from pyproject.toml"),
    "several": Row(left_to_you="two tools lock this project"),
    "pixi": Row(
        install="pixi add --manifest-path {project?} {conda}",
        after_reinstall="pixi reinstall --manifest-path {project?} {conda-names}",
        left_to_you="the project's lock is pixi's",
    ),
    **{
        tool: Row(
            install=f"{tool} install --yes {{target}} -c {CHANNEL} {{conda}}",
            reinstall=f"{tool} install --force-reinstall --yes {{target}} -c {CHANNEL} {{conda}}",
        )
        for tool in ("conda", "mamba", "micromamba")
    },
}
