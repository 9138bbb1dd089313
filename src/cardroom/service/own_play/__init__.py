"""A person's own play: every round, how each wager did, and the costliest decisions."""
