"""The order of the examination: cheap facts first, then the steps that may hang or crash."""

import os

from .gather import NOT_HERE, ask, unknown
from .stream import Stream, watch

DEFAULTS = {
    "--level": "standard",
    "--device": "mps",
    "--timeout": "120",
    "--marks": "",  # "stderr": name each step there too
    "--redact": "",  # "names": the answer leaves this computer by other ways than the doctor's
    "--deep-only": "",  # names of steps, with commas
    "--deep-skip": "",
    "--resume": "",  # "deep": an earlier process was ended by a step of the deep level
}

# Deadlines as parts of --timeout.
COMMAND_SHARE = 0.1  # for a command of the system: there are several in a row
STATIC_SHARE = 0.4  # for everything before `import torch`
TORCH_SHARE = 0.75  # for `import torch`: a cold disk is slow
ANSWERS_SHARE = 0.25  # for an imported torch to answer, or for its files to be read
DEEP_STEP_SHARE = 0.25  # for one step of the deep level, so that the others get their turn


def main(arguments, import_path):
    """Examine this interpreter and leave the process."""
    options = dict(DEFAULTS, **dict(zip(arguments[::2], arguments[1::2])))
    timeout = float(options["--timeout"])
    stream = Stream(options["--marks"] == "stderr", options["--redact"] == "names")
    stream.hello()
    watch(timeout)
    copies = []
    if options["--resume"] != "deep":
        copies = _static(stream, options["--level"], timeout, import_path)
    if options["--level"] == "quick":
        stream.emit("torch_import", unknown("not run: --level quick"))
        stream.emit("smoke", unknown("not run: --level quick"))
    elif not _dynamic(stream, options, timeout, import_path) and copies:
        from .torch_files import missing_files

        stream.begin("torch", timeout * ANSWERS_SHARE)
        stream.emit("torch", {"missing_files": ask(missing_files, copies[0], True)})
    stream.end()


def _static(stream, level, timeout, import_path):
    """Write all that is known without importing torch; return the copies that hold a package."""
    from . import host

    stream.begin("host", timeout * STATIC_SHARE)
    stream.emit("host", {"system": ask(host.system_name)})  # before anything that may hang
    mac = None
    if host.system_name() == "Darwin":
        from .commands import Command
        from .host_macos import Mac

        Command.longest = timeout * COMMAND_SHARE
        mac = Mac.start(import_path.probe)
    # While the commands of a Mac run.
    from . import conda, packages, python, settings, torch_files

    folders = packages.Folders(import_path.users)
    copies = torch_files.copies_in(folders)
    stream.emit("torch", ask(torch_files.facts, copies, level == "deep"))
    stream.emit("packages", ask(packages.packages, folders))
    stream.emit("openmp", ask(packages.openmp, folders))
    stream.emit("variables", ask(settings.variables))
    stream.emit("frameworks", {"settings": ask(settings.of_frameworks, os.environ)})
    stream.emit("conda", ask(conda.facts))
    stream.emit("python", ask(python.facts, folders, mac))
    stream.emit("host", ask(host.facts, mac))
    stream.emit("toolchain", unknown(NOT_HERE) if mac is None else mac.toolchain())
    return [copy for copy in copies if copy.has_package]


def _dynamic(stream, options, timeout, import_path):
    """Import torch as the user's programs do, and prove the device; return whether there is one."""
    # Imported while sys.path holds the standard library only.
    from . import smoke, torch_import

    if options["--level"] == "deep":
        from .deep import level as deep
    import_path.restore()
    resumes = options["--resume"] == "deep"
    stream.begin("deep.import" if resumes else "torch_import", timeout * TORCH_SHARE)
    # The previous process already reported the import and the smoke test.
    emit = (lambda *_: None) if resumes else stream.emit
    torch = torch_import.import_torch(emit)
    if torch is None:
        emit("smoke", unknown("torch was not imported"))
        return False
    if not resumes:
        stream.begin("torch_answers", timeout * ANSWERS_SHARE)
        emit("torch_import", torch_import.answers(torch))
        smoke.run(torch, options["--device"], emit, stream.begin)
    if options["--level"] == "deep":
        only, skip = [options[name].split(",") for name in ("--deep-only", "--deep-skip")]

        def begin(step, seconds):
            stream.begin(step, min(seconds, timeout * DEEP_STEP_SHARE))

        deep.run(torch, options["--device"], stream.emit, begin, list(filter(None, only)), skip)
    return True
