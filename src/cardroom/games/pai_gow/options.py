"""The options of Double Hand Poker and Fortune Pai Gow, and the rulesets they make."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from cardroom.cards import Deck
from cardroom.games.common import AFFILIATES, FLAG, READINGS, money_options, rounding
from cardroom.games.game import SimpleGame
from cardroom.games.pai_gow.clauses import DOUBLE_HAND_CLAUSES, FORTUNE_CLAUSES
from cardroom.games.pai_gow.policies import PaiGow
from cardroom.games.pai_gow.steps import (
    AskHouseWay,
    ChoosePile,
    DealPiles,
    Deliver,
    PayEnvy,
    PayFromActionSeat,
    ReplaceExposed,
    SetBank,
    SetHands,
)
from cardroom.games.pai_gow.way_option import HOUSE_WAY, way_of
from cardroom.games.pai_gow.wording import TEXTS
from cardroom.games.side_bets.bets import Options, declared_bets
from cardroom.games.side_bets.files import shipped_bet
from cardroom.games.side_bets.own_rows import named_rows
from cardroom.hands.pai_gow import FortuneRow
from cardroom.money import cents, exact
from cardroom.rules.banking import Banking
from cardroom.rules.collection_option import collection_option, own_schedule
from cardroom.rules.fees import Bracket, Schedule
from cardroom.rules.house_text import HOUSE_TEXTS
from cardroom.rules.limits import Limits
from cardroom.rules.options import Amount, Catalogue, Choice, OptionFaults, OptionSpec, document
from cardroom.rules.own_table import is_own, rows_in
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.side_bet import SideBet, net
from cardroom.rules.spot_limits import SPOT_LIMITS, with_spot_limits
from cardroom.rules.spots import Need, Spot
from cardroom.rules.steps import Roll, Settle, Step
from cardroom.rules.wording import wording

SEATS: Final = 7

FORTUNE_BET: Final = shipped_bet("fortune")
assert FORTUNE_BET.file.envy is not None
ENVY: Final[Mapping[str, str]] = FORTUNE_BET.file.envy.pays
"""What an envy button is paid for another player's hand, in dollars."""

COMMON: Final = (
    HOUSE_WAY,
    OptionSpec(
        "house_way_after_looking",
        FLAG,
        True,
        "a player who has looked may still ask for the house way",
        "set.house-way-looked",
    ),
    OptionSpec(
        "bank_limit",
        Choice(("combined", "each-way")),
        "combined",
        "what the bank pays and what it takes are limited together, or separately",
        "bank.coverage",
        group="bank",
    ),
    collection_option("fee.per-bet"),
    AFFILIATES,
    *money_options("pay.both"),
    READINGS,
    *HOUSE_TEXTS,
)

DOUBLE_HAND: Final = Catalogue("double-hand-poker", COMMON)
FORTUNE: Final = Catalogue(
    "fortune-pai-gow",
    (
        OptionSpec(
            "fortune_conflict",
            Choice(("best-pay", "rank-order")),
            "best-pay",
            "three of a kind that is also a straight: the better pay, or the higher rank",
            "fortune.pays",
            group="side-bet",
        ),
        OptionSpec(
            "royal_match_with_joker",
            FLAG,
            True,
            "the royal flush of a royal match may use the joker",
            "fortune.pays",
            group="side-bet",
        ),
        OptionSpec(
            "fortune_table",
            named_rows(FORTUNE_BET, (FORTUNE_BET.file.table,)),
            FORTUNE_BET.file.table,
            "pay table of the Fortune bet",
            "fortune.pays",
            group="side-bet",
        ),
        OptionSpec(
            "envy",
            named_rows(FORTUNE_BET, ("book", None), "dollars"),
            "book",
            "what an envy button is paid for another player's hand, in dollars",
            "envy.pays",
            group="side-bet",
        ),
        OptionSpec(
            "envy_stake",
            Amount(),
            cents(FORTUNE_BET.file.envy.stake),
            "the lowest Fortune bet that earns an envy button",
            "envy.button",
            group="side-bet",
        ),
        *COMMON,
        SPOT_LIMITS,
    ),
)

FEES: Final = Schedule(
    player=(Bracket(None, 100),), bank=(Bracket(10000, 100), Bracket(None, 200, 10100))
)
"""A dollar for each wager; the bank one or two by the sum of them. Nothing on the bonus."""


def _procedure(o: Mapping[str, Any], fortune: tuple[Step, ...]) -> tuple[Step, ...]:
    before: tuple[Step, ...] = () if o["house_way_after_looking"] else (AskHouseWay(),)
    return (
        DealPiles(),
        ReplaceExposed(),
        ChoosePile(),
        Roll(3),
        *before,
        Deliver(),
        SetHands(),
        SetBank(),
        PayFromActionSeat(),
        *fortune,
    )


