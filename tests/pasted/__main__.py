"""`python tests/pasted`: record anew what is read out of the texts in `read/`."""

from __future__ import annotations

from reading import record

record()
