"""The options of blackjack, and the ruleset they make. The flat names map to policies here only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from cardroom.games.common import FLAG, LEGAL_LIMIT, READINGS, limits_of, money_options, rounding
from cardroom.games.side_bets.option import SIDE_BETS
from cardroom.games.twentyone.blackjack import variants
from cardroom.games.twentyone.engine.procedure import with_custom_bets, with_side_bets
from cardroom.games.twentyone.engine.steps import blackjack_procedure
from cardroom.games.twentyone.policies import (
    BankDraws,
    Double,
    Hole,
    Insurance,
    Split,
    Surrender,
    TwentyOne,
)
from cardroom.money import Odds
from cardroom.rules.house_text import HOUSE_TEXTS
from cardroom.rules.options import Catalogue, Choice, OptionSpec, Value, Whole, document
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.side_bet import SideBet
from cardroom.rules.spot_limits import SPOT_LIMITS
from cardroom.rules.spots import Spot
from cardroom.rules.steps import Step

DOUBLE_TOTALS: Final[Mapping[str, tuple[int, ...] | None]] = {
    "any": None,
    "8-11": (8, 9, 10, 11),
    "9-11": (9, 10, 11),
    "10-11": (10, 11),
    "11": (11,),
}


TABLE_OPTIONS: Final = (
    OptionSpec("boxes", Whole(1, 7), 7, "betting boxes on the layout", "bet.box", group="limits"),
    *money_options("pay.natural"),
    OptionSpec("burn", Whole(0, 10), 1, "cards burned after a shuffle", "deal.burn", group="deal"),
    OptionSpec(
        "shoe",
        Choice(("cut-card", "each-round", "continuous")),
        "cut-card",
        "a shoe with a cut card, a shuffle for each round, or a continuous shuffler",
        "deal.burn",
        group="deal",
    ),
    OptionSpec(
        "cut",
        Whole(10, 95),
        75,
        "position of the cut card, in percent of the shoe",
        "deal.burn",
        group="deal",
    ),
    READINGS,
    *HOUSE_TEXTS,
)
"""Options of every 21 game."""

HOUSE_BANKED: Final = (
    *TABLE_OPTIONS,
    OptionSpec(
        "boxes_per_player",
        Choice(("any", 1, 2, 3, 4, 5, 6, 7)),
        "any",
        "boxes that one player may bet on",
        "bet.boxes",
        group="limits",
    ),
    LEGAL_LIMIT,
    SIDE_BETS,
    SPOT_LIMITS,
)
"""Options of every 21 game that the house banks."""

PLAY: Final = (
    OptionSpec("decks", Whole(1, 8), 6, "decks in the shoe", "deal.burn", group="deal"),
    OptionSpec(
        "dealer_hits_soft_17", FLAG, True, "the dealer hits soft 17", "bank.draws", group="bank"
    ),
    OptionSpec(
        "natural_pays",
        Choice(("3:2", "6:5", "1:1", "2:1", "7:5", "8:5")),
        "3:2",
        "what a natural pays",
        "pay.natural",
        group="pay",
    ),
    OptionSpec(
        "hole_card",
        Choice(("peek", "none")),
        "peek",
        "the dealer checks a hole card, or takes no second card until the players are done",
        "bank.peek",
        group="bank",
    ),
    OptionSpec(
        "natural_takes",
        Choice(("all", "original")),
        "all",
        "what a dealer natural takes from doubled and split hands: all wagers, or the original"
        " one (busted hands have been collected already)",
        "pay.bank-natural-added",
        group="pay",
    ),
    OptionSpec("double", FLAG, True, "doubling is offered", "double.offered"),
    OptionSpec(
        "double_totals",
        Choice(tuple(DOUBLE_TOTALS)),
        "any",
        "totals that may be doubled; a soft hand counts at its best total",
        "double.totals",
    ),
    OptionSpec(
        "double_sizes",
        Choice((2, "2-3", "any")),
        2,
        "number of cards on which a hand may be doubled",
        "double.sizes",
    ),
    OptionSpec(
        "double_after_split", FLAG, True, "split hands may be doubled", "double.after-split"
    ),
    OptionSpec(
        "hands_max",
        Choice((1, 2, 3, 4, None)),
        4,
        "most hands a box may have after splits; 1: no splitting, none: no limit",
        "split.hands",
    ),
    OptionSpec(
        "split_aces",
        Choice(("one-card", "hit")),
        "one-card",
        "a split ace gets one card only, or may be hit",
        "hit.split-aces",
    ),
    OptionSpec("split_aces_again", FLAG, False, "aces may be split again", "split.aces-again"),
    OptionSpec(
        "surrender",
        Choice(("none", "late", "early")),
        "none",
        "surrender for half the wager, after or before the dealer checks for a natural",
        "surrender.offered",
    ),
    OptionSpec(
        "insurance",
        Choice(("up-to-half", "half", "none")),
        "up-to-half",
        "insurance against an ace: up to half the wager, exactly half, or none",
        "insurance.half",
    ),
    OptionSpec(
        "even_money",
        FLAG,
        False,
        "a natural against an ace may take even money",
        "insurance.even-money",
    ),
    OptionSpec(
        "charlie",
        Choice((None, 5, 6, 7)),
        None,
        "this many cards without busting win at once",
        "pay.charlie",
        group="pay",
    ),
)
"""Options of blackjack as most houses post it."""

STANDARD: Final = (*PLAY, *HOUSE_BANKED)
BLACKJACK: Final = Catalogue("blackjack", (*PLAY, *variants.OPTIONS, *HOUSE_BANKED))


def blackjack_policies(o: Mapping[str, Any]) -> TwentyOne:
    sizes = {2: (2,), "2-3": (2, 3), "any": None}[o["double_sizes"]]
    standard = TwentyOne(
        natural=Odds.parse(o["natural_pays"]),
        double=Double(DOUBLE_TOTALS[o["double_totals"]], sizes, o["double_after_split"])
        if o["double"]
        else None,
        split=None
        if o["hands_max"] == 1
        else Split(o["hands_max"], o["split_aces"], o["split_aces_again"]),
        surrender=None if o["surrender"] == "none" else Surrender(o["surrender"]),
        insurance=None
        if o["insurance"] == "none"
        else Insurance(o["insurance"], even_money=o["even_money"]),
        hole=Hole(o["hole_card"], o["natural_takes"]),
        bank=BankDraws("hit" if o["dealer_hits_soft_17"] else "stand"),
        charlie=o["charlie"],
        rounding=rounding(o),
    )
    return variants.with_variants(standard, o)


def blackjack_spots(policies: TwentyOne) -> tuple[Spot, ...]:
    main = Spot("main", "Wager", needs=frozenset({"bank-final"}))
    if policies.insurance is None:
        return (main,)
    odds = str(policies.insurance.odds)
    return (main, Spot("insurance", "Insurance", "offered", frozenset({"bank-second"}), odds=odds))


def boxes_each(o: Mapping[str, Any]) -> int | None:
    """How many boxes a player may bet on; None is any number."""
    return None if o["boxes_per_player"] == "any" else o["boxes_per_player"]


def blackjack_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    return on_blackjack(
        Base("blackjack", "Blackjack", "Washington house-banked blackjack", BLACKJACK),
        given,
        house,
        edition,
    )


Procedure = Callable[[Mapping[str, Any], tuple[Step, ...]], tuple[Step, ...]]


class Base(NamedTuple):
    """A game that is blackjack with side bets."""

    game: str
    title: str
    source: str
    catalogue: Catalogue
    side_bets: Callable[[Mapping[str, Any]], tuple[SideBet, ...]] = lambda _: ()
    procedure: Procedure = lambda _, steps: steps
    """From blackjack's steps to those of the game, without the settlements of side bets."""


def on_blackjack(
    base: Base, given: Mapping[str, object], house: str = "", edition: str = "1"
) -> Ruleset:
    o: dict[str, Any] = base.catalogue.read(given)
    changed: Mapping[str, Value] = base.catalogue.changed(o)
    stored = document(base.game, house, edition, base.catalogue.pinned(o))
    policies = blackjack_policies(o)
    deck, side_bets = variants.deck(o), base.side_bets(o)
    steps = base.procedure(o, blackjack_procedure(policies))
    return with_custom_bets(
        Ruleset(
            game=base.game,
            title=base.title,
            family="twentyone",
            house=house,
            edition=edition,
            source=base.source,
            options=o,
            changed=changed,
            deck=deck,
            shoe=ShoeRule(o["shoe"], o["burn"], len(deck) - len(deck) * o["cut"] // 100),
            policies=policies,
            procedure=with_side_bets(steps, side_bets),
            spots=(*blackjack_spots(policies), *(bet.spot for bet in side_bets)),
            boxes=o["boxes"],
            boxes_each=boxes_each(o),
            limits=limits_of(o),
            stored=stored,
            side_bets=side_bets,
        )
    )
