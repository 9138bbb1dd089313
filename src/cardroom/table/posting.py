"""Posted games: from options or from a stored document, and what posting one does to a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import msgspec

from cardroom import games
from cardroom.events import Event
from cardroom.events.table import RulesPosted, SeatLeft, ShuffleDue
from cardroom.games.game import GameType
from cardroom.play.rotation import Rotation, between
from cardroom.play.round import Refusal
from cardroom.rules.options import OptionFaults, Value
from cardroom.rules.ruleset import Ruleset
from cardroom.store import Store, documents
from cardroom.table import clauses, seating, wagering
from cardroom.table.commands import ChangeRules, OpenTable
from cardroom.table.meter import meter_of
from cardroom.table.shoe import Shoe
from cardroom.table.table import Applied, Table
from cardroom.table.time_collection import Hours

C = TypeVar("C")
POSTS: Final = (OpenTable, ChangeRules)
"""Commands that post a game."""
BUILT_MAX: Final = 64
_BUILT: dict[bytes, tuple[GameType, Ruleset | OptionFaults]] = {}


class Document(msgspec.Struct, frozen=True):
    """What a stored ruleset says; amounts are in cents, and base values are left out."""

    game: str
    house: str = ""
    edition: str = "1"
    options: Mapping[str, Value] = {}


def read_document(data: bytes) -> Ruleset:
    """The ruleset that a document describes; `OptionFaults` if this version does not know it."""
    document = msgspec.json.decode(data, type=Document)
    game = games.game(document.game)
    # Users write dollars, documents hold cents: each option reads what it would show.
    specs = {spec.name: spec for spec in game.catalogue}
    given = {
        name: specs[name].show(value) if name in specs else value
        for name, value in document.options.items()
    }
    return game.ruleset(game.catalogue.restored(given), document.house, document.edition)


def built(id: str, options: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """A posted game, or what is wrong with it. Some take a second to build or to refuse, and each
    is asked for several times."""
    game = games.game(id)
    try:
        key = msgspec.json.encode((id, options, house, edition))
    except TypeError:
        # Values of Python that no journal holds.
        return game.ruleset(options, house, edition)
    found = _BUILT.get(key)
    if found is None or found[0] is not game:
        if len(_BUILT) >= BUILT_MAX:
            _BUILT.clear()
        found = _BUILT[key] = game, _built_now(game, options, house, edition)
    if isinstance(found[1], OptionFaults):
        raise found[1].with_traceback(None)
    return found[1]


def _built_now(
    game: GameType, options: Mapping[str, object], house: str, edition: str
) -> Ruleset | OptionFaults:
    try:
        return game.ruleset(options, house, edition)
    except OptionFaults as wrong:
        return wrong


def prepare(command: OpenTable | ChangeRules) -> None:
    """Build what the table will post, aside from the one who decides on it."""
    posted(pin(command))


def pin(command: C) -> C:
    """A command as it is stored: one that posts a game, with every option not at its base value.

    When a game is posted, options left out mean today's defaults. A journal is read for years, so
    there they mean the base value, which never changes.
    """
    if not isinstance(command, POSTS):
        return command
    try:
        game = games.game(command.game)
    except OptionFaults:
        return command
    try:
        rules = built(command.game, command.options, command.house, command.edition)
    except OptionFaults:
        # The table will refuse it, and say why, if it reads it by today's rules.
        today = game.catalogue.as_of_today(command.options)
        return msgspec.structs.replace(command, options=today)
    shown = {spec.name: spec.show(rules.options[spec.name]) for spec in game.catalogue}
    pinned = game.catalogue.pinned(rules.options)
    return msgspec.structs.replace(command, options={name: shown[name] for name in pinned})


def posted(command: OpenTable | ChangeRules) -> Ruleset | Refusal:
    """The rules that a stored command posts."""
    try:
        game = games.game(command.game)
        given = game.catalogue.restored(command.options)
        return built(command.game, given, command.house, command.edition)
    except OptionFaults as wrong:
        return Refusal(clauses.OPTIONS, str(wrong))


async def keep_rules(store: Store, command: object, clock: Callable[[], int]) -> None:
    """A round names its rules by digest: their document is stored before they are played."""
    if isinstance(command, POSTS):
        rules = posted(pin(command))
        assert not isinstance(rules, Refusal), "the table has just accepted them"
        await documents.put(store, rules.stored, clock())


def post(table: Table, rules: Ruleset) -> Applied:
    """Other rules from now on: seats that the layout lacks are left, and a new deck is shuffled.

    What a void round has paid, and buttons that were given, stay for the next round. Half hours
    that have ended stay due; where they would cost something else, they are paid first.
    """
    keeps_time = _clock(rules) == _clock(table.rules)
    table, paid = _time_paid(table, rules) if rules.as_read else (table, [])
    events: list[Event] = [*paid, RulesPosted(rules.game, rules.digest)]
    gone = {seat: player for seat, player in table.seats.items() if seat > rules.boxes}
    events += [SeatLeft(player, seat) for seat, player in sorted(gone.items())]
    seats = {seat: player for seat, player in table.seats.items() if seat not in gone}
    shoe = table.shoe
    if rules.deck != table.rules.deck or rules.shoe != table.rules.shoe:
        shoe = Shoe(number=shoe.number)
        events.append(ShuffleDue(shoe.due))
    changed = msgspec.structs.replace(
        table,
        rules=rules,
        shoe=shoe,
        seats=seats,
        away=table.away & set(seats.values()),
        limits=None,
        rotation=_rotation(table, rules),
        figures={},
        hours=table.hours if rules.as_read and keeps_time else Hours(),
        notice=None,
        meter=meter_of(table.id, table.meter, rules),
    )
    changed, asked = wagering.seek_bank(changed)
    return changed, (*events, *asked)


def _rotation(table: Table, rules: Ruleset) -> Rotation:
    """The count of rounds each player has banked continues in the next game."""
    if rules.game == table.rules.game:
        return table.rotation
    return between(table.rotation) if rules.as_read else Rotation()


def _clock(rules: Ruleset) -> tuple[int, str]:
    """What a half hour costs, and when it is paid."""
    return rules.fees.half_hour, rules.fees.paid


def _time_paid(table: Table, rules: Ruleset) -> tuple[Table, list[Event]]:
    """Players pay what is due if it would cost something else, or if they lose their seat."""
    changes = _clock(rules) != _clock(table.rules)
    paying = {player for seat, player in table.seats.items() if changes or seat > rules.boxes}
    events: list[Event] = []
    for player in sorted(paying):
        table, paid = seating.time_paid(table, player)
        events += paid
    return table, events
