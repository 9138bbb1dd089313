"""The clauses of Safari 21. Citations name the section of the official rules and its number."""

from __future__ import annotations

from typing import Final

from cardroom.games.side_bets.files import shipped_bet
from cardroom.rules.clauses import Clause, Clauses


def _(id: str, cite: str, says: str) -> Clause:
    return Clause(id, cite, says)


# Playing cards
DECKS: Final = _(
    "cards.decks",
    "Playing Cards (a)",
    "normally four to eight decks of 52 cards; jokers are in the shoe only with Table B",
)
ACE: Final = _(
    "cards.ace", "Playing Cards (b)", "an ace counts 11, or 1 if 11 would take the hand over 21"
)
# Wagers
BANK_OVER: Final = _("pay.bank-over", "Wagers (a)", "a hand of 21 or less wins if the dealer busts")
HIGHER: Final = _(
    "pay.higher",
    "Wagers (b)",
    "the higher total wins; against five dealer cards only a five-card hand can win",
)
NATURAL: Final = _(
    "pay.natural",
    "Wagers (c)",
    "a natural in the first two cards wins at once, whatever the dealer will have",
)
BIG_5: Final = _(
    "pay.big-5",
    "Wagers (d)",
    "five cards totaling exactly 21 beat every dealer hand of fewer than five cards",
)
EQUAL: Final = _("pay.equal", "Wagers (e)", "equal totals push")
OVER: Final = _("pay.over", "Wagers (f)", "a hand that busts loses at once")
LOWER: Final = _("pay.lower", "Wagers (g)", "the lower total loses")
BANK_BIG_5: Final = _(
    "pay.bank-big-5",
    "Wagers (h)",
    "a five-card dealer hand that has not busted beats every hand of fewer than five cards",
)
BANK_BIG_5_EQUAL: Final = _(
    "pay.bank-big-5-equal",
    "Wagers (h)",
    "where the house posts it, equal totals push even against five dealer cards",
)
# Payout odds
BONUS: Final = _(
    "pay.bonus",
    "Payout Odds 1",
    "a winning hand's original wager is paid the best bonus row that the house posts for it",
)
MAX_BET_PAYS: Final = _(
    "pay.max-bet",
    "Payout Odds 2",
    "Max Bets are paid even money unless the house lets them earn the bonus",
)
ALL_EVEN: Final = _(
    "pay.all-even", "Payout Odds 3", "the house may pay every winning wager even money"
)
# Max Bet
MAX_BET_OFFERED: Final = _(
    "max-bet.sizes",
    "Max Bet 1",
    "a Max Bet may be made on two, three or four cards, before the next card",
)
MAX_BET_TOTAL: Final = _(
    "max-bet.total", "Max Bet 1", "a Max Bet needs a hand that totals less than 21 as it stands"
)
MAX_BET_ACES: Final = _("max-bet.split-aces", "Max Bet 1", "no Max Bet may be made on split aces")
MAX_BET_RANGE: Final = _(
    "max-bet.range",
    "Max Bet 1(a)",
    "a Max Bet may not exceed the hand's original wager or any earlier Max Bet on the hand",
)
MAX_BET_WAIVED: Final = _(
    "max-bet.waived",
    "Max Bet 1(a)",
    "a card taken without a Max Bet waives it for the hand, unless the house lets it resume",
)
MAX_BET_PINS: Final = _(
    "max-bet.pins-aces",
    "Max Bet 1(b)",
    "after a Max Bet, aces of the initial deal count 1 for the rest of the hand",
)
MAX_BET_EARLY: Final = _(
    "max-bet.before-second",
    "Max Bet 1(c)",
    "where the house offers it, a Max Bet may be made before the second card",
)
MAX_BET_RESUMED: Final = _(
    "max-bet.resumed",
    "Max Bet 2",
    "where the house posts an increment, a Max Bet may be resumed within it",
)
MAX_BET_ONE_CARD: Final = _(
    "max-bet.one-card", "Max Bet 3", "a Max Bet is followed by one card, face up"
)
MAX_BET_RESULT: Final = _(
    "max-bet.same-result", "Max Bet 4", "Max Bets win, lose or push with the hand's original wager"
)
MAX_BET_GAMES: Final = _(
    "games.max-bet",
    "Addendum",
    "a Max Bet is one of at most four games per hand, at most three of them above $5",
)
# Splitting
SPLIT_PAIR: Final = _(
    "split.pair",
    "Splitting Pairs 1",
    "the first two cards may be split if they have the same value",
)
SPLIT_STACK: Final = _(
    "split.stack", "Splitting Pairs 2", "a split adds a wager equal to the original one"
)
SPLIT_ORDER: Final = _(
    "split.order", "Splitting Pairs 3", "the first hand is finished before the second gets a card"
)
SPLIT_HANDS: Final = _("split.hands", "Splitting Pairs 4(a)", "a box has at most three hands")
SPLIT_ACES: Final = _(
    "split.aces-once",
    "Splitting Pairs 4(b)",
    "aces may be split once; each gets one card and counts 11",
)
SPLIT_NATURAL: Final = _(
    "split.no-natural", "Splitting Pairs 4(c)", "split aces or tens do not make a natural"
)
# Drawing
HIT_21: Final = _("hit.21", "Drawing 1(a)", "a hand of 21 draws no more cards")
HIT_FIVE: Final = _("hit.five", "Drawing 1(b)", "a five-card hand draws no more cards")
HIT_ACES: Final = _("hit.split-aces", "Drawing 1(c)", "a split ace gets one card only")
MUST_DRAW: Final = _("stand.must-draw", "Drawing 1(d)", "a total of 11 or less must draw")
OVER_COLLECTS: Final = _(
    "over.collects",
    "Drawing 2",
    "when a hand busts, all its wagers are collected at once, Max Bets included",
)
BANK_DRAWS: Final = _(
    "bank.draws", "Drawing 3", "the dealer draws to hard 17 or soft 18, to at most five cards"
)
BANK_IDLE: Final = _(
    "bank.no-effect",
    "Drawing 4",
    "the dealer draws no card that could not change the result of an open wager",
)
# Dealing
BURN: Final = _(
    "deal.burn", "Dealing 1", "the first card after a shuffle is burned, and may be seen on request"
)
DEAL: Final = _(
    "deal.order",
    "Dealing 2",
    "one card face up to each box, one to the dealer, a second to each box",
)
TURNS: Final = _(
    "deal.turns",
    "Dealing 3",
    "boxes play one after another from the dealer's left, to at most five cards",
)
FIFTH: Final = _(
    "deal.fifth-face-down",
    "Dealing 4",
    "the house may keep a fifth card face down until settlement",
)
BANK_SECOND: Final = _(
    "deal.bank-second", "Dealing 5", "the dealer's second card is dealt when all boxes are done"
)
RACK: Final = _(
    "deal.rack",
    "Dealing 6",
    "cards are collected so that every hand can be reconstructed in a dispute",
)
CUT_CARD: Final = _(
    "deal.cut-card",
    "Dealing 7",
    "when the cut card comes out, the round is finished, then all cards are shuffled",
)
CUT_CARD_FIRST: Final = _(
    "deal.cut-card-first",
    "Dealing 8",
    "if the cut card is the first card of a round, the cards are shuffled at once",
)
# Interim settlement, surrender, insurance
NATURAL_PAID: Final = _(
    "natural.at-once",
    "Interim Settlement 1",
    "a natural is paid before any further card, 3 to 2 where the house offers that, and its cards"
    " are collected",
)
SURRENDER_UP: Final = _(
    "surrender.up-card",
    "Surrender 2",
    "surrender is offered when the dealer shows an ace, king, queen or jack",
)
SURRENDER_FIRST: Final = _(
    "surrender.first-two",
    "Surrender 2",
    "only the first two cards of a box may be surrendered, before any other play; half of a"
    " Max Bet made before the second card is given up with half of the wager",
)
GIVEN_UP: Final = _("pay.surrendered", "Surrender 2", "a surrendered hand loses half its wager")
INSURE_ACE: Final = _(
    "insurance.ace",
    "Insurance 3",
    "insurance against an ace is offered to every wager but a paid natural",
)
INSURE_OFFERED: Final = _(
    "insurance.offered",
    "Insurance 4",
    "insurance is offered to all after the initial deal, before the dealer's second card",
)
INSURE_HALF: Final = _(
    "insurance.half", "Insurance 5", "insurance is at most half the wager, and payable in chips"
)
INSURE_PAYS: Final = _(
    "insurance.pays",
    "Insurance 6",
    "insurance pays 2 to 1 if the dealer's second card makes a natural",
)
INSURE_TEN: Final = _(
    "insurance.ten",
    "Insurance 3",
    "where the house posts it, insurance pushes if the dealer's second card is a plain 10",
)
INSURE_LOSES: Final = _(
    "insurance.loses", "Insurance 7", "insurance loses at once if the second card makes no natural"
)
INSURE_VOID: Final = _(
    "insurance.void", "Insurance 8", "if the hand is void, its insurance is void too"
)
# Monte Carlo
MC_WAGER: Final = shipped_bet("monte-carlo").clause("monte-carlo.beside")
MC_TOTAL: Final = _(
    "monte-carlo.total",
    "Monte Carlo 2",
    "a box's Monte Carlo bets together may not exceed the table maximum for one bet",
)
MC_PAYS: Final = shipped_bet("monte-carlo").clause("monte-carlo.pays")
MC_LOSES: Final = shipped_bet("monte-carlo").clause("monte-carlo.loses")
MC_BURN: Final = _(
    "monte-carlo.burn",
    "Monte Carlo 4",
    "a card is burned before each box's first card, unless the house leaves it out",
)
# Irregularities
IRREGULARITY_1: Final = _(
    "irregularity.1", "Irregularities 1", "a card found face up in the shoe is removed from play"
)
IRREGULARITY_2: Final = _(
    "irregularity.2",
    "Irregularities 2",
    "a card drawn in error and not seen is dealt as the next card",
)
IRREGULARITY_3: Final = _(
    "irregularity.3",
    "Irregularities 3",
    "an exposed card dealt in error to the dealer's finished hand is removed from play",
)
IRREGULARITY_4: Final = _(
    "irregularity.4",
    "Irregularities 4",
    "an exposed card is dealt next; refusing it ends the hand's draws, and the dealer may get it",
)
IRREGULARITY_5: Final = _(
    "irregularity.5",
    "Irregularities 5",
    "after an error the round is reconstructed card by card, or the hand or the round is void",
)
IRREGULARITY_6: Final = _(
    "irregularity.6", "Irregularities 6", "an absent player gets no further card"
)
IRREGULARITY_7: Final = _(
    "irregularity.7",
    "Irregularities 7",
    "when the shoe runs out, the discards are shuffled and the round is completed",
)
IRREGULARITY_8: Final = _(
    "irregularity.8", "Irregularities 8", "a damaged card is replaced at the end of the round"
)
IRREGULARITY_9: Final = _(
    "irregularity.9",
    "Irregularities 9",
    "if the shuffle after the cut card was missed, the cards are shuffled at the end of the round",
)
IRREGULARITY_10: Final = _(
    "irregularity.10",
    "Irregularities 10",
    "if no cut card was put in, all cards are shuffled at the end of the round",
)
IRREGULARITY_11: Final = _(
    "irregularity.11",
    "Irregularities 11",
    "a missed insurance offer is made up before the dealer's second card",
)
IRREGULARITY_12: Final = _(
    "irregularity.12",
    "Irregularities 12",
    "a missed surrender offer is made up before a further card",
)
# Games per hand
FOUR_GAMES: Final = _(
    "games.four", "Addendum", "at most four games may be wagered on with one hand of cards"
)
THREE_ABOVE: Final = _(
    "games.three-above",
    "Addendum",
    "at most three of those games may be wagered on with more than $5",
)

CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))
