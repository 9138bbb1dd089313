"""The chart on the table: which totals must draw, must stand, or may do either.

It is read from the same bars that play uses, for every hand that can be dealt or drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from cardroom.cards import Card
from cardroom.games.twentyone.engine.legality import Mode
from cardroom.games.twentyone.game import PostedGame, posted_game
from cardroom.hands.points import Key, add, over, points, soft, start
from cardroom.rules.ruleset import Ruleset

DrawDuty = Literal["draw", "stand", "either"]
NINE: Final = 9
"""An up card that freezes nothing."""
NATURAL: Final = "natural"


class ChartRow(NamedTuple):
    hand: str
    """hard 12, soft 17, natural."""
    player: DrawDuty
    bank: DrawDuty


@lru_cache(maxsize=64)
def posted_chart(rules: Ruleset) -> tuple[ChartRow, ...]:
    """Hard totals, then soft ones, then the natural; none where nothing is compulsory."""
    at = posted_game(rules)
    if not at.policies.draws_to and at.policies.stands_at is None:
        return ()
    found: dict[tuple[int, int], tuple[set[DrawDuty], set[DrawDuty]]] = {}
    for key in _hands(at):
        if over(key) or key.size == at.policies.size_max:
            continue
        row = (2, 0) if key.natural else (int(soft(key)), points(key))
        players, banks = found.setdefault(row, (set(), set()))
        players.add(_player(at, key))
        banks.add("draw" if at.game.bank_draws(at.policies, key) else "stand")
    names = ("hard", "soft")
    return tuple(
        ChartRow(
            NATURAL if kind == 2 else f"{names[kind]} {total}",
            _all(players),
            _all(banks),
        )
        for (kind, total), (players, banks) in sorted(found.items())
    )


def _all(said: set[DrawDuty]) -> DrawDuty:
    """What holds for every hand of a total; where they differ, either is allowed."""
    return next(iter(said)) if len(said) == 1 else "either"


def _player(at: PostedGame, key: Key) -> DrawDuty:
    verdicts = dict(at.legality.verdicts(key, Mode(), NINE))
    if verdicts["hit"] is None:
        return "draw" if verdicts["stand"] is not None else "either"
    return "stand"


def _hands(at: PostedGame) -> Iterator[Key]:
    """Every hand of two cards or more that the rules tell apart, without splits."""
    rule = at.policies.points
    jokers = (Card("Jk"),) if rule.joker is not None else ()
    cards = (*(Card(rank + "s") for rank in "A23456789T"), *jokers)
    waiting, seen = [start(rule)], set[Key]()
    while waiting:
        key = waiting.pop()
        for card in cards:
            after = add(rule, key, card)
            if after in seen:
                continue
            seen.add(after)
            if after.size > 1:
                yield after
            # Only where the player or the bank may take another card.
            draws = after.size < 2 or at.game.bank_draws(at.policies, after)
            if draws or _player(at, after) != "stand":
                waiting.append(after)
