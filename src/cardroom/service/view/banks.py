"""The bank of a table as everybody may see it: who has it, what is left of it, who is next."""

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
    """The round's bank; between rounds the one that was posted, or who is asked for it."""
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
        # Who came while another was asked sits anywhere; in a broken game all may think again.
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
    """Who may bank the round after this one; a void one does not count."""
    turn, round = table.rotation, table.round
    if turn.banker:
        void = round is not None and round.void
        turn = rotation.voided(turn) if void else rotation.played(turn)
    return rotation.turns(turn, table.seats)


def buttons(table: Table, seen: View | None) -> tuple[ButtonView, ...]:
    """The bank's, poker's dealer button, those of the round, and free collections to be used."""
    lying = [ButtonView("dealer", table.button)] if table.button else []
    turn = table.rotation
    if table.player_banked and turn.box:
        # The button tells the bank's first round in a row from its second, which is its last.
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
    """The offer of other cards; nobody asks for them while a round lies on the table."""
    if not knows_setups(table) or table.round is not None or not table.seats_of(player):
        return None
    return SetupView(bars_setup(table, player))


def fees(table: Table, seen: View | None) -> tuple[FeeView, ...]:
    """What was taken for this round; between rounds what would be taken if it began now."""
    if seen is not None:
        return seen.fees
    owed = collection(table.betting, table.carried)
    return () if isinstance(owed, Refusal) else (*map(fee_view, owed), *_time_due(table))


def _time_due(table: Table) -> Iterator[FeeView]:
    """What the next hand takes for half hours that have ended."""
    for seat, player in sorted(table.seats.items()):
        if fee := table.time_due(player):
            yield FeeView(player, fee, seat, bracket=BRACKET)


def time(table: Table) -> TimeView | None:
    """What seated players pay at each half hour, and when the next one is."""
    fee, hours = table.rules.fees.half_hour, table.hours
    return TimeView(fee, (hours.half_hour + 1) * HALF_HOUR) if fee and hours.half_hour else None
