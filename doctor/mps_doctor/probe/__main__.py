"""Start of the probe: refuses a Python below 3.7 in words that any Python can parse."""

import sys


def start():
    """Say hello and leave where Python is too old; otherwise run the probe."""
    if sys.version_info < (3, 7):
        version = "%d.%d.%d" % sys.version_info[:3]
        sys.stdout.write('\n{"probe": 1, "python": "%s"}\n' % version)
        sys.stdout.flush()
        sys.exit(79)

    import os

    folder = os.path.dirname(os.path.abspath(__file__))
    users_path = [entry for entry in sys.path if entry != folder]
    # Only the standard library is in reach while facts are gathered: a json.py on PYTHONPATH must
    # not break the probe.  The user's own path is put back before torch is imported.
    library = os.path.dirname(os.path.realpath(os.__file__))
    sys.path[:] = [folder] + [
        entry
        for entry in users_path
        if os.path.realpath(entry) == library
        or os.path.basename(entry) in ("lib-dynload", "DLLs")
        or entry.endswith(".zip")
    ]
    if len(sys.path) == 1:
        sys.path.extend(users_path)
    import probe_run

    probe_run.main(sys.argv[1:], folder, users_path)


if __name__ == "__main__":
    start()
