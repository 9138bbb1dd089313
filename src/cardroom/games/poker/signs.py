"""The sign at a poker table: what is played for, and what is collected from the pots."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom.games.poker.policies import Poker
from cardroom.money import exact
from cardroom.rules.fees import PotFee, Schedule


def stakes(posted: Poker) -> str:
    """ "Limit $2/$4, blinds $1/$2" """
    pair = [exact(blind) for blind in (posted.small_blind, posted.big_blind) if blind]
    blinds = f"{'blinds' if len(pair) == 2 else 'blind'} {'/'.join(pair)}"
    word = "ante" if posted.ante_from == "everyone" else "big-blind ante"
    ante = f", {word} {exact(posted.ante)}" if posted.ante else ""
    if posted.betting == "no-limit":
        return f"No limit, {blinds}{ante}"
    return f"Limit {exact(posted.small_bet)}/{exact(posted.big_bet)}, {blinds}{ante}"


WHEN = "once per hand, right after the flop, from the main pot, then from the side pots"


def sign(fees: Schedule) -> tuple[str, ...]:
    """The collection as it is posted, in a sentence."""
    if fees.half_hour:
        fee = exact(fees.half_hour)
        return (f"Collection: {fee} from each seated player for each half hour, none from pots",)
    if not fees.pot:
        return ("No collection is taken",)
    said = ", ".join(f"{fee} with {players}" for players, fee in brackets(fees.pot))
    return (f"Collection: {said}; {WHEN}",)


def collected(fees: Schedule) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The collection as a table: who pays, when, and the fee of each row."""
    if fees.half_hour:
        fee = exact(fees.half_hour)
        return "For each half hour, none from pots", (("each seated player", fee),)
    if not fees.pot:
        return "Players dealt in", (("any number", "none"),)
    return f"Players dealt in; {WHEN}", brackets(fees.pot)


def brackets(rows: Sequence[PotFee]) -> tuple[tuple[str, str], ...]:
    """ "7 players or more" and its fee, "5 or 6", "4 or fewer" """
    found, above = [], 0
    for row in rows:
        if not above:
            players = f"{row.players} players or more"
        elif not row.players:
            players = f"{above - 1} or fewer"
        elif above - row.players == 1:
            players = f"{row.players}"
        else:
            between = "or" if above - row.players == 2 else "to"
            players = f"{row.players} {between} {above - 1}"
        found.append((players, exact(row.fee)))
        above = row.players
    return tuple(found)
