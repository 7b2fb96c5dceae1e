"""The facts of this plug-in: runs in the Python under examination, with the standard library only.

It states what is; whether that is enough is for the checks.
"""

import os
import shutil
from pathlib import Path


def facts():
    """Return the folder in which models are kept, and how much room is left there."""
    folder = existing = Path(os.environ.get("HF_HOME") or "~/.cache/huggingface").expanduser()
    while not existing.is_dir():
        existing = existing.parent
    return {
        "folder": str(folder),
        "free_bytes": shutil.disk_usage(existing).free,
        "writable": os.access(existing, os.W_OK),
    }
