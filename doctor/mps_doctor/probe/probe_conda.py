"""Section `conda`: the conda environment that holds the interpreter, read from its records."""

import os
import sys

from probe_gather import NotKnownError, ask_all, read_text, unknown

TORCH_NAMES = ("pytorch", "pytorch-cpu", "pytorch-nightly", "libtorch")


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
        }
    )
    found["active"] = True
    found.update(torch_package(records, names))
    return found


def _record(records, name):
    import json

    return json.loads(read_text(os.path.join(records, name), 20000000))


def tool(prefix, names):
    """Return the tool whose commands fit: by the folder for pixi, else by what is installed."""
    if "/.pixi/" in prefix.replace(os.sep, "/") + "/" or "pixi" in names:
        return "pixi"
    if os.environ.get("MAMBA_EXE", "").endswith("micromamba"):
        return "micromamba"
    base = os.environ.get("CONDA_EXE", "")
    roots = [os.path.dirname(os.path.dirname(path)) for path in (base,) if path]
    roots += [prefix, os.path.dirname(os.path.dirname(prefix))]
    for root in roots:
        if os.path.exists(os.path.join(root, "bin", "mamba")):
            return "mamba"
    return "conda"


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


def subdir(records, names):
    """Return the platform of the environment: that of its own Python package."""
    for entry in names:
        if entry.startswith("python-") and entry.endswith(".json"):
            record = _record(records, entry)
            if record.get("name") == "python":
                found = record.get("subdir") or _subdir_of_url(record.get("url", ""))
                if found:
                    return found
    raise NotKnownError("its records name no platform")


def _subdir_of_url(url):
    parts = url.split("/")
    return parts[-2] if len(parts) > 2 else ""


def torch_package(records, names):
    """Return channel and build of the conda package that holds torch."""
    for wanted in TORCH_NAMES:
        for entry in names:
            if not (entry.startswith(wanted + "-") and entry.endswith(".json")):
                continue
            if entry[: -len(".json")].rsplit("-", 2)[0] != wanted:
                continue
            return ask_all(
                {
                    "torch_channel": lambda entry=entry: _channel(_record(records, entry)),
                    "torch_build": lambda entry=entry: _record(records, entry)["build"],
                }
            )
    reason = unknown("conda has installed no torch here")
    return {"torch_channel": reason, "torch_build": reason}


def _channel(record):
    """Return the channel's name out of its address."""
    parts = record["channel"].rstrip("/").split("/")
    platforms = ("noarch", "osx-64", "osx-arm64", "linux-64", "linux-aarch64", "win-64")
    if parts[-1] in platforms and len(parts) > 1:
        parts.pop()
    return "/".join(parts[-2:]) if parts[-2:-1] == ["pkgs"] else parts[-1]
