"""The whole table: the trainee deals a round and answers for every announcement, card and payment.

The players' decisions and the cards are those of a round that the engine has played. So the engine
knows what the dealer must do at every moment, and what each departure from it would have cost.
"""