def _ruleset(
    catalogue: Catalogue,
    title: str,
    given: Mapping[str, object],
    posted: tuple[str, str],
    side_bets: tuple[SideBet, ...] = (),
    offered: tuple[Spot, ...] = (),
) -> Ruleset:
    o: dict[str, Any] = catalogue.read(given)
    changed = catalogue.changed(o)
    house, edition = posted
    stored = document(catalogue.game, house, edition, catalogue.pinned(o))
    needs: frozenset[Need] = frozenset({"bank-final"})
    settled: list[Step] = [Settle((bet.name,), order=bet.order) for bet in side_bets]
    if offered:
        settled.append(PayEnvy())
    return Ruleset(
        game=catalogue.game,
        title=title,
        family="pai-gow",
        house=house,
        edition=edition,
        source=f"Napa Valley Casino, {title}",
        options=o,
        changed=changed,
        deck=Deck(1, 1),
        shoe=ShoeRule("each-round", 0, 0),
        policies=PaiGow(
            way=way_of(o["house_way"]),
            envy=_envy(o),
            envy_stake=o.get("envy_stake", 0),
            royal_match="joker" if o.get("royal_match_with_joker", True) else "natural",
            rounding=rounding(o),
        ),
        procedure=_procedure(o, tuple(settled)),
        spots=(
            Spot("main", "Wager", needs=needs, odds="1 to 1"),
            *(bet.spot for bet in side_bets),
            *offered,
        ),
        boxes=SEATS,
        limits=Limits(o["wager_min"], o["wager_max"], o["smallest_chip"]),
        banking=Banking(o["bank_limit"], "from-action-seat"),
        fees=own_schedule(o["collection"], FEES),
        side_bets=side_bets,
        wording=wording(TEXTS, o, changed),
        stored=stored,
    )


def double_hand_ruleset(
    given: Mapping[str, object], house: str = "", edition: str = "1"
) -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    return _ruleset(DOUBLE_HAND, "Double Hand Poker", given, (house, edition))


def fortune_bet(o: Mapping[str, Any]) -> SideBet:
    own = o["fortune_table"] if is_own(o["fortune_table"]) else ""
    (bet,) = declared_bets(FORTUNE_BET, Options(pay_table=own, chip=o["smallest_chip"]))
    if own:
        _check_order(bet)
    return bet


STAND_INS: Final = ("royal flush and royal match", "five aces", "royal flush")
"""Rows that may be left out: such a hand is paid as the lower hand that it also is."""


def _check_order(bet: SideBet) -> None:
    """`OptionFaults` where a hand that two rows fit would not be paid the better one."""
    posted = [row.name for row in bet.rows]
    known = [row.name for row in FORTUNE_BET.file.row]
    above = known[: known.index(posted[-1])]
    missing = [name for name in above if name not in posted and name not in STAND_INS]
    faults = []
    if missing:
        faults.append(
            f"fortune_table: {', '.join(missing)} must have a row, because {posted[-1]} has one;"
            f" only {', '.join(STAND_INS)}, and rows at the end, may be left out"
        )
    for better, row in pairwise(bet.rows):
        if net(row) > net(better):
            says = f"it pays more than {better.name!r}; the rows go from the best paid to the least"
            faults.append(f"fortune_table, {row.name}: {says}")
    if faults:
        raise OptionFaults(tuple(faults))


def _envy(o: Mapping[str, Any]) -> tuple[tuple[FortuneRow, int], ...]:
    posted = o.get("envy")
    if posted is None:
        return ()
    awards = {row.name: row.pays for row in rows_in(posted)} if is_own(posted) else ENVY
    rows = {row.label: row for row in FortuneRow}
    return tuple((rows[name], cents(award)) for name, award in awards.items())


def fortune_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    # Envy is no bet of its own: a button that a Fortune bet earns.
    o = FORTUNE.read(given)
    awards = tuple((row.label, f"{exact(award)}") for row, award in _envy(o))
    envy = Spot("envy", "Envy", "offered", rows=awards, head="Another player's hand")
    offered = (envy,) if awards else ()
    bets = (fortune_bet(o),)
    posted = _ruleset(FORTUNE, "Fortune Pai Gow", given, (house, edition), bets, offered)
    return with_spot_limits(posted)


DOUBLE_HAND_GAME: Final = SimpleGame(
    "double-hand-poker", "Double Hand Poker", DOUBLE_HAND_CLAUSES, DOUBLE_HAND, double_hand_ruleset
)
FORTUNE_GAME: Final = SimpleGame(
    "fortune-pai-gow", "Fortune Pai Gow", FORTUNE_CLAUSES, FORTUNE, fortune_ruleset
)
