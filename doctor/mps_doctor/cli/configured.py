"""What a project's file and the command line ask for together: the command line wins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mps_doctor.cli.options import LEVELS
from mps_doctor.system.folders import current_folder, own_home

if TYPE_CHECKING:
    from mps_doctor.system.configuration import Configuration


MOST_BYTES = 1_000_000
"""Of a pyproject.toml: more than is read of one that is about us."""


class Asked:
    """The options of one run, each from the command line, else from the project's file."""

    def __init__(self, context: click.Context, config: str | None, no_config: bool) -> None:
        if config is not None and no_config:
            raise click.UsageError("--config and --no-config cannot be used together")
        self.configuration = None if no_config else _read(config)
        self._set = {
            name
            for name in context.params
            if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
        }

    def value_of(self, name: str, given: Any) -> Any:
        """Return the value of the option `level`, `device`, `timeout` or `fail_on`."""
        if name in self._set or self.configuration is None:
            return given
        settings = self.configuration.settings
        configured = getattr(settings, name)
        if configured is not None:
            return configured
        if name == "device" and settings.require.device is not None:
            return settings.require.device
        if name == "level" and settings.require.level is not None:
            return max(given, settings.require.level, key=LEVELS.index)
        return given


def _read(config: str | None) -> Configuration | None:
    if config is None and not _may_be_configured(current_folder()):
        return None
    # Only a project with such a file pays for reading it.
    from mps_doctor.system.configuration import load_configuration

    return load_configuration(file=config, home=own_home())


def _may_be_configured(folder: Path) -> bool:
    return any(
        (place / "mps-doctor.toml").exists() or _names_us(place / "pyproject.toml")
        for place in (folder, *folder.parents)
    )


def _names_us(file: Path) -> bool:
    """Whether a project's file may be about us: parsing it takes longer than all before."""
    try:
        if not file.is_file():
            return False
        with file.open("rb") as stream:
            return b"mps-doctor" in stream.read(MOST_BYTES)
    except OSError:
        return False
