"""Why hosts give no facts, as a person edits it."""
