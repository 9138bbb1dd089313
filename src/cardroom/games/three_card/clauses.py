"""The clauses of Three Card Poker 1.3."""

from __future__ import annotations

from typing import Final

from cardroom.games.side_bets.files import shipped_bet
from cardroom.rules.clauses import Clause, Clauses

DECKS: Final = Clause("cards.decks", "Card deck 3", "one to eight decks of 52 cards")
SHOE: Final = Clause(
    "cards.shoe", "Card deck 1", "the cards come from a shuffling device or from a shoe"
)
SEATS: Final = Clause(
    "table.seats", "Number of players", "eight, ten or fourteen seats, including the bank's"
)
RANKING: Final = Clause(
    "hand.ranking",
    "Standards of play",
    "straight flush, three of a kind, straight, flush, pair, high card; suits do not matter",
)
ANTE: Final = Clause("ante.required", "Betting 3", "every player antes before the deal")
PLAY: Final = Clause("play.equals-ante", "Betting 3", "the play wager equals the ante exactly")
BONUS, BONUS_PAYS, BONUS_LOSES = shipped_bet("three-card-bonus").clauses
DEAL: Final = Clause(
    "deal.three-cards",
    "Dealing 1",
    "each player and the bank get three cards face down, clockwise from the bank's left",
)
SHOWS: Final = Clause("deal.bank-shows", "Dealing 1a", "one of the bank's cards is turned face up")
FOLD: Final = Clause(
    "play.fold", "Round of Play 3", "a player who does not make the play wager forfeits the ante"
)
FOLD_BONUS: Final = Clause(
    "play.fold-bonus", "Round of Play 3a", "a player who folds forfeits the bonus wager as well"
)
FOLDED_FIRST: Final = Clause(
    "settle.folded-first",
    "Round of Play 4",
    "forfeited wagers are taken before the bank's hand is revealed",
)
QUALIFY: Final = Clause(
    "bank.qualifies", "Round of Play 5", "the bank qualifies with queen high or better"
)
NO_QUALIFY: Final = Clause(
    "pay.not-qualified",
    "Round of Play 5a",
    "if the bank does not qualify, the ante pays even money",
)
NO_QUALIFY_PLAY: Final = Clause(
    "pay.play-returned",
    "Round of Play 5a",
    "if the bank does not qualify, the play wager is returned",
)
WINS: Final = Clause(
    "pay.wins", "Round of Play 5b(i)", "a hand that beats the bank's wins even money"
)
LOSES: Final = Clause(
    "pay.loses", "Round of Play 5b(ii)", "a hand that the bank's hand beats loses"
)
TIE: Final = Clause(
    "pay.tie",
    "Round of Play 5b",
    "a tie with a qualified bank pushes, unless the house posts otherwise",
)
REVEAL: Final = Clause(
    "deal.reveal", "Round of Play 6", "the players' hands are opened from the dealer's right"
)
ORDER: Final = Clause(
    "settle.losers-first",
    "Round of Play 8",
    "losing wagers are collected first, then winning wagers are paid",
)
COVERAGE: Final = Clause(
    "bank.coverage",
    "Round of Play 9",
    "the bank pays at most, and collects at most, the amount it posted",
)
BONUS_OWN: Final = Clause(
    "bonus.own-cards", "Bonus Bet 3", "the bonus depends on the player's three cards only"
)
BONUS_EDGE: Final = Clause(
    "bonus.edge", "Bonus Bet 8", "a bonus that favors the player on the shoe in use is not posted"
)
ANTE_BONUS: Final = Clause(
    "pay.ante-bonus", "Options", "where the house posts it, strong hands earn a bonus on the ante"
)
FEES: Final = Clause("fee.each-wager", "Table Fees", "the ante and the bonus each pay a collection")

CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))
