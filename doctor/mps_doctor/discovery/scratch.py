"""A folder of the examination's own for what torch.compile writes; nothing of it stays."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from pathlib import Path


class Scratch:
    """A folder for temporary files, removed with all that is in it."""

    def __init__(self) -> None:
        """Make the folder; where there is no room for one, the system's own is used."""
        try:
            self._folder = tempfile.mkdtemp(prefix="mps-doctor-")
        except OSError:
            self._folder = ""
        # Also where nobody comes to `remove`: the end of the program does.
        self.remove = weakref.finalize(self, _remove, self._folder, os.getpid())

    def variables(self) -> dict[str, str]:
        """Return the variables by which a process puts its temporary files there."""
        if not self._folder:
            return {}
        return {
            "TMPDIR": self._folder,
            "TORCHINDUCTOR_CACHE_DIR": str(Path(self._folder) / "inductor"),
            "TRITON_CACHE_DIR": str(Path(self._folder) / "triton"),
        }


def _remove(folder: str, owner: int) -> None:
    if folder and os.getpid() == owner:  # not in a process that was forked from us
        shutil.rmtree(folder, ignore_errors=True)
