"""How much the GPU gains over the CPU, measured in the environment of the user."""
