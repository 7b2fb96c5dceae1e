"""Start of the probe: refuses a Python below 3.7 in words that any Python can parse."""

import sys


def start():
    """Say hello and leave where Python is too old; otherwise run what the arguments ask for."""
    if sys.version_info < (3, 7):
        import os

        version = "%d.%d.%d" % sys.version_info[:3]
        sys.stdout.write('\n{"probe": 1, "python": "%s"}\n' % version)
        if hasattr(os, "uname"):
            host = '{"system": "%s", "kernel_release": "%s"}' % (os.uname()[0], os.uname()[2])
            sys.stdout.write('{"section": "host", "facts": %s}\n' % host)
        sys.stdout.flush()
        sys.exit(79)

    import os

    folder = os.path.dirname(os.path.abspath(__file__))
    package = type(sys)("mps_doctor_probe")
    package.__path__ = [folder]
    sys.modules[package.__name__] = package
    from mps_doctor_probe.import_path import ImportPath

    import_path = ImportPath(folder)
    asked = sys.argv[1:2]
    if asked == ["--metal-devices"]:
        from mps_doctor_probe.metal import main
    elif asked == ["--plugin"]:
        from mps_doctor_probe.plugin import main
    elif asked == ["--bench"]:
        from mps_doctor_probe.bench.run import main
    else:
        from mps_doctor_probe.examination import main
    main(sys.argv[1:], import_path)


if __name__ == "__main__":
    start()
