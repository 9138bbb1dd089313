"""Limits of single spots, as the value of an option.

In a house file it is a table; on a command line, one line of text. Both mean the same, and the text
is what is stored:

    spot_limits = { bet-the-set = ["1", "25"], monte-carlo = ["1", "5"] }
    spot_limits = "bet-the-set 1-25; monte-carlo 1-5"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from cardroom.money import MoneyError, cents, dollars, exact
from cardroom.rules.limits import Limits
from cardroom.rules.options import OptionFaults, OptionSpec, RowFault, Value, show
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

SPOTS_MAX: Final = 60
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9/-]{0,60}")
_TEXT: Final = re.compile(r"\s*(?P<spot>\S+)\s+(?P<least>\S+)\s*-\s*(?P<most>\S+)\s*")


class SpotLimits(msgspec.Struct, frozen=True):
    """None, or the least and the most that may be staked on some spots."""

    def read(self, given: object) -> Value:
        if given is None or show(given) in ("", "none") or given == {}:
            return None
        parts = dict(given) if isinstance(given, Mapping) else dict(_parts(show(given)))
        if len(parts) > SPOTS_MAX:
            raise RowFault("", f"at most {SPOTS_MAX} spots, not {len(parts):,}")
        found = {str(spot): _amounts(str(spot), amounts) for spot, amounts in parts.items()}
        stored = (f"{spot} {dollars(a)}-{dollars(b)}" for spot, (a, b) in found.items())
        return "; ".join(stored) or None

    def expected(self) -> str:
        return 'none, or a table like { bet-the-set = ["1", "25"] }: lowest and highest, in dollars'


def _parts(text: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for part in filter(str.strip, text.split(";")):
        match = _TEXT.fullmatch(part)
        if match is None:
            raise ValueError(f"{SpotLimits().expected()}; as text, bet-the-set 1-25; bonus 5-50")
        yield match["spot"], (match["least"], match["most"])


def _amounts(spot: str, given: object) -> tuple[int, int]:
    right = 'write the minimum and the maximum in dollars, like ["1", "25"]'
    if not _NAME.fullmatch(spot):
        raise RowFault(spot[:60], "this is not the name of a spot")
    if not isinstance(given, (list, tuple)) or len(given) != 2:
        raise RowFault(spot, right)
    try:
        least, most = (cents(show(amount)) for amount in given)
    except MoneyError:
        raise RowFault(spot, right) from None
    if not 0 < least <= most:
        raise RowFault(spot, f"{dollars(least)} to {dollars(most)} is not a range; {right}")
    return least, most


SPOT_LIMITS: Final = OptionSpec(
    "spot_limits",
    SpotLimits(),
    None,
    "limits for single spots, where they are not the table's",
    "bet.least",
    group="limits",
)
"""For games with side bets."""


def with_spot_limits(rules: Ruleset) -> Ruleset:
    """The posted game with these limits at its spots; `OptionFaults` says what they contradict."""
    value = rules.options.get("spot_limits")
    limited = _limited(rules, value) if isinstance(value, str) else rules
    faults = tuple(_closed(limited))
    # Rounds that version 0.1 recorded keep the limits that they were played with.
    if faults and rules.options.get("readings") != "0.1":
        raise OptionFaults(faults)
    return limited


def _closed(rules: Ruleset) -> Iterator[str]:
    """Bets that nobody can make as posted, and why."""
    chip = rules.limits.chip
    for spot in rules.spots:
        if spot.opens != "before-deal":
            continue
        if spot.stake is not None:
            if spot.stake % chip:
                stake = f"its stake of {exact(spot.stake)}"
                yield f"{spot.title}: {stake} is not a multiple of smallest_chip = {dollars(chip)}"
            continue
        limits = rules.limits_at(spot, rules.limits)
        if limits.most is not None and limits.lowest > limits.most:
            least, most = f"{exact(limits.lowest)}", f"{exact(limits.most)}"
            yield f"{spot.title}: the lowest bet, {least}, is above the highest, {most}"


def _limited(rules: Ruleset, value: str) -> Ruleset:
    limits = {name: _amounts(name, amounts) for name, amounts in _parts(value)}
    faults = [
        f"spot_limits, {name}: {says}"
        for name, amounts in limits.items()
        for says in _faults(rules, name, amounts)
    ]
    if faults:
        raise OptionFaults(tuple(faults))
    chip = rules.limits.chip
    spots = tuple(
        msgspec.structs.replace(spot, limits=Limits(*limits[name], chip))
        if (name := _named(spot, limits))
        else spot
        for spot in rules.spots
    )
    return msgspec.structs.replace(rules, spots=spots)


def _named(spot: Spot, limits: Mapping[str, object]) -> str:
    """The name under which a spot has limits: its own, or that of its group."""
    return next((name for name in (spot.name, spot.name.partition("/")[0]) if name in limits), "")


def _faults(rules: Ruleset, name: str, amounts: tuple[int, int]) -> Iterator[str]:
    side = [spot for spot in rules.spots if spot.needs_main]
    spots = [spot for spot in side if _named(spot, {name: amounts})]
    if not spots:
        known = ", ".join(dict.fromkeys(spot.name.partition("/")[0] for spot in side)) or "none"
        yield f"there is no such side bet as posted; the side bets are {known}"
    for spot in spots:
        if spot.stake is not None:
            yield f"{spot.title} has the fixed stake {exact(spot.stake)}"
    for amount in amounts:
        if amount % rules.limits.chip:
            chip = f"smallest_chip = {dollars(rules.limits.chip)}"
            yield f"{dollars(amount)} is not a multiple of {chip}"
    legal = rules.legal_limit
    if legal is not None and amounts[1] > legal:
        yield f"{dollars(amounts[1])} is above legal_limit = {dollars(legal)}"
