"""What came with a version of macOS."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "crash-since-macos",
        cause="mps-crash-os-version",
        says=(
            "{release}|14.*|15.*|13.*|12.5|26.*|since",
            (
                "{since}|macos beta|developer beta|new macos|beta|under|on sonoma only|only on"
                "|kills|in macos 1*|on macos 1*|on macos 2*|since"
            ),
            "{release}|14.*|15.*|13.*|12.5|26.*|macos 2*",
            "{crash}|timeout|freezes|kernel panic*|webui quits|windowserver crash",
        ),
        unless="editor|game",
        loose=True,
        examples=(
            "Since the update to macOS 15.2 training on mps crashes.",
            "Every run on mps segfaults under Sonoma 14.1, under Ventura it never did.",
            "On the beta of macOS 27 torch on mps aborts.",
        ),
        near_misses=(
            "My editor crashes since the update to macOS 15.2, torch on mps runs.",
            "Since the upgrade to Sonoma mps is slower.",
        ),
    ),
    Symptom(
        "wrong-since-macos",
        cause="mps-wrong-results-os-version",
        says=(
            "{since}|{good}|second mac|another mac|older macos",
            "{release}|macos 2*|14.*|15.*|13.*|26.*",
            "{release}|macos 2*|15.*|14.*|13.*|before|older|previous",
            "{wrong}|zero objects|not change",
        ),
        unless="game|fine except|fine apart",
        loose=True,
        examples=(
            "Since the upgrade to Sequoia 15.1 the results on mps are wrong.",
            "The sum is NaN on macOS 15 and correct on macOS 14, mps.",
            "The loss of my model on mps: correct on macOS 14.2, wrong since macOS 15.1.",
        ),
        near_misses=(
            "Since the update to 15.2 the screen of my game is black, sound still plays; torch.",
            "Correct on macOS 14.3 and on 14.4, device mps.",
        ),
    ),
)
