"""Bet the Set 21: blackjack with a side bet on a pair, and a progressive one on sevens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardroom.cards import Card
from cardroom.games.common import BONUS_MIN, FLAG
from cardroom.games.twentyone.blackjack import rules as bj
from cardroom.games.twentyone.blackjack.options import BLACKJACK, Base, on_blackjack
from cardroom.games.twentyone.blazing import bet as blazing
from cardroom.games.twentyone.engine.steps import CardToEach
from cardroom.money import Odds, percent
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue, Choice, OptionFaults, OptionSpec
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, SideRow, chances, edge
from cardroom.rules.steps import Step

BESIDE: Final = Clause(
    "bet-the-set.per-hand", "Dealing 1(b)", "one wager per hand played, on none, some or all hands"
)
PAYS: Final = Clause(
    "bet-the-set.pair", "Dealing 3", "a pair by rank in the first two cards is paid the posted row"
)
SUITED: Final = Clause(
    "bet-the-set.suited-pair",
    "Dealing 3",
    "a suited pair is paid its row instead of the regular one",
)
LOSES: Final = Clause(
    "bet-the-set.no-pair", "Dealing 3", "without a pair in the first two cards, the wager loses"
)
FACE_UP: Final = Clause(
    "bet-the-set.face-up",
    "Pay and Take",
    "dealt face up, all bets are settled after everyone's second card, from the dealer's right",
)
FACE_DOWN: Final = Clause(
    "bet-the-set.face-down",
    "Pay and Take",
    "dealt face down, each bet is settled in its hand's turn",
)
OPENED: Final = Clause(
    "bet-the-set.opened",
    "Pay and Take",
    "cards dealt face down are turned to split, to double, when the hand is decided, and before a"
    " bet on them is settled",
)
EDGE: Final = Clause(
    "bet-the-set.edge",
    "Paytables 1-6",
    "a pay table that favors the player on the shoe in use is not posted",
)

TABLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "BTS-01": (("pair", "15 to 1"),),
    "BTS-02": (("suited-pair", "25 to 1"), ("pair", "10 to 1")),
    "BTS-03": (("suited-pair", "15 to 1"), ("pair", "10 to 1")),
    "BTS-04": (("suited-pair", "12 to 1"), ("pair", "10 to 1")),
    "BTS-05": (("pair", "12 to 1"),),
    "BTS-06": (("suited-pair", "20 to 1"), ("pair", "10 to 1")),
}


def _pair(first: Card, second: Card) -> bool:
    return first.rank == second.rank


def _suited_pair(first: Card, second: Card) -> bool:
    return _pair(first, second) and first.suit == second.suit


ROWS: Final = {
    "suited-pair": (_suited_pair, SUITED, "pair of one suit"),
    "pair": (_pair, PAYS, ""),
}
"""The condition of each row, its clause, and what the sign calls it.

A table without a suited row pays suited pairs as pairs.
"""


def pair_bet(o: Mapping[str, Any]) -> SideBet:
    rows = []
    for row, odds in TABLES[o["pay_table"]]:
        when, clause, words = ROWS[row]
        rows.append(SideRow(row, when, Odds.parse(odds), clause, words=words))
    face_up = o["dealing"] == "face-up"
    return SideBet(
        "bet-the-set",
        "Bet the Set",
        ("own-first", "own-second"),
        tuple(rows),
        LOSES,
        "second-card" if face_up else "turn",
        "right-to-left" if face_up else "clockwise",
        o["pay_table"],
        beside=BESIDE,
    )


BET_THE_SET: Final = Catalogue(
    "bet-the-set-21",
    (
        *BLACKJACK.options,
        OptionSpec(
            "pay_table",
            Choice(tuple(TABLES)),
            "BTS-03",
            "pay table of the pair bet",
            "bet-the-set.pair",
        ),
        OptionSpec(
            "dealing",
            Choice(("face-up", "face-down")),
            "face-up",
            "how players' first two cards are dealt; decides when pair bets are settled",
            "bet-the-set.face-down",
        ),
        OptionSpec(
            "allow_player_edge",
            FLAG,
            False,
            "post a pay table even if it favors the player",
            "bet-the-set.edge",
        ),
        BONUS_MIN,
        *blazing.OPTIONS,
    ),
)


def _side_bets(o: Mapping[str, Any]) -> tuple[SideBet, ...]:
    return (pair_bet(o), *blazing.side_bets(o))


def _procedure(o: Mapping[str, Any], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Dealt face down, a player's cards are seen by that player alone."""
    if o["dealing"] == "face-up":
        return steps
    return tuple(CardToEach("down") if isinstance(step, CardToEach) else step for step in steps)


BASE: Final = Base(
    "bet-the-set-21",
    "Bet the Set 21",
    "Bet the Set 21 rules and dealing procedures; standard blackjack under it",
    BET_THE_SET,
    _side_bets,
    _procedure,
)


def bet_the_set_ruleset(
    given: Mapping[str, object], house: str = "", edition: str = "1"
) -> Ruleset:
    rules = on_blackjack(BASE, given, house, edition)
    o, pair = rules.options, rules.side_bets[0]
    kept = edge(pair, chances(pair, rules.deck))
    if kept < 0 and not o["allow_player_edge"]:
        fault = (
            f"pay_table = {o['pay_table']}: with {rules.deck.packs} decks it favors the player by"
            f" {percent(-kept)}; allow_player_edge = true posts it anyway ({EDGE.cite})"
        )
        raise OptionFaults((fault,))
    return rules


OWN: Final = tuple(value for value in list(globals().values()) if isinstance(value, Clause))

BET_THE_SET_GAME: Final = bj.BLACKJACK_GAME._replace(
    id="bet-the-set-21",
    title="Bet the Set 21",
    clauses=Clauses((*bj.CLAUSES, *OWN, *blazing.CLAUSES)),
    catalogue=BET_THE_SET,
    ruleset=bet_the_set_ruleset,
)
