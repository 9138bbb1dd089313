"""The 21 family: games in which a hand counts to twenty-one against a bank's hand."""
