"""Where a Machine comes from: an interpreter, a snapshot, a pasted report, a fleet's hosts."""
