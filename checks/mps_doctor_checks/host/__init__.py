"""Checks of the Mac: its system, its GPU, and what keeps this process from it."""
