"""Section `conda`: the conda environment that holds the interpreter, read from its records."""

import os
import sys

from .gather import NotKnownError, ask_all, read_json, unknown

TORCH_NAMES = ("pytorch", "pytorch-cpu", "pytorch-nightly", "libtorch")

PLATFORMS = ("noarch", "osx-64", "osx-arm64", "linux-64", "linux-aarch64", "win-64")


def facts(prefix=None):
    """Return the facts of the section; `prefix` is that of this interpreter."""
    prefix = prefix or sys.prefix
    records = os.path.join(prefix, "conda-meta")
    if not os.path.isdir(records):
        return dict(unknown("the interpreter is in no conda environment"), active=False)
    names = sorted(os.listdir(records))
    found = ask_all(
        {
            "tool": lambda: tool(prefix, names),
            "name": lambda: name(prefix),
            "prefix": lambda: prefix,
            "subdir": lambda: subdir(records, names),
            "torch_channel": lambda: channel(torch_record(records, names)),
            "torch_build": lambda: torch_record(records, names)["build"],
        }
    )
    return dict(found, active=True)


def tool(prefix, names):
    """Return the tool whose commands fit: by the folder for pixi, else by what is installed."""
    if "/.pixi/" in prefix.replace(os.sep, "/") + "/" or "pixi" in names:
        return "pixi"
    if os.environ.get("MAMBA_EXE", "").endswith("micromamba"):
        return "micromamba"
    base = os.environ.get("CONDA_EXE")
    roots = [_root_of(base)] if base else []
    for root in (*roots, prefix, _root_of(prefix)):
        if os.path.exists(os.path.join(root, "bin", "mamba")):
            return "mamba"
    return "conda"


def _root_of(path):
    """Return the installation of `ROOT/bin/conda` or of `ROOT/envs/NAME`."""
    return os.path.dirname(os.path.dirname(path))


def name(prefix):
    """Return the name by which conda finds the environment: `base` for the root.

    One that was made elsewhere (`conda create -p`) has no name: the path addresses it.
    """
    if os.path.isdir(os.path.join(prefix, "condabin")):
        return "base"
    folder, own = os.path.split(prefix)
    root, envs = os.path.split(folder)
    of_root = any(os.path.isdir(os.path.join(root, part)) for part in ("condabin", "pkgs"))
    if envs == "envs" and (of_root or os.path.basename(root) == ".conda"):
        return own
    raise NotKnownError("it lies outside of conda's own folder: its path addresses it")


def _records_of(package, records, names):
    """Yield the records in files that begin with a package's name."""
    for entry in names:
        if entry.startswith(package + "-") and entry.endswith(".json"):
            stem = entry[: -len(".json")]
            if stem.rsplit("-", 2)[0] == package:
                yield read_json(os.path.join(records, entry))


def subdir(records, names):
    """Return the environment's platform, read from its Python package."""
    for record in _records_of("python", records, names):
        parts = record.get("url", "").split("/")
        found = record.get("subdir") or (parts[-2] if len(parts) > 2 else "")
        if found:
            return found
    raise NotKnownError("its records name no platform")


def torch_record(records, names):
    """Return the record of the conda package that holds torch."""
    for package in TORCH_NAMES:
        for record in _records_of(package, records, names):
            return record
    raise NotKnownError("conda has installed no torch here")


def channel(record):
    """Return the channel's name out of its address."""
    parts = record["channel"].rstrip("/").split("/")
    if parts[-1] in PLATFORMS and len(parts) > 1:
        parts.pop()
    return "/".join(parts[-2:]) if parts[-2:-1] == ["pkgs"] else parts[-1]
