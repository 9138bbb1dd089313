"""The coach: what each option is worth, computed in processes of their own."""
