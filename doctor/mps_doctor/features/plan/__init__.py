"""What another torch, macOS or Python would bring, without installing it."""
