"""`apply(table, command) -> (table, events) | Refusal`: what a command does to a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cardroom.play.inputs import Intervene
from cardroom.play.round import Refusal
from cardroom.table import clauses, commands, house, loading, rounds, seating, shuffle, wagering
from cardroom.table.commands import OpenTable, Play, TableCommand
from cardroom.table.meter import Shown
from cardroom.table.table import Outcome, Table

Handler = Callable[[Table, Any], Outcome]

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
}

FROM_A_TABLE_SET_ASIDE: Final = (commands.CashOut, commands.CloseTable)
NOT_DURING_A_SHUFFLE: Final = (
    commands.PlaceBet,
    commands.BackBet,
    commands.PostBank,
    commands.CloseBets,
    commands.ChangeRules,
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
)


def apply(table: Table | None, command: TableCommand, shown: Shown | None = None) -> Outcome:
    """The table after a command, with its events; or the refusal. None is no table yet.

    `shown` is the table's meter; without it a round waits for a reading.
    """
    if isinstance(command, OpenTable):
        return house.open_table(table, command)
    if table is None:
        return Refusal(clauses.OPEN, "this table is not open")
    if table.closed:
        return Refusal(clauses.CLOSED, f"table {table.id} is closed")
    if isinstance(command, commands.SetAside):
        return Refusal(clauses.SET_ASIDE, "this version resumes the table")
    if table.set_aside and not isinstance(command, FROM_A_TABLE_SET_ASIDE):
        return Refusal(clauses.SET_ASIDE, table.set_aside)
    if table.paused and not _in_a_pause(command):
        return Refusal(clauses.PAUSED, table.paused)
    if table.shuffle is not None and isinstance(command, NOT_DURING_A_SHUFFLE):
        return Refusal(clauses.CONTRIBUTIONS, "the cards are being shuffled")
    if shown is None:
        return HANDLERS[type(command)](table, command)
    outcome = HANDLERS[type(command)](msgspec.structs.replace(table, shown=shown), command)
    if isinstance(outcome, Refusal):
        return outcome
    return msgspec.structs.replace(outcome[0], shown=None), outcome[1]


def _in_a_pause(command: TableCommand) -> bool:
    if isinstance(command, Play):
        return isinstance(command.input, Intervene)
    return isinstance(command, DURING_PAUSE)
