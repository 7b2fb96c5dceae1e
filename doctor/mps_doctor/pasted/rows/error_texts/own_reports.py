"""What mps-doctor itself printed."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="own-finding",
        cause="mps-unavailable-unexplained",
        literals=("mps-doctor explain ",),
        pattern=r"(?:(error|warning): )?more: `?mps-doctor explain [a-z][\w-]{3,60}",
        meaning="A report of mps-doctor, pasted as it stood on the screen, names this cause.",
        fix="Do what that report says, or run `mps-doctor` there again.",
        source=(
            "https://github.com/mps-doctor/mps-doctor/blob/main/doctor/mps_doctor/views/report.py"
        ),
        rule="own-finding",
        examples=(
            "More:  mps-doctor explain mps-unavailable-unexplained",
            "- More: `mps-doctor explain mps-unavailable-unexplained`",
        ),
        near_misses=(
            "I have run mps-doctor explain mps-unavailable-unexplained",
            "More: see mps-doctor",
        ),
    ),
)
