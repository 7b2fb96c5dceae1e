"""What people edit: known error texts, symptoms, labels and names, each with its examples."""
