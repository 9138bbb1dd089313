"""The options of the poker games, and the collection schedules of the rule book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardroom.games.common import READINGS
from cardroom.games.poker import clauses as c
from cardroom.games.poker.policies import Poker
from cardroom.money import cents, dollars
from cardroom.rules.collection_option import Collection, own_schedule
from cardroom.rules.fees import NO_FEES, PotFee, Schedule
from cardroom.rules.house_text import HOUSE_TEXTS
from cardroom.rules.options import (
    Amount,
    Amounts,
    Catalogue,
    Choice,
    OptionFaults,
    OptionSpec,
    Whole,
)

LIMIT_LEAST, LIMIT_MOST = 200, 10_000
"""Fixed limit is posted from $2 to $100."""

HALF_HOUR: Final = 600
SEVEN_FIVE: Final = (PotFee(7, 400), PotFee(5, 300), PotFee(0, 200))
EIGHT_SIX_FIVE: Final = (PotFee(8, 500), PotFee(6, 400), PotFee(5, 300), PotFee(0, 200))

SCHEDULES: Final[Mapping[tuple[str, str], tuple[PotFee, ...]]] = {
    ("limit", "option-1"): SEVEN_FIVE,
    ("no-limit", "option-1"): SEVEN_FIVE,
    ("no-limit", "option-2"): EIGHT_SIX_FIVE,
    ("limit", "option-3"): (),
    ("no-limit", "option-3"): (),
}
"""By betting and option. Limit games have one schedule, printed like option 1, and the timed one;
the row "4 or less" that is printed next to option 3 belongs to option 2."""


def catalogue(game: str) -> Catalogue:
    return Catalogue(
        game,
        (
            OptionSpec(
                "betting",
                Choice(("limit", "no-limit")),
                "limit",
                "fixed limit, or no limit",
                c.LIMIT.id,
                group="limits",
            ),
            OptionSpec(
                "bets",
                Amounts(("small", "big"), 2),
                "2/4",
                "fixed limit: the bet before and on the flop, and the bet on the turn and river",
                c.LIMIT.id,
                group="limits",
            ),
            OptionSpec(
                "blinds",
                Amounts(("small", "big"), 1, optional=True),
                None,
                "small and big blind, or one blind; if none is posted, half the small bet and the"
                " small bet",
                c.BLINDS.id,
            ),
            OptionSpec(
                "ante",
                Amount(optional=True),
                None,
                "ante before the deal",
                c.ANTE.id,
            ),
            OptionSpec(
                "ante_from",
                Choice(("everyone", "big-blind")),
                "everyone",
                "the ante is put in by everybody dealt in, or by the big blind once for the table",
                c.ANTE.id,
            ),
            OptionSpec(
                "collection",
                Collection(("option-1", "option-2", "option-3", None), ("pot", "half_hour")),
                "option-1",
                "by the number of players dealt in (the only schedule of limit games), the second"
                " schedule of no-limit games, $6 per player per half hour, nothing, or the"
                " house's own",
                c.ONE_OPTION.id,
                group="collection",
            ),
            OptionSpec(
                "time_collection",
                Choice(("at-end", "in-advance")),
                "at-end",
                "the time collection is taken at the end of each half hour, or in advance",
                c.TIMED.id,
                group="collection",
            ),
            OptionSpec(
                "button",
                Choice(("moving", "dead")),
                "moving",
                "the button moves to the next player, or to the next seat even if it is empty",
                c.DEAD_BUTTON.id,
            ),
            OptionSpec(
                "short_all_ins",
                Choice(("alone", "together")),
                "alone",
                "short all-ins never reopen the betting, or do so if they add up to a full raise",
                c.REOPENED.id,
            ),
            OptionSpec(
                "shows_first",
                Choice(("hand", "last-round")),
                "hand",
                "who shows first: the last aggressor of the hand, or of the last betting round",
                c.SHOW.id,
            ),
            OptionSpec(
                "winner_shows",
                Choice(("never", "may")),
                "never",
                "whether a player who wins without a showdown is asked to show",
                c.MUCK.id,
            ),
            OptionSpec("seats", Whole(2, 10), 10, "seats at the table", "bet.box", group="limits"),
            OptionSpec(
                "smallest_chip",
                Amount(),
                1,
                "every amount is a multiple of this chip",
                c.ODD_CHIP.id,
                group="limits",
            ),
            READINGS,
            *HOUSE_TEXTS,
        ),
    )


def policies(o: Mapping[str, Any], hole_cards: int, low: str) -> Poker:
    """The policies of these options; `OptionFaults` says all that is wrong with them together."""
    small_bet, big_bet = (cents(part) for part in o["bets"].split("/"))
    blinds = _blinds(o["blinds"], small_bet)
    faults = _faults(o, (small_bet, big_bet), blinds)
    if faults:
        raise OptionFaults(faults)
    return Poker(
        hole_cards=hole_cards,
        plays="any" if hole_cards == 2 else "two",
        low="eight-or-better" if low else "none",
        betting=o["betting"],
        small_bet=small_bet,
        big_bet=big_bet,
        small_blind=blinds[0],
        big_blind=blinds[1],
        ante=o["ante"] or 0,
        ante_from=o["ante_from"],
        short_all_ins=o["short_all_ins"],
        shows_first=o["shows_first"],
        winner_shows=o["winner_shows"],
        button=o["button"],
    )


def fees(o: Mapping[str, Any]) -> Schedule:
    """The posted collection: from the pots, or from each seated player at each half hour."""
    match o["collection"]:
        case None:
            return NO_FEES
        case "option-3":
            return Schedule(half_hour=HALF_HOUR, paid=o["time_collection"])
        case "option-1" | "option-2" as option:
            return Schedule(pot=SCHEDULES[o["betting"], option])
        case own:
            return own_schedule(own, Schedule(paid=o["time_collection"]))


def _blinds(text: str | None, small_bet: int) -> tuple[int, int]:
    """Small and big; one blind is the big one. Half an odd number of dollars goes down."""
    if text is None:
        half = small_bet // 2
        return half - half % 100 if half >= 100 else half, small_bet
    amounts = [cents(part) for part in text.split("/")]
    return (0, amounts[0]) if len(amounts) == 1 else (amounts[0], amounts[1])


def _faults(
    o: Mapping[str, Any], bets: tuple[int, int], blinds: tuple[int, int]
) -> tuple[str, ...]:
    found = []
    limit = o["betting"] == "limit"
    if limit and not LIMIT_LEAST <= bets[0] <= bets[1] <= LIMIT_MOST:
        found.append(f"bets = {o['bets']}: fixed limit is posted from $2 to $100 ({c.LIMIT.cite})")
    if limit and blinds[1] > bets[0]:
        found.append(
            f"blinds = {o['blinds']}: the big blind counts as the small bet of"
            f" {dollars(bets[0])} and is no more than it ({c.CAP.cite})"
        )
    collection = o["collection"]
    if collection == "option-2" and (o["betting"], collection) not in SCHEDULES:
        found.append(
            f"collection = {collection}: it is a schedule of the no-limit games ({c.TABLE})"
        )
    chip = o["smallest_chip"]
    posted = {"bets": bets if limit else (), "blinds": blinds, "ante": (o["ante"] or 0,)}
    found += [
        f"{name}: {dollars(amount)} is not a multiple of the smallest chip, {dollars(chip)}"
        for name, amounts in posted.items()
        for amount in amounts
        if amount % chip
    ]
    return tuple(found)
