"""Many Macs: asking them, judging what they answer, reporting."""
