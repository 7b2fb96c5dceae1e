"""Completion for bash, zsh and fish: files made by `generate`, shipped as they are.

click's own completion needs bash 4.4; the bash of macOS is 3.2, and starting Python for each press
of a key takes a quarter of a second.
"""
