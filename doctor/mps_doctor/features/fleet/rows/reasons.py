"""Why a host gave no facts: each reason with its sentence, and the words that stand for it."""

SENTENCES = {
    "refused": "The host refuses connections: ssh does not run there, or a firewall says no",
    "timed-out": "No answer from the address",
    "no-banner": "Something accepts the connection but does not speak ssh",
    "no-route": "There is no route to the host",
    "unknown-name": "The host's name does not resolve",
    "host-key-changed": "The host has another key than the one that is known",
    "host-key-unknown": "The host's key is not known yet",
    "authentication": "The host does not accept the user or the key",
    "become": "Becoming the other user failed",
    "connection-lost": "The connection was lost",
    "disk-full": "The host's disk is full",
    "no-temporary-folder": "The host has no folder to write to",
    "task-timed-out": "The host did not finish in time",
    "unreachable": "The host could not be reached",
    "failed": "The task failed on the host",
    "unfinished": "Interrupted before the host had answered",
    "no-python": "The host has no Python",
    "python-missing": "The interpreter that was named does not exist there",
    "python-hangs": "The interpreter did not answer in time",
    "setting": "The script was given a setting that it does not know",
    "too-long": "The answer is longer than the field for it",
    "empty": "Nothing came",
    "not-understood": "Unrecognised output",
    "incomplete": "The answer is cut off",
    "other-version": "The answer is of another version of mps-doctor",
    "not-ours": "The file is not from mps-doctor",
    "unreadable": "The file cannot be read",
}
"""Every reason, with what it means."""

MARKS = (
    ("host-key-changed", ("REMOTE HOST IDENTIFICATION HAS CHANGED",)),
    ("host-key-unknown", ("Host key verification failed", "host key is known for")),
    ("disk-full", ("No space left on device", "Disk quota exceeded")),
    ("no-banner", ("banner exchange", "before receiving banner")),
    ("refused", ("Connection refused",)),
    ("timed-out", ("Connection timed out", "Operation timed out", "Connection timeout")),
    ("no-route", ("No route to host", "Network is unreachable", "Host is down")),
    ("unknown-name", ("Could not resolve hostname", "Name or service not known")),
    ("authentication", ("Permission denied", "Too many authentication failures")),
    ("become", ("sudo password", "privilege output", "is not in the sudoers", "become")),
    ("task-timed-out", ("Timed out after",)),
    ("no-temporary-folder", ("temporary directory", "remote-tmp", "temporary folder")),
    ("connection-lost", ("Connection reset", "Connection closed", "Broken pipe", "closed by")),
)
"""Words of OpenSSH and Ansible that stand for a reason, in the order in which they decide."""
