"""Seats and stacks: the players' seats, and chips that come to the table and leave it."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.events import Event, FeeTaken
from cardroom.events.table import (
    BlindsAnswered,
    ChipsBought,
    ChipsCashed,
    PlayerAway,
    PlayerBack,
    PlayerSat,
    SeatLeft,
)
from cardroom.money import exact
from cardroom.play import rotation
from cardroom.play.round import Refusal
from cardroom.play.time_fee import BRACKET
from cardroom.table import clauses, wagering
from cardroom.table.commands import (
    AnswerBlinds,
    BuyIn,
    CashOut,
    LeaveSeat,
    SitDown,
    SitIn,
    SitOut,
)
from cardroom.table.table import CommandOutcome, Table

PRACTICE_STACK_MAX: Final = 1_000_000_00


def sit_down(table: Table, command: SitDown) -> CommandOutcome:
    seat = command.seat
    if not command.player.strip():
        return Refusal(clauses.SEAT, "a player needs a name to sit down")
    if not 1 <= seat <= table.rules.boxes:
        return Refusal(clauses.SEAT, f"there is no seat {seat}; seats are 1 to {table.rules.boxes}")
    if seat in table.seats:
        return Refusal(clauses.SEAT, f"seat {seat} is taken by {table.seats[seat]}")
    if table.rules.deals_to_seats and table.seats_of(command.player):
        return Refusal(clauses.SEAT, f"{command.player} already has a seat in this game")
    seats = {**table.seats, seat: command.player}
    sat = msgspec.structs.replace(table, seats=seats)
    events: tuple[Event, ...] = (PlayerSat(command.player, seat),)
    if table.player_banked and table.round is None:
        turned = rotation.join(table.rotation, seats)
        sat, asked = wagering.turn(sat, turned)
        events += asked
    return sat, events


def leave_seat(table: Table, command: LeaveSeat) -> CommandOutcome:
    player = command.player
    seats = table.seats_of(player)
    if not seats:
        return Refusal(clauses.SEAT, f"{player} has no seat here")
    if table.in_round(player):
        return Refusal(clauses.BUSY, f"{player} has a wager in round {table.number}")
    boxes = {bet.box for bet in table.bets if bet.owner == player and not bet.backline}
    left = [bet for bet in table.bets if bet.owner == player or bet.box in boxes]
    events: list[Event] = [*wagering.withdrawn(left)]
    table, paid = time_paid(table, player)
    events += paid
    events += [SeatLeft(player, seat) for seat in seats]
    others = {seat: other for seat, other in table.seats.items() if other != player}
    gone = msgspec.structs.replace(
        table,
        seats=others,
        away=table.away - {player},
        answers={name: how for name, how in table.answers.items() if name != player},
        bets=tuple(bet for bet in table.bets if bet not in left),
    )
    if table.player_banked and table.round is None:
        if table.bank is not None and table.bank.owner == player:
            gone = msgspec.structs.replace(gone, bank=None)
        gone, asked = wagering.turn(gone, rotation.leave(table.rotation, others, player))
        events += asked
    return gone, tuple(events)


def sit_out(table: Table, command: SitOut) -> CommandOutcome:
    player = command.player
    if not table.seats_of(player) or player in table.away:
        return Refusal(clauses.SEAT, f"{player} has no seat here, or is already sitting out")
    away = msgspec.structs.replace(table, away=table.away | {player})
    return away, (PlayerAway(player),)


def sit_in(table: Table, command: SitIn) -> CommandOutcome:
    player = command.player
    if player not in table.away:
        return Refusal(clauses.SEAT, f"{player} is not sitting out")
    back = msgspec.structs.replace(table, away=table.away - {player})
    return back, (PlayerBack(player),)


def answer_blinds(table: Table, command: AnswerBlinds) -> CommandOutcome:
    player = command.player
    if not any(table.owes(player)):
        return Refusal(clauses.BLINDS, f"{player} owes no blind here")
    answers = {**table.answers, player: command.how}
    return msgspec.structs.replace(table, answers=answers), (BlindsAnswered(player, command.how),)


def buy_in(table: Table, command: BuyIn) -> CommandOutcome:
    chip = table.rules.limits.chip
    if command.amount <= 0 or command.amount % chip:
        why = f"{exact(command.amount)} is not a multiple of the smallest chip, {exact(chip)}"
        return Refusal(clauses.AMOUNT, why)
    if table.in_round(command.player):
        return Refusal(clauses.BUSY, f"{command.player} has a wager in round {table.number}")
    stack = table.stack(command.player) + command.amount
    practice = table.chips == "practice"
    if practice and stack > PRACTICE_STACK_MAX:
        most = exact(PRACTICE_STACK_MAX)
        return Refusal(clauses.PRACTICE, f"{command.player} would have more than {most}")
    tray = table.office.tray
    if tray is not None and command.amount > tray.expected:
        why = f"the tray holds {exact(tray.expected)}; it needs a fill first"
        return Refusal(clauses.TRAY, why)
    bought = _with_stack(table, command.player, stack)
    return bought, (ChipsBought(command.player, command.amount, stack, practice),)


def cash_out(table: Table, command: CashOut) -> CommandOutcome:
    player = command.player
    if table.in_round(player):
        return Refusal(clauses.BUSY, f"{player} has a wager in round {table.number}")
    due, fee = table.time_due(player), wagering.collection_of(table, player)
    free = max(0, table.free(player) - due - fee)
    amount = free if command.amount is None else command.amount
    if not 0 < amount <= free:
        owed = f"; {exact(due)} is due for time" if due else ""
        owed += f"; {exact(fee)} is set aside for the collection" if fee else ""
        why = f"{player} can cash out {exact(free)}{owed}"
        return Refusal(clauses.AMOUNT, why)
    stack = table.stack(player) - amount
    cashed = _with_stack(table, player, stack)
    return cashed, (ChipsCashed(player, amount, stack, table.chips == "practice"),)


def time_paid(table: Table, player: str) -> tuple[Table, list[Event]]:
    """A player who leaves pays for the half hours that have ended: no later hand takes it. One that
    is paid in advance is not due without a hand."""
    due = table.time_due(player) if table.rules.fees.paid == "at-end" else 0
    freed = msgspec.structs.replace(table, hours=table.hours.without({player}))
    if not due:
        return freed, []
    taken = FeeTaken(player, due, table.seats_of(player)[0], bracket=BRACKET)
    return _with_stack(freed, player, table.stack(player) - due), [taken]


def _with_stack(table: Table, player: str, stack: int) -> Table:
    stacks = {**table.stacks, player: stack}
    if not stack:
        del stacks[player]
    return msgspec.structs.replace(table, stacks=stacks)
