"""Blazing 7's: a progressive side bet on sevens, offered with Bet the Set 21."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cardroom.cards import SUITS, Card
from cardroom.money import dollars, ratio
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.limits import Limits
from cardroom.rules.meter import Terms
from cardroom.rules.options import Amount, Choice, OptionFaults, OptionSpec, Percent, Whole
from cardroom.rules.paytable import Share, parse_pays
from cardroom.rules.side_bet import Condition, Look, MeterBet, Settled, SideBet, SideRow

SPOT: Final = "blazing-7s"
"""The spot, and what rounds call its meter."""

STAKE: Final = Clause("blazing.stake", "Blazing 7's 1", "the progressive bet is the posted stake")
ROW: Final = Clause(
    "blazing.row", "Blazing 7's pay tables", "sevens are paid the best row they make"
)
SHARE: Final = Clause(
    "blazing.share",
    "Blazing 7's pay tables",
    "a row that pays a percentage of the meter does not return the stake",
)
NONE: Final = Clause(
    "blazing.no-seven",
    "Blazing 7's pay tables",
    "without a seven in the first two cards, the bet loses",
)
RESTART: Final = Clause(
    "blazing.restart",
    "Progressive systems",
    "after a 100% award, the meter restarts at seed plus reserve",
)
FEEDS: Final = Clause(
    "blazing.feeds",
    "Blackjack / 3",
    "what a stake adds to the meter and to the reserve is together at most the stake",
)
CLAUSES: Final = Clauses((STAKE, ROW, SHARE, NONE, RESTART, FEEDS))

TABLES: Final[Mapping[int, Mapping[str, str]]] = {
    1: {
        "777-suited": "100%",
        "777-colour": "10%",
        "777": "200 for 1",
        "77": "25 for 1",
        "7": "2 for 1",
    },
    2: {
        "777-diamonds": "100%",
        "777-suited": "10%",
        "777-colour": "500 for 1",
        "777": "200 for 1",
        "77": "25 for 1",
        "7": "2 for 1",
    },
}

THIRD: Final[Mapping[str, tuple[Look, Settled]]] = {
    "dealer-up": ("bank-up", "before-play"),
    "player": ("own-third", "after-play"),
}
"""Whose card is the third, and so when the bet is settled."""

OPTIONS: Final = (
    OptionSpec(
        "blazing_7s", Choice((None, 1, 2)), None, "the progressive bet and its pay table", ROW.id
    ),
    OptionSpec("blazing_stake", Amount(), 100, "stake of the progressive bet", STAKE.id),
    OptionSpec(
        "blazing_third_card",
        Choice(tuple(THIRD)),
        "dealer-up",
        "the third card: the dealer's up card, or the player's own next card",
        ROW.id,
    ),
    OptionSpec(
        "blazing_contribution",
        Percent(),
        24,
        "percent of each stake that goes to the meter",
        SHARE.id,
    ),
    OptionSpec(
        "blazing_reserve",
        Percent(),
        0,
        "percent of each stake that goes to the reserve",
        RESTART.id,
    ),
    OptionSpec(
        "blazing_seed",
        Whole(0, 1_000_000),
        2000,
        "seed of the meter, as a number of stakes",
        RESTART.id,
    ),
    OptionSpec(
        "blazing_meter_pays",
        Choice(("percentages", "all")),
        "percentages",
        "which awards come off the meter",
        SHARE.id,
    ),
    OptionSpec(
        "simultaneous",
        Choice(("in-order", "shared")),
        "in-order",
        "two 100% awards in one round: the second is paid from the restarted meter, or both share",
        RESTART.id,
    ),
)


def check(o: Mapping[str, Any]) -> None:
    """`OptionFaults` if the options of the bet contradict each other or the law."""
    if o.get("blazing_7s") is None or o["readings"] == "0.1":
        return
    faults = []
    share, reserve = o["blazing_contribution"], o["blazing_reserve"]
    if Fraction(share) + Fraction(reserve) > 100:
        together = f"blazing_contribution = {share} and blazing_reserve = {reserve}"
        faults.append(f"{together}: together they are more than the stake ({FEEDS.cite})")
    stake, legal = o["blazing_stake"], o["legal_limit"]
    if legal is not None and stake > legal:
        above = f"blazing_stake = {dollars(stake)} is above legal_limit = {dollars(legal)}"
        faults.append(f"{above} ({STAKE.cite})")
    if faults:
        raise OptionFaults(tuple(faults))


def terms(o: Mapping[str, Any]) -> Terms | None:
    """What the tables on one meter have to agree in; None where no such bet is offered."""
    if o.get("blazing_7s") is None:
        return None
    off = {"all": "all awards", "percentages": "percentages"}[o["blazing_meter_pays"]]
    return Terms(
        f"Blazing 7's {o['blazing_7s']}, {off} off the meter, two jackpots {o['simultaneous']}",
        o["blazing_stake"],
        ratio(Fraction(o["blazing_contribution"]) / 100),
        ratio(Fraction(o["blazing_reserve"]) / 100),
        o["blazing_seed"] * o["blazing_stake"],
    )


def _one(first: Card, second: Card, _: Card | None) -> bool:
    return first.rank == 7 or second.rank == 7


def _two(first: Card, second: Card, _: Card | None) -> bool:
    return first.rank == 7 and second.rank == 7


def _three(first: Card, second: Card, third: Card | None) -> bool:
    return _two(first, second, third) and third is not None and third.rank == 7


def _of_a_colour(*cards: Card) -> bool:
    return _three(*cards) and len({card.red for card in cards}) == 1


def _suited(*cards: Card) -> bool:
    return _three(*cards) and len({card.suit for card in cards}) == 1


def _in_diamonds(*cards: Card) -> bool:
    return _suited(*cards) and cards[0].suit == SUITS.index("d")


ROWS: Final[Mapping[str, tuple[Condition, str]]] = {
    "777-diamonds": (_in_diamonds, ""),
    "777-suited": (_suited, "three sevens of one suit"),
    "777-colour": (_of_a_colour, "three sevens of one color"),
    "777": (_three, "three sevens"),
    "77": (_two, "sevens as the first two cards"),
    "7": (_one, "one seven among the first two"),
}
"""The condition of each row, and what the sign calls it."""


def side_bets(o: Mapping[str, Any]) -> tuple[SideBet, ...]:
    """The posted bet, if there is one; `OptionFaults` if its options contradict each other."""
    check(o)
    posted = terms(o)
    if posted is None:
        return ()
    third, settled = THIRD[o["blazing_third_card"]]
    return (
        SideBet(
            SPOT,
            "Blazing 7's",
            ("own-first", "own-second", third),
            tuple(_row(name, pays) for name, pays in TABLES[o["blazing_7s"]].items()),
            NONE,
            settled,
            "right-to-left",
            str(o["blazing_7s"]),
            stake=posted.stake,
            stake_clause=STAKE,
            # The table's minimum is for the game, not for the posted stake of this bet.
            limits=Limits(o["smallest_chip"], None, o["smallest_chip"]),
            meter=MeterBet(
                SPOT,
                posted,
                "blazing_seed",
                ("decks", "blazing_third_card"),
                "meter" if o["blazing_meter_pays"] == "all" else "house",
                o["simultaneous"],
            ),
        ),
    )


def _row(name: str, text: str) -> SideRow:
    pays, (when, words) = parse_pays(text), ROWS[name]
    return SideRow(name, when, pays, SHARE if isinstance(pays, Share) else ROW, text, words)
