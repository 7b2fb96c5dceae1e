"""The files that the package index has for a project, by pip's own client and configuration.

Only the maintainer's `regenerate` uses it.
pip has no public interface for this: its internals are imported here and nowhere else, so that a
change in pip breaks one small module, loudly.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement


@dataclass(frozen=True)
class IndexFile:
    """One file on the index."""

    name: str
    requires_python: str
    yanked: bool
    uploaded: str
    """The day, as ISO 8601; empty where the index does not say."""


def list_wheels(project: str) -> tuple[IndexFile, ...]:
    """Return the wheels that the configured indexes have for a project."""
    command = _pip("commands").create_command("download")
    options, _ = command.parse_args([])
    collector_module = _pip("index.collector")
    link = _pip("models.link").Link
    collector = collector_module.LinkCollector.create(
        command._build_session(options),  # the session that pip's commands use
        options=options,
    )
    found: dict[str, IndexFile] = {}
    for location in collector.search_scope.get_index_urls_locations(project):
        page = collector.fetch_response(link(location))
        if page is None:
            continue
        for item in collector_module.parse_links(page):
            if item.filename.endswith(".whl"):
                found.setdefault(item.filename, _file(item))
    return tuple(found.values())


def demand_on_torch(project: str, version: str, wheel: str) -> str:
    """Return what the METADATA of a wheel demands of torch: `==2.8.0`; empty for nothing.

    The wheel is downloaded by pip, opened, and thrown away; nothing of it runs.
    """
    python, abi, platform = wheel.removesuffix(".whl").split("-")[-3:]
    number = python.removeprefix("cp3")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", "--implementation", "cp", "--platform", platform]
    command += ["--python-version", f"3.{number if number.isdigit() else '12'}", "--abi", abi]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(  # noqa: S603  # fixed words, and names that the index gave
            [*command, "--dest", folder, f"{project}=={version}"], check=True
        )
        (file,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(file) as archive:
            name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
            headers = HeaderParser().parsestr(archive.read(name).decode())
    for line in headers.get_all("Requires-Dist", []):
        requirement = Requirement(line)
        if requirement.name == "torch" and "extra" not in str(requirement.marker or ""):
            return str(requirement.specifier)
    return ""


def _pip(module: str) -> Any:
    return importlib.import_module(f"pip._internal.{module}")


def _file(item: Any) -> IndexFile:
    uploaded = getattr(item, "upload_time", None)
    return IndexFile(
        name=item.filename,
        requires_python=item.requires_python or "",
        yanked=item.yanked_reason is not None,
        uploaded=uploaded.date().isoformat() if uploaded else "",
    )
