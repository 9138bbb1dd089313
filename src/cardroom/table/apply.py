"""`apply(table, command) -> (table, events) | Refusal`: what a command does to a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

import msgspec

from cardroom.play.inputs import Intervene
from cardroom.play.round import Refusal
from cardroom.table import (
    clauses,
    commands,
    counting,
    house,
    jackpots,
    loading,
    rounds,
    rulings,
    seating,
    shuffle,
    wagering,
)
from cardroom.table.commands import OpenTable, Play, TableCommand
from cardroom.table.meter import Shown
from cardroom.table.office_commands import OfficeCommand, Prepared
from cardroom.table.table import CommandOutcome, Table

Handler = Callable[[Table, Any], CommandOutcome]

HANDLERS: Final[Mapping[type, Handler]] = {
    commands.SitDown: seating.sit_down,
    commands.LeaveSeat: seating.leave_seat,
    commands.SitOut: seating.sit_out,
    commands.SitIn: seating.sit_in,
    commands.AnswerBlinds: seating.answer_blinds,
    commands.BuyIn: seating.buy_in,
    commands.CashOut: seating.cash_out,
    commands.PlaceBet: wagering.place_bet,
    commands.BackBet: wagering.back_bet,
    commands.WithdrawBet: wagering.withdraw_bet,
    commands.PostBank: wagering.post_bank,
    commands.DeclineBank: wagering.decline_bank,
    commands.CloseBets: rounds.close_bets,
    commands.DealCard: rounds.deal_card,
    commands.Play: loading.play,
    commands.CommitShoe: shuffle.commit_shoe,
    commands.CloseContributions: shuffle.close_contributions,
    commands.LoadShoe: loading.load_shoe,
    commands.ShowCutCard: loading.show_cut_card,
    commands.ReplaceCards: loading.replace_cards,
    commands.EndRound: rounds.end_round,
    commands.ChangeRules: house.change_rules,
    commands.PostNoticed: house.post_noticed,
    commands.PostLimits: house.post_limits,
    commands.NoteFigure: house.note_figure,
    commands.NoteCompany: house.note_company,
    commands.NoteTime: house.note_time,
    commands.ChangeDealing: house.change_dealing,
    commands.PermitHelp: house.permit_help,
    commands.AskSetup: house.ask_setup,
    commands.Pause: house.pause,
    commands.Resume: house.resume,
    commands.CloseTable: house.close_table,
    **dict.fromkeys(get_args(Prepared), counting.prepare),
    commands.RuleOnRound: rulings.prepare,
    commands.VerifyJackpot: jackpots.prepare,
    commands.SignSlip: counting.sign_slip,
    commands.VoidSlip: counting.void_slip,
    commands.DealerIn: counting.dealer_in,
    commands.DealerOut: counting.dealer_out,
}

AFTER_CLOSING: Final = (commands.CountBox, commands.SignSlip, commands.VoidSlip)
"""Drop boxes are counted later, in the count room."""
FROM_A_TABLE_SET_ASIDE: Final = (commands.CashOut, commands.CloseTable)
NOT_DURING_A_SHUFFLE: Final = (
    commands.PlaceBet,
    commands.BackBet,
    commands.PostBank,
    commands.CloseBets,
    commands.ChangeRules,
    commands.PostNoticed,
    commands.ChangeDealing,
    commands.AskSetup,
)
"""Commands refused during a shuffle: no bets before the cards are fixed, no second order."""
DURING_PAUSE: Final = (
    commands.Resume,
    commands.CommitShoe,
    commands.CloseContributions,
    commands.LoadShoe,
    commands.LeaveSeat,
    commands.SitOut,
    commands.SitIn,
    commands.AnswerBlinds,
    commands.CashOut,
    commands.ChangeDealing,
    commands.PermitHelp,
    commands.PostLimits,
    commands.ChangeRules,
    commands.CloseTable,
    *get_args(OfficeCommand),
)


def apply(table: Table | None, command: TableCommand, shown: Shown | None = None) -> CommandOutcome:
    """The table after a command, with its events; or the refusal. None is no table yet.

    `shown` is the table's meter; without it a round waits for a reading.
    """
    if isinstance(command, OpenTable):
        return house.open_table(table, command)
    if table is None:
        return Refusal(clauses.OPEN, "this table is not open")
    if table.closed and not isinstance(command, AFTER_CLOSING):
        return Refusal(clauses.CLOSED, f"table {table.id} is closed")
    if isinstance(command, commands.SetAside):
        return Refusal(
            clauses.SET_ASIDE, "this version can resume the table, so it is not set aside"
        )
    if table.set_aside and not isinstance(command, FROM_A_TABLE_SET_ASIDE):
        return Refusal(clauses.SET_ASIDE, table.set_aside)
    if table.paused and not _in_a_pause(command):
        return Refusal(clauses.PAUSED, table.paused)
    if table.shuffle is not None and isinstance(command, NOT_DURING_A_SHUFFLE):
        return Refusal(clauses.CONTRIBUTIONS, "the cards are being shuffled")
    if shown is None:
        return _counted(HANDLERS[type(command)](table, command))
    outcome = HANDLERS[type(command)](msgspec.structs.replace(table, shown=shown), command)
    if isinstance(outcome, Refusal):
        return outcome
    return _counted((msgspec.structs.replace(outcome[0], shown=None), outcome[1]))


def _counted(outcome: CommandOutcome) -> CommandOutcome:
    """The tray of the table follows what happened to its chips."""
    if isinstance(outcome, Refusal) or outcome[0].office.tray is None:
        return outcome
    table, events = outcome
    tray = outcome[0].office.tray.after(table.id, events)
    if tray == table.office.tray:
        return outcome
    office = msgspec.structs.replace(table.office, tray=tray)
    return msgspec.structs.replace(table, office=office), events


def _in_a_pause(command: TableCommand) -> bool:
    if isinstance(command, Play):
        return isinstance(command.input, Intervene)
    return isinstance(command, DURING_PAUSE)
