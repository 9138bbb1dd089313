"""The clauses of the poker games. Those of our own reading cite `Poker / 1` to `Poker / 4`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.rules.clauses import Clause, Clauses

TABLE: Final = "Collection Rates, Texas Hold'em, Omaha, Omaha Hi-Lo"

ANTE: Final = Clause(
    "ante.posted",
    "Poker 4, antes",
    "every player dealt in puts in the posted ante; it does not count as a bet",
)
BLINDS: Final = Clause(
    "blind.posted", "Poker 1", "the one or two seats left of the button post the blinds"
)
HEADS_UP: Final = Clause(
    "blind.heads-up",
    "Poker 4, heads-up",
    "heads-up, the button has the small blind and acts first before the flop",
)
SHORT_BLIND: Final = Clause(
    "blind.short",
    "Poker 4, short blinds",
    "if a blind is all in for less, the others still call the full blind",
)
MISSED: Final = Clause(
    "blind.missed",
    "Poker 4, missed blinds",
    "a player who missed blinds or joins late posts them: the big blind live, the small blind dead",
)
DEAD_BUTTON: Final = Clause(
    "blind.dead-button",
    "Poker 4, dead button",
    "where the house posts it, the button and the small blind may fall to an empty seat",
)
DEAL: Final = Clause(
    "deal.hole-cards",
    "Deal",
    "hole cards are dealt one at a time, face down, from the button's left",
)
BOARD: Final = Clause(
    "deal.board",
    "Board",
    "three cards, then one, then one are turned up, each time after a burn, with betting in"
    " between",
)
ORDER: Final = Clause(
    "turn.order",
    "Poker 4, order",
    "betting goes clockwise, from the left of the blinds before the flop, then from the left of the"
    " button",
)
CHECK: Final = Clause("check.free", "Betting", "a player may check while there is nothing to call")
CALL: Final = Clause(
    "call.level",
    "Betting",
    "a call matches the highest bet, or puts in all the chips that are left",
)
BET: Final = Clause(
    "bet.opens", "Betting", "a bet opens the betting; if there is one already, it is a raise"
)
FOLD: Final = Clause(
    "fold.out", "Betting", "a player who folds gives up the hand and every chip put in"
)
LIMIT: Final = Clause(
    "bet.limit",
    "Poker 1, fixed limit",
    "bets and raises are the small bet before and on the flop, the big bet on the turn and river",
)
CAP: Final = Clause(
    "raise.cap",
    "Poker 4, cap",
    "at most one bet (the big blind counts) and three raises; no cap if two players begin the"
    " betting round",
)
HALF_BET: Final = Clause(
    "raise.half-bet",
    "Poker 4, half bets",
    "in fixed limit, an all-in of half a bet or more is a full bet; a smaller all-in may be"
    " completed but not raised",
)
LEAST: Final = Clause(
    "bet.no-limit",
    "Poker 1, no limit",
    "a bet is at least the big blind, a raise at least the last bet or raise, or all in",
)
REOPENED: Final = Clause(
    "raise.reopened",
    "Poker 4, short all-ins",
    "an all-in of less than a full raise does not reopen the betting to those who have acted",
)
NO_CALLER: Final = Clause(
    "raise.no-caller", "Poker 4, raises", "nobody may raise when no other player could call"
)
TIME: Final = Clause(
    "turn.time-out", "Poker 4, time", "a player who runs out of time checks, or folds to a bet"
)
UNCALLED: Final = Clause(
    "pot.uncalled", "Poker 4, uncalled", "chips that nobody called are returned"
)
SIDE: Final = Clause(
    "pot.side",
    "Poker 4, side pots",
    "an all-in player can win from each opponent only as much as the all-in amount",
)
FOLDED: Final = Clause("pot.folded", "Poker 4, last in", "the last player left in wins the pot")
HIGH: Final = Clause("pot.high", "Showdown", "the highest five-card hand wins the pot")
TIE: Final = Clause("pot.tie", "Tie", "equal hands split the pot, or their part of it, equally")
ODD_CHIP: Final = Clause(
    "pot.odd-chip",
    "Poker 3, odd chip",
    "the odd chip goes to the high half, then to the first winner clockwise from the button",
)
LOST: Final = Clause("pot.lost", "Showdown, others", "other players won the pots")
SHOW: Final = Clause(
    "show.first", "Poker 4, showdown", "the last aggressor shows first, then clockwise"
)
MUCK: Final = Clause(
    "show.muck", "Poker 4, muck", "a hand that can no longer win may be mucked unseen"
)
COLLECTED: Final = Clause(
    "collection.flop",
    f"{TABLE}, time",
    "the collection is taken once per hand, right after the flop; no flop, no collection",
)
DEALT_IN: Final = Clause(
    "collection.players",
    TABLE,
    "the collection depends on the number of players dealt in, by the posted schedule",
)
MAIN_POT: Final = Clause(
    "collection.main-pot",
    "Poker 2",
    "the collection comes from the main pot, then from the side pots in order, and is never more"
    " than they hold",
)
TIMED: Final = Clause(
    "collection.timed",
    "Option 3",
    "time collection: each seated player pays for each half hour, and the pots pay nothing",
)
ONE_OPTION: Final = Clause(
    "collection.one-option", "Collection, note", "a table uses one collection option at a time"
)
DEAD_HAND: Final = Clause(
    "irregularity.dead-hand", "Poker 4, dead hands", "a hand that the floor declares dead is folded"
)
MISDEAL: Final = Clause(
    "irregularity.misdeal",
    "Poker 4, misdeals",
    "a misdeal can be declared only before two players have acted; every chip is returned",
)
COMMON: Final = tuple(value for value in list(globals().values()) if isinstance(value, Clause))

TWO_AND_THREE: Final = Clause(
    "hand.two-and-three",
    "Poker 3, two and three",
    "a hand is exactly two hole cards with exactly three of the board",
)
LOW: Final = Clause(
    "pot.low", "Omaha Hi-Low Split", "the lowest hand of eight or better wins half of the pot"
)
NO_LOW: Final = Clause(
    "pot.no-low",
    "Omaha Hi-Low Split, no low",
    "if nobody who can win a pot has a low, the highest hand wins all of it",
)
LOW_RANKS: Final = Clause(
    "hand.low",
    "Poker 3, low",
    "five different ranks, eight or lower, with the ace low; straights and flushes do not count",
)

CLAUSES: Final[Mapping[str, Clauses]] = {
    "texas-holdem": Clauses(COMMON),
    "omaha": Clauses((*COMMON, TWO_AND_THREE)),
    "omaha-hi-lo": Clauses((*COMMON, TWO_AND_THREE, LOW, NO_LOW, LOW_RANKS)),
}
