"""From what a person sends to a command of the table, given by the right actor."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from cardroom.cards import CardError
from cardroom.events import dec_hook
from cardroom.play.inputs import Answer, Intervene
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import refuse
from cardroom.service.view.standing import Standing
from cardroom.table import Actor, commands
from cardroom.table.actors import FLOOR, OWN
from cardroom.table.commands import TableCommand

Key = Annotated[str, msgspec.Meta(pattern=r"^[!-~]{1,80}$")]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`key` makes it idempotent: the same key is the same command, done once."""

    key: Key
    command: dict[str, Any]


class DocumentedOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`command` is one of the table's commands; `player` may be left out and is then oneself."""

    key: Key
    command: TableCommand


DEALERS: Final = (
    commands.CloseBets,
    commands.DealCard,
    commands.ShowCutCard,
    commands.EndRound,
    commands.NoteFigure,
)
_WITH_PLAYER: Final = frozenset(
    str(kind.__struct_config__.tag) for kind in OWN if "player" in kind.__struct_fields__
)


def read(order: Order, person: Person) -> TableCommand:
    given = order.command
    if given.get("command") in _WITH_PLAYER:
        given = {"player": person.name, **given}
    try:
        command: TableCommand = msgspec.convert(given, TableCommand, dec_hook=dec_hook)
    except (msgspec.ValidationError, CardError, RecursionError) as wrong:
        raise refuse(422, errors.FORM, f"command: {wrong}"[:300]) from None
    return command


def actor(command: TableCommand, standing: Standing) -> Actor:
    """Who gives the command; a refusal if it is not this person's to give."""
    name = standing.name
    player, dealer, floor = Actor(name), Actor(name, "dealer"), Actor(name, "floor")
    match command:
        case commands.OpenTable():
            raise refuse(409, errors.COMMAND, "tables are opened in the lobby")
        case commands.NoteTime():
            raise refuse(409, errors.COMMAND, "the house's clock says what time it is")
        case commands.CloseTable():
            raise refuse(409, errors.COMMAND, "tables are closed with DELETE, which cashes all")
        case commands.LoadShoe():
            if command.order or command.root:
                raise refuse(409, errors.COMMAND, "nobody says in which order cards will come")
            _require(standing, deals=True)
            return dealer
        case commands.Play(input=Answer()):
            if standing.role in ("guest", "player"):
                return player
            _require(standing, deals=True)
            return dealer
        case commands.Play(input=Intervene()):
            _require(standing, mends=True)
            return floor
        case commands.CloseBets() | commands.EndRound() if (
            standing.role in ("guest", "player") and not standing.deals
        ):
            # The table looks whether it may be, and then the house does it.
            return player
        case commands.Play():
            _require(standing, deals=True)
            return dealer
        case _:
            return _plain(command, standing, (player, dealer, floor))


def _plain(command: TableCommand, standing: Standing, actors: tuple[Actor, Actor, Actor]) -> Actor:
    player, dealer, floor = actors
    if isinstance(command, OWN):
        if command.player == standing.name and standing.role in ("guest", "player"):
            return player
        _require(standing, mends=True)
        return floor
    if isinstance(command, DEALERS):
        _require(standing, deals=True)
        return dealer
    if isinstance(command, commands.Pause) and standing.oversees:
        return Actor(standing.name, "surveillance")
    assert isinstance(command, FLOOR), f"{command} belongs to nobody"
    _require(standing, mends=True)
    return floor


def _require(standing: Standing, *, deals: bool = False, mends: bool = False) -> None:
    if (deals and not standing.deals) or (mends and not standing.mends):
        needed = "floor staff" if mends else "the dealer"
        raise refuse(403, errors.COMMAND, f"only {needed} may do this")
