"""Safari 21 with Max Bet and the Monte Carlo Bonus."""
