"""Safari 21 in small: enough of it to see whether the 21 family and the core carry the game.

Left out: insurance, surrender, the bonus odds, the four-game rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cardroom.cards import Card, Deck
from cardroom.games.twentyone.blackjack import TERMS as BLACKJACK_TERMS
from cardroom.games.twentyone.blackjack import bank_draws, margin, one_card_ace, too_many_hands
from cardroom.games.twentyone.legality import Bar, Bars, Situation
from cardroom.games.twentyone.parts import Game, SideBet
from cardroom.games.twentyone.resolution import Outcome, both
from cardroom.games.twentyone.steps import (
    BankDone,
    BankPlays,
    BurnCards,
    CardToBank,
    CardToEach,
    FirstCardToEach,
    PayNaturals,
    Turns,
)
from cardroom.hands.points import SPLIT_ACES, PointRule, over, points
from cardroom.money import Odds
from cardroom.play.round import Bet, Draft
from cardroom.play.settle import LOSE, PUSH, WIN, Result, pays
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.limits import Limits
from cardroom.rules.options import Catalogue, document
from cardroom.rules.policies import BankDraws, Hole, MaxBet, Split, TwentyOne
from cardroom.rules.ruleset import Ruleset, ShoeRule, digest_of
from cardroom.rules.spots import Spot
from cardroom.rules.steps import Settle, hand_place

DRAW_11: Final = Clause(
    "draw.11", "Safari 21 / Drawing 1 (d)", "a total of 11 or less must draw a further card"
)
HIT_21: Final = Clause("hit.21", "Safari 21 / Drawing 1 (a)", "a hand of 21 takes no more cards")
HIT_FIVE: Final = Clause("hit.five", "Safari 21 / Dealing 3", "five cards end a hand")
HIT_ACES: Final = Clause("hit.aces", "Safari 21 / Drawing 1 (c)", "a split ace gets one card only")
MAX_BET_WHEN: Final = Clause(
    "max-bet.when",
    "Safari 21 / Max Bet 1",
    "a Max Bet is made on two, three or four cards of less than 21, not on split aces",
)
MAX_BET_WAIVED: Final = Clause(
    "max-bet.waived", "Safari 21 / Max Bet 1 (a)", "a card taken without a Max Bet waives it"
)
MAX_BET_RANGE: Final = Clause(
    "max-bet.range",
    "Safari 21 / Max Bet 1 (a)",
    "a Max Bet is at most the original wager and every earlier Max Bet of the hand",
)
MAX_BET_GAMES: Final = Clause(
    "max-bet.games", "Safari 21 / Addendum", "at most four games a hand, three of them above $5"
)
SPLIT_PAIR: Final = Clause(
    "split.pair", "Safari 21 / Splitting 1", "two first cards of equal value may be split"
)
SPLIT_HANDS: Final = Clause("split.hands", "Safari 21 / Splitting 2", "a box has three hands")
WIN_NATURAL: Final = Clause("win.natural", "Safari 21 / Wagers (c)", "a natural is paid at once")
LOSE_OVER: Final = Clause("lose.over", "Safari 21 / Wagers (f)", "more than 21 loses at once")
WIN_OVER: Final = Clause("win.over", "Safari 21 / Wagers (a)", "the dealer has more than 21")
WIN_BIG_FIVE: Final = Clause("win.big-5", "Safari 21 / Wagers (d)", "five cards of 21 win")
LOSE_FIVE: Final = Clause(
    "lose.five", "Safari 21 / Wagers (h)", "five dealer cards beat fewer than five"
)
WIN_HIGHER: Final = Clause("win.higher", "Safari 21 / Wagers (b)", "the higher total wins")
EQUAL: Final = Clause("push", "Safari 21 / Wagers (e)", "equal totals push")
LOSE_LOWER: Final = Clause("lose.lower", "Safari 21 / Wagers (g)", "the lower total loses")
MONTE_CARLO: Final = Clause(
    "monte-carlo", "Safari 21 / Monte Carlo", "bets on the first card are settled at once"
)
CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))


def _no_max_bet(s: Situation) -> bool:
    return not 2 <= s.key.size <= 4 or points(s.key) >= 21 or s.key.origin == SPLIT_ACES


_HIT: Final = (
    Bar(HIT_21, lambda s: points(s.key) >= 21),
    Bar(HIT_FIVE, lambda s: s.key.size >= 5),
    Bar(HIT_ACES, one_card_ace),
)
BARS: Final[Bars] = {
    "hit": _HIT,
    "stand": (Bar(DRAW_11, lambda s: points(s.key) <= 11 and s.key.size < 5),),
    "max-bet": (
        Bar(MAX_BET_WHEN, _no_max_bet),
        Bar(MAX_BET_WAIVED, lambda s: s.mode.waived > 0),
    ),
    "split": (
        Bar(SPLIT_PAIR, lambda s: s.key.size != 2 or s.key.pair == 0),
        Bar(SPLIT_HANDS, too_many_hands),
    ),
}
INSTANT: Final = (
    Outcome(WIN_NATURAL, lambda s: s.key.natural > 0, both(pays(Odds(3, 2)))),
    Outcome(LOSE_OVER, lambda s: over(s.key), both(LOSE), "over"),
)
FINAL: Final = (
    Outcome(WIN_OVER, lambda s: s.bank is not None and over(s.bank), both(WIN)),
    Outcome(
        WIN_BIG_FIVE,
        lambda s: (
            s.key.size == 5 and points(s.key) == 21 and s.bank is not None and s.bank.size < 5
        ),
        both(WIN),
    ),
    Outcome(
        LOSE_FIVE, lambda s: s.bank is not None and s.bank.size == 5 and s.key.size < 5, both(LOSE)
    ),
    Outcome(WIN_HIGHER, lambda s: margin(s) > 0, both(WIN)),
    Outcome(EQUAL, lambda s: margin(s) == 0, both(PUSH)),
    Outcome(LOSE_LOWER, lambda _: True, both(LOSE)),
)

ODDS: Final[Mapping[str, tuple[Odds, Callable[[Card], bool]]]] = {
    "monte-carlo/king-hearts": (Odds(40, 1), lambda card: card.text == "Kh"),
    "monte-carlo/king-red": (Odds(20, 1), lambda card: card.rank == 13 and card.red),
    "monte-carlo/aq-red": (Odds(1, 1), lambda card: 1 <= card.rank <= 12 and card.red),
}


def monte_carlo(draft: Draft, bet: Bet) -> Result:
    odds, wins = ODDS[bet.spot]
    first = draft.at(hand_place(bet.box))[0]
    ratio = pays(odds) if wins(first) else LOSE
    return Result(ratio, ratio, MONTE_CARLO)


def ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    assert not given, "the small game has no options"
    beside = tuple(
        Spot(name, name, needs=frozenset({"own-first-card"}), beside_main=True) for name in ODDS
    )
    return Ruleset(
        game="safari-21-small",
        title="Safari 21, in small",
        family="twentyone",
        house=house,
        edition=edition,
        source="Safari 21 Official Rules",
        options={},
        changed={},
        deck=Deck(6),
        shoe=ShoeRule(burn=1),
        policies=TwentyOne(
            points=PointRule(pins_aces=True),
            double=None,
            split=Split(3),
            insurance=None,
            hole=Hole("none"),
            bank=BankDraws("hit", size_max=5, idle="no-effect"),
            naturals="at-once",
            draws_to=11,
            size_max=5,
            max_bet=MaxBet(),
        ),
        procedure=(
            BurnCards(),
            FirstCardToEach(tuple(ODDS), burn=1),
            CardToBank(),
            CardToEach(),
            PayNaturals(),
            Turns(),
            BankPlays(),
            BankDone(),
            Settle(("main", "max-bet")),
        ),
        spots=(
            Spot("main", "Wager", needs=frozenset({"own-final", "bank-final"})),
            Spot("max-bet", "Max Bet", "in-turn", frozenset({"own-final", "bank-final"})),
            *beside,
        ),
        boxes=7,
        limits=Limits(least=500, most=30_000, chip=100),
        digest=digest_of(document("safari-21-small", house, edition, {})),
    )


SAFARI: Final = Game(
    id="safari-21-small",
    title="Safari 21, in small",
    clauses=CLAUSES,
    catalogue=Catalogue("safari-21-small", ()),
    ruleset=ruleset,
    bars=BARS,
    instant=INSTANT,
    final=FINAL,
    bank_draws=bank_draws,
    governs={},
    terms=BLACKJACK_TERMS._replace(max_bet_range=MAX_BET_RANGE, max_bet_games=MAX_BET_GAMES),
    side_bets=(SideBet("monte-carlo", monte_carlo),),
)
