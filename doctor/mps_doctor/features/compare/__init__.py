"""Two examinations side by side."""
