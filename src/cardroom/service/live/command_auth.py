"""Commands from people: read, and checked against the person's duties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, get_args

import msgspec

from cardroom import games
from cardroom.cards import CardError
from cardroom.events import dec_hook
from cardroom.play.inputs import Answer, Intervene, RoundInput
from cardroom.play.irregularities import on_request
from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.live.house_moves import answering
from cardroom.service.view.standing import Permissions
from cardroom.service.view.views import BOT, player_at
from cardroom.table import Actor, commands
from cardroom.table.actors import CAGE_SLIPS, FLOOR, OWN
from cardroom.table.commands import TableCommand
from cardroom.table.floor import HOUSE
from cardroom.table.office_commands import SignedOfficeCommand
from cardroom.table.table import Table

CommandKey = Annotated[str, msgspec.Meta(pattern=r"^[!-~]{1,80}$")]


class CommandRequest(
    msgspec.Struct, frozen=True, tag_field="type", tag="command", forbid_unknown_fields=True
):
    """A command from a person: a message of the stream, or the body of a request.

    Commands with the same key are the same command, and it is carried out once.
    """

    key: CommandKey
    command: dict[str, Any]


class DocumentedRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`command` is one of the table's commands; `player` is the sender if it is left out."""

    key: CommandKey
    command: TableCommand


DEALERS: Final = (
    commands.CloseBets,
    commands.DealCard,
    commands.ShowCutCard,
    commands.ReplaceCards,
    commands.EndRound,
    commands.NoteFigure,
    commands.SignSlip,
    commands.DealerIn,
    commands.DealerOut,
)
LEAVES: Final = (commands.WithdrawBet, commands.LeaveSeat, commands.CashOut)
"""What a player who was given a duty may still do."""
NOT_HERE: Final[Mapping[type, str]] = {
    commands.OpenTable: "tables are opened in the lobby",
    commands.NoteTime: "only the house's clock keeps the time",
    commands.PostNoticed: "only the house's clock ends the time of a notice",
    commands.CommitShoe: "only the house's shuffler commits to an order",
    commands.CloseContributions: "only the house closes contributions to a shuffle",
    commands.SetAside: "only the house sets a table aside",
    commands.CloseTable: "use DELETE to close a table; it pays everyone out",
}
"""Commands that no person sends to a table, and what to do instead."""
_WITH_PLAYER: Final = frozenset(
    str(kind.__struct_config__.tag) for kind in OWN if "player" in kind.__struct_fields__
)
_SENDER_FIELDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(_WITH_PLAYER, "player"),
    **{str(kind.__struct_config__.tag): "by" for kind in get_args(SignedOfficeCommand)},
    **{
        str(kind.__struct_config__.tag): "dealer"
        for kind in (commands.DealerIn, commands.DealerOut)
    },
}
"""The field of a command that is the sender if it is left out."""


class _Read(msgspec.Struct):
    """msgspec keeps what it has found out about a struct. About a union it finds it out again for
    each value, which takes fifty times as long as reading the value."""

    command: TableCommand


def read(request: CommandRequest, sender: str) -> TableCommand:
    given = request.command
    field = _SENDER_FIELDS.get(str(given.get("command")))
    if field is not None:
        given = {field: sender, **given}
    entry = given.get("input")
    if isinstance(entry, dict) and entry.get("kind") == "rewind" and "to" not in entry:
        why = "give the number of inputs of the round to keep: 0 undoes the whole round"
        raise refuse(422, errors.FORM, f"command: a rewind needs its target, `to`; {why}")
    try:
        return msgspec.convert({"command": given}, _Read, dec_hook=dec_hook).command
    except (msgspec.ValidationError, CardError, RecursionError):
        raise refuse(422, errors.FORM, f"command: {_wrong(given)}"[:300]) from None


def _wrong(given: dict[str, Any]) -> Exception:
    """What is wrong with a command; the path in the message begins at the command."""
    try:
        msgspec.convert(given, TableCommand, dec_hook=dec_hook)
    except (msgspec.ValidationError, CardError, RecursionError) as wrong:
        return wrong
    raise AssertionError("the command was refused before")


def actor(table: Table, command: TableCommand, standing: Permissions) -> Actor:
    """The actor that the journal names for this command: the sender as a player, a dealer or floor
    staff, or the house where it deals for its players. Raises a refusal if the sender may not."""
    match command:
        case _ if (instead := NOT_HERE.get(type(command))) is not None:
            raise refuse(409, errors.COMMAND, instead)
        case commands.Play():
            return _play_actor(table, command.input, standing)
        case commands.LoadShoe():
            if command != commands.LoadShoe():
                raise refuse(409, errors.COMMAND, "the order of the cards cannot be chosen")
            return _dealer(standing)
        case commands.OpenTray() if any(name.startswith(BOT) for name in table.seats.values()):
            why = "bots do not play with the house's chips; run the room with --no-bots"
            raise refuse(409, errors.COMMAND, why)
        case commands.CloseBets() | commands.EndRound() if standing.plays and not standing.deals:
            return _automatic_dealer(table, command, standing.name)
        case commands.Pause() if standing.oversees:
            return Actor(standing.name, "surveillance")
        case _ if standing.counts and isinstance(command, CAGE_SLIPS):
            return Actor(standing.name, "cashier")
        case _ if isinstance(command, OWN):
            return _player(command.player, standing, leaves=isinstance(command, LEAVES))
        case _ if isinstance(command, DEALERS):
            return _dealer(standing)
        case _:
            assert isinstance(command, FLOOR), f"{command} has no sender"
            return _floor(standing)


def _player(player: str, standing: Permissions, *, leaves: bool) -> Actor:
    """Players act for themselves, and the floor for them; people who work here do not play."""
    if standing.plays and player == standing.name:
        return Actor(standing.name)
    if standing.plays:
        # A person who deals for training has a floor of practice chips, and no power over people.
        raise refuse(403, errors.COMMAND, f"only {player} or the floor may do this")
    if player.lower() == standing.name.lower() and not leaves:
        raise refuse(403, errors.COMMAND, "people who work here do not play")
    return _floor(standing)


def _play_actor(table: Table, given: RoundInput, standing: Permissions) -> Actor:
    if isinstance(given, Intervene):
        asked = on_request(games.family(table.rules), given.kind)
        asks = asked and standing.plays and not standing.mends
        return Actor(standing.name) if asks else _floor(standing)
    if not isinstance(given, Answer) or not standing.plays:
        return _dealer(standing)
    round = table.round
    if round is not None and player_at(round, given.box) == standing.name:
        # The banker also answers for the bank's box, which has no seat.
        return answering(round, standing.name, given.box)
    return Actor(standing.name)


def _automatic_dealer(
    table: Table, command: commands.CloseBets | commands.EndRound, name: str
) -> Actor:
    """At a table that deals by itself, players may have the cards dealt and cleared."""
    closes = isinstance(command, commands.CloseBets)
    if table.dealing != "automatic":
        does = "closes the bets" if closes else "clears the table"
        raise refuse(403, errors.COMMAND, f"at this table the dealer {does}")
    if not closes and name not in table.seats.values():
        raise refuse(403, errors.COMMAND, "only seated players may have the table cleared")
    return HOUSE


def _dealer(standing: Permissions) -> Actor:
    if not standing.deals:
        raise refuse(403, errors.COMMAND, "only the dealer may do this")
    return Actor(standing.name, "dealer")


def _floor(standing: Permissions) -> Actor:
    if not standing.mends:
        raise refuse(403, errors.COMMAND, "only floor staff may do this")
    return Actor(standing.name, "floor")
