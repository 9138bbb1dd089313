"""The sign at a poker table: what is played for, and what is collected from the pots."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom.money import dollars
from cardroom.rules.policies import Poker, PotFee


def stakes(posted: Poker) -> str:
    """ "Limit $2/$4, blinds $1/$2" """
    pair = [f"${dollars(blind)}" for blind in (posted.small_blind, posted.big_blind) if blind]
    blinds = f"{'blinds' if len(pair) == 2 else 'blind'} {'/'.join(pair)}"
    ante = f", ante ${dollars(posted.ante)}" if posted.ante else ""
    if posted.betting == "no-limit":
        return f"No limit, {blinds}{ante}"
    return f"Limit ${dollars(posted.small_bet)}/${dollars(posted.big_bet)}, {blinds}{ante}"


def sign(posted: Poker) -> tuple[str, ...]:
    """The collection as it is posted."""
    if posted.half_hour:
        fee = dollars(posted.half_hour)
        return (f"Collection: ${fee} from each seated player at each half hour, no pot pays",)
    if not posted.collection:
        return ("No collection is taken",)
    when = "once a hand, right after the flop, from the main pot"
    return (f"Collection: {schedule(posted.collection)}; {when}",)


def schedule(rows: Sequence[PotFee]) -> str:
    """ "$4 with 7 players or more, $3 with 5 or 6, $2 with 4 or fewer" """
    said, above = [], 0
    for row in rows:
        fee = f"${dollars(row.fee)}"
        if not above:
            said.append(f"{fee} with {row.players} players or more")
        elif not row.players:
            said.append(f"{fee} with {above - 1} or fewer")
        elif above - row.players == 1:
            said.append(f"{fee} with {row.players}")
        else:
            said.append(f"{fee} with {row.players} or {above - 1}")
        above = row.players
    return ", ".join(said)
