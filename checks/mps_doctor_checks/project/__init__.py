"""Checks of what the project itself requires."""
