"""The bank of a table as everyone may see it: the banker, what is left, and who is next."""

from __future__ import annotations

from collections.abc import Iterator

from cardroom.games.felt import FREE_COLLECTION
from cardroom.play import rotation
from cardroom.play.collection import fees as collection
from cardroom.play.round import Refusal
from cardroom.play.time_fee import BRACKET
from cardroom.play.views import FeeView, View, fee_view
from cardroom.service.view.view_types import (
    BankView,
    ButtonView,
    SetupView,
    TimeView,
)
from cardroom.table.house import bars_setup, knows_setups
from cardroom.table.table import Table
from cardroom.table.time_collection import SECONDS as HALF_HOUR
from cardroom.table.wagering import bank_collection


def bank(table: Table, seen: View | None) -> BankView:
    """The round's bank; between rounds, the posted bank or the player it is offered to."""
    if not table.player_banked:
        paid, collected = (0, 0) if seen is None else (seen.bank.paid, seen.bank.collected)
        return BankView("house", 0, None, paid, collected)
    turn, limit = table.rotation, table.rules.banking.limit
    if seen is not None:
        at = seen.bank
        return BankView(
            at.owner,
            turn.box,
            at.posted,
            at.paid,
            at.collected,
            limit=limit,
            can_pay=at.can_pay(),
            can_collect=at.can_collect(),
            round=rotation.round_of(turn),
            next=_next(table),
            reach=seen.reach,
        )
    posted = table.bank
    if posted is None:
        waiting = rotation.turns(turn, table.seats)
        # A newcomer may sit anywhere in the order; when the game is on hold, all may reconsider.
        passed = {turn.asked, *turn.declined} if turn.asked else set()
        return BankView(
            turn.banker,
            turn.box,
            None,
            0,
            0,
            turn.asked,
            limit,
            next=tuple(player for player in waiting if player not in passed),
            collection=bank_collection(table, turn.asked),
        )
    return BankView(
        posted.owner,
        turn.box,
        posted.posted,
        0,
        0,
        limit=limit,
        can_pay=posted.can_pay(),
        can_collect=posted.can_collect(),
        round=rotation.round_of(turn),
        next=_next(table),
    )


def _next(table: Table) -> tuple[str, ...]:
    """The players who may bank the next round; a void round does not count."""
    turn, round = table.rotation, table.round
    if turn.banker:
        void = round is not None and round.void
        turn = rotation.voided(turn) if void else rotation.played(turn)
    return rotation.turns(turn, table.seats)


def buttons(table: Table, seen: View | None) -> tuple[ButtonView, ...]:
    """The bank button, the dealer button in poker, the round's buttons, and free collections."""
    lying = [ButtonView("dealer", table.button)] if table.button else []
    turn = table.rotation
    if table.player_banked and turn.box:
        # The button shows whether it is the bank's first round in a row or its second and last.
        lying.append(ButtonView("bank", turn.box, str(rotation.round_of(turn))))
    if seen is not None:
        lying += [ButtonView(button, box) for button, box in seen.middle.buttons]
        lying += [ButtonView(FREE_COLLECTION, one.box, one.bracket) for one in seen.given]
        return tuple(lying)
    for owner, brackets in table.free_collection.items():
        for seat in table.seats_of(owner)[:1]:
            lying += [ButtonView(FREE_COLLECTION, seat, bracket) for bracket in brackets]
    return tuple(lying)


def setup(table: Table, player: str) -> SetupView | None:
    """Whether a new set-up may be requested; not while a round is on the table."""
    if not knows_setups(table) or table.round is not None or not table.seats_of(player):
        return None
    return SetupView(bars_setup(table, player))


def fees(table: Table, seen: View | None) -> tuple[FeeView, ...]:
    """The collections taken for this round; between rounds, those due if it began now."""
    if seen is not None:
        return seen.fees
    owed = collection(table.betting, table.carried)
    return () if isinstance(owed, Refusal) else (*map(fee_view, owed), *_time_due(table))


def _time_due(table: Table) -> Iterator[FeeView]:
    """Time collections due with the next hand for half hours that have ended."""
    if not table.pays_time:
        return
    for seat, player in sorted(table.seats.items()):
        if fee := table.time_due(player):
            yield FeeView(player, fee, seat, bracket=BRACKET)


def time(table: Table) -> TimeView | None:
    """The time collection per half hour, and when the next one is due."""
    fee, hours = table.rules.fees.half_hour, table.hours
    return TimeView(fee, (hours.half_hour + 1) * HALF_HOUR) if fee and hours.half_hour else None
