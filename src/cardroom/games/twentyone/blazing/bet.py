"""Blazing 7's: a progressive side bet on sevens, offered with Bet the Set 21."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from cardroom.cards import Deck
from cardroom.games.side_bets.bets import Options
from cardroom.games.side_bets.files import MeterEntry, shipped_bet
from cardroom.games.side_bets.own_rows import pay_rows, posted_bets
from cardroom.money import dollars
from cardroom.rules.clauses import Clauses
from cardroom.rules.options import Amount, Choice, OptionFaults, OptionSpec, Percent, Whole, grouped
from cardroom.rules.side_bet import SideBet

BET: Final = shipped_bet("blazing-7s")
SPOT: Final = BET.file.name
"""The spot, and what rounds call its meter."""
STAKE, ROW, SHARE, NONE, RESTART, FEEDS = BET.clauses
CLAUSES: Final = Clauses(BET.clauses)
PLACE: Final = "upper-right"
"""On the felt: at the wager, opposite the bet that it is offered with."""

OPTIONS: Final = grouped(
    "side-bet",
    OptionSpec(
        "blazing_7s",
        pay_rows(BET, (None, *map(int, BET.file.pays)), "odds-or-share"),
        None,
        "the progressive bet and its pay table",
        ROW.id,
    ),
    OptionSpec("blazing_stake", Amount(), 100, "stake of the progressive bet", STAKE.id),
    OptionSpec(
        "blazing_third_card",
        Choice(tuple(BET.file.version)),
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
        "blazing_cap",
        Amount(optional=True),
        None,
        "what the meter grows to; what comes after that goes to the reserve",
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
TERMS: Final = tuple(spec.name for spec in OPTIONS if spec.name != "blazing_third_card")
"""What tables on one meter post alike; the chance of winning it may differ."""


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
    cap, seed = o["blazing_cap"], o["blazing_seed"] * stake
    if cap is not None and cap <= seed:
        below = f"blazing_cap = {dollars(cap)} is not above the seed, {dollars(seed)}"
        faults.append(f"{below} ({RESTART.cite})")
    if faults:
        raise OptionFaults(tuple(faults))


def side_bets(o: Mapping[str, Any]) -> tuple[SideBet, ...]:
    """The posted bet, if there is one; `OptionFaults` if its options contradict each other."""
    check(o)
    if o.get("blazing_7s") is None:
        return ()
    meter = MeterEntry(
        o["blazing_contribution"],
        o["blazing_seed"],
        o["blazing_reserve"],
        "meter" if o["blazing_meter_pays"] == "all" else "house",
        o["simultaneous"],
        "" if o["blazing_cap"] is None else dollars(o["blazing_cap"]),
    )
    options = Options(
        pay_table=str(o["blazing_7s"]),
        version=o["blazing_third_card"],
        chip=o["smallest_chip"],
        stake=o["blazing_stake"],
        meter=meter,
        seed_option="blazing_seed",
        chance_options=("decks", "blazing_third_card"),
        term_options=TERMS,
        off=(("blazing_7s", "none"),),
    )
    return posted_bets("blazing_7s", BET, options, Deck(o["decks"]))
