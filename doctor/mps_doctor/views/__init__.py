"""From results to documents: one view a kind of result."""
