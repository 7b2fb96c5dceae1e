"""Which Pythons there are, which one is meant, and what the probe in it says."""
