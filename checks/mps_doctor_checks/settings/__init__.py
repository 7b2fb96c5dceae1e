"""Checks of environment variables, and of mps-doctor itself."""
