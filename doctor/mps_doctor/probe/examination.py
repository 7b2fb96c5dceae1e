"""The order of the examination: cheap facts first, then whatever may not come back."""

import os

from .gather import ask, unknown
from .stream import Stream, watch

COMMAND_SHARE = 0.1
"""Part of the whole time that a command of the system may take: there are several in a row."""

STATIC_SHARE = 0.4
"""Part of the whole time that everything before `import torch` may take."""

TORCH_SHARE = 0.75
"""Part of the whole time that `import torch` may take: a cold disk is slow."""

ANSWERS_SHARE = 0.25
"""Part of the whole time that an imported torch may take to answer, or its files to be read."""

DEEP_STEP_SHARE = 0.25
"""Part of the whole time that one step of the deep level may take: others are to have theirs."""


class Options:
    """What the command line asked for."""

    def __init__(self, arguments):
        given = dict(zip(arguments[::2], arguments[1::2]))
        self.level = given.get("--level", "standard")
        self.device = given.get("--device", "mps")
        self.marks = given.get("--marks") == "stderr"
        self.redacts = given.get("--redact") == "names"
        self.deep_only = _names(given.get("--deep-only", ""))
        self.deep_skip = _names(given.get("--deep-skip", ""))
        self.resumes_deep = given.get("--resume") == "deep"
        self.timeout = float(given.get("--timeout", "120"))


def _names(text):
    return tuple(name for name in text.split(",") if name)


def main(arguments, import_path):
    """Examine this interpreter and leave the process."""
    options = Options(arguments)
    stream = Stream(options.marks, options.redacts)
    stream.hello()
    watch(options.timeout)
    if options.resumes_deep:
        _go_on_deep(stream, options, import_path)
        stream.end()
    copies = _static(stream, options, import_path)
    if options.level == "quick":
        stream.emit("torch_import", unknown("not run: --level quick"))
        stream.emit("smoke", unknown("not run: --level quick"))
    elif not _dynamic(stream, options, import_path) and copies:
        from .record import missing_files

        stream.begin("torch", options.timeout * ANSWERS_SHARE)
        stream.emit("torch", {"missing_files": ask(missing_files, copies[0], True)})
    stream.end()


def _static(stream, options, import_path):
    """Write all that is known without importing torch; return the copies that hold a package."""
    from . import host

    stream.begin("host", options.timeout * STATIC_SHARE)
    stream.emit("host", {"system": ask(host.system_name)})  # before what may not come back
    mac = None
    if host.system_name() == "Darwin":
        from .commands import Command
        from .host_macos import Mac

        Command.longest = options.timeout * COMMAND_SHARE
        mac = Mac.start(import_path.probe)
    # While the commands of a Mac run.
    from . import conda, framework_settings, openmp, packages, python, toolchain, variables
    from .distributions import Folders
    from .torch_files import copies_in
    from .torch_files import facts as torch_facts

    folders = Folders(import_path.users)
    found = ask(copies_in, folders)
    copies = found if isinstance(found, list) else []
    thorough = options.level == "deep"
    stream.emit("torch", found if isinstance(found, dict) else ask(torch_facts, copies, thorough))
    stream.emit("packages", ask(packages.facts, folders))
    stream.emit("openmp", ask(openmp.facts, folders, copies))
    stream.emit("variables", ask(variables.facts))
    stream.emit("frameworks", framework_settings.facts(os.environ))
    stream.emit("conda", ask(conda.facts))
    stream.emit("python", ask(python.facts, folders, mac, options.level == "quick"))
    stream.emit("host", ask(host.facts, mac))
    stream.emit("toolchain", ask(toolchain.facts, mac))
    return [copy for copy in copies if copy.has_package]


def _dynamic(stream, options, import_path):
    """Import torch as the user's programs do, and prove the device; return whether there is one."""
    from . import smoke, torch_import

    deep = _load_deep(options)
    import_path.restore()
    stream.begin("torch_import", options.timeout * TORCH_SHARE)
    torch = torch_import.import_torch(stream.emit)
    if torch is None:
        stream.emit("smoke", unknown("torch was not imported"))
        return False
    stream.begin("torch_answers", options.timeout * ANSWERS_SHARE)
    stream.emit("torch_import", torch_import.answers(torch))
    smoke.run(torch, options.device, stream.emit, stream.begin)
    if deep is not None:
        _run_deep(deep, torch, stream, options)
    return True


def _go_on_deep(stream, options, import_path):
    """Go on with the deep level, after an earlier process was ended by one of its steps."""
    from . import torch_import

    deep = _load_deep(options)
    import_path.restore()
    stream.begin("deep.import", options.timeout * TORCH_SHARE)
    # The earlier process has told how the import went.
    torch = torch_import.import_torch(lambda *_: None)
    if torch is not None:
        _run_deep(deep, torch, stream, options)


def _load_deep(options):
    """Return the deep level, loaded while only the standard library is in reach."""
    if options.level != "deep":
        return None
    from .deep import level

    return level


def _run_deep(deep, torch, stream, options):
    def begin(step, seconds):
        stream.begin(step, min(seconds, options.timeout * DEEP_STEP_SHARE))

    deep.run(torch, options.device, stream.emit, begin, options.deep_only, options.deep_skip)
