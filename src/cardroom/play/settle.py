"""From claims to money: one pass over the bank, for the house and for players.

The rules say what is owed on a bet (`Claim`); here it is cut to what the bank covers, and moved.
The integer core is `rules.coverage`, which the odds of banking also use.
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
from cardroom.money import LOSE as LOSE
from cardroom.money import LOSE_HALF as LOSE_HALF
from cardroom.money import PUSH as PUSH
from cardroom.money import WIN as WIN
from cardroom.money import Ratio as Ratio
from cardroom.money import Rounding, owed_together
from cardroom.money import pays as pays
from cardroom.play.round import Bet, Draft, Round, Settlement
from cardroom.rules.clauses import Clause
from cardroom.rules.coverage import NOTHING, later, losers_first
from cardroom.rules.coverage import clockwise as clockwise
from cardroom.rules.coverage import in_order as in_order


class Result(NamedTuple):
    """What the rules say about a hand: a ratio per class of money, and why."""

    original: Ratio
    added: Ratio
    clause: Clause
    row: str = ""
    """The row of a pay table that it is paid by, where there is one."""


def plain(ratio: Ratio, clause: Clause, row: str = "") -> Result:
    """The same ratio for all money; most bets have no added money."""
    return Result(ratio, ratio, clause, row)


class Claim(NamedTuple):
    """`win` cents are owed to the owner, `lose` cents of the stake to the bank.

    Both apply only if an award does not return the stake (a share of a progressive meter).
    """

    bet: Bet
    win: int
    lose: int
    clause: Clause
    cause: str = ""
    row: str = ""
    reached: bool = True
    """Whether the bank reaches the bet at all; if not, it goes back without action."""


def claim(bet: Bet, result: Result, rounding: Rounding, cause: str = "") -> Claim:
    """The claim of a result on a bet; each class of money is rounded separately."""
    net = owed_together(bet.stake, bet.added, (result.original, result.added), rounding)
    # A bonus row names what it pays: added money may be paid without it.
    earns = bet.stake > bet.added or result.added == result.original
    return Claim(bet, max(net, 0), max(-net, 0), result.clause, cause, result.row if earns else "")


def settle(draft: Draft, claims: Iterable[Claim]) -> None:
    """Move the money of these claims, in their order, and record each."""
    for each in claims:
        _settle_one(draft, each)


def _settle_one(draft: Draft, claimed: Claim) -> None:
    bet, bank = claimed.bet, draft.bank
    # A push uses nothing; its whole stake counts as action in name only.
    covered = NOTHING
    if claimed.reached:
        covered = bank.cover(bet.stake, claimed.win, claimed.lose)
    returned = bet.stake - covered.taken
    draft.bank = msgspec.structs.replace(
        bank, paid=bank.paid + covered.paid, collected=bank.collected + covered.taken
    )
    draft.stacks[bet.owner] += returned + covered.paid
    del draft.bets[bet.id]
    settlement = Settlement(
        bet,
        covered.action,
        covered.paid,
        covered.taken,
        returned,
        draft.rules.worded(claimed.clause),
        claimed.cause,
        claimed.row,
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
        settlement.row,
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
    """Reverse a paid claim, never delete it: the bet stands again."""
    bet, bank = settlement.bet, draft.bank
    draft.settled.remove(settlement)
    draft.bets[bet.id] = bet
    draft.stacks[bet.owner] -= settlement.returned + settlement.paid
    draft.bank = msgspec.structs.replace(
        bank, paid=bank.paid - settlement.paid, collected=bank.collected - settlement.taken
    )
    draft.record(reversal(settlement, clause))


def reopen(draft: Draft) -> None:
    """A finished round continues: what went back to the bank's owner is posted again."""
    bank = draft.bank
    if bank.returned:
        draft.stacks[bank.owner] -= bank.returned
        draft.record(BankPosted(bank.owner, draft.facts.bank_box, bank.returned))
        draft.bank = msgspec.structs.replace(bank, returned=0)


def end(draft: Draft) -> None:
    """The round is over: the bank's amount goes back, and everybody's result is recorded."""
    assert not draft.bets, f"the round is over and bets are open: {draft.bets}"
    bank = draft.bank
    # A round rewound to its own end has already returned the bank's amount.
    if bank.posted and not bank.returned:
        draft.stacks[bank.owner] += bank.held
        draft.record(BankReturned(bank.owner, bank.held))
        draft.bank = msgspec.structs.replace(bank, returned=bank.held)
    net: dict[str, int] = {}
    for settlement in draft.settled:
        owner = settlement.bet.owner
        net[owner] = net.get(owner, 0) + settlement.net
    given = () if draft.void else free_collections(draft)
    for button in given:
        draft.record(button)
    draft.record(RoundEnded(net, bank.net, draft.void))


def free_collections(round: Draft | Round) -> tuple[FreeCollectionGiven, ...]:
    """A button for every wager that would have won or lost and had no action at all."""
    schedule, limits = round.rules.fees, round.facts.limits or round.rules.limits
    if schedule.free_button == "none":
        return ()
    wagers: dict[tuple[int, str], list[Settlement]] = {}
    for settlement in round.settled:
        if schedule.charges(settlement.bet.spot):
            wagers.setdefault((settlement.bet.box, settlement.bet.owner), []).append(settlement)
    found = []
    for (box, owner), settled in wagers.items():
        first = settled[0].bet
        row = schedule.row(schedule.player, first.stake - first.added, limits)
        # A push has action in name only; for a split wager the other hands decide.
        missed = any(not settlement.action for settlement in settled)
        moved = any(settlement.paid or settlement.taken for settlement in settled)
        if missed and not moved:
            found.append(FreeCollectionGiven(owner, box, row.name))
    return tuple(found)


def action_order(round: Round, action: int | None) -> tuple[int, ...]:
    """The boxes in the order a player's bank reaches them; empty until that is known.

    `action` is where the action button lies.
    """
    order = round.rules.banking.order
    if round.rules.banking.limit == "none" or (order == "from-action-seat" and action is None):
        return ()
    return tuple(in_order(order, round.players, action or 0))


def arranged(order: str, claims: Iterable[Claim]) -> list[Claim]:
    """Claims in payment order: the bank may collect before it pays."""
    losers = losers_first(order)
    if not losers:
        return list(claims)
    return sorted(claims, key=lambda each: later(losers, each.lose))
