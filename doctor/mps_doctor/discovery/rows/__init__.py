"""What people edit: the places where Pythons are kept."""
