"""The odds of pai gow poker and its house ways."""
