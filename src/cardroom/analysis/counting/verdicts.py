"""What a surveillance department should do about a wager."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardroom.analysis.counting.documents import Danger, Leaving, PenetrationRow, Verdict

LEVELS: Final[tuple[tuple[int, Danger, str], ...]] = (
    (500, "none", "not worth a counter's time"),
    (2_500, "low", "worth little: a counter has better games"),
    (10_000, "moderate", "worth watching for bets that follow the count"),
)
"""Each up to that number of cents per hour."""
HIGH: Final = "vulnerable: protect this wager"
ACCEPTED: Final = 2_500
"""Cents per hour that the advice aims at."""
HARMLESS: Final = ("none", "low")
WORTH_A_DOUBT: Final = 100
"""Cents per hour."""


class Hourly(NamedTuple):
    """Cents per hour, with one standard error."""

    value: float
    error: float = 0.0


NOTHING: Final = Hourly(0.0)


def verdict(
    alone: Hourly,
    team: Hourly,
    limit: tuple[int, int | None],
    rows: Sequence[PenetrationRow],
    leaving: Leaving | None = None,
) -> Verdict:
    """`limit` is the maximum bet that was assumed, and the one that the house posts. The best
    player leaves poor shoes, if that wins more than staying."""
    best = alone
    if leaving is not None and leaving.per_hour > alone.value:
        best = Hourly(leaving.per_hour, leaving.error)
    danger, says = _level(best.value)
    bet_max, posted = limit
    doubt = _doubt(best)
    advised = best.value >= ACCEPTED and not doubt
    return Verdict(
        danger=danger,
        per_hour=best.value,
        team_per_hour=team.value,
        bet_max=bet_max,
        posted="posted" if posted == bet_max else "assumed",
        says=says,
        advice=_advice(best.value, alone.value, bet_max, rows) if advised else "",
        error=best.error,
        team_error=team.error,
        doubt=doubt,
    )


def _level(per_hour: float) -> tuple[Danger, str]:
    for most, name, words in LEVELS:
        if per_hour < most:
            return name, words
    return "high", HIGH


def _doubt(best: Hourly) -> str:
    """Where two standard errors, and more than a dollar, decide whether anybody should worry."""
    low, high = (_level(best.value + sign * 2 * best.error)[0] for sign in (-1, 1))
    if (low in HARMLESS) == (high in HARMLESS) or 2 * best.error < WORTH_A_DOUBT:
        return ""
    return f"the error is too large for a verdict; the danger may be {low} to {high}"


def _advice(per_hour: float, stays: float, bet_max: int, rows: Sequence[PenetrationRow]) -> str:
    """What would keep the wager under the accepted amount; leaving is taken to win the same share
    more wherever the cut card is."""
    more = per_hour / stays if stays > 0 else 1.0
    remedies = [f"a maximum bet of ${max(1, int(bet_max * ACCEPTED / per_hour) // 100):,}"]
    shallow = [row.dealt for row in rows if row.per_hour * more < ACCEPTED]
    if shallow:
        remedies.append(f"a cut card at {max(shallow):.0%} of the shoe")
    return f"{' or '.join(remedies)} keeps it under ${ACCEPTED // 100} an hour"
