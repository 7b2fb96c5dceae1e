"""The one judgement: checks run on facts, and results become a verdict."""
