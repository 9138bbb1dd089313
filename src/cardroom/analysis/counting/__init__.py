"""Game protection: what a player who remembers cards can win, wager by wager."""
