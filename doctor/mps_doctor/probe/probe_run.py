"""The order of the examination: cheap facts first, then whatever may not come back."""

import os
import sys

from probe_stream import Stream, encode

COMMAND_SHARE = 0.1
"""Part of the whole time that a command of the system may take: there are several in a row."""

TORCH_SHARE = 0.75
"""Part of the whole time that `import torch` may take: a cold disk is slow."""

DEEP_STEP_SHARE = 0.25
"""Part of the whole time that one step of the deep level may take: others are to have theirs."""

MODULES_AT_START = frozenset(sys.modules)


class Options:
    """What the command line asked for."""

    def __init__(self, arguments):
        given = dict(zip(arguments[::2], arguments[1::2]))
        self.level = given.get("--level", "standard")
        self.device = given.get("--device", "mps")
        self.marks = given.get("--marks") == "stderr"
        self.deep_only = _names(given.get("--deep-only", ""))
        self.deep_skip = _names(given.get("--deep-skip", ""))
        self.resumes = given.get("--resume") == "deep"
        self.timeout = float(given.get("--timeout", "120"))


def _names(text):
    return tuple(name for name in text.split(",") if name)


def main(arguments, folder, users_path):
    """Examine this interpreter and leave the process."""
    if arguments[:1] == ["--metal-devices"]:
        import probe_metal

        sys.stdout.write(encode(probe_metal.devices()) + "\n")
        return
    if arguments[:1] == ["--bench"]:
        import probe_bench

        probe_bench.main(arguments[1:], lambda: _restore(users_path))
        return
    options = Options(arguments)
    stream = Stream(options.marks)
    stream.hello()
    _watch(options.timeout)
    if options.resumes:
        _deep_alone(stream, options, users_path)
        stream.end()
    torch_files = _static(stream, options, folder, users_path)
    if options.level == "quick":
        stream.emit("torch_import", {"unknown": "not run: --level quick"})
        stream.emit("smoke", {"unknown": "not run: --level quick"})
        stream.end()
    torch = _dynamic(stream, options, users_path)
    if torch is None and torch_files is not None:
        stream.begin("torch", options.timeout * 0.25)
        stream.emit("torch", {"missing_files": torch_files()})
    stream.end()


def _watch(timeout):
    """Leave after the time is up even if C code holds the interpreter: no one else may be there."""
    try:
        import faulthandler

        faulthandler.dump_traceback_later(timeout, exit=True, file=2)
    except Exception:  # a Python without it is examined all the same
        pass


def _static(stream, options, folder, users_path):
    """Write all that is known without importing torch; return what to ask if that fails."""
    import probe_host
    from probe_folders import Folders
    from probe_gather import ask

    stream.begin("host", options.timeout * 0.4)
    stream.emit("host", {"system": ask(probe_host.system_name)})  # before what may not come back
    quick = options.level == "quick"
    mac = None
    if probe_host.system_name() == "Darwin":
        import probe_host_macos
        from probe_commands import Commands

        Commands.longest = options.timeout * COMMAND_SHARE
        mac = probe_host_macos.start(folder)
    folders = Folders(users_path)

    import probe_conda
    import probe_framework_settings
    import probe_interpreter
    import probe_openmp
    import probe_packages
    import probe_record
    import probe_toolchain
    import probe_torch_files
    import probe_variables

    copies = ask(probe_torch_files.copies, folders)
    if isinstance(copies, dict):
        stream.emit("torch", copies)
        copies = []
    else:
        stream.emit("torch", ask(probe_torch_files.facts, copies, options.level == "deep"))
    stream.emit("packages", ask(probe_packages.facts, folders))
    stream.emit("openmp", ask(probe_openmp.facts, folders, copies))
    stream.emit("variables", ask(probe_variables.facts))
    stream.emit("frameworks", probe_framework_settings.facts(os.environ))
    stream.emit("conda", ask(probe_conda.facts))
    stream.emit("python", ask(probe_interpreter.facts, folders, mac, quick))
    stream.emit("host", ask(probe_host.facts, mac))
    stream.emit("toolchain", ask(probe_toolchain.facts, mac and mac.answers))
    present = [copy for copy in copies if copy.has_package]
    if not present:
        return None
    return lambda: ask(probe_record.missing_files, present[0], True)


def _dynamic(stream, options, users_path):
    """Import torch as the user's programs do, and prove the device; return torch or None."""
    import probe_torch_import

    smoke, deep = _step("probe_smoke"), None
    if options.level == "deep":
        deep = _step("probe_deep")
    _restore(users_path)
    stream.begin("torch_import", options.timeout * TORCH_SHARE)
    torch = probe_torch_import.import_torch(stream.emit)
    if torch is None:
        stream.emit("smoke", {"unknown": "torch was not imported"})
        return None
    stream.begin("torch_answers", options.timeout * 0.25)
    stream.emit("torch_import", probe_torch_import.answers(torch))
    if smoke is not None:
        smoke(torch, options.device, stream.emit, stream.begin)
    if deep is not None:
        _run_deep(deep, torch, stream, options)
    return torch


def _deep_alone(stream, options, users_path):
    """Go on with the deep level, after an earlier process was ended by one of its steps."""
    import probe_torch_import

    deep = _step("probe_deep")
    _restore(users_path)
    stream.begin("deep.import", options.timeout * TORCH_SHARE)
    torch = probe_torch_import.import_torch(_unheard)
    if torch is not None and deep is not None:
        _run_deep(deep, torch, stream, options)


def _unheard(section, facts):
    """Drop facts that an earlier process has told."""
    del section, facts


def _run_deep(deep, torch, stream, options):
    def begin(step, seconds):
        stream.begin(step, min(seconds, options.timeout * DEEP_STEP_SHARE))

    device, only, skip = options.device, options.deep_only, options.deep_skip
    deep(torch, device, stream.emit, begin, only, skip)


def _step(module):
    """Return the `run` function of a step, loaded while the probe's own folder is in reach."""
    try:
        return __import__(module).run
    except ImportError:
        return None


def _restore(users_path):
    """Give torch the user's own path, and the modules that a file there hides."""
    import probe_shadowing

    sys.path[:] = users_path
    library = os.path.dirname(os.path.realpath(os.__file__))
    for entry in users_path:
        if os.path.realpath(entry) == library:
            break
        for item in probe_shadowing.hiding(entry, "other", probe_shadowing.LIBRARY_MODULES):
            if item["module"] not in MODULES_AT_START:
                sys.modules.pop(item["module"], None)
