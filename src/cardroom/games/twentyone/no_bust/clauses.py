"""The clauses of both No-Bust games, as the card room's book numbers them."""

from __future__ import annotations

from typing import Final

from cardroom.rules.clauses import Clause, Clauses


def _joker(id: str, cite: str, says: str) -> Clause:
    return Clause(id, f"No Bust / {cite}", says)


def _ace(id: str, cite: str, says: str) -> Clause:
    return Clause(id, f"No-Bust, bonus aces / {cite}", says)


DECKS: Final = _joker(
    "cards.decks", "Value of Cards", "several decks of 52 cards, with one joker added to each"
)
VALUES: Final = _joker(
    "cards.values",
    "Ranking Chart",
    "an ace counts 1 or 11, a face card 10, other cards their face value; a joker is wild",
)
DEAL: Final = _joker(
    "deal.order",
    "Round of Play 5",
    "cards are dealt face up, clockwise from the seat after the bank, the bank's first card last",
)
COLLECTED: Final = _joker(
    "fee.before-deal",
    "Game Rules 14",
    "collections are flat, at no more than three posted rates, and are taken before the first card",
)
BUTTON: Final = _joker(
    "fee.button",
    "Game Rules 18",
    "a free collection is good only for the next round, its owner and its bracket",
)
BOTH_NATURAL: Final = _joker("pay.both-natural", "Game Rules 1", "two Natural 22s push")
NATURAL: Final = _joker(
    "pay.natural",
    "Odds 8",
    "a Natural 22, two jokers as the first two cards, beats all other hands and pays 2 to 1",
)
BANK_NATURAL: Final = _joker(
    "pay.bank-natural", "Game Rules 1", "the bank's Natural 22 beats every other hand"
)
JOKER_21: Final = _joker(
    "hit.joker",
    "Game Rules 12",
    "a joker with any card is a hard 21, and a hand of 21 draws no more",
)
JOKER_BEATS: Final = _joker(
    "pay.joker-beats-21",
    "Game Rules 2",
    "where the house posts it, a hand with a joker beats an ordinary 21",
)
JOKER_LOSES: Final = _joker(
    "pay.joker-bank-beats-21",
    "Game Rules 2",
    "where the house posts it, the bank's hand with a joker beats an ordinary 21",
)
BANK_OVER: Final = _joker(
    "pay.bank-over", "Game Rules 4", "a hand that has not busted wins if the bank busts"
)
OVER: Final = _joker("pay.over", "Game Rules 4", "a hand that busts loses if the bank does not")
HIGHER: Final = _joker("pay.higher", "Game Rules 5", "the hand closer to a Natural 22 wins")
EQUAL: Final = _joker("pay.equal", "Game Rules 6", "equal totals push")
LOWER: Final = _joker("pay.lower", "Game Rules 5", "the hand further from a Natural 22 loses")
BANK_CLOSER: Final = _joker(
    "pay.both-over", "Game Rules 7A, 8", "if both bust, the bank wins if it is as close or closer"
)
PLAYER_CLOSER: Final = _joker(
    "pay.closer-pushes", "Game Rules 7B", "if both bust, a player's hand that is closer pushes"
)
FROZEN: Final = _joker(
    "freeze.draw", "Game Rules 9", "a joker as the bank's first card freezes all hands"
)
FROZEN_DOUBLE: Final = _joker(
    "freeze.double-split-surrender",
    "Game Rules 10",
    "against a joker, nobody may double, split or surrender",
)
MUST_STAND: Final = _joker(
    "stand.must", "Player chart", "players must stand on 20, 21 and Natural 22, hard or soft"
)
MUST_DRAW: Final = _joker("stand.must-draw", "Player chart", "players must draw on 11 or less")
BANK_DRAWS: Final = _joker(
    "bank.draws", "Bank chart", "the bank hits soft 17 and below, and stands on hard 17 and above"
)
DOUBLE_FIRST_TWO: Final = _joker(
    "double.first-two", "Double-Down 1", "a hand may be doubled on its first two cards"
)
DOUBLE_ONE_CARD: Final = _joker(
    "double.one-card", "Double-Down 1", "a doubled hand gets one card and no more"
)
DOUBLE_STACK: Final = _joker(
    "double.stack", "Double-Down 1", "a double adds exactly the original wager"
)
DOUBLE_AFTER_SPLIT: Final = _joker(
    "double.after-split",
    "Double-Down 4",
    "a split hand may be doubled on its first two cards as well",
)
SPLIT_PAIR: Final = _joker(
    "split.pair", "Split 2", "the first two cards may be split if they have the same value"
)
SPLIT_STACK: Final = _joker(
    "split.stack", "Split 2", "a split adds a wager equal to the original one"
)
ACES_ONE_CARD: Final = _joker("split.aces-one-card", "Split 3", "a split ace gets one card only")
SPLIT_ACES_ONCE: Final = _joker("split.aces-once", "Split 3", "aces may be split once")
SPLIT_HANDS: Final = _joker(
    "split.hands", "Split 5", "at most three splits per box, making four hands"
)
SURRENDER_FIRST: Final = _joker(
    "surrender.first-two",
    "Surrender 6",
    "the first two cards may be surrendered before any other play",
)
GIVEN_UP: Final = _joker(
    "pay.surrendered", "Surrender 6", "a surrendered hand loses half its wager"
)
NO_INSURANCE: Final = _joker("insurance.none", "6", "there is no insurance")
BANK_SECOND: Final = _joker(
    "deal.bank-second",
    "Round of Play 6",
    "the bank's second card is dealt when all players are done",
)
ACTION: Final = _joker(
    "action.button",
    "Round of Play 7",
    "the bank's second card, counted clockwise around the wagers, places the action button",
)
SETTLED: Final = _joker(
    "settle.from-action-seat",
    "Round of Play 9",
    "wagers are paid and collected clockwise from the seat with the action button",
)
COVERAGE: Final = _joker(
    "bank.coverage",
    "Round of Play 2",
    "together, what the bank pays and collects may not exceed the amount it posted",
)
FREE: Final = _joker(
    "fee.free-collection",
    "Game Rules 17",
    "a wager that had no action at all earns a free collection for the next round",
)
OPTION_1: Final = _joker(
    "option.bank-17",
    "Options 1",
    "a variation not open to California houses: the bank wins ties on a hard 17",
)
JOKER_2_12: Final = _joker(
    "option.joker-2-12",
    "Options 2",
    "a variation not open to California houses: a joker counts 2 or 12",
)
MORE_JOKERS: Final = _joker(
    "option.jokers",
    "Options 3",
    "a variation not open to California houses: more than one joker per deck",
)
TWO_ACES: Final = _joker(
    "option.two-aces",
    "Options 4",
    "a variation not open to California houses: two aces are a natural and pay 2 to 1",
)
OVER_TIE: Final = _joker(
    "option.over-ties",
    "Options 5",
    "a variation not open to California houses: ties over a Natural 22 push",
)

