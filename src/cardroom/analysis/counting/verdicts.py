"""What a surveillance department should do about a wager."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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


def verdict(
    per_hour: float,
    team_per_hour: float,
    limit: tuple[int, int | None],
    rows: Sequence[PenetrationRow],
    leaving: Leaving | None = None,
) -> Verdict:
    """`limit` is the maximum bet that was assumed, and the one that the house posts. The best
    player leaves poor shoes, if that wins more than staying."""
    stays = per_hour
    if leaving is not None:
        per_hour = max(per_hour, leaving.per_hour)
    danger: Danger = "high"
    says = HIGH
    for most, name, words in LEVELS:
        if per_hour < most:
            danger, says = name, words
            break
    bet_max, posted = limit
    return Verdict(
        danger=danger,
        per_hour=per_hour,
        team_per_hour=team_per_hour,
        bet_max=bet_max,
        posted="posted" if posted == bet_max else "assumed",
        says=says,
        advice=_advice(per_hour, stays, bet_max, rows) if per_hour >= ACCEPTED else "",
    )


def _advice(per_hour: float, stays: float, bet_max: int, rows: Sequence[PenetrationRow]) -> str:
    """What would keep the wager under the accepted amount; leaving is taken to win the same share
    more wherever the cut card is."""
    more = per_hour / stays if stays > 0 else 1.0
    remedies = [f"a maximum bet of ${max(1, int(bet_max * ACCEPTED / per_hour) // 100):,}"]
    shallow = [row.dealt for row in rows if row.per_hour * more < ACCEPTED]
    if shallow:
        remedies.append(f"a cut card at {max(shallow):.0%} of the shoe")
    return f"{' or '.join(remedies)} keeps it under ${ACCEPTED // 100} an hour"
