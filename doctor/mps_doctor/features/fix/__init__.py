"""Shows the prescription as a plan, applies it where that can be proved, takes it back."""
