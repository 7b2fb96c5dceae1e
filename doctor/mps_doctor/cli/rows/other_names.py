"""What people type for an option or a command that is called otherwise."""

OTHER_NAMES = {
    **{f"--{name}": f"--format {name}" for name in ("json", "jsonl", "html", "markdown", "junit")},
    **{f"--{name}": f"mps-doctor {name}" for name in ("fix", "diagnose", "explain", "list")},
    "--apply": "mps-doctor fix --apply",
    "--only": "--select",
    **dict.fromkeys(("--skip", "--exclude"), "--ignore"),
    "--cpu": "--device cpu",
    "--no-color": "--color never",
    "--deep": "--level deep",
    "--quick": "--level quick",
    **dict.fromkeys(("--version", "-V"), "mps-doctor --version"),
}
"""Each with what to try instead; a slip of the fingers is found, too."""
