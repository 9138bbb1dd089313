"""The coach: the value of each option, computed in separate processes."""
