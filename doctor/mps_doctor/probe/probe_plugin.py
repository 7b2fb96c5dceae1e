"""Runs the facts module of a plug-in in a process of its own: it can end nothing but itself."""

import json
import os
import sys


def main(file):
    """Call `facts()` of the module and write what it returns as one line of JSON."""
    out = os.dup(1)
    os.dup2(2, 1)  # what the module prints must not be taken for its facts
    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != own]
    try:
        answer = {"facts": dict(_load(file).facts())}
        line = json.dumps(answer)
    except BaseException as error:  # also SystemExit: the reason is the answer
        line = json.dumps({"unknown": ("%s: %s" % (type(error).__name__, error))[:300]})
    with os.fdopen(out, "wb") as stream:
        stream.write(line.encode() + b"\n")
    os._exit(0)


def _load(file):
    import importlib.util

    spec = importlib.util.spec_from_file_location("mps_doctor_plugin_facts", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(sys.argv[1])
