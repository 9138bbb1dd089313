"""One interpreter for all games: a round is a frozen value, and each input makes the next."""
