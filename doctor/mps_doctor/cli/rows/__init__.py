"""Tables of the command line that people edit."""
