"""uv finds no torch."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="uv-platform-hint",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("only has wheels for",),
        pattern=(
            r"you're (?:on|using) macos \(`?(macosx_\w{1,80})`?\), but `?([\w.-]{1,80})`? \(v?([^)]"
            r"{1,40})\) only has wheels for (?:the following platform|`?(?:macosx|manylinux"
            r"|musllinux|win)_)"
        ),
        meaning="uv found the version, but no file of it for this Mac and this Python.",
        fix="Use a Python that this torch has builds for, another version, or no CUDA suffix.",
        source="https://docs.astral.sh/uv/concepts/resolution/",
        rule="file-not-found",
        examples=(
            (
                "hint: You're on macOS (`macosx_15_0_arm64`), but `torch` (v2.5.1) only has wheels "
                "for the following platform: `manylinux1_x86_64`"
            ),
        ),
        near_misses=(
            (
                "hint: You're on Linux (`manylinux_2_31_x86_64`), but `torch` (v2.5.1) only has "
                "wheels for the following platform: `macosx_11_0_arm64`"
            ),
        ),
    ),
    ErrorText(
        id="uv-python-hint",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("only has wheels with the following python",),
        pattern=(
            r"you're using c?python \S{1,20}(?: \(`?\w{1,80}`?\))?, but `?([\w.-]{1,80})`? \(v?"
            r"([^)]{1,40})\) only has wheels with the following python"
        ),
        meaning="uv found the version, but no file of it for this Python.",
        fix="Use a Python that this torch has builds for, or another torch.",
        source="https://docs.astral.sh/uv/concepts/resolution/",
        examples=(
            (
                "hint: You're using CPython 3.13 (`cp313`), but `torch` (v2.5.1) only has wheels "
                "with the following Python ABI tags: `cp312`, `cp311`"
            ),
        ),
        near_misses=("torch only has wheels for Linux",),
    ),
    ErrorText(
        id="uv-no-source-or-wheel",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("doesn't have a source distribution or wheel for the current platform",),
        pattern=(
            r"distribution `?([\w.-]{1,80})==(\S{1,40})(?: @ [^`\n]{1,120})?`? can't be installed b"
            r"ecause it doesn't have a source distribution or wheel for the current platform"
        ),
        meaning="The locked version has no file for this Mac and this Python.",
        fix="Use a Python that this version has builds for, or lock another version.",
        source="https://github.com/astral-sh/uv/issues/10262",
        unless=("pip-from-versions-cap", "pip-no-version-torch", "uv-platform-hint"),
        rule="file-not-found",
        examples=(
            (
                "error: Distribution `torch==2.5.1 @ registry+https://index.example/simple` can't "
                "be installed because it doesn't have a source distribution or wheel for the "
                "current platform"
            ),
        ),
        near_misses=("error: Distribution not found at: file:///x",),
    ),
    ErrorText(
        id="uv-files-for-newer-macos",
        cause="wheel-tag-mismatch",
        kind="installer",
        literals=("no wheels with a matching platform tag",),
        pattern=(
            r"no wheels with a matching platform tag \(e\.g\., `?macosx_\d\d_\d_arm64.{0,600}"
            r"on the following platforms?: .{0,400}\bmacosx_\d\d_\d_arm64"
        ),
        reach=1100,
        meaning=(
            "There are files for this processor, and all are for a newer macOS than the one that "
            "the installer assumes."
        ),
        fix=(
            "Update macOS where it is older than the files want; else write the real one into the "
            "project, as pixi's [system-requirements] has it."
        ),
        source="https://pixi.sh/latest/workspace/system_requirements/",
        also=("macos-version-misreported",),
        examples=(
            (
                "somepackage==1.0 has no wheels with a matching platform tag (e.g., "
                "`macosx_13_0_arm64`). hint: Wheels are available for `somepackage` (v1.0) on the "
                "following platforms: `manylinux_2_35_x86_64`, `macosx_14_0_arm64`"
            ),
        ),
        near_misses=(
            (
                "somepackage==1.0 has no wheels with a matching platform tag (e.g., "
                "`macosx_13_0_x86_64`). hint: Wheels are available for `somepackage` (v1.0) on the "
                "following platforms: `macosx_14_0_arm64`"
            ),
        ),
    ),
    ErrorText(
        id="uv-no-matching-platform-tag",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("no wheels with a matching platform tag",),
        pattern=(
            r"([\w.-]{1,80}?)(?:\{[^}]{1,80}\})?(?:==|>=|<=|~=|<|>|,)[^\s]{0,60} (?:has"
            r"|have) no wheels with a matching platform tag(?: \(e\.g\., `?(macosx_\w{1,80})`?\))?"
            r"|(?:because|versions of) ([\w.-]{1,80}) (?:has"
            r"|have) no wheels with a matching platform tag(?: \(e\.g\., `?(macosx_\w{1,80})`?\))?"
            r"|no wheels with a matching platform tag(?: \(e\.g\., `?(?:macosx_\w{1,80})`?\))?"
        ),
        meaning=(
            "uv found the version, but no file of it for this processor and macOS; the tag in "
            "parentheses says what it looks for."
        ),
        fix="x86_64 on an M-chip: use an arm64 Python. A suffix such as +cpu or +cu: leave it out.",
        source="https://docs.astral.sh/uv/concepts/resolution/",
        unless=("uv-files-for-newer-macos",),
        rule="uv-tag",
        examples=(
            (
                "No solution found when resolving dependencies: torch==2.11.0+cpu has no wheels "
                "with a matching platform tag (e.g., `macosx_26_0_x86_64`)"
            ),
            (
                "Because somepackage{sys_platform != 'win32'}==3.0 has no wheels with a matching "
                "platform tag (e.g., `macosx_15_0_arm64`)"
            ),
            (
                "Because all versions of somepackage have no wheels with a matching platform tag "
                "(e.g., `macosx_15_0_arm64`)"
            ),
            (
                "Because somepackage has no wheels with a matching platform tag (e.g., "
                "`macosx_14_0_arm64`) and you require somepackage"
            ),
        ),
        near_misses=("torch has no wheels with a matching Python ABI tag (e.g., `cp315`)",),
    ),
    ErrorText(
        id="uv-no-matching-python-tag",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("no wheels with a matching python",),
        pattern=(
            r"(?:([\w.-]{1,80})(?:\{[^}]{1,80}\})?(?:==|>=|<=|~=|<|>)[^\s]{0,60} (?:has"
            r"|have) )?no wheels with a matching python (?:abi |version |implementation )?tag"
        ),
        meaning="uv found the version, but no file of it for this Python.",
        fix="Use a Python that this torch has builds for, or another torch.",
        source="https://docs.astral.sh/uv/concepts/resolution/",
        rule="uv-python-tag",
        examples=("torch==2.5.1 has no wheels with a matching Python ABI tag (e.g., `cp314`)",),
        near_misses=(
            "torch==2.5.1 has no wheels with a matching platform tag (e.g., `macosx_26_0_x86_64`)",
        ),
    ),
    ErrorText(
        id="uv-no-solution-torch",
        cause="python-version-no-wheel",
        kind="installer",
        literals=(
            "no solution found when resolving",
            "only torch",
            "only the following versions of torch",
        ),
        pattern=(
            r"only (torch(?:vision|audio)?)(?:<=|\{<=)([\d.]{1,80})\}? is available"
            r"|only the following versions of (torch) are available: ([^\n]{1,800})"
        ),
        reach=1200,
        meaning="uv sees only older builds of torch: an Intel Mac, or an Intel Python.",
        fix="Use an arm64 Python; on an Intel Mac stay with torch 2.2.2.",
        source="https://docs.astral.sh/uv/concepts/resolution/",
        unless=("uv-no-matching-platform-tag",),
        rule="uv-only",
        examples=(
            (
                "No solution found when resolving dependencies: Because only torch<=2.2.2 is "
                "available and you require torch>=2.4, we can conclude that your requirements are "
                "unsatisfiable."
            ),
        ),
        near_misses=(
            "No solution found when resolving dependencies: Because requests==1 was not found",
        ),
    ),
    ErrorText(
        id="uv-python-unsatisfied",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("does not satisfy python",),
        pattern=r"python version \([^)]{1,30}\) does not satisfy python ?[<>=!~]",
        meaning="A package asked for needs another Python than the one in use.",
        fix=(
            "Use a Python that every package allows: `uv python install 3.12`, then `uv venv "
            "--python 3.12`."
        ),
        source="https://docs.astral.sh/uv/reference/resolver-internals/",
        examples=(
            (
                "Because the current Python version (3.8.18) does not satisfy Python>=3.9 and "
                "torch==2.5.0 depends on Python>=3.9"
            ),
            "the requested Python version (>=3.8) does not satisfy Python>=3.9",
        ),
        near_misses=("This answer does not satisfy Python programmers",),
    ),
    ErrorText(
        id="uv-wheels-with-python-tags",
        cause="python-version-no-wheel",
        kind="installer",
        literals=("with the following python",),
        pattern=(
            r"\bwheels (?:are available )?for `?torch(?:vision"
            r"|audio)?`? \(v?[^)]{1,40}\) with the following python (?:abi |implementation )?tag"
        ),
        meaning="uv found files of torch only for other Pythons.",
        fix="Make the environment with a Python that the text names: `uv python pin 3.12`.",
        source="https://github.com/astral-sh/uv/blob/main/crates/uv-resolver/src/pubgrub/report.rs",
        examples=(
            (
                "hint: Wheels are available for `torch` (v2.5.1) with the following Python ABI "
                "tags: `cp39`"
            ),
            (
                "You require CPython 3.14 (`cp314`), but we only found wheels for `torch` (v2.5.1) "
                "with the following Python ABI tags: `cp39`"
            ),
        ),
        near_misses=(
            (
                "hint: Wheels are available for `made-up` (v2.5.1) with the following Python ABI "
                "tags: `cp39`"
            ),
        ),
    ),
)
