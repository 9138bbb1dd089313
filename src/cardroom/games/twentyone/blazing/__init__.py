"""The Blazing 7's progressive."""
