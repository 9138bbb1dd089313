"""Side bets: exact prices, covariance with the main wager."""
