"""What the commands do: each feature with its values, its work and its view."""