JOKER_CLAUSES: Final = Clauses(
    value for value in list(globals().values()) if isinstance(value, Clause)
)

ACE_DECKS: Final = _ace("cards.decks", "Round of Play 3", "one to eight decks without a joker")
ACE_VALUES: Final = _ace(
    "cards.values",
    "Ranking Chart",
    "an ace counts 11 and a half if it and a ten-value card are the first two cards; otherwise 1"
    " or 11",
)
ACE_DEAL: Final = _ace(
    "deal.order",
    "Round of Play 8",
    "cards are dealt clockwise from the seat after the bank, the bank's last",
)
ACE_COLLECTED: Final = _ace(
    "fee.before-deal",
    "Game Rules 9",
    "collections are flat, at no more than three posted rates, and are taken before the first card",
)
ACE_NO_MORE_FEES: Final = _ace(
    "fee.none-added", "Double-Down", "no collection is taken on a double or a split"
)
ACE_BOTH_NATURAL: Final = _ace("pay.both-natural", "Game Rules 1", "two naturals push")
ACE_NATURAL: Final = _ace(
    "pay.natural", "Odds", "21 and a half beats all other hands and pays 6 to 5"
)
ACE_BANK_NATURAL: Final = _ace(
    "pay.bank-natural",
    "Game Rules 8",
    "the bank's natural beats every other hand and takes doubles and splits in full",
)
ACE_BANK_OVER: Final = _ace(
    "pay.bank-over", "Game Rules 2", "a hand that has not busted wins if the bank busts"
)
ACE_OVER: Final = _ace("pay.over", "Game Rules 7", "a hand that busts loses if the bank does not")
ACE_HIGHER: Final = _ace("pay.higher", "Game Rules 3", "the hand closer to a natural wins")
ACE_EQUAL: Final = _ace("pay.equal", "Game Rules 4", "equal totals push")
ACE_LOWER: Final = _ace("pay.lower", "Game Rules 3", "the hand further from a natural loses")
ACE_BOTH_OVER: Final = _ace(
    "pay.both-over", "Game Rules 5, 6", "if both bust, the bank wins, ties included"
)
ACE_THREE_CARDS: Final = _ace(
    "pay.three-card-push",
    "Game Rules 5b",
    "if both bust, a three-card 23, 24 or 25 that is closer than the bank pushes",
)
ACE_MUST_STAND: Final = _ace("hit.21", "Player chart", "players must stand on 21 and naturals")
ACE_MUST_DRAW: Final = _ace("stand.must-draw", "Player chart", "players must draw on 11 or less")
ACE_BANK_DRAWS: Final = _ace(
    "bank.draws", "Bank chart", "the bank hits soft 17 and below, and stands on hard 17 and above"
)
ACE_HOLE: Final = _ace(
    "deal.bank-hole",
    "Round of Play 9",
    "the bank's second card lies face down until the players are done",
)
ACE_PEEK: Final = _ace(
    "bank.peek",
    "Round of Play 9",
    "nobody looks at the bank's second card; where the house posts it, the dealer checks it under"
    " an ace or ten-value card before anyone plays",
)
ACE_ACTION: Final = _ace(
    "action.button",
    "Round of Play 11",
    "the bank's second card, counted clockwise around the wagers, places the action button",
)
ACE_SETTLED: Final = _ace(
    "settle.from-action-seat",
    "Round of Play 13",
    "wagers are paid and collected clockwise from the seat with the action button",
)
ACE_COVERAGE: Final = _ace(
    "bank.coverage",
    "Round of Play 17",
    "the bank can win at most, and lose at most, the amount it posted",
)
ACE_NO_FREE: Final = _ace(
    "fee.no-refund",
    "Round of Play 14",
    "the collection on a wager without action is not refunded",
)
ACE_DOUBLE_SIZES: Final = _ace(
    "double.first-two",
    "Double-Down",
    "a hand may be doubled on its first two cards, or as the house posts",
)
ACE_DOUBLE_NATURAL: Final = _ace(
    "double.not-natural", "Double-Down", "a natural or a 21 may not be doubled"
)
ACE_DOUBLE_ONE_CARD: Final = _ace(
    "double.one-card", "Double-Down", "a doubled hand gets one card and no more"
)
ACE_DOUBLE_STACK: Final = _ace(
    "double.stack", "Double-Down", "a double adds exactly the original wager"
)
ACE_SPLIT_PAIR: Final = _ace(
    "split.pair", "Split", "the first two cards may be split if they have the same value"
)
ACE_SPLIT_ACES: Final = _ace(
    "split.aces-again", "Split", "aces may be split again, or only once where the house posts it"
)
ACE_SPLIT_HANDS: Final = _ace(
    "split.hands",
    "Split",
    "a box may have at most the posted number of hands; the book sets no limit",
)
ACE_SPLIT_STACK: Final = _ace(
    "split.stack", "Split", "a split adds a wager equal to the original one"
)
ACE_SPLIT_ON: Final = _ace(
    "split.play-on",
    "Split",
    "a split hand may draw, double, split again or surrender like any other",
)
ACE_ACES_ONE_CARD: Final = _ace("split.aces-one-card", "Split", "a split ace gets one card only")
ACE_SURRENDER_OFFERED: Final = _ace(
    "surrender.offered", "Surrender", "hands may be surrendered, unless the house posts otherwise"
)
ACE_SURRENDER_20: Final = _ace(
    "surrender.up-to-20",
    "Surrender",
    "a hand of 20 or less may be surrendered before the bank's card is turned",
)
ACE_SURRENDER_DOUBLED: Final = _ace(
    "surrender.doubled",
    "Surrender",
    "a doubled hand may be surrendered only where the house allows it",
)
ACE_GIVEN_UP: Final = _ace(
    "pay.surrendered", "Surrender", "a surrendered hand loses half its wager"
)
ACE_INSURE: Final = _ace(
    "insurance.half",
    "Insurance",
    "against an ace, insurance of exactly half the wager is offered, even to naturals",
)
ACE_INSURE_PAYS: Final = _ace(
    "insurance.pays", "Insurance", "insurance pays 2 to 1 if the bank has a natural"
)
ACE_INSURE_LOSES: Final = _ace(
    "insurance.loses", "Insurance", "insurance loses if the bank has no natural"
)

ACE_CLAUSES: Final = Clauses(
    value
    for name, value in list(globals().items())
    if isinstance(value, Clause) and name.startswith("ACE_")
)
