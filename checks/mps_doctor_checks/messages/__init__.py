"""What a pasted text reports: error texts and symptoms, judged beside its facts."""
