"""The installers that the doctor runs itself: pip, and `uv pip`.

Each is asked for one set of packages, fetches it and tries it elsewhere, and installs it by name,
without a network and with nothing left to choose.
"""

import json
import os
import re
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mps_doctor.system import processes
from mps_doctor.system.redaction import redact

Versions: TypeAlias = dict[str, str]
"""Packages by normalised name."""

LONGEST = 3600.0
"""Seconds for one command: torch is half a gigabyte, and some lines are slow."""

PATIENCE = 15.0
"""Seconds that an installer gets to end when it is interrupted."""

OUTPUT_LINES = 15

ONLY_WHEELS = ("--only-binary", ":all:")
"""The code of a source distribution would run while it is asked what it needs."""

SOURCES = frozenset(
    """
    cache-dir cert client-cert config-file constraint default-index default-timeout
    extra-index-url find-links http-timeout index index-strategy index-url insecure-host
    keyring-provider native-tls no-index offline proxy python-downloads python-install-dir
    python-install-mirror retries system-certs timeout trusted-host
    """.split()  # noqa: SIM905  # a list to read
)
"""Settings that say where packages come from; any other could send a change elsewhere."""

_FOREIGN = re.compile(r"(PIP|UV|PYTHON|CONDA|VIRTUAL_ENV|__PYVENV).*")
_CREDENTIALS = re.compile(r"UV_INDEX_\w+_(USERNAME|PASSWORD)")
_CHANGED = re.compile(r" ([-+~]) ([A-Za-z0-9._-]+)==(\S+)")


class Refused(Exception):  # noqa: N818  # a refusal is an answer
    """An installer says no, or what it offers will not do; nothing was changed."""

    def __init__(self, message: str, output: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.output = tuple(map(redact, output[-OUTPUT_LINES:]))


def clean_environment(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return variables for a child: without those that change what is installed where."""
    kept = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "NO_COLOR": "1"}
    kept["PIP_USER"] = "0"  # pip.conf may say `user = true`, for which no environment has a place
    for name, value in environ.items():
        tool, _, setting = name.partition("_")
        source = tool in ("PIP", "UV") and setting.lower().replace("_", "-") in SOURCES
        if source or _CREDENTIALS.fullmatch(name) or not _FOREIGN.fullmatch(name):
            kept[name] = value
    return kept


def run_to_its_end(
    argv: Sequence[str],
    variables: Mapping[str, str],
    folder: Path,
    name: str,
    *,
    keep_open: tuple[int, ...] = (),
) -> processes.Finished:
    """Run a command; raises Refused, by this name of it, unless it succeeds."""
    try:
        done = processes.run(
            argv,
            timeout=LONGEST,
            environment=variables,
            folder=folder,
            patience=PATIENCE,
            keep_open=keep_open,
        )
    except OSError as error:
        raise Refused(f"{argv[0]} can't be run: {error.strerror}") from None
    if done.exit_code != 0:
        raise Refused(f"{name}: {done.ending}", done.stderr or processes.last_lines(done.stdout))
    return done


@dataclass
class Pip:
    """The environment's own pip, from 22.2 on; also what the installers have in common.

    It runs in an empty folder: files in any other could redirect it.
    """

    python: str
    """The path of the interpreter as it is called: resolved, it would be another environment."""
    work: Path
    """An empty folder for what is fetched."""
    tell: Callable[[str], None]
    keep_open: tuple[int, ...]
    """Descriptors that a child inherits: the lock."""

    def run(self, *argv: str, **more: str) -> processes.Finished:
        """Run a command with more variables to its end; raises Refused unless it succeeds."""
        words = [Path(argv[0]).name, *(word for word in argv[1:6] if word[:1] not in "/-")]
        self.tell(" ".join(words[:3]))
        variables = {**clean_environment(), **more}
        # uv looks for settings in all folders above, too.
        with tempfile.TemporaryDirectory(prefix="mps-doctor-") as empty:
            return run_to_its_end(
                argv, variables, Path(empty), " ".join(words[:3]), keep_open=self.keep_open
            )

    def ask(self, wanted: Sequence[str], held: Versions, loose: Collection[str]) -> Versions:
        """Return what would be installed so that `wanted` holds and nothing of `held` changes.

        Of those in `loose` another version will do.  Raises Refused where no set fits.
        """
        report = self.work / "report.json"
        options = ("--dry-run", "--report", str(report), *ONLY_WHEELS)
        self._pip("install", *options, *all_named(wanted, held, loose))
        found: dict[str, Any] = json.loads(report.read_bytes())
        items = (item["metadata"] for item in found["install"])
        return {canonicalize_name(item["name"]): item["version"] for item in items}

    def fetch(self, packages: Versions) -> None:
        """Fetch packages; raises Refused."""
        options = ("--dest", str(self.work / "wheels"), "--no-deps", *ONLY_WHEELS)
        self._pip("download", *options, *pins(packages))

    def install(self, packages: Versions) -> None:
        """Install what was fetched, and nothing else; raises Refused."""
        options = ("--no-index", "--find-links", str(self.work / "wheels"), "--no-deps")
        # The environment's own pip.conf could send it elsewhere, and no index is needed any more.
        everything = (*options, *ONLY_WHEELS, *pins(packages))
        self._pip("install", *everything, PIP_CONFIG_FILE=os.devnull)

    def _pip(self, *options: str, **more: str) -> None:
        self.run(self.python, "-I", "-m", "pip", "--quiet", *options, **more)


class Uv(Pip):
    """`uv pip`, which needs no pip in the environment."""

    def ask(self, wanted: Sequence[str], held: Versions, loose: Collection[str]) -> Versions:
        """Return what would be installed; raises Refused."""
        done = self._uv("--dry-run", *all_named(wanted, held, loose))
        # Of an environment it says "environment at".
        if "interpreter at:" in done.errors:
            raise Refused("a uv.toml sends packages elsewhere: see target and prefix in its [pip]")
        lines = (_CHANGED.fullmatch(line.rstrip()) for line in done.errors.splitlines())
        return {canonicalize_name(row[2]): row[3] for row in lines if row and row[1] != "-"}

    def fetch(self, packages: Versions) -> None:
        """Fetch packages into uv's cache; raises Refused."""
        self._uv("--no-deps", "--target", str(self.work / "target"), *pins(packages))

    def install(self, packages: Versions) -> None:
        """Install what was fetched; raises Refused."""
        self._uv("--no-deps", "--offline", *pins(packages))

    def _uv(self, *options: str) -> processes.Finished:
        # A link into uv's cache would let whoever edits a file edit the cache.
        options = ("--python", self.python, "--link-mode", "copy", *ONLY_WHEELS, *options)
        return self.run("uv", "pip", "install", *options)


def all_named(wanted: Sequence[str], held: Versions, loose: Collection[str]) -> tuple[str, ...]:
    """Return requirements that name every package: a conflict with one of them is refused."""
    named = {canonicalize_name(Requirement(text).name) for text in wanted}
    exact = {name: held[name] for name in held.keys() - named - set(loose)}
    return (*wanted, *pins(exact), *sorted(held.keys() - named - exact.keys()))


def pins(packages: Versions) -> tuple[str, ...]:
    """Return one requirement for each package."""
    return tuple(f"{name}=={version}" for name, version in sorted(packages.items()))
