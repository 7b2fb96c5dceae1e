"""Dated data files with a source per row, and the functions that look things up in them."""
