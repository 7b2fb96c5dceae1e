"""What mps-doctor itself printed."""

from __future__ import annotations

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="own-finding",
        cause="mps-unavailable-unexplained",
        literals=("✗ error", "[x] error", "! warning", "[!] warning"),
        pattern=(
            r"(?:✗ error|\[x\] error|(?<![^\s#])! warning"
            r"|\[!\] warning)(?: [a-z][\w-]{2,60}: [a-z][\w-]{3,60}"
            r"|: `[\w-]{3,60}` `[\w-]{4,60}`)(?![\w-])"
        ),
        meaning="A report of mps-doctor, pasted as it stood on the screen, names this cause.",
        fix="Do what that report says, or run `mps-doctor` there again.",
        source=(
            "https://github.com/mps-doctor/mps-doctor/blob/main/doctor/mps_doctor/reporters/signs.p"
            "y"
        ),
        rule="own-finding",
        examples=(
            "✗ error  mps-available: mps-unavailable-unexplained",
            "[x] error  mps-available: mps-unavailable-unexplained",
            "#### ✗ error: `mps-available` `mps-unavailable-unexplained`",
            "! warning  mps-available: mps-unavailable-unexplained",
            "[!] warning  mps-available: mps-unavailable-unexplained",
        ),
        near_misses=("✗ error 12 of 40", "! warning: this build is old"),
    ),
)
