"""How far a bank's money reaches: the integer core of settlement.

Play settles with it, and the odds of banking compile the very same functions: they take and return
integers, and know no bet, no game and no event.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Covered(NamedTuple):
    action: int
    paid: int
    taken: int


def cover(stake: int, win: int, lose: int, can_pay: int | None, can_collect: int | None) -> Covered:
    """How much of a claim the bank's money reaches; None is no limit.

    The bank pays to its last cent; `action` is the least part of the stake that earns what was
    paid. A stake that gives up a part (surrender) has action in the same proportion.
    """
    paid = win if can_pay is None else min(win, can_pay)
    taken = lose if can_collect is None else min(lose, can_collect)
    if paid == win and taken == lose:
        return Covered(stake, paid, taken)
    # Where an award comes with a lost stake, what reaches either is action.
    won = -(-stake * paid // win) if win else 0
    lost = -(-stake * taken // lose) if lose else 0
    return Covered(max(won, lost), paid, taken)


def reach(posted: int, one_way: int, other_way: int, together: int) -> int:
    """What the bank may still move one way; `together` is 1 where both ways use one amount."""
    return posted - one_way - together * other_way


def clockwise(boxes: Iterable[int], first: int) -> list[int]:
    """Boxes in ascending order, starting with the first one at or after `first`, and around."""
    ordered = sorted(boxes)
    after = [box for box in ordered if box >= first]
    return after + [box for box in ordered if box < first]


def in_order(order: str, boxes: Iterable[int], first: int) -> list[int]:
    """The boxes as a settlement goes through them; `first` is where clockwise begins."""
    match order:
        case "clockwise" | "from-action-seat":
            return clockwise(boxes, first)
        case "right-to-left" | "counter-clockwise" | "losers-first":
            return sorted(boxes, reverse=True)
        case _:
            raise ValueError(f"no order is called {order!r}")


def losers_first(order: str) -> int:
    """1 where the bank collects before it pays."""
    return int(order == "losers-first")


def later(losers: int, lose: int) -> int:
    """1 for a claim that waits until the losing ones are collected."""
    return 1 if losers and not lose else 0
