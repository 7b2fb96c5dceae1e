"""Rows that people edit by hand, each with its examples."""
