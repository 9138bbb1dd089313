"""What a hand is worth, and nothing else."""
