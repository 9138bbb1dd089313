"""The odds: reads tables, contains no rule."""
