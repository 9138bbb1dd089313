"""The three poker games, and the rulesets that their options make."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from cardroom.cards import Deck
from cardroom.games.game import SimpleGame
from cardroom.games.poker.clauses import CLAUSES
from cardroom.games.poker.options import catalogue, fees, policies
from cardroom.games.poker.steps import PROCEDURE
from cardroom.games.poker.wording import TEXTS
from cardroom.rules.limits import Limits
from cardroom.rules.options import Catalogue, document
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.spots import Spot
from cardroom.rules.wording import wording

POT: Final = "pot"


class Variant(NamedTuple):
    """What sets one of the games apart: the number of hole cards, and whether a low wins half."""

    id: str
    title: str
    source: str
    hole_cards: int
    low: str = ""


VARIANTS: Final = (
    Variant("texas-holdem", "Texas Hold'em", "Napa Valley Casino, Texas Hold-em", 2),
    Variant("omaha", "Omaha", "Napa Valley Casino, Omaha Hi-Low Split, for high only", 4),
    Variant("omaha-hi-lo", "Omaha Hi-Lo", "Napa Valley Casino, Omaha Hi-Low Split", 4, "low"),
)


def poker_ruleset(
    variant: Variant,
    options: Catalogue,
    given: Mapping[str, object],
    house: str = "",
    edition: str = "1",
) -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    o: dict[str, Any] = options.read(given)
    changed = options.changed(o)
    posted = policies(o, variant.hole_cards, variant.low)
    stored = document(variant.id, house, edition, options.pinned(o))
    return Ruleset(
        game=variant.id,
        title=variant.title,
        family="poker",
        house=house,
        edition=edition,
        source=variant.source,
        options=o,
        changed=changed,
        deck=Deck(1),
        shoe=ShoeRule("each-round", 0, 0),
        policies=posted,
        procedure=PROCEDURE,
        spots=(Spot(POT, "Pot", "in-turn"),),
        boxes=o["seats"],
        limits=Limits(chip=o["smallest_chip"]),
        fees=fees(o),
        wording=wording(TEXTS, o, changed),
        stored=stored,
    )


def _game(variant: Variant) -> SimpleGame:
    options = catalogue(variant.id)
    build = partial(poker_ruleset, variant, options)
    return SimpleGame(variant.id, variant.title, CLAUSES[variant.id], options, build)


POKER_GAMES: Final[Mapping[str, SimpleGame]] = {variant.id: _game(variant) for variant in VARIANTS}
