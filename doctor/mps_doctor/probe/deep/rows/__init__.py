"""The probes of the deep level, by family."""
