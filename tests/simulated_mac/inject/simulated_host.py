"""Makes a stock Linux CPython look like one on macOS: this process and those it starts.

Replaced: sys.platform, os.uname, os.cpu_count, sysconfig's variables, the prefix of a conda
environment, files under folders that only a Mac has, and the commands of macOS.
`platform` and `sysconfig` stay the real code; they read what is replaced here.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib.util
import io
import os
import platform
import re
import subprocess
import sys
import sysconfig
import time
import types
from collections.abc import Callable, Iterator
from typing import Any

MAC_FOLDERS = (
    "/System/",
    "/Library/",
    "/Applications/",
    "/opt/homebrew",
    "/usr/local/Homebrew",
    "/private/",
    "/var/db/",
    "/Users/",
)
MAC_COMMAND = re.compile(r"^(?:/usr)?/s?bin/([\w.-]+)$|^/opt/homebrew/bin/([\w.-]+)$")
LINUX_ONLY = ("/proc/", "/sys/", "/etc/os-release", "/.dockerenv", "/run/")
"""What a Mac does not have: reads of these find nothing while the simulation is on."""

VERSION_FILE = "/System/Library/CoreServices/SystemVersion.plist"
PATH_FUNCTIONS = ("stat", "lstat", "listdir", "scandir", "access", "readlink")
NATIVE_PACKAGES = frozenset({"torch", "psutil", "triton"})
"""Packages with Linux binaries, which choose by platform at import: they see the true one."""

_settings: dict[str, Any] = {}
_true: dict[tuple[Any, str], Any] = {}
_unpatched = 0


def install(settings: dict[str, Any]) -> None:
    """Put the Mac of `settings` over this process."""
    _settings.update(settings)
    machine = settings["machine"]
    _describe_build(machine)
    for place, name in (
        (sys, "platform"),
        (os, "uname"),
        (os, "cpu_count"),
        (platform, "architecture"),
        (platform, "libc_ver"),
    ):
        _true[place, name] = getattr(place, name)
    for name in PATH_FUNCTIONS:
        _redirect_paths(os, name)
    _redirect_paths(builtins, "open")
    io.open = builtins.open  # type: ignore[assignment]
    _simulate_commands()
    # urllib.request imports this C module on darwin.
    proxies = types.ModuleType("_scproxy")
    proxies._get_proxy_settings = proxies._get_proxies = dict  # type: ignore[attr-defined]
    sys.modules["_scproxy"] = proxies
    sys.meta_path.insert(0, _NativePackages())  # type: ignore[arg-type]
    _apply()


@contextlib.contextmanager
def true_platform() -> Iterator[None]:
    """Show the true platform, while a Linux binary package is imported."""
    global _unpatched
    _unpatched += 1
    for (place, name), value in _true.items():
        setattr(place, name, value)
    _forget_platform()
    try:
        yield
    finally:
        _unpatched -= 1
        if not _unpatched:
            _apply()


def _describe_build(machine: dict[str, Any]) -> None:
    # sysconfig's data module is named after sys.platform: it is loaded before that changes.
    version = "{}{}".format(*sys.version_info[:2])
    sysconfig.get_config_vars().update(
        MACOSX_DEPLOYMENT_TARGET=machine.get("deployment_target", "11.0"),
        CFLAGS=machine.get("cflags", ""),
        EXT_SUFFIX=f".cpython-{version}-darwin.so",
        SOABI=f"cpython-{version}-darwin",
        SHLIB_SUFFIX=".so",
        MULTIARCH="darwin",
    )
    if machine.get("environment") == "conda":
        # The pyvenv.cfg that ties it to its real installation is our scaffolding.
        sys.base_prefix, sys.base_exec_prefix = sys.prefix, sys.exec_prefix
    if machine.get("base_executable"):
        sys._base_executable = machine["base_executable"]  # type: ignore[attr-defined]
    if machine.get("python_version"):
        sys.version = machine["python_version"]
        parse: Any = platform._sys_version  # type: ignore[attr-defined]
        # The stock parser cannot read conda's version text; conda patches it in the same way.
        platform._sys_version = lambda version=None: parse(  # type: ignore[attr-defined]
            re.sub(r"\s*\|[^|]*\|\s*", " ", version or sys.version)
        )


def _apply() -> None:
    machine = _settings["machine"]
    uname = machine["uname"]
    fields = ("sysname", "nodename", "release", "version", "machine")
    sys.platform = "darwin"
    os.uname = lambda: os.uname_result([uname[field] for field in fields])
    os.cpu_count = lambda: int(machine.get("sysctl", {}).get("hw.logicalcpu", 8))
    platform.architecture = lambda *_, **__: ("64bit", "")  # type: ignore[assignment]
    platform.libc_ver = lambda *_, **__: ("", "")  # type: ignore[assignment]
    _forget_platform()


def _forget_platform() -> None:
    platform._uname_cache = None  # type: ignore[attr-defined]
    platform._platform_cache.clear()  # type: ignore[attr-defined]


def _redirect_paths(place: Any, name: str) -> None:
    function: Callable[..., Any] = getattr(place, name)

    def redirected(*arguments: Any, **options: Any) -> Any:
        if arguments:
            return function(_simulated_path(arguments[0]), *arguments[1:], **options)
        for key in ("path", "file"):
            if key in options:
                options[key] = _simulated_path(options[key])
        return function(**options)

    redirected.__name__ = name
    setattr(place, name, redirected)
    for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
        if function in able:
            able.add(redirected)


def _simulated_path(path: Any) -> Any:
    if _unpatched or not isinstance(path, (str, os.PathLike)):
        return path
    text = os.fspath(path)
    if not isinstance(text, str):
        return path
    if text in _settings["overlay"]:
        return _settings["overlay"][text]
    if text.endswith("libtorch_cpu.dylib"):
        time.sleep(_settings["machine"].pop("slow_library", 0))
    if text == VERSION_FILE and _version_is_disguised():
        text = text.replace("SystemVersion.plist", "SystemVersionCompat.plist")
    inside_us = text.startswith(_settings["root"])
    if (text + "/").startswith(MAC_FOLDERS) and not inside_us:
        return _settings["root"] + text
    if text.startswith(LINUX_ONLY):
        return _settings["root"] + "/not-on-a-mac" + text
    return path


def _version_is_disguised() -> bool:
    """Whether this process is told another macOS version: as the system does for old SDKs."""
    asked = os.environ.get("SYSTEM_VERSION_COMPAT")
    if asked is None:
        return bool(_settings["machine"].get("old_sdk"))
    return bool(re.match(_settings["machine"]["behaviour"]["heeded_switch"], asked))


def _simulate_commands() -> None:
    start = subprocess.Popen.__init__

    def simulated_start(self: Any, args: Any, *rest: Any, **options: Any) -> None:
        if isinstance(args, (list, tuple)) and args:
            args = _without_s([_command(args[0]), *args[1:]])
        elif isinstance(args, str):
            args = re.sub(
                r"(?<![\w/])/(?:usr/)?s?bin/[\w.-]+", lambda found: _command(found[0]), args
            )
        if options.get("env") is not None:
            path = options["env"].get("PATH", os.defpath)
            folders = dict.fromkeys([_settings["bin"], *path.split(os.pathsep)])
            options["env"] = {**options["env"], "PATH": os.pathsep.join(folders)}
        start(self, args, *rest, **options)

    subprocess.Popen.__init__ = simulated_start  # type: ignore[method-assign]


def _command(word: Any) -> Any:
    """Return the simulated command for the absolute path of one of macOS.

    One that this Mac does not have is an absent file, even where Linux has one of that name.
    """
    text = os.fspath(word)
    found = MAC_COMMAND.match(text) if isinstance(text, str) else None
    if not found or _unpatched:
        return word
    simulated = os.path.join(_settings["bin"], found.group(1) or found.group(2))
    if os.access(simulated, os.X_OK):
        return simulated
    keep = found.group(1) in ("sh", "bash", "env", "cat", "true", "false", "sleep")
    return word if keep else simulated


def _without_s(args: list[Any]) -> list[Any]:
    """Take -S from the start of a child Python: it would ignore the .pth file of the simulation."""
    if not os.path.basename(str(args[0])).startswith("python"):
        return args
    place = 1
    while place < len(args) and re.fullmatch(r"-[BEIOSbdqsuv]+", str(args[place])):
        args[place] = str(args[place]).replace("S", "")
        place += 1
    return [word for word in args if word != "-"]


class _NativePackages:
    """Finder that lets packages with Linux binaries be imported under the true platform."""

    def __init__(self) -> None:
        self._busy: set[str] = set()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name not in NATIVE_PACKAGES or name in self._busy:
            return None
        self._busy.add(name)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self._busy.discard(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_truly(module: Any) -> None:
            with true_platform():
                execute(module)

        spec.loader.exec_module = execute_truly  # type: ignore[method-assign]
        return spec
