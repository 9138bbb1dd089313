"""Standard blackjack, and blackjack with the side bets of Bet the Set 21 and Dealer Bust 21."""
