"""The facts of this plug-in: runs in the Python under examination, with the standard library only.

It states what is; whether that is enough is for the checks.
"""

import os
import shutil


def facts():
    """Return the folder in which models are kept, and how much room is left there."""
    folder = os.environ.get("HF_HOME") or os.path.expanduser("~/.cache/huggingface")
    existing = folder
    while not os.path.isdir(existing):
        existing = os.path.dirname(existing)
    return {
        "folder": folder,
        "free_bytes": shutil.disk_usage(existing).free,
        "writable": os.access(existing, os.W_OK),
    }
