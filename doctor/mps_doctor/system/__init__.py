"""Files, processes, configuration, redaction: what touches the system, and what leaves it."""
