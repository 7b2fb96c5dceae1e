"""Tables of fixes that people edit."""
