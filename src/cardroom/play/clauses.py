"""Clauses of the table itself, the same in every game.

They cite our readings (`games/readings.toml`).
"""

from __future__ import annotations

from typing import Final

from cardroom.rules.clauses import Clause, Clauses

CHIP: Final = Clause(
    "bet.chip", "All games / chips", "an amount is above zero and a multiple of the smallest chip"
)
LEAST: Final = Clause("bet.least", "All games / limits", "a wager is at least the posted minimum")
MOST: Final = Clause("bet.most", "All games / limits", "a wager is at most the posted maximum")
STACK: Final = Clause(
    "bet.stack", "All games / stacks", "a player bets only chips that are on the table"
)
SPOT: Final = Clause(
    "bet.spot",
    "All games / spots",
    "a bet is placed on a spot of the posted layout before the deal",
)
BOX: Final = Clause(
    "bet.box",
    "All games / boxes",
    "a bet is placed on a box of the layout, by the player who has that box",
)
BOXES: Final = Clause(
    "bet.boxes", "Blackjack / 2", "a player bets on at most the posted number of boxes"
)
LEGAL: Final = Clause(
    "bet.legal",
    "All games / limits",
    "no single wager exceeds the legal limit, whatever limits the table posts",
)
ONCE: Final = Clause("bet.once", "All games / spots", "a box has one bet on each spot")
NEEDS_MAIN: Final = Clause(
    "bet.beside-main", "All games / spots", "a side bet needs the main wager on its box"
)
BANK: Final = Clause(
    "bet.bank", "All games / banks", "the player who has the bank may not bet against it"
)
NONE: Final = Clause(
    "bet.none",
    "All games / rounds",
    "a round needs at least one wager; a hand of poker needs two players with chips",
)
FEE_ROW: Final = Clause(
    "fee.row",
    "The bank / 4",
    "a wager pays the collection of its row; one that fits no row pays that of the next higher row,"
    " or is refused where the house posts that",
)
BACKLINE: Final = Clause(
    "bet.backline",
    "The bank / 6",
    "a backline bet is allowed only where the house offers it, behind a wager of the seat's own"
    " player",
)
BANK_TURN: Final = Clause(
    "bank.turn",
    "The bank / 3",
    "nobody banks more than two rounds in a row, and where the house posts it, neither do people"
    " from one company; the bank moves clockwise to the next player who accepts",
)
CLOSED: Final = Clause(
    "bet.closed",
    "All games / no more bets",
    'bets are placed, changed or withdrawn only before "no more bets"',
)
NOT_ASKED: Final = Clause(
    "turn.not-asked",
    "All games / turns",
    "a box may decide only when it is asked, and only for itself",
)
NO_VERB: Final = Clause(
    "turn.verb", "All games / turns", "an answer must be one of the choices that are offered"
)
RANGE: Final = Clause(
    "turn.amount",
    "All games / amounts",
    "an amount must lie within the offered range and be a multiple of its step",
)
WAITS: Final = Clause(
    "round.waits", "All games / procedure", "the round continues only with what it is waiting for"
)
CARD: Final = Clause(
    "round.card",
    "All games / cards",
    "a dealt card must be one the deck still holds, and face up only if it was seen",
)
RETURNED: Final = Clause(
    "round.returned-card",
    "All games / irregularities",
    "cards put back or drawn in error are dealt before the shoe's next card",
)
UNKNOWN: Final = Clause(
    "irregularity.kind",
    "All games / irregularities",
    "an irregularity is one that the game lists, and concerns something on the table",
)
VOID_HAND: Final = Clause(
    "irregularity.void-hand",
    "All games / void",
    "a void hand returns its wagers, insurance included; side bets that are already settled stand"
    " unless the floor voids them with the hand",
)
VOID_ROUND: Final = Clause(
    "irregularity.void-round",
    "All games / void",
    "a void round returns every wager; what was paid or taken is reversed",
)
FACE_UP: Final = Clause(
    "irregularity.face-up",
    "All games / irregularities",
    "a card found face up in the shoe is removed from play",
)
SURPLUS: Final = Clause(
    "irregularity.surplus-card",
    "All games / irregularities",
    "an exposed card that no hand needs any longer is removed from play, face down",
)
BURN_SHOWN: Final = Clause(
    "irregularity.burn-card-shown",
    "All games / shoes",
    "a burned card lies face down and is shown to anyone who asks",
)
IN_ERROR: Final = Clause(
    "irregularity.card-in-error",
    "All games / irregularities",
    "a card drawn in error is used as the next card",
)
EXPOSED: Final = Clause(
    "irregularity.exposed-card",
    "All games / irregularities",
    "an exposed card is used as the next card; a box that refuses it draws no more",
)
ABSENT: Final = Clause(
    "irregularity.absent-player",
    "All games / irregularities",
    "an absent player's hand gets no more cards",
)
SHUFFLED: Final = Clause(
    "irregularity.discards-shuffled",
    "All games / irregularities",
    "when the shoe runs out, the discards are shuffled and the round continues",
)
DAMAGED: Final = Clause(
    "irregularity.damaged-card",
    "All games / irregularities",
    "a damaged card stays in play and is replaced at the end of the round",
)
SHUFFLE_MISSED: Final = Clause(
    "irregularity.shuffle-missed",
    "All games / irregularities",
    "if the shuffle after the cut card was missed, the cards are shuffled at the end of the round",
)
NO_CUT_CARD: Final = Clause(
    "irregularity.cut-card-missing",
    "All games / irregularities",
    "if no cut card was put in, all cards are shuffled at the end of the round",
)
REWIND: Final = Clause(
    "irregularity.rewind",
    "All games / irregularities",
    "a round is reconstructed from the error on, with the same cards in the same order",
)

TABLE_CLAUSES: Final = Clauses(
    value for value in list(globals().values()) if isinstance(value, Clause)
)
