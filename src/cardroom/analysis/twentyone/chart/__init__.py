"""Strategy charts: the best one, what it costs, and how it is drawn."""
