"""Tables that people edit."""
