"""Side bets: exact prices, tables for the simulator, covariance with the main wager."""
