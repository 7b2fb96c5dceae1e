"""The files that the package index has for a project, by pip's own client and configuration.

Only the maintainer's `regenerate` uses it.
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
from urllib.parse import urlsplit
from urllib.request import url2pathname

from packaging.requirements import Requirement

BLOCK = 1 << 20
"""Bytes of one request: a wheel of torch has some 140 MB, of which a third is read."""


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
    """Return a wheel of the index, of which only what is read is fetched; nothing of it runs."""
    parts = urlsplit(file.url)
    if parts.scheme == "file":
        return zipfile.ZipFile(url2pathname(parts.path))
    return zipfile.ZipFile(io.BufferedReader(_Remote(file.url), BLOCK))


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


class _Remote(io.RawIOBase):
    """A file behind a URL, read by ranges (RFC 9110, section 14)."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._at = 0
        self._size = int(self._ask("bytes=0-0").headers["Content-Range"].rpartition("/")[2])

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, start + offset)
        return self._at

    def readinto(self, buffer: Any) -> int:
        end = min(self._at + len(buffer), self._size)
        if end <= self._at:
            return 0
        data: bytes = self._ask(f"bytes={self._at}-{end - 1}").content
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def _ask(self, wanted: str) -> Any:
        headers = {"Range": wanted, "Accept-Encoding": "identity", "Cache-Control": "no-cache"}
        # As a stream: what ignores the range is not fetched whole.
        answer = _options_and_session()[1].get(self._url, headers=headers, stream=True)
        answer.raise_for_status()
        if answer.status_code != 206:
            raise OSError(f"{self._url} is not served by ranges")
        return answer


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
