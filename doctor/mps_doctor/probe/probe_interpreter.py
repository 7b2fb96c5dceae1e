"""Section `python`: the interpreter that runs the probe."""

import os
import sys

import probe_indexes
import probe_macho
import probe_macos_sources
import probe_project
import probe_shadowing
from probe_gather import NOT_HERE, NotKnownError, ask_all, read_text
from probe_host import system_name

BUILT_WITH_LIBRARIES = (
    ("zlib", "zlib"),
    ("_ctypes", "ctypes"),
    ("_bz2", "bz2"),
    ("_lzma", "lzma"),
    ("_ssl", "ssl"),
)
"""Extension modules that are missing where Python was built without a library (pyenv)."""

PROVIDERS = (
    ("/.pyenv/", "pyenv"),
    ("/uv/python/", "uv"),
    *probe_macos_sources.PROVIDERS,
    ("/linuxbrew/", "homebrew"),
    ("/nix/store/", "nix"),
    ("/.asdf/", "asdf"),
    ("/mise/installs/", "mise"),
    ("/.rye/", "rye"),
    ("/hostedtoolcache/", "github-actions"),
)
"""Part of the base interpreter's path to who made it."""

LONGEST_PLATFORM = 500
"""Characters kept of `platform.platform()`: a command that it runs may say anything."""


def facts(folders, mac, quick):
    """Return the facts of the section that are quickly had; `mac` is None on another system."""
    return {**_own_facts(folders, mac, quick), **probe_project.facts(sys.prefix)}


def _own_facts(folders, mac, quick):
    return ask_all(
        {
            "executable": lambda: sys.executable,
            "version": lambda: sys.version.split()[0].rstrip("+"),
            "implementation": lambda: sys.implementation.name,
            "architecture": lambda: architecture(mac),
            "translated": lambda: translated(mac),
            "slices": lambda: probe_macho.architectures(os.path.realpath(sys.executable)),
            "platform_tag": platform_tag,
            "processor": lambda: processor(mac),
            "platform": full_platform,
            "prefix": lambda: sys.prefix,
            "base_prefix": lambda: sys.base_prefix,
            "environment": environment,
            "provider": provider,
            "free_threaded": lambda: "t" in getattr(sys, "abiflags", ""),
            "externally_managed": externally_managed,
            "has_pip": lambda: any(
                os.path.isfile(os.path.join(folder, "pip", "__init__.py"))
                for folder in folders.packages
            ),
            "pip_python": pip_python,
            "indexes": probe_indexes.indexes,
            "shadowed": lambda: probe_shadowing.shadowed(folders),
            "broken_modules": lambda: broken_modules(quick),
        }
    )


def architecture(mac):
    """Return the architecture of this process, which Rosetta or a universal binary decides."""
    if not hasattr(os, "uname"):
        import platform

        return platform.machine()
    machine = os.uname().machine
    if machine == "x86_64" and sys.maxsize < 2**32:
        return "i386"
    # Rosetta answers uname in code that is not published; the kernel would say arm64.
    if machine == "arm64" and mac is not None and mac.translated():
        return "x86_64"
    return machine


def translated(mac):
    """Return whether Rosetta translates this process."""
    if mac is None:
        raise NotKnownError(NOT_HERE)
    return mac.translated()


def platform_tag():
    """Return the platform that wheels are built for with this Python."""
    import sysconfig

    return sysconfig.get_platform()


def processor(mac):
    """Return what `platform.processor()` answers on a Mac: the output of `uname -p`."""
    if mac is None:
        raise NotKnownError(NOT_HERE)
    return mac.answers.text("uname").strip()


def full_platform():
    """Return `platform.platform()`; it runs a command itself, so a thread with a deadline asks.

    Elsewhere than on a Mac it tells nothing that the host's facts do not, and takes as long as
    starting Python does.
    """
    if system_name() != "Darwin":
        raise NotKnownError(NOT_HERE)
    import platform
    import threading

    answers = []
    thread = threading.Thread(target=lambda: answers.append(platform.platform()), daemon=True)
    thread.start()
    thread.join(3)
    if not answers:
        raise NotKnownError(
            "command timed out" if thread.is_alive() else "platform.platform() failed"
        )
    return answers[0][:LONGEST_PLATFORM]


def environment():
    """Return what holds this Python's packages."""
    prefix = sys.prefix.replace(os.sep, "/")
    if os.path.isdir(os.path.join(sys.prefix, "conda-meta")):
        return "pixi" if "/.pixi/" in prefix else "conda"
    configuration = os.path.join(sys.prefix, "pyvenv.cfg")
    if not os.path.isfile(configuration):
        return "none" if sys.prefix == sys.base_prefix else "venv"
    keys = [line.partition("=")[0].strip() for line in read_text(configuration, 20000).split("\n")]
    if "uv" in keys:
        return "uv"
    return "poetry" if "pypoetry" in prefix else "venv"


def provider():
    """Return who made the interpreter, by the path of the base one."""
    if os.path.isdir(os.path.join(sys.base_prefix, "conda-meta")):
        return "conda"
    path = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
    for place in (path, os.path.realpath(sys.base_prefix) + "/"):
        for part, name in PROVIDERS:
            if part in place.replace(os.sep, "/"):
                return name
    if path.startswith(probe_macos_sources.SYSTEM_FOLDERS):
        return "system"
    return "other"


def externally_managed():
    """Return whether pip refuses to install here (PEP 668)."""
    if sys.prefix != sys.base_prefix:
        return False
    library = os.path.dirname(os.__file__)
    return os.path.exists(os.path.join(library, "EXTERNALLY-MANAGED"))


def pip_python():
    """Return the interpreter in the first line of the first `pip` on PATH."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, "pip")
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            return _interpreter_of(path)
    raise NotKnownError("no pip on PATH")


def _interpreter_of(script):
    lines = read_text(script, 2000).split("\n")
    first = lines[0]
    program = first[2:].strip() if first.startswith("#!") else ""
    if program and os.path.basename(program.split()[0]) not in ("env", "sh", "bash"):
        return program
    # Where the path is too long for a first line, pip writes sh code: '''exec' "/path/python" …
    if first.startswith("#!") and len(lines) > 1 and lines[1].startswith("'''exec'"):
        rest = lines[1][len("'''exec'") :].strip()
        return rest.split('"')[1] if rest.startswith('"') else rest.split()[0]
    raise NotKnownError("the first pip on PATH is no Python script: %s" % script)


def broken_modules(quick):
    """Return the modules of the standard library that this Python cannot import.

    `_ssl` takes as long as starting Python does, so the quick level only looks whether it exists.
    """
    found = []
    for extension, name in BUILT_WITH_LIBRARIES:
        only_look = quick and extension == "_ssl"
        problem = _find_problem(extension) if only_look else _import_problem(extension)
        if problem:
            found.append("%s: %s" % (name, problem))
    return found


def _find_problem(extension):
    from importlib.machinery import PathFinder

    if extension in sys.builtin_module_names or PathFinder.find_spec(extension):
        return ""
    return "No module named %r" % extension


def _import_problem(extension):
    try:
        __import__(extension)
    except ImportError as error:
        return str(error).split("\n")[0]
    return ""
