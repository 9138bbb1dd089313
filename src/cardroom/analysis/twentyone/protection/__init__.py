"""Game protection of the 21 games."""
