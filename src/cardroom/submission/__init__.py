"""What a house submits to its regulator: one folder, one portfolio, the same bytes every time."""
