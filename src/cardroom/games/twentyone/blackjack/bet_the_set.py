"""Bet the Set 21: blackjack with a side bet on a pair, and a progressive one on sevens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardroom.cards import Deck, decks_of
from cardroom.games.common import BONUS_MIN, FLAG
from cardroom.games.side_bets.bets import Options
from cardroom.games.side_bets.files import shipped_bet
from cardroom.games.side_bets.own_rows import pay_rows, posted_bets
from cardroom.games.twentyone.blackjack import rules as bj
from cardroom.games.twentyone.blackjack.options import STANDARD, Base, on_blackjack
from cardroom.games.twentyone.blazing import bet as blazing
from cardroom.games.twentyone.engine.steps import CardToEach
from cardroom.money import percent
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue, Choice, OptionFaults, OptionSpec
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, chances, edge
from cardroom.rules.steps import Step

BET: Final = shipped_bet("bet-the-set")
PER_HAND, PAYS, SUITED, LOSES = BET.clauses
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


def pair_bet(o: Mapping[str, Any]) -> SideBet:
    options = Options(pay_table=o["pay_table"], version=o["dealing"])
    (bet,) = posted_bets("pay_table", BET, options, Deck(o["decks"]))
    return bet


BET_THE_SET: Final = Catalogue(
    "bet-the-set-21",
    (
        *STANDARD,
        OptionSpec(
            "pay_table",
            pay_rows(BET, tuple(BET.file.pays)),
            "BTS-03",
            "pay table of the pair bet",
            "bet-the-set.pair",
            group="side-bet",
        ),
        OptionSpec(
            "dealing",
            Choice(tuple(BET.file.version)),
            "face-up",
            "how players' first two cards are dealt; decides when pair bets are settled",
            "bet-the-set.face-down",
            group="side-bet",
        ),
        OptionSpec(
            "allow_player_edge",
            FLAG,
            False,
            "post a pay table even if it favors the player",
            "bet-the-set.edge",
            group="side-bet",
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
            f"pay_table = {o['pay_table']}: with {decks_of(rules.deck.packs)} it favors the player"
            f" by {percent(-kept)}; allow_player_edge = true posts it anyway ({EDGE.cite})"
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
    table_defaults={"blazing_7s": 1},
    # Dealing procedure 4: there is room to pay the pair bet in front of it.
    places={BET.file.name: "upper-left", blazing.SPOT: blazing.PLACE},
)
