"""The layout document: what lies on the felt, generated from the ruleset.

The page draws this and has no code for a game; a game that needs a control of its own names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from cardroom.events import Event
from cardroom.events.table import RulesPosted
from cardroom.games.poker.signs import sign, stakes
from cardroom.games.signs import Sign, felt_words, position_word, posted_rows, signs
from cardroom.money import EVEN, Odds
from cardroom.play.betting import Betting
from cardroom.rules.policies import Poker, TwentyOne
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot
from cardroom.service.view.sheets import sheets
from cardroom.service.view.view_types import FREE_COLLECTION


class SpotPlace(msgspec.Struct, frozen=True):
    name: str
    title: str
    pays: str
    beside_main: bool = False
    rows: tuple[tuple[str, str], ...] = ()
    """The pay table, best row first."""
    least: int | None = None
    """What may be staked at least, where it is not the table's minimum."""
    stake: int | None = None
    """The only stake there is, where one is posted."""
    group: str = ""
    """Spots of one group share a place in the box, and a sheet to choose from."""


class BoxPlace(msgspec.Struct, frozen=True):
    box: int
    spots: tuple[SpotPlace, ...]


class VerbButton(msgspec.Struct, frozen=True):
    verb: str
    title: str
    key: str
    instead: str = ""
    """The verb whose place it takes: only one of the two can be answered."""


class Felt(msgspec.Struct, frozen=True):
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
    felt: Felt
    boxes: tuple[BoxPlace, ...]
    position: str
    """What a box is called in front of people."""
    offered: tuple[SpotPlace, ...]
    """Spots that open during the round (insurance)."""
    bank: BankPlace
    chips: tuple[int, ...]
    verbs: tuple[VerbButton, ...]
    board: int | None = None
    piles: int = 0
    buttons: tuple[ButtonPlace, ...] = ()
    controls: tuple[str, ...] = ()
    stakes: str = ""
    """What the game is played for, where limits of a wager do not say it."""
    sign: tuple[str, ...] = ()
    """Posted at the table beside the felt: the collection."""
    backline: bool = False
    """Bets may be made behind other players' wagers."""
    signs: tuple[Sign, ...] = ()
    """What is posted at the table: pay tables, the chart of duties, the collection."""
    sheets: tuple[str, ...] = ()
    """What can be printed of the game, by name."""


CHIPS: Final = (25, 50, 100, 500, 2500, 10_000, 50_000, 100_000)
VERBS: Final[Mapping[str, tuple[str, str]]] = {
    "hit": ("Hit", "h"),
    "stand": ("Stand", "s"),
    "double": ("Double", "d"),
    "split": ("Split", "p"),
    "surrender": ("Surrender", "r"),
    "insure": ("Insurance", "i"),
    "even-money": ("Even money", "e"),
    "max-bet": ("Max Bet", "m"),
    "decline": ("No, thanks", "n"),
    "play": ("Play", "p"),
    "fold": ("Fold", "f"),
    "set": ("Set hand", "Enter"),
    "house-way": ("House way", "w"),
    "check": ("Check", "k"),
    "bet": ("Bet", "b"),
    "call": ("Call", "c"),
    "raise": ("Raise", "r"),
    "show": ("Show", "s"),
    "muck": ("Muck", "m"),
    "choose": ("Choose pile", "c"),
}
"""Every verb of the scenario format, with the words on its button and its key."""
INSTEAD: Final[Mapping[str, str]] = {
    "check": "call",
    "call": "check",
    "bet": "raise",
    "raise": "bet",
}

BOARDS: Final[Mapping[str, int]] = {"poker": 5}
PILES: Final[Mapping[str, int]] = {"pai-gow": 7}
FAMILY_VERBS: Final[Mapping[str, tuple[str, ...]]] = {
    "twentyone": (
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
        "max-bet",
        "insure",
        "even-money",
        "decline",
    ),
    "three-card": ("play", "fold"),
    "pai-gow": ("choose", "house-way", "decline", "set"),
    "poker": ("fold", "check", "call", "bet", "raise", "muck", "show"),
}
CONTROLS: Final[Mapping[str, tuple[str, ...]]] = {
    "set": ("set-hand",),
    "raise": ("slider",),
    "choose": ("choose-pile",),
}


def relaid(events: Iterable[Event], rules: Ruleset) -> Layout | None:
    """The layout of a table after a step that has posted other rules; None after any other."""
    return layout(rules) if any(isinstance(event, RulesPosted) for event in events) else None


