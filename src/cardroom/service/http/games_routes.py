"""The games: the list, their rules, and their strategy."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import msgspec
from starlette.responses import Response

from cardroom import events, games
from cardroom.games import registry
from cardroom.games.felt_drawing import Theme
from cardroom.games.readings import readings
from cardroom.games.whole_round import RulePageSection, in_short, whole_round
from cardroom.money import exact
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.rules.clauses import Clause
from cardroom.rules.options import OptionFaults, Value
from cardroom.rules.ruleset import Ruleset
from cardroom.service import errors
from cardroom.service.coach.charts import Chart
from cardroom.service.errors import refuse
from cardroom.service.http.replies import JSON, computing, reply
from cardroom.service.http.routes import Call, Route
from cardroom.service.live.posted_games import PostedGames, bar_unknown
from cardroom.service.view.felt import layout
from cardroom.service.view.sheets import PrintedSheet, printed, sheets

Banked = Literal["house", "players", "pots"]


class OptionFacts(msgspec.Struct, frozen=True):
    name: str
    default: str
    """The default at tables of this room."""
    about: str
    clause: str
    values: tuple[str, ...]
    """The choices; empty if any value in the range is allowed."""
    expected: str


class GameFacts(msgspec.Struct, frozen=True):
    id: str
    title: str
    family: str
    source: str
    options: tuple[OptionFacts, ...]
    about: str = ""
    """The game in a sentence: the words on its felt."""
    wagers: str = ""
    """What may be wagered at a table of this room, and what is collected."""
    banked: Banked = "house"
    how: str = ""
    """How the game works, in a paragraph."""
    house: str = ""
    """The room's house, if it posts the game."""
    theme: Theme = Theme()
    """The colors of its felt."""


class StepFacts(msgspec.Struct, frozen=True):
    step: str
    says: str


class RulePage(msgspec.Struct, frozen=True):
    game: str
    title: str
    source: str
    digest: str
    procedure: tuple[StepFacts, ...]
    options: tuple[OptionFacts, ...]
    clauses: tuple[Clause, ...]
    sign: tuple[str, ...] = ()
    """The posted signs, with the game's default options."""
    readings: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    """The names of the sheets that can be printed."""
    round: tuple[RulePageSection, ...] = ()
    """The whole round in words, section by section."""
    how: str = ""
    """How the game works, in a paragraph."""
    printed: tuple[PrintedSheet, ...] = ()
    """The sheets that can be printed, with their titles."""


class Computing(msgspec.Struct, frozen=True):
    status: str = "computing"


async def _rules_of(call: Call, id: str, options: dict[str, Any]) -> Ruleset:
    bar_unknown(id)
    try:
        return await call.room.lab.built(call.owner, games.ruleset, id, options)
    except OptionFaults as wrong:
        raise refuse(422, errors.OPTIONS, str(wrong)) from None


def posted_rules(call: Call, id: str) -> Ruleset:
    """The game as this room posts it."""
    bar_unknown(id)
    return call.room.lobby.posted.rules(id)


def _options(rules: Ruleset) -> tuple[OptionFacts, ...]:
    return tuple(
        OptionFacts(
            spec.name,
            spec.display(rules.options[spec.name]),
            spec.about,
            spec.clause,
            tuple(spec.show(value) for value in _values(spec.kind)),
            spec.kind.expected(),
        )
        for spec in games.game(rules.game).catalogue
    )


def _values(kind: object) -> tuple[Value, ...]:
    found: tuple[Value, ...] = getattr(kind, "values", ())
    return found


async def list_games(call: Call) -> Response:
    return Response(_listed(call.room.lobby.posted), media_type=JSON)


@lru_cache(maxsize=4)
def _listed(posted: PostedGames) -> bytes:
    """Every page asks for it, and a room's games do not change while it is open."""
    found = []
    for id in posted.ids():
        rules = posted.rules(id)
        found.append(
            GameFacts(
                id,
                rules.title,
                rules.family,
                rules.source,
                _options(rules),
                *_in_short(rules),
                in_short(rules),
                posted.house_of(id),
                layout(rules).drawing.theme,
            )
        )
    return events.encode(found)


def _in_short(rules: Ruleset) -> tuple[str, str, Banked]:
    laid, limits = layout(rules), rules.limits
    most = "" if limits.most is None else f" to {exact(limits.most)}"
    wagers = laid.stakes or f"Wagers from {exact(limits.least)}{most}"
    collection = "; ".join(laid.sign) or _collection(rules)
    # Not what the title and the wagers say already.
    about = [it for it in (laid.felt.line, laid.felt.sub) if it not in ("", rules.title, wagers)]
    banked: Banked = "players" if rules.banking.limit != "none" else "house"
    words = "".join(f"{it}. " for it in about).strip()
    return words, f"{wagers}. {collection}.", "pots" if laid.pots else banked


def _collection(rules: Ruleset) -> str:
    """ "Collection: $0.50 to $1 per wager; the bank pays $0.50 to $2 per round" """
    fees, limits = rules.fees, rules.limits
    player = f"{_span(fees.player_span(limits))} per wager" if fees.player else ""
    bank = f"the bank pays {_span(fees.bank_span(limits))} per round" if fees.bank else ""
    said = "; ".join(filter(None, (player, bank)))
    return f"Collection: {said}" if said else "No collection"


def _span(fees: tuple[int, int]) -> str:
    return " to ".join(f"{exact(fee)}" for fee in dict.fromkeys(fees))


async def show_rules(call: Call) -> Response:
    id = call.path("game")
    rules = posted_rules(call, id)
    words = registry.package(rules).step_words
    steps = tuple(StepFacts(type(step).__name__, words(rules, step)) for step in rules.procedure)
    clauses = (*games.clauses(rules), *TABLE_CLAUSES)
    page = RulePage(
        id,
        rules.title,
        rules.source,
        rules.digest,
        steps,
        _options(rules),
        clauses,
        layout(rules).sign,
        readings(rules),
        sheets(rules),
        whole_round(rules),
        in_short(rules),
        printed(rules),
    )
    return reply(page)


async def show_chart(call: Call) -> Response:
    """Options of a posted game as query parameters: `?decks=2&dealer_hits_soft_17=false`."""
    rules = await _rules_of(call, call.path("game"), dict(call.request.query_params))
    chart = call.room.own_chart(rules)
    if chart is None:
        return computing(Computing())
    return reply(chart)


ROUTES = (
    Route("GET", "/api/games", list_games, "Every game", gives={200: list[GameFacts]}),
    Route("GET", "/api/games/{game}/rules", show_rules, "A rule page", gives={200: RulePage}),
    Route(
        "GET",
        "/api/games/{game}/chart",
        show_chart,
        "Best play; 202 while it is being computed",
        gives={200: Chart, 202: Computing},
    ),
)
