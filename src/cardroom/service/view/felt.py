"""The layout document: everything on the felt, generated from the ruleset.

The page draws this and has no code for any game; a game that needs a special control names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from cardroom import games
from cardroom.events import Event
from cardroom.events.table import RulesPosted
from cardroom.games.felt import Ending, Verb
from cardroom.games.felt_drawing import Drawing, Theme
from cardroom.games.signs import Sign, pays_words, posted_rows
from cardroom.places import LEFT_OVER, pile_place
from cardroom.play.betting import Betting
from cardroom.rules.house_text import HouseWords, house_words, lines_of
from cardroom.rules.paytable import show_pays
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot
from cardroom.service import families
from cardroom.service.view.sheets import PrintedSheet, printed, sheets


class SpotPlace(msgspec.Struct, frozen=True):
    name: str
    title: str
    pays: str
    needs_main: bool = msgspec.field(default=False, name="beside_main")
    rows: tuple[tuple[str, str], ...] = ()
    """The pay table, best row first."""
    least: int | None = None
    """The minimum stake, if it is not the table's minimum."""
    stake: int | None = None
    """The fixed stake, if one is posted."""
    most: int | None = None
    """The maximum stake."""
    group: str = ""
    """Spots of one group share a circle in the box, and a sheet to choose from."""


class BoxPlace(msgspec.Struct, frozen=True):
    box: int
    spots: tuple[SpotPlace, ...]


class VerbButton(msgspec.Struct, frozen=True):
    verb: str
    title: str
    key: str
    instead: str = ""
    """The verb whose button it shares: only one of the two can be taken."""
    costs: str = ""
    """`wager`: as much again as the hand's wager, where the answer takes no amount."""
    to: bool = False
    """Its amount is what the whole bet comes to, and is shown after "to"."""
    counts: str = ""
    """What its amount is the number of, if it is not chips: pile."""
    means: str = ""
    """What it does, in a few words."""
    control: str = ""
    """The special control that its answer needs; the layout's `controls` lists them all."""


class TopicWords(msgspec.Struct, frozen=True):
    topic: str
    asks: str
    """The question to the player."""
    waits: str
    """What the dealer waits for, after the box."""


class EndingWords(msgspec.Struct, frozen=True):
    how: str
    """As a `hand-ended` event names it."""
    says: str
    """The word after the name of the hand; empty if the name says it already."""
    gone: bool = False
    """The cards leave the felt at once."""


class Lettering(msgspec.Struct, frozen=True):
    line: str
    sub: str


class BankPlace(msgspec.Struct, frozen=True):
    title: str


class ButtonPlace(msgspec.Struct, frozen=True):
    button: str
    title: str


class Layout(msgspec.Struct, frozen=True):
    game: str
    title: str
    family: str
    felt: Lettering
    drawing: Drawing
    """Everything that is printed on the felt, in millimeters."""
    boxes: tuple[BoxPlace, ...]
    position: str
    """The word for a place at the table: Box or Seat."""
    offered: tuple[SpotPlace, ...]
    """Spots that open during the round (insurance)."""
    bank: BankPlace
    chips: tuple[int, ...]
    verbs: tuple[VerbButton, ...]
    topics: tuple[TopicWords, ...]
    """What players are asked, in words."""
    board: int | None = None
    pots: bool = False
    """Players play for pots, and no one banks."""
    piles: int = 0
    buttons: tuple[ButtonPlace, ...] = ()
    earned: tuple[str, ...] = ()
    """Buttons that a bet earns: every box that made the bet has one."""
    controls: tuple[str, ...] = ()
    stakes: str = ""
    """The stakes, if the wager limits do not show them."""
    sign: tuple[str, ...] = ()
    """The posted collection, and the notices of the house."""
    backline: bool = False
    """Players may bet behind other players' wagers."""
    follows: tuple[str, ...] = ()
    """What a bet behind a wager may follow."""
    boxes_each: int | None = None
    """How many boxes a player may bet on; None is any number."""
    signs: tuple[Sign, ...] = ()
    """The posted signs: pay tables, drawing rules, the collection."""
    words: tuple[HouseWords, ...] = ()
    """What the house says: notices, how disputes are settled, and more."""
    sheets: tuple[str, ...] = ()
    """The names of the sheets that can be printed."""
    printed: tuple[PrintedSheet, ...] = ()
    """The same sheets, with their titles."""
    jokers: bool = False
    """The deck has jokers."""
    chart: bool = False
    """There is a strategy chart to look at, where the table permits it."""
    endings: tuple[EndingWords, ...] = ()
    """How hands end."""
    hand_words: Mapping[str, str] = {}
    """Names of hands as they read in a sentence, where that differs: natural is "a natural"."""
    pile_places: tuple[str, ...] = ()
    """Where the piles lie, in their order."""
    left_over: str = ""
    """Where the cards lie that are left over from dealing piles."""


