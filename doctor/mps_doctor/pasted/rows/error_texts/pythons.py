"""Pythons that do not start, or are too old."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="python-encodings",
        cause="python-broken",
        kind="abort",
        literals=("no module named 'encodings'",),
        meaning="Python does not find its own standard library.",
        fix="Unset PYTHONHOME and PYTHONPATH; recreate the environment.",
        source="https://docs.python.org/3/using/cmdline.html#envvar-PYTHONHOME",
        examples=("ModuleNotFoundError: No module named 'encodings'",),
        near_misses=("ModuleNotFoundError: No module named 'encoders'",),
    ),
    ErrorText(
        id="python-init-fs",
        cause="python-broken",
        kind="abort",
        literals=("init_fs_encoding",),
        meaning="Python does not find its own standard library.",
        fix="Unset PYTHONHOME and PYTHONPATH; recreate the environment.",
        source="https://docs.python.org/3/using/cmdline.html#envvar-PYTHONHOME",
        examples=(
            (
                "Fatal Python error: init_fs_encoding: failed to get the Python codec of the "
                "filesystem encoding"
            ),
        ),
        near_misses=("fs encoding is utf-8",),
    ),
    ErrorText(
        id="python-framework-missing",
        cause="python-broken",
        kind="loader",
        literals=("library not loaded",),
        pattern=(
            r"library not loaded: '?(?:[^\s]{0,160}python3?\.framework/"
            r"|@executable_path/\.\./(?:\.?python|lib/libpython)|[^\s]{0,120}libpython3)"
        ),
        meaning="The Python that made this environment is gone, as after an update of Homebrew.",
        fix="Recreate the environment with a Python that exists.",
        source="https://github.com/apple-oss-distributions/dyld",
        any_program=True,
        unless=("library-of-build-machine",),
        examples=(
            (
                "dyld: Library not loaded: /opt/homebrew/opt/python@3.10/Frameworks/Python.framewor"
                "k/Versions/3.10/Python"
            ),
            "dyld: Library not loaded: @executable_path/../Python3",
        ),
        near_misses=(
            "Library not loaded: @rpath/libomp.dylib",
            (
                "Library not loaded: @rpath/libc++.1.dylib Referenced from: "
                "/Library/Frameworks/Python.framework/Versions/3.8/lib/python3.8/site-packages/a.so"
            ),
        ),
    ),
    ErrorText(
        id="python-bad-interpreter",
        cause="python-broken",
        kind="loader",
        literals=("bad interpreter",),
        pattern=r"(?<!/env: )(?<!sh: )(?<!\^m: )bad interpreter: (?!\S{0,80}(?:/env|sh)(?:\^m)?:)",
        meaning="The Python that made this environment is gone or was moved.",
        fix="Recreate the environment.",
        source="https://docs.python.org/3/library/venv.html",
        examples=(
            "zsh: ./venv/bin/pip: bad interpreter: /opt/old/bin/python3: no such file or directory",
            "bash: ./tool: /opt/old/bin/python3: bad interpreter: No such file or directory",
        ),
        near_misses=(
            "the interpreter is bad at it",
            "zsh: ./start.sh: bad interpreter: /bin/env: no such file or directory",
            "bash: ./run: /bin/sh^M: bad interpreter: No such file or directory",
        ),
    ),
    ErrorText(
        id="python-ensurepip-crashes",
        cause="python-broken",
        kind="abort",
        literals=("'ensurepip'",),
        pattern=r"'ensurepip'[^\n]{0,60}\] ?'? died with <signals",
        meaning="This Python crashes when it is to make an environment.",
        fix="Make the environment with another Python: from python.org, uv or conda.",
        source="https://docs.python.org/3/library/subprocess.html#subprocess.CalledProcessError",
        examples=(
            "Command '['x/bin/python3', '-m', 'ensurepip', '--upgrade']' died with <Signals.",
        ),
        near_misses=("Command '['x', '-m', 'ensurepip']' returned non-zero exit status 1.",),
    ),
    ErrorText(
        id="python-stdlib-module",
        cause="python-broken",
        literals=("no module named",),
        pattern=r"no module named '?_(?:ctypes|lzma|bz2|sqlite3|ssl|hashlib|tkinter|uuid|zlib)\b",
        meaning="This Python was built without a part of its standard library.",
        fix=(
            "Use a Python from python.org, Homebrew, uv or conda; for pyenv install xz and others "
            "first and build again."
        ),
        source="https://github.com/pyenv/pyenv/wiki/Common-build-problems",
        examples=("ModuleNotFoundError: No module named '_lzma'",),
        near_misses=("ModuleNotFoundError: No module named '_pytest'",),
    ),
    ErrorText(
        id="python-ssl-missing",
        cause="python-broken",
        literals=("require tls/ssl",),
        pattern=r"require tls/ssl, however the ssl module in python is not available",
        meaning="This Python was built without TLS.",
        fix="Use another Python.",
        source="https://github.com/pyenv/pyenv/wiki/Common-build-problems",
        examples=(
            (
                "WARNING: pip is configured with locations that require TLS/SSL, however the ssl "
                "module in Python is not available."
            ),
        ),
        near_misses=("the server requires TLS/SSL",),
    ),
    ErrorText(
        id="python-2",
        cause="python-too-old",
        kind="installer",
        literals=("python 2.7",),
        pattern=r"python 2\.7 reached the end of its life",
        meaning="Python 2 is in use; no torch with MPS exists for it.",
        fix="Make an environment with Python 3.10 or newer.",
        source="https://www.python.org/doc/sunset-python-2/",
        examples=("DEPRECATION: Python 2.7 reached the end of its life on January 1st, 2020.",),
        near_misses=("Python 2.7.18 was mentioned in a comment",),
    ),
    ErrorText(
        id="python-36-annotations",
        cause="python-too-old",
        literals=("future feature annotations is not defined",),
        meaning="Python 3.6 or older is in use; no torch with MPS exists for it.",
        fix="Make an environment with Python 3.10 or newer.",
        source="https://peps.python.org/pep-0563/",
        examples=("SyntaxError: future feature annotations is not defined",),
        near_misses=("from __future__ import annotations",),
    ),
    ErrorText(
        id="python-file-gone",
        cause="python-broken",
        kind="loader",
        literals=("no such file or directory",),
        pattern=(
            r"(?:/shims/python[\d.]{0,5}: line \d{1,4}: |environment: line \d{1,4}: |\b(?:ba|z"
            r"|)sh: |exec: )[^\s:]{1,160}/(?:bin/python[\d.]{0,5}|pyenv): no such file or directory"
        ),
        meaning="The Python that is called is gone, as after an update of Homebrew or pyenv.",
        fix=(
            "Install that Python again (pyenv rehash for pyenv), and recreate the environment with "
            "it."
        ),
        source="https://github.com/pyenv/pyenv/issues/1716",
        any_program=True,
        examples=(
            (
                "/Users/x/.pyenv/shims/python3: line 21: "
                "/usr/local/Cellar/pyenv/1.2.20/libexec/pyenv: No such file or directory"
            ),
            "bash: /usr/local/bin/python3.9: No such file or directory",
        ),
        near_misses=(
            "bash: /usr/local/bin/ffmpeg: No such file or directory",
            "open('/usr/bin/python-data'): No such file or directory",
        ),
    ),
    ErrorText(
        id="python-was-removed",
        cause="python-broken",
        kind="loader",
        literals=(
            "was the underlying python interpreter removed",
            "broken python installation, `platform",
        ),
        pattern=(
            r"\bwas the underlying python interpreter removed"
            r"|\bbroken python installation, `platform\.mac_ver"
        ),
        meaning="The Python that the environment was made from is gone or broken.",
        fix="Recreate the environment: `rm -rf .venv`, then `uv venv` or `python -m venv .venv`.",
        source="https://github.com/astral-sh/uv/blob/main/crates/uv-python/src/interpreter.rs",
        examples=(
            (
                "error: Broken symlink at `.venv/bin/python3`, was the underlying Python "
                "interpreter removed?"
            ),
            "error: Broken Python installation, `platform.mac_ver()` returned an empty value",
        ),
        near_misses=("The interpreter was removed from the list",),
    ),
    ErrorText(
        id="pyenv-version-missing",
        cause="python-broken",
        kind="loader",
        literals=("pyenv: version", "extension was not compiled", "zlib not available"),
        pattern=(
            r"\bpyenv: version [`'][^'\s]{1,40}' (?:is )?not installed|\bthe python (?:ssl|lzma"
            r"|ctypes|bz2|sqlite3|zlib) extension was not compiled"
            r"|\bcan't decompress data; zlib not available"
        ),
        meaning="pyenv has no such Python, or built it without parts of its library.",
        fix=(
            "Install the libraries that the text names (`brew install openssl xz zlib`), then: "
            "`pyenv install VERSION`."
        ),
        source="https://github.com/pyenv/pyenv/wiki/Common-build-problems",
        examples=(
            "pyenv: version `3.11.4' is not installed (set by /x/.python-version)",
            "ERROR: The Python ssl extension was not compiled. Missing the OpenSSL lib?",
            "zipimport.ZipImportError: can't decompress data; zlib not available",
        ),
        near_misses=("pyenv: version 2.3 is fine",),
    ),
    ErrorText(
        id="python-init-failed",
        cause="python-broken",
        kind="abort",
        literals=("fatal python error: init_",),
        pattern=r"fatal python error: init_(?!fs_encoding)\w{3,40}:",
        meaning=(
            "The interpreter does not start: it does not find or cannot read its own standard "
            "library."
        ),
        fix="Recreate the virtual environment, or reinstall this Python; `unset PYTHONHOME`.",
        source="https://docs.python.org/3/c-api/init_config.html",
        examples=("Fatal Python error: init_import_site: Failed to import the site module",),
        near_misses=("Fatal Python error: Segmentation fault",),
    ),
    ErrorText(
        id="python-syntax-too-new",
        cause="python-too-old",
        literals=("syntaxerror: invalid syntax",),
        pattern=(
            r"(?:[\s(,=+]f(?:'[^'\n]{0,160}'|\"[^\"\n]{0,160}\")[)\]}\s,]{0,6}"
            r"|\bdef \w{1,60}\((?:[^\n()]{0,120}, ?)?\w{1,40}: ?(?:int|str|float|bool"
            r"|torch\.\w{1,20})\b[^\n]{0,160}?)\^{1,80} ?syntaxerror: invalid syntax"
        ),
        meaning=(
            "The program is run by Python 2 or another that is too old for its syntax (f-strings, "
            "annotations); `python` is not the Python that it was installed for."
        ),
        fix="Start it with the Python of its environment: `python3`, or activate that first.",
        source="https://docs.python.org/3/whatsnew/3.6.html",
        any_program=True,
        also=("pip-of-another-python",),
        examples=(
            "print(f'step {number} done') ^ SyntaxError: invalid syntax",
            'raise ValueError(f"no {name}") ^ SyntaxError: invalid syntax',
            "def scale(x: float, y: int = 2) -> float: ^ SyntaxError: invalid syntax",
        ),
        near_misses=(
            "print('step', number done) ^ SyntaxError: invalid syntax",
            "print(f'{a['b']}') ^ SyntaxError: f-string: unmatched '['",
            "pip install torch ^ SyntaxError: invalid syntax",
        ),
    ),
)
