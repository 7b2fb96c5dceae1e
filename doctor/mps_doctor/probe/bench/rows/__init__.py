"""Tables of the bench that people edit."""
