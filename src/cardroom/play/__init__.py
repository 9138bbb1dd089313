"""One interpreter over all games: a round is a frozen value, an input makes the next one."""
