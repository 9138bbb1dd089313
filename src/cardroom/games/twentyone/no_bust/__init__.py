"""Both No-Bust 21st Century Blackjacks."""
