"""Poker pots: what was put in, who may win it, and how it is shared. Cards play no part here.

This is a sibling of `settle`: in poker nobody banks, so players win shares of pots, not claims.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from cardroom.events import BetLowered, PotAwarded, PotFeeTaken
from cardroom.play.round import Bet, Draft, Settlement
from cardroom.play.settle import settlement_fact
from cardroom.rules.clauses import Clause


class Pot(NamedTuple):
    """The main pot is the first; each side pot is for fewer boxes."""

    amount: int
    boxes: frozenset[int]
    """The boxes that may win it: they matched all of it and have not folded."""


class PotAward(NamedTuple):
    """A share of pot number `pot` (0 is the main pot); `side` is pot, high, or low."""

    pot: int
    box: int
    amount: int
    side: str


def uncalled(put_in: Mapping[int, int]) -> tuple[int, int] | None:
    """The box with an uncalled bet (folded boxes included), and how much goes back."""
    if not put_in:
        return None
    box = max(put_in, key=lambda box: put_in[box])
    called = max((amount for other, amount in put_in.items() if other != box), default=0)
    excess = put_in[box] - called
    return (box, excess) if excess else None


def pots(put_in: Mapping[int, int], live: Collection[int]) -> tuple[Pot, ...]:
    """The main pot and the side pots; each all-in of a player still in the hand starts a new one.

    Chips of folded boxes stay in the pots they reach. An uncalled bet is returned first.
    """
    assert live, "somebody is still in"
    found: list[Pot] = []
    below = 0
    for level in sorted({put_in.get(box, 0) for box in live}):
        boxes = frozenset(box for box in live if put_in.get(box, 0) >= level)
        amount = sum(min(put, level) - min(put, below) for put in put_in.values())
        if amount:
            found.append(Pot(amount, boxes))
        below = level
    over = sum(max(0, put - below) for put in put_in.values())
    if over:
        # Only folded boxes bet more: it belongs to the players who could have called it.
        last = found.pop() if found else Pot(0, frozenset(live))
        found.append(Pot(last.amount + over, last.boxes))
    return tuple(found)


def divide(amount: int, boxes: Sequence[int], chip: int) -> dict[int, int]:
    """Equal parts in whole chips; odd chips go one by one to the first of `boxes` in order.

    A remainder below one chip also goes to the first: a fee may have broken a chip.
    """
    each = amount // len(boxes) // chip * chip
    odd = amount - each * len(boxes)
    parts = dict.fromkeys(boxes, each)
    for box in boxes:
        extra = min(chip, odd)
        parts[box] += extra
        odd -= extra
    assert odd == 0, "there are fewer odd chips than winners"
    return parts


def best_of(values: Mapping[int, Any], boxes: Collection[int], order: Sequence[int]) -> list[int]:
    """The boxes with the best value, in order; None means that a hand does not count."""
    held = {box: values[box] for box in boxes if values.get(box) is not None}
    best = max(held.values(), default=None)
    return [box for box in order if box in held and held[box] == best]


def share(
    made: Sequence[Pot],
    high: Mapping[int, Any],
    low: Mapping[int, Any] | None,
    order: Sequence[int],
    chip: int,
) -> tuple[PotAward, ...]:
    """The shares of each pot. `order` is clockwise from the button; without `low`, high only.

    Whether a low exists is decided pot by pot, among the pot's own boxes. The odd chip of a split
    goes to the high half, then to the first winner in order.
    """
    shares: list[PotAward] = []
    for number, pot in enumerate(made):
        best_high = best_of(high, pot.boxes, order)
        best_low = best_of(low, pot.boxes, order) if low is not None else []
        halves = [("pot", pot.amount, best_high)]
        if best_low:
            low_half = pot.amount // 2 // chip * chip
            halves = [
                ("high", pot.amount - low_half, best_high),
                ("low", low_half, best_low),
            ]
        shares += [
            PotAward(number, box, amount, side)
            for side, half, winners in halves
            for box, amount in divide(half, winners, chip).items()
            if amount
        ]
    return tuple(shares)


def return_uncalled(draft: Draft, dead: Mapping[int, int]) -> None:
    """Uncalled chips go back to their owner; `dead` chips, by box, are part of no bet."""
    back = uncalled({bet.box: bet.stake - dead.get(bet.box, 0) for bet in draft.bets.values()})
    if back is None:
        return
    box, amount = back
    bet = next(bet for bet in draft.bets.values() if bet.box == box)
    draft.stacks[bet.owner] += amount
    draft.bets[bet.id] = msgspec.structs.replace(bet, stake=bet.stake - amount)
    draft.record(BetLowered(bet.id, box, bet.owner, amount, bet.stake - amount))


def less(made: Sequence[Pot], fee: int) -> tuple[Pot, ...]:
    """The pots after a collection: from the main pot, then from the side pots in order."""
    left = []
    for pot in made:
        taken = min(fee, pot.amount)
        fee -= taken
        left.append(pot._replace(amount=pot.amount - taken))
    assert not fee, "a collection is never more than the pots hold"
    return tuple(left)


def take_fee(draft: Draft, amount: int, side: tuple[int, ...] = ()) -> None:
    """The collection goes from the pots to the drop box; shares come from what is left."""
    if amount:
        draft.bank = msgspec.structs.replace(draft.bank, paid=draft.bank.paid + amount)
        draft.drop += amount
        draft.record(PotFeeTaken(amount, side))


class Won(NamedTuple):
    """A share, the rule that awarded it, and the hand that won it."""

    share: PotAward
    clause: Clause
    cause: str = ""


def settle_pots(draft: Draft, won: Sequence[Won], lost: Clause) -> None:
    """Settle all bets: every box's money goes to the pots, and every share to its winner."""
    for each in won:
        owner = draft.players[each.share.box]
        draft.record(
            PotAwarded(
                each.share.pot,
                each.share.box,
                owner,
                each.share.amount,
                each.share.side,
                each.clause.id,
                each.cause,
            )
        )
    for bet in tuple(draft.bets.values()):
        mine = [each for each in won if each.share.box == bet.box]
        paid = sum(each.share.amount for each in mine)
        best = mine[0] if mine else Won(PotAward(0, bet.box, 0, "pot"), lost)
        _settle_one(draft, bet, paid, best)
    assert draft.bank.net == 0, "shares and fee add up to the pot"


def _settle_one(draft: Draft, bet: Bet, paid: int, best: Won) -> None:
    bank = draft.bank
    draft.bank = msgspec.structs.replace(
        bank, paid=bank.paid + paid, collected=bank.collected + bet.stake
    )
    draft.stacks[bet.owner] += paid
    del draft.bets[bet.id]
    settlement = Settlement(
        bet, bet.stake, paid, bet.stake, 0, draft.rules.worded(best.clause), best.cause
    )
    draft.settled.append(settlement)
    draft.record(settlement_fact(settlement))
