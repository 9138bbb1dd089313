"""From claims to money: one fold over the bank, whoever banks.

Rules say what is owed on a bet (`Claim`); here it is cut to what the bank covers and moved. The
integer core (`cover`) has no rule in it and is shared with the simulator's tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from cardroom.events import (
    BankPosted,
    BankReturned,
    BetReversed,
    BetSettled,
    FreeCollectionGiven,
    RoundEnded,
)
from cardroom.money import Odds, Rounding
from cardroom.play.round import Bet, Draft, Settlement
from cardroom.rules.clauses import Clause
from cardroom.rules.fees import bracket_of


class Ratio(NamedTuple):
    """What a unit of stake brings: 3/2 is paid, 0/1 goes back, -1/1 is lost, -1/2 half of it."""

    over: int
    under: int = 1


WIN, PUSH, LOSE, LOSE_HALF = Ratio(1), Ratio(0), Ratio(-1), Ratio(-1, 2)


def pays(odds: Odds) -> Ratio:
    return Ratio(odds.pays, odds.per)


class Result(NamedTuple):
    """What the rules say of a hand: per class of money, and why."""

    original: Ratio
    added: Ratio
    clause: Clause


class Claim(NamedTuple):
    """`win` cents are owed to the owner, `lose` cents of the stake to the bank.

    Both only where an award does not return the stake (a share of a progressive meter).
    """

    bet: Bet
    win: int
    lose: int
    clause: Clause
    cause: str = ""


def claim(bet: Bet, result: Result, rounding: Rounding, cause: str = "") -> Claim:
    """The claim that a result makes on a bet; each class of money is rounded by itself."""
    net = owed(bet.stake - bet.added, result.original, rounding)
    net += owed(bet.added, result.added, rounding)
    return Claim(bet, max(net, 0), max(-net, 0), result.clause, cause)


def owed(stake: int, ratio: Ratio, rounding: Rounding) -> int:
    """Winnings go down to the house's chip; of a stake given up in part the odd cent stays lost."""
    if ratio.over > 0:
        return rounding.winnings(stake, Odds(ratio.over, ratio.under))
    kept = stake * (ratio.under + ratio.over) // ratio.under
    return kept - stake


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
    whole, part = (win, paid) if win else (lose, taken)
    return Covered(-(-stake * part // whole), paid, taken)


def settle(draft: Draft, claims: Iterable[Claim]) -> None:
    """Move the money of these claims, in their order, and record each."""
    for each in claims:
        _settle_one(draft, each)


def _settle_one(draft: Draft, owed: Claim) -> None:
    bet, bank = owed.bet, draft.bank
    # A push uses nothing, and keeps its whole stake in action only in name.
    covered = cover(bet.stake, owed.win, owed.lose, bank.can_pay(), bank.can_collect())
    returned = bet.stake - covered.taken
    draft.bank = msgspec.structs.replace(
        bank, paid=bank.paid + covered.paid, collected=bank.collected + covered.taken
    )
    draft.stacks[bet.owner] += returned + covered.paid
    del draft.bets[bet.id]
    settlement = Settlement(
        bet, covered.action, covered.paid, covered.taken, returned, owed.clause, owed.cause
    )
    draft.settled.append(settlement)
    draft.record(settlement_fact(settlement))


def settlement_fact(settlement: Settlement) -> BetSettled:
    bet = settlement.bet
    return BetSettled(
        bet.id,
        bet.spot,
        bet.box,
        bet.owner,
        bet.stake,
        settlement.action,
        settlement.paid,
        settlement.taken,
        settlement.returned,
        settlement.clause.id,
        settlement.cause,
        bet.hand,
    )


def reversal(settlement: Settlement, clause: Clause) -> BetReversed:
    bet = settlement.bet
    return BetReversed(
        bet.id,
        bet.spot,
        bet.box,
        bet.owner,
        bet.stake,
        settlement.paid,
        settlement.taken,
        settlement.returned,
        clause.id,
    )


def reverse(draft: Draft, settlement: Settlement, clause: Clause) -> None:
    """A paid claim is taken back, never deleted: the bet stands again."""
    bet, bank = settlement.bet, draft.bank
    draft.settled.remove(settlement)
    draft.bets[bet.id] = bet
    draft.stacks[bet.owner] -= settlement.returned + settlement.paid
    draft.bank = msgspec.structs.replace(
        bank, paid=bank.paid - settlement.paid, collected=bank.collected - settlement.taken
    )
    draft.record(reversal(settlement, clause))


def reopen(draft: Draft) -> None:
    """A round that was over goes on: what the bank got back is posted again."""
    bank = draft.bank
    if bank.returned:
        draft.stacks[bank.owner] -= bank.returned
        draft.record(BankPosted(bank.owner, draft.facts.bank_box, bank.returned))
        draft.bank = msgspec.structs.replace(bank, returned=0)


def end(draft: Draft) -> None:
    """The round is over: the bank's amount goes back, and everybody's result is recorded."""
    assert not draft.bets, f"the round is over and bets are open: {draft.bets}"
    bank = draft.bank
    # A round that was rewound to its own end has given the bank's amount back already.
    if bank.posted and not bank.returned:
        draft.stacks[bank.owner] += bank.held
        draft.record(BankReturned(bank.owner, bank.held))
        draft.bank = msgspec.structs.replace(bank, returned=bank.held)
    net: dict[str, int] = {}
    for settlement in draft.settled:
        owner = settlement.bet.owner
        net[owner] = net.get(owner, 0) + settlement.net
    _free_collections(draft)
    draft.record(RoundEnded(net, bank.net, draft.void))


def _free_collections(draft: Draft) -> None:
    """A button for every wager that would have won or lost and had no action at all."""
    schedule = draft.rules.fees
    if schedule.free_button == "none" or draft.void:
        return
    wagers: dict[tuple[int, str], list[Settlement]] = {}
    for settlement in draft.settled:
        if settlement.bet.spot in schedule.spots:
            wagers.setdefault((settlement.bet.box, settlement.bet.owner), []).append(settlement)
    for (box, owner), settled in wagers.items():
        first = settled[0].bet
        row = bracket_of(schedule.player, first.stake - first.added)
        if row is not None and not any(settlement.action for settlement in settled):
            draft.record(FreeCollectionGiven(owner, box, row.name))


def clockwise(boxes: Iterable[int], first: int) -> list[int]:
    """Boxes in ascending order, starting with the first one at or after `first`, and around."""
    ordered = sorted(boxes)
    later = [box for box in ordered if box >= first]
    return later + [box for box in ordered if box < first]


def in_order(order: str, boxes: Iterable[int], first: int) -> list[int]:
    """The boxes as a settlement goes through them; `first` is where clockwise begins."""
    match order:
        case "clockwise" | "from-action-seat":
            return clockwise(boxes, first)
        case "right-to-left" | "counter-clockwise" | "losers-first":
            return sorted(boxes, reverse=True)
        case _:
            raise ValueError(f"no order is called {order!r}")


def arranged(order: str, claims: Iterable[Claim]) -> list[Claim]:
    """Claims that come box by box, as they are paid: the bank may collect before it pays."""
    found = list(claims)
    if order == "losers-first":
        found.sort(key=lambda each: not each.lose)
    return found
