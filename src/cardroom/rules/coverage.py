"""How far a bank's money reaches: the integer core of settlement.

Play settles with these functions, and the odds of banking compile the same ones. They take and
return integers and know nothing of bets, games, or events.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Final, NamedTuple


class Covered(NamedTuple):
    action: int
    paid: int
    taken: int


NOTHING: Final = Covered(0, 0, 0)


def cover(stake: int, win: int, lose: int, can_pay: int | None, can_collect: int | None) -> Covered:
    """How much of a claim the bank's money covers; None means no limit.

    The bank pays to its last cent; `action` is the smallest part of the stake that earns what was
    paid. A stake that is given up in part (surrender) has action in the same proportion.
    """
    paid = win if can_pay is None else min(win, can_pay)
    taken = lose if can_collect is None else min(lose, can_collect)
    if paid == win and taken == lose:
        return Covered(stake, paid, taken)
    # If a lost stake also earns an award, money that moves either way counts as action.
    won = -(-stake * paid // win) if win else 0
    lost = -(-stake * taken // lose) if lose else 0
    return Covered(max(won, lost), paid, taken)


def reach(posted: int, one_way: int, other_way: int, together: int) -> int:
    """What the bank may still pay, or collect; `together` is 1 if both share one amount."""
    return posted - one_way - together * other_way


def clockwise(boxes: Iterable[int], first: int) -> list[int]:
    """Boxes in ascending order from the first at or after `first`, wrapping around."""
    ordered = sorted(boxes)
    before = bisect_left(ordered, first)
    return ordered[before:] + ordered[:before]


def in_order(order: str, boxes: Iterable[int], first: int) -> list[int]:
    """The boxes in settlement order; a clockwise order begins at `first`."""
    match order:
        case "clockwise" | "from-action-seat":
            return clockwise(boxes, first)
        case "right-to-left" | "counter-clockwise" | "losers-first":
            return sorted(boxes, reverse=True)
        case _:
            raise ValueError(f"{order!r} is not an order of settlement")


def losers_first(order: str) -> int:
    """1 if the bank collects before it pays, else 0."""
    return int(order == "losers-first")


def later(losers: int, lose: int) -> int:
    """1 if the claim waits until losing bets are collected, else 0."""
    return 1 if losers and not lose else 0