@lru_cache(maxsize=256)
def layout(rules: Ruleset) -> Layout:
    verbs = FAMILY_VERBS.get(rules.family, tuple(VERBS))
    before = tuple(_spot(rules, spot) for spot in rules.spots if spot.opens == "before-deal")
    limited = rules.banking.limit != "none"
    return Layout(
        game=rules.game,
        title=rules.title,
        family=rules.family,
        felt=Felt(*felt_words(rules)),
        boxes=tuple(BoxPlace(box, before) for box in range(1, rules.boxes + 1)),
        position=position_word(rules),
        offered=tuple(_spot(rules, spot) for spot in rules.spots if spot.opens != "before-deal"),
        bank=BankPlace("Bank" if limited else "Dealer"),
        chips=_chips(rules),
        verbs=tuple(VerbButton(verb, *VERBS[verb], INSTEAD.get(verb, "")) for verb in verbs),
        board=BOARDS.get(rules.family),
        piles=PILES.get(rules.family, 0),
        buttons=_buttons(rules),
        controls=tuple(name for verb in verbs for name in CONTROLS.get(verb, ())),
        stakes=stakes(rules.policies) if isinstance(rules.policies, Poker) else "",
        sign=sign(rules.policies) if isinstance(rules.policies, Poker) else (),
        backline=bool(rules.options.get("backline")),
        signs=signs(rules),
        sheets=sheets(rules),
    )


def _buttons(rules: Ruleset) -> tuple[ButtonPlace, ...]:
    if rules.family == "poker":
        return (
            ButtonPlace("dealer", "D"),
            ButtonPlace("small-blind", "SB"),
            ButtonPlace("big-blind", "BB"),
        )
    titles = {"bank": "Bank", "action": "Action", FREE_COLLECTION: "Free collection"}
    if rules.banking.limit == "none":
        return ()
    return tuple(ButtonPlace(button, title) for button, title in titles.items())


def _spot(rules: Ruleset, spot: Spot) -> SpotPlace:
    rows = posted_rows(spot)
    own = Betting(rules, {}).limits_of(spot)
    group, named, _ = spot.name.partition("/")
    return SpotPlace(
        spot.name,
        spot.title,
        _pays(rules, spot, rows),
        spot.beside_main,
        rows,
        own.least if own.least != rules.limits.least else None,
        spot.stake,
        group.replace("-", " ").title() if named else "",
    )


def _pays(rules: Ruleset, spot: Spot, rows: tuple[tuple[str, str], ...]) -> str:
    if spot.meter:
        return f"{rows[0][1]} of the meter"
    return str(most_odds(rules, spot.name) if rows else _plain(rules, spot))


def _twentyone(policies: object) -> TwentyOne | None:
    return policies if isinstance(policies, TwentyOne) else None


def _plain(rules: Ruleset, spot: Spot) -> Odds:
    """What a spot without a pay table pays."""
    policies = _twentyone(rules.policies)
    if policies is not None and spot.name == "insurance" and policies.insurance:
        return policies.insurance.odds
    return Odds.parse(spot.odds) if spot.odds else EVEN


def most_odds(rules: Ruleset, name: str, left: str | None = None) -> Odds:
    """The best that a bet on a spot can pay, by the one row that is left where that is known."""
    spot = rules.spot(name)
    assert spot is not None, f"there is no spot {name}"
    rows = () if spot.pays is None else spot.pays.rows
    odds = [row.odds for row in rows if left is None or row.name == left]
    policies = _twentyone(rules.policies)
    if policies is not None and name == rules.spots[0].name:
        odds += [policies.natural, later_odds(rules)]
        odds += [policies.natural_suited[1]] if policies.natural_suited else []
    return _best(odds) if odds else _plain(rules, spot)


def later_odds(rules: Ruleset, added: int = 0) -> Odds:
    """The best for a wager that can be no natural any more: long hands and bonus rows.

    A long hand of 21 wins nothing extra once chips were added to its wager.
    """
    policies = _twentyone(rules.policies)
    if policies is None:
        return EVEN
    odds = [EVEN] if policies.bonus is None else [EVEN, *(row.odds for row in policies.bonus.rows)]
    odds += [policies.long_21] if policies.long_21 and not added else []
    odds += [policies.charlie_odds] if policies.charlie else []
    return _best(odds)


def _best(odds: list[Odds]) -> Odds:
    return max(odds, key=lambda each: each.pays / each.per)


def _chips(rules: Ruleset) -> tuple[int, ...]:
    """Up to five denominations that the posted limits can use."""
    limits = rules.limits
    fitting = [chip for chip in CHIPS if chip % limits.chip == 0]
    if limits.most is not None:
        fitting = [chip for chip in fitting if chip <= limits.most] or fitting[:1]
    usual = [chip for chip in fitting if chip >= 100] or fitting
    return tuple(usual[:5])
