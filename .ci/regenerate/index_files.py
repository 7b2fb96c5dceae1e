"""The files that the package index has for a project, by pip's own client and configuration.

pip has no public interface for this: its internals are imported here and nowhere else, so that a
change in pip breaks one small module, loudly.
"""

import importlib
import io
import zipfile
from dataclasses import dataclass
from email.parser import HeaderParser
from functools import cache
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
    url: str = ""


def list_wheels(project: str) -> tuple[IndexFile, ...]:
    """Return the wheels that the configured indexes have for a project."""
    options, session = _options_and_session()
    collector_module = _pip("index.collector")
    link = _pip("models.link").Link
    collector = collector_module.LinkCollector.create(session, options=options)
    found: dict[str, IndexFile] = {}
    for location in collector.search_scope.get_index_urls_locations(project):
        page = collector.fetch_response(link(location))
        if page is None:
            continue
        for item in collector_module.parse_links(page):
            if item.filename.endswith(".whl"):
                found.setdefault(item.filename, _file(item))
    return tuple(found.values())


def open_wheel(file: IndexFile) -> zipfile.ZipFile:
    """Return a wheel of the index, fetched whole; nothing of it runs."""
    with _options_and_session()[1].get(file.url) as answer:
        answer.raise_for_status()
        return zipfile.ZipFile(io.BytesIO(answer.content))


def demand_on_torch(file: IndexFile) -> str:
    """Return what the METADATA of a wheel demands of torch: `==2.8.0`; empty for nothing."""
    with open_wheel(file) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        headers = HeaderParser().parsestr(archive.read(name).decode())
    for line in headers.get_all("Requires-Dist", []):
        requirement = Requirement(line)
        if requirement.name == "torch" and "extra" not in str(requirement.marker or ""):
            return str(requirement.specifier)
    return ""


@cache
def _options_and_session() -> tuple[Any, Any]:
    command = _pip("commands").create_command("download")
    options, _ = command.parse_args([])
    return options, command._build_session(options)


def _pip(module: str) -> Any:
    return importlib.import_module(f"pip._internal.{module}")


def _file(item: Any) -> IndexFile:
    uploaded = getattr(item, "upload_time", None)
    return IndexFile(
        name=item.filename,
        requires_python=item.requires_python or "",
        yanked=item.yanked_reason is not None,
        uploaded=uploaded.date().isoformat() if uploaded else "",
        url=item.url_without_fragment,
    )
