"""The school in a running service: questions, answers, and each person's record."""
