"""Checks of Apple's compiler and tools."""
