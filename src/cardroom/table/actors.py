"""Actors: players act for themselves, dealer and floor for the table, the house for its clock."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from cardroom import games
from cardroom.play.inputs import Answer, Intervene
from cardroom.play.irregularities import on_request
from cardroom.play.round import Refusal
from cardroom.table import clauses, commands
from cardroom.table.commands import Play, TableCommand
from cardroom.table.office_commands import Prepared, SignedOfficeCommand
from cardroom.table.table import Table

ActorRole = Literal["player", "dealer", "floor", "surveillance", "cashier", "house"]


class Actor(msgspec.Struct, frozen=True):
    """`house` is the machine itself: the shuffler, the clock, the automatic dealer."""

    id: str
    role: ActorRole = "player"


class Envelope(msgspec.Struct, frozen=True):
    """A command, its actor, and its key: the same key is the same command, done once."""

    key: str
    actor: Actor
    command: TableCommand


OWN: Final = (
    commands.SitDown,
    commands.LeaveSeat,
    commands.SitOut,
    commands.SitIn,
    commands.AnswerBlinds,
    commands.BuyIn,
    commands.CashOut,
    commands.PlaceBet,
    commands.BackBet,
    commands.WithdrawBet,
    commands.PostBank,
    commands.DeclineBank,
    commands.AskSetup,
)
"""Commands of players for themselves; a dealer may give them for a player."""

FLOOR: Final = (
    commands.OpenTable,
    commands.ChangeRules,
    commands.PostNoticed,
    commands.PostLimits,
    commands.ChangeDealing,
    commands.PermitHelp,
    commands.Pause,
    commands.Resume,
    commands.CloseTable,
    commands.NoteTime,
    commands.NoteCompany,
    commands.VoidSlip,
    commands.RuleOnRound,
    commands.VerifyJackpot,
    *get_args(Prepared),
)
CAGE_SLIPS: Final = (
    commands.FillTray,
    commands.CreditTray,
    commands.CountBox,
    commands.SignSlip,
    commands.VoidSlip,
)
CAGE: Final = (commands.BuyIn, commands.CashOut, *CAGE_SLIPS)
"""Commands of the cashier."""


def bars(table: Table | None, actor: Actor, command: TableCommand) -> Refusal | None:
    """Why an actor's role does not permit a command; None if it does."""
    if isinstance(command, SignedOfficeCommand) and command.by != actor.id:
        return Refusal(clauses.ROLE, other_signer(actor, command.by))
    if isinstance(command, commands.LoadShoe) and command.seed:
        why = "leave out the seed: it is made from the players' contributions"
        return Refusal(clauses.CONTRIBUTIONS, why)
    if _may(table, actor, command):
        return None
    return Refusal(clauses.ROLE, f"{actor.id} ({actor.role}) may not do this here")


def other_signer(actor: Actor, named: str) -> str:
    """Why a command is refused that names somebody else as the person who signs it, or nobody."""
    return f"sign with your own name, {actor.id}{f', not {named}' if named else ''}"


def _may(table: Table | None, actor: Actor, command: TableCommand) -> bool:
    match actor.role:
        case "house" | "floor":
            return True
        case "dealer":
            return not isinstance(command, FLOOR)
        case "cashier":
            return isinstance(command, CAGE)
        case "surveillance":
            return isinstance(command, commands.Pause)
        case "player":
            if isinstance(command, OWN):
                return command.player == actor.id
            return isinstance(command, Play) and _own_input(table, actor, command)


def _own_input(table: Table | None, actor: Actor, command: Play) -> bool:
    """The answer of a player's own box, or a request that any player may make to the dealer."""
    if table is None or table.round is None:
        return False
    match command.input:
        case Answer(box=box):
            return table.round.players.get(box) == actor.id
        case Intervene(kind=kind):
            seated = actor.id in table.round.players.values()
            return seated and on_request(games.family(table.rules), kind)
        case _:
            return False
