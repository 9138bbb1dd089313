"""What a ruling on a settled round would change: everyone's money before and after."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.events.office import RulingMade
from cardroom.play.round import Refusal, Round
from cardroom.table.office_commands import RuleOnRound
from cardroom.table.rulings import bars_ruling, consequences, house_share

HOUSE_ROW = "house"


class MoneyLine(msgspec.Struct, frozen=True):
    """What a round brought somebody, in cents."""

    name: str
    before: int
    change: int
    after: int


class RulingPreview(msgspec.Struct, frozen=True):
    lines: tuple[MoneyLine, ...]
    command: RuleOnRound
    """With the changes that the rules of the round give."""
    rulings: tuple[RulingMade, ...] = ()
    """Earlier ones on the same round."""


def preview(
    round: Round | None,
    results: Mapping[str, int],
    ruled: tuple[RulingMade, ...],
    asked: RuleOnRound,
) -> RulingPreview | Refusal:
    """`results` is what the round brought each player, and the house where it banks."""
    found = {} if round is None else consequences(round, asked)
    if isinstance(found, Refusal):
        return found
    command = msgspec.structs.replace(asked, changes=dict(found))
    barred = bars_ruling(round, ruled, command)
    if barred is not None:
        return barred
    before = ruled_results(results, ruled)
    moved = {**found, **({HOUSE_ROW: house_share(found)} if house_share(found) else {})}
    lines = tuple(
        MoneyLine(
            name, before.get(name, 0), moved.get(name, 0), before.get(name, 0) + moved.get(name, 0)
        )
        for name in dict.fromkeys([*before, *moved])
    )
    return RulingPreview(lines, command, ruled)


def ruled_results(results: Mapping[str, int], ruled: tuple[RulingMade, ...]) -> dict[str, int]:
    """The results of a round with all rulings on it."""
    found = dict(results)
    for ruling in ruled:
        for name, amount in ruling.changes.items():
            found[name] = found.get(name, 0) + amount
        if ruling.house:
            found[HOUSE_ROW] = found.get(HOUSE_ROW, 0) + ruling.house
    return found
