"""The odds of the 21 games."""
