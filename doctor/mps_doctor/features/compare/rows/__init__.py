"""What can differ between two examinations, as a person edits it."""
