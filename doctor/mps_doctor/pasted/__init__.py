"""Reads what users paste: `parsing` makes a Machine of a text, `error_texts` knows its errors."""
