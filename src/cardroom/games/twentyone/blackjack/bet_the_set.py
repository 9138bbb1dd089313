"""Bet the Set 21: blackjack with a bet on a pair, and the Blazing 7's progressive beside it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cardroom.cards import Card
from cardroom.games.common import BONUS_MIN, FLAG
from cardroom.games.twentyone.blackjack import rules as bj
from cardroom.games.twentyone.blackjack.options import BLACKJACK, Base, on_blackjack
from cardroom.games.twentyone.blazing import bet as blazing
from cardroom.games.twentyone.engine.game_type import SideBet
from cardroom.games.twentyone.engine.state import Draft
from cardroom.games.twentyone.engine.steps import CardToEach, Turns
from cardroom.money import Odds, percent
from cardroom.places import hand_place
from cardroom.play.round import Bet
from cardroom.play.settle import LOSE, Result, pays, plain
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue, Choice, OptionFaults, OptionSpec
from cardroom.rules.paytable import PayTable, Row
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot
from cardroom.rules.steps import Settle, Step

BESIDE: Final = Clause(
    "bet-the-set.per-hand", "Dealing 1(b)", "one wager for each hand played, on none, some or all"
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
    "bet-the-set.no-pair", "Dealing 3", "without a pair in the first two cards the wager loses"
)
FACE_UP: Final = Clause(
    "bet-the-set.face-up",
    "Pay and Take",
    "dealt face up, all are settled after everybody's second card, from the dealer's right",
)
FACE_DOWN: Final = Clause(
    "bet-the-set.face-down", "Pay and Take", "dealt face down, each is settled in its hand's turn"
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
    "a pay table that favours the player on the shoe in use is not posted",
)

TABLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "BTS-01": (("pair", "15 to 1"),),
    "BTS-02": (("suited-pair", "25 to 1"), ("pair", "10 to 1")),
    "BTS-03": (("suited-pair", "15 to 1"), ("pair", "10 to 1")),
    "BTS-04": (("suited-pair", "12 to 1"), ("pair", "10 to 1")),
    "BTS-05": (("pair", "12 to 1"),),
    "BTS-06": (("suited-pair", "20 to 1"), ("pair", "10 to 1")),
}


def pay_table(name: str) -> PayTable:
    return PayTable(name, tuple(Row(row, Odds.parse(odds)) for row, odds in TABLES[name]))


def chances(decks: int) -> Mapping[str, Fraction]:
    """Probabilities of the rows, by the second card: so many of the first one's kind are left."""
    left = 52 * decks - 1
    return {"suited-pair": Fraction(decks - 1, left), "pair": Fraction(3 * decks, left)}


def edge(name: str, decks: int) -> Fraction:
    """What the house keeps of a unit."""
    table = pay_table(name)
    back = Fraction(0)
    for row, chance in chances(decks).items():
        odds = odds_of(table, row)
        back += chance * (1 + Fraction(odds.pays, odds.per))
    return 1 - back


def odds_of(table: PayTable, row: str) -> Odds:
    """A table without a suited row pays suited pairs as pairs."""
    odds = table.odds(row) or table.odds("pair")
    assert odds is not None
    return odds


BET_THE_SET: Final = Catalogue(
    "bet-the-set-21",
    (
        *BLACKJACK.options,
        OptionSpec(
            "pay_table", Choice(tuple(TABLES)), "BTS-03", "odds of the pair bet", "bet-the-set.pair"
        ),
        OptionSpec(
            "dealing",
            Choice(("face-up", "face-down")),
            "face-up",
            "players' first two cards; decides when the pair bets are settled",
            "bet-the-set.face-down",
        ),
        OptionSpec(
            "allow_player_edge",
            FLAG,
            False,
            "post a pay table that favours the player all the same",
            "bet-the-set.edge",
        ),
        BONUS_MIN,
        *blazing.OPTIONS,
    ),
)


def _spots(o: Mapping[str, Any]) -> tuple[Spot, ...]:
    pair = Spot(
        "bet-the-set",
        "Bet the Set",
        needs=frozenset({"own-first-two"}),
        pays=pay_table(o["pay_table"]),
        beside_main=True,
    )
    return (pair, *blazing.spots(o))


def _procedure(o: Mapping[str, Any], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Pair bets after the second card, or in each box's turn; then the progressive."""
    found: list[Step] = []
    dealt = 0
    for step in steps:
        if isinstance(step, Turns) and o["dealing"] == "face-down":
            found.append(Turns(("bet-the-set",)))
        elif isinstance(step, CardToEach) and o["dealing"] == "face-down":
            found.append(CardToEach("down"))
        else:
            found.append(step)
        if isinstance(step, CardToEach):
            dealt += 1
            if dealt == 2 and o["dealing"] == "face-up":
                found.append(Settle(("bet-the-set",), order="right-to-left"))
    return blazing.procedure(o, tuple(found))


BASE: Final = Base(
    "bet-the-set-21",
    "Bet the Set 21",
    "Bet the Set 21 rules and dealing procedures; standard blackjack under it",
    BET_THE_SET,
    _spots,
    _procedure,
)


def bet_the_set_ruleset(
    given: Mapping[str, object], house: str = "", edition: str = "1"
) -> Ruleset:
    rules = on_blackjack(BASE, given, house, edition)
    o = rules.options
    kept = edge(str(o["pay_table"]), rules.deck.packs)
    if kept < 0 and not o["allow_player_edge"]:
        fault = (
            f"pay_table = {o['pay_table']}: with {rules.deck.packs} decks it favours the player by"
            f" {percent(-kept)}; allow_player_edge = true posts it all the same ({EDGE.cite})"
        )
        raise OptionFaults((fault,))
    return rules


def row_of(cards: tuple[Card, ...]) -> str | None:
    first, second = cards[:2]
    if first.rank != second.rank:
        return None
    return "suited-pair" if first.suit == second.suit else "pair"


def _pair(draft: Draft, bet: Bet) -> Result:
    spot = draft.rules.spot("bet-the-set")
    assert spot is not None
    assert spot.pays is not None
    row = row_of(draft.at(hand_place(bet.box)))
    if row is None:
        return plain(LOSE, LOSES)
    suited = row == "suited-pair" and spot.pays.odds(row) is not None
    return plain(pays(odds_of(spot.pays, row)), SUITED if suited else PAYS)


OWN: Final = tuple(value for value in list(globals().values()) if isinstance(value, Clause))

BET_THE_SET_GAME: Final = bj.BLACKJACK_GAME._replace(
    id="bet-the-set-21",
    title="Bet the Set 21",
    clauses=Clauses((*bj.CLAUSES, *OWN, *blazing.CLAUSES)),
    catalogue=BET_THE_SET,
    ruleset=bet_the_set_ruleset,
    bet_bars=(blazing.STAKE_BAR,),
    side_bets=(SideBet("bet-the-set", _pair), blazing.SIDE_BET),
)
