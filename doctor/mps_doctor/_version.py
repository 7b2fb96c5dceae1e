"""The version of mps-doctor: the same as in pyproject.toml, which a test compares."""

__version__ = "0.1.0"
