"""The form of the laboratory: the options of a game in groups, and where one may start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from cardroom import games, houses
from cardroom.games.side_bets.option import SideBets
from cardroom.games.signs import row_words
from cardroom.houses import House
from cardroom.rules.clauses import Clause
from cardroom.rules.options import (
    Choice,
    OptionFaults,
    OptionGroup,
    OptionSpec,
    Value,
    Whole,
    show,
)
from cardroom.rules.own_table import PayRows
from cardroom.rules.ruleset import Ruleset
from cardroom.service.lab.messages import (
    LabGame,
    LabOption,
    LabRow,
    LabStart,
    OptionKind,
)
from cardroom.service.lab.states import laws
from cardroom.service.live.posting_defaults import default_options
from cardroom.service.view.sheets import printed

GROUPS: Final[Mapping[OptionGroup, str]] = {
    "deal": "Cards and dealing",
    "bank": "The bank's hand",
    "play": "Players' decisions",
    "pay": "Payments",
    "side-bet": "Side bets",
    "collection": "Collection",
    "limits": "Limits and seats",
    "procedure": "Procedure",
    "text": "Posted text",
}
"""In the order of the form."""
ROOM: Final = "room"
"""The name of the starting point that this room's defaults are."""


@lru_cache(maxsize=64)
def form(id: str, own: House | None = None) -> LabGame:
    """Everything that the page needs to know about a game."""
    rules = games.ruleset(id, default_options(id))
    order = tuple(GROUPS)
    specs = sorted(games.game(id).catalogue, key=lambda spec: order.index(spec.group))
    return LabGame(
        id,
        rules.title,
        rules.banking.limit != "none",
        tuple(_option(spec, rules) for spec in specs),
        tuple(_starts(id, own)),
        {name: show(value) for name, value in default_options(id).items()},
        laws(),
        printed(rules),
    )


def _option(spec: OptionSpec, rules: Ruleset) -> LabOption:
    kind = spec.kind
    numbers = kind if isinstance(kind, Whole) else None
    return LabOption(
        spec.name,
        GROUPS[spec.group],
        spec.about,
        _clause(spec, rules),
        _kind(kind),
        spec.display(rules.options[spec.name]),
        kind.expected(),
        tuple(spec.show(value) for value in getattr(kind, "values", ())),
        None if numbers is None else numbers.least,
        None if numbers is None else numbers.most,
        _rows(kind, rules),
        _posted(spec, rules),
        isinstance(kind, PayRows) and kind.check is not None,
    )


def _kind(kind: object) -> OptionKind:
    if isinstance(kind, Choice):
        return "choice"
    if isinstance(kind, PayRows):
        return "rows"
    if isinstance(kind, SideBets):
        return "side-bets"
    return "number" if isinstance(kind, Whole) else "text"


def _clause(spec: OptionSpec, rules: Ruleset) -> Clause | None:
    known = games.game(rules.game).clauses
    return rules.worded(known[spec.clause]) if spec.clause in known else None


def _rows(kind: object, rules: Ruleset) -> tuple[LabRow, ...]:
    if not isinstance(kind, PayRows):
        return ()
    words = {row.name: row.words for bet in rules.side_bets for row in bet.rows if row.words}
    return tuple(LabRow(name, row_words(name, words)) for name in kind.rows)


def _posted(spec: OptionSpec, rules: Ruleset) -> dict[str, dict[str, str]]:
    kind = spec.kind
    if not isinstance(kind, PayRows):
        return {}
    found = {}
    for value in kind.values:
        paid = _paid(kind, rules, spec, value)
        if paid:
            found[spec.show(value)] = paid
    return found


def _paid(kind: PayRows, rules: Ruleset, spec: OptionSpec, value: Value) -> dict[str, str]:
    """What the rows pay: as the option says, or as the sign of that name says."""
    if spec.show(value) in kind.posted:
        return dict(kind.posted[spec.show(value)])
    try:
        other = games.ruleset(
            rules.game, {**default_options(rules.game), spec.name: spec.show(value)}
        )
    except OptionFaults:
        return {}
    names = {row_words(name): name for name in kind.rows}
    for sign in games.felt_of(other).signs(other):
        if sign.title.lower() == spec.name.replace("_", " "):
            return {names[row[0]]: row[-1].removeprefix("$").replace(",", "") for row in sign.rows}
    return {}


def _starts(id: str, own: House | None) -> Iterator[LabStart]:
    yield LabStart(ROOM, "This room's default", {})
    known = [houses.house(name) for name in houses.names()]
    for house in ([own] if own is not None else []) + known:
        if id not in {posted.game for posted in house.game}:
            continue
        try:
            rules = house.ruleset(id)
        except (houses.HouseError, OptionFaults):
            continue
        yield LabStart(house.name, house.title, differing(rules), house.state)


def differing(rules: Ruleset) -> dict[str, str]:
    """The options that are not this room's defaults, as they are written."""
    here = games.ruleset(rules.game, default_options(rules.game)).options
    return {
        spec.name: spec.show(rules.options[spec.name])
        for spec in games.game(rules.game).catalogue
        if rules.options[spec.name] != here[spec.name]
    }