CHIPS: Final = (25, 50, 100, 500, 2500, 10_000, 50_000, 100_000)
MULTIPLES: Final = (1, 5, 20, 100, 500)


def relaid(events: Iterable[Event], rules: Ruleset) -> Layout | None:
    """The layout of a table after a step that changed the rules; None after any other."""
    return layout(rules) if any(isinstance(event, RulesPosted) for event in events) else None


@lru_cache(maxsize=256)
def theme(game: str) -> Theme:
    """The colors of a game's felt, where only the game is known."""
    return layout(games.ruleset(game, {})).drawing.theme


@lru_cache(maxsize=256)
def layout(rules: Ruleset) -> Layout:
    felt = games.felt_of(rules)
    before = tuple(_spot(rules, spot) for spot in rules.spots if spot.opens == "before-deal")
    return Layout(
        game=rules.game,
        title=rules.title,
        family=rules.family,
        felt=Lettering(*felt.lettering(rules)),
        drawing=felt.drawing(rules),
        boxes=tuple(BoxPlace(box, before) for box in range(1, rules.boxes + 1)),
        position=felt.position,
        offered=tuple(_spot(rules, spot) for spot in rules.spots if spot.opens != "before-deal"),
        bank=BankPlace(felt.bank_title),
        chips=_chips(rules),
        verbs=tuple(map(_button, felt.verbs)),
        topics=tuple(TopicWords(topic.topic, topic.asks, topic.waits) for topic in felt.topics),
        board=felt.board,
        pots=games.seated(rules) is not None,
        piles=felt.piles,
        buttons=tuple(ButtonPlace(*button) for button in felt.buttons(rules)),
        earned=tuple(button.name for button in felt.earned),
        controls=tuple(verb.control for verb in felt.verbs if verb.control),
        stakes=felt.stakes(rules),
        sign=(*felt.notice(rules), *lines_of(rules.options, "notices")),
        backline=rules.backline is not None,
        follows=rules.backline or (),
        boxes_each=rules.boxes_each,
        signs=felt.signs(rules),
        words=house_words(rules.options),
        sheets=sheets(rules),
        printed=printed(rules),
        jokers=rules.deck.jokers > 0,
        chart=families.of(rules).chart is not None,
        endings=tuple(map(_ending, felt.endings)),
        hand_words=dict(felt.hand_words),
        pile_places=tuple(pile_place(number) for number in range(1, felt.piles + 1)),
        left_over=LEFT_OVER if felt.piles else "",
    )


def _button(verb: Verb) -> VerbButton:
    return VerbButton(
        verb.verb,
        verb.title,
        verb.key,
        verb.instead,
        verb.costs,
        verb.to,
        verb.counts,
        verb.means,
        verb.control,
    )


def _ending(ending: Ending) -> EndingWords:
    return EndingWords(ending.how, "" if ending.in_name else ending.says, ending.gone)


def _spot(rules: Ruleset, spot: Spot) -> SpotPlace:
    rows = posted_rows(spot)
    own = Betting(rules, {}).limits_of(spot)
    return SpotPlace(
        spot.name,
        spot.title,
        _pays(rules, spot, rows),
        spot.needs_main,
        rows,
        own.least if own.least != rules.limits.least else None,
        spot.stake,
        own.most,
        spot.group,
    )


def _pays(rules: Ruleset, spot: Spot, rows: tuple[tuple[str, str], ...]) -> str:
    if spot.meter:
        return pays_words(rows[0][1])
    return show_pays(games.felt_of(rules).best_odds(rules, spot))


def _chips(rules: Ruleset) -> tuple[int, ...]:
    """Up to five denominations that the posted limits can use.

    Where dollars are not made of the smallest chip, they are multiples of that one.
    """
    limits = rules.limits
    usual_chip = limits.chip in CHIPS or 100 % limits.chip == 0
    offered = CHIPS if usual_chip else [limits.chip * number for number in MULTIPLES]
    fitting = [chip for chip in offered if chip % limits.chip == 0]
    if limits.most is not None:
        fitting = [chip for chip in fitting if chip <= limits.most] or fitting[:1]
    usual = [chip for chip in fitting if chip >= 100 and usual_chip] or fitting
    return tuple(usual[:5])
