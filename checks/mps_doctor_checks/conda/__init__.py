"""Checks of the conda environment."""
