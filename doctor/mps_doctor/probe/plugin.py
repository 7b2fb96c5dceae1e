"""Runs the facts module of a plug-in in a process of its own: it can end nothing but itself."""

import json
import os
from importlib.util import module_from_spec, spec_from_file_location


def main(arguments, import_path):
    """Call `facts()` of the module named and write what it returns as one line of JSON."""
    import_path.restore()
    out = os.dup(1)
    os.dup2(2, 1)  # what the module prints must not be taken for its facts
    try:
        spec = spec_from_file_location("mps_doctor_plugin_facts", arguments[1])
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        line = json.dumps({"facts": dict(module.facts())})
    except BaseException as error:  # also SystemExit: the reason is the answer
        line = json.dumps({"unknown": ("%s: %s" % (type(error).__name__, error))[:300]})
    with os.fdopen(out, "wb") as stream:
        stream.write(line.encode() + b"\n")
    os._exit(0)
