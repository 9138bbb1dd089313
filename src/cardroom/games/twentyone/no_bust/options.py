"""The options of both No-Bust games, and the rulesets they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardroom.cards import Deck
from cardroom.games.common import AFFILIATES, FLAG, rounding
from cardroom.games.twentyone import wording as texts
from cardroom.games.twentyone.blackjack.options import TABLE_OPTIONS
from cardroom.games.twentyone.engine.steps import (
    BankDone,
    BankPlays,
    BurnCards,
    CardToBank,
    CardToEach,
    OfferInsurance,
    Peek,
    Turns,
)
from cardroom.games.twentyone.no_bust.clauses import BOTH_NATURAL
from cardroom.games.twentyone.policies import Double, Hole, Insurance, Split, Surrender, TwentyOne
from cardroom.hands.points import PointRule
from cardroom.money import Odds
from cardroom.places import NOBODY
from cardroom.rules.banking import Banking
from cardroom.rules.collection_option import collection_option, own_schedule
from cardroom.rules.fees import Bracket, Schedule
from cardroom.rules.limits import Limits
from cardroom.rules.options import (
    Catalogue,
    Choice,
    OptionFaults,
    OptionSpec,
    PostedOdds,
    Whole,
    document,
    grouped,
)
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.spots import Need, Spot
from cardroom.rules.steps import Settle, Step
from cardroom.rules.wording import wording

FOLLOWED: Final = ("double", "split")
"""What a bet behind a box may follow (The bank / 6)."""
HAND: Final[frozenset[Need]] = frozenset({"bank-final"})
SOURCE: Final = "Napa Valley Casino game rules"
TEXTS: Final = {"no-bust-joker": texts.NO_BUST_JOKER, "no-bust-bonus-ace": texts.NO_BUST_BONUS_ACE}


def _table_options(boxes: int) -> tuple[OptionSpec, ...]:
    """The options of every 21 table, with no burn and eight seats by default."""
    changed = {
        "burn": OptionSpec(
            "burn", Whole(0, 10), 0, "cards burned after a shuffle", "bank.draws", group="deal"
        ),
        "boxes": OptionSpec(
            "boxes", Whole(2, 9), boxes, "seats, including the bank's", "bet.box", group="limits"
        ),
    }
    return tuple(changed.get(spec.name, spec) for spec in TABLE_OPTIONS)


def _bank_options(limit: str) -> tuple[OptionSpec, ...]:
    return (
        OptionSpec(
            "bank_limit",
            Choice(("combined", "each-way")),
            limit,
            "what the bank pays and what it takes are limited together, or separately",
            "bank.coverage",
            group="bank",
        ),
        OptionSpec(
            "action_ace",
            Choice((1, 11)),
            1,
            "how an ace counts in placing the action button",
            "action.button",
            group="limits",
        ),
        OptionSpec(
            "backline",
            FLAG,
            False,
            "backline bets, behind another player's box",
            "bet.backline",
            group="limits",
        ),
        AFFILIATES,
    )


JOKER: Final = Catalogue(
    "no-bust-joker",
    (
        *grouped(
            "deal",
            OptionSpec(
                "decks", Whole(1, 8), 6, "decks in the shoe, each with its jokers", "cards.decks"
            ),
            OptionSpec(
                "jokers_per_deck", Choice((1, 2)), 1, "jokers added to each deck", "option.jokers"
            ),
        ),
        OptionSpec(
            "joker_hand",
            Choice(("equal-21", "beats-21")),
            "equal-21",
            "a 21 with a joker equals any other 21, or beats a 21 without one",
            "pay.joker-beats-21",
            group="pay",
        ),
        OptionSpec(
            "natural_pays",
            PostedOdds(("2:1",)),
            "2:1",
            "what a Natural 22 pays",
            "pay.natural",
            group="pay",
        ),
        OptionSpec(
            "player_chart",
            Choice(("posted", "free")),
            "posted",
            "players must stand and must hit as posted, or play freely",
            "stand.must",
        ),
        OptionSpec(
            "hands_max",
            Choice((1, 2, 3, 4, None)),
            4,
            "most hands a box may have after splits",
            "split.hands",
        ),
        OptionSpec("split_aces_again", FLAG, False, "aces may be split again", "split.aces-once"),
        *grouped(
            "pay",
            OptionSpec(
                "option_1_bank_wins_17",
                FLAG,
                False,
                "the bank wins ties on a hard 17",
                "option.bank-17",
            ),
            OptionSpec(
                "option_2_joker_2_or_12", FLAG, False, "a joker counts 2 or 12", "option.joker-2-12"
            ),
            OptionSpec(
                "option_4_aces_natural",
                FLAG,
                False,
                "two aces are also a natural",
                "option.two-aces",
            ),
            OptionSpec(
                "option_5_over_ties_push", FLAG, False, "ties over 22 push", "option.over-ties"
            ),
        ),
        collection_option("fee.before-deal"),
        *_bank_options("combined"),
        *_table_options(8),
    ),
)
"""The book's option 3, more jokers per deck, is `jokers_per_deck`."""

JOKER_FEES: Final = Schedule(
    player=(Bracket(5000, 50), Bracket(10000, 100, 5100)),
    bank=(Bracket(5000, 50), Bracket(10000, 100, 5100), Bracket(None, 200, 10100)),
    free_button="no-action",
)


def joker_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    o: dict[str, Any] = JOKER.read(given)
    if o["decks"] * o["jokers_per_deck"] < 2:
        # The book plays with several decks; one deck is for published variants with two jokers.
        short = f"two jokers make a Natural 22, and the shoe has one ({BOTH_NATURAL.cite})"
        raise OptionFaults((f"decks = 1: {short}",))
    posted = o["player_chart"] == "posted"
    policies = TwentyOne(
        points=PointRule(
            joker="two" if o["option_2_joker_2_or_12"] else "wild",
            two_aces_natural=o["option_4_aces_natural"],
        ),
        natural=Odds.parse(o["natural_pays"]),
        split=Split(o["hands_max"], aces_again=o["split_aces_again"]),
        double=Double(),
        surrender=Surrender(),
        insurance=None,
        hole=Hole("none"),
        rounding=rounding(o),
        draws_to=11 if posted else 0,
        stands_at=20 if posted else None,
        joker_hand=o["joker_hand"],
        bank_wins_17="ties" if o["option_1_bank_wins_17"] else "none",
        over_ties="push" if o["option_5_over_ties_push"] else "bank",
    )
    steps: tuple[Step, ...] = (
        BurnCards(),
        CardToEach(),
        CardToBank(),
        CardToEach(),
        Turns(),
        BankPlays(),
        BankDone(),
        Settle(("main",), order="from-action-seat"),
    )
    return _ruleset(
        ("No Bust 21st Century Blackjack with jokers", house, edition),
        o,
        JOKER,
        policies,
        steps,
        own_schedule(o["collection"], JOKER_FEES),
    )


PUSHES: Final[Mapping[str, tuple[int, ...] | None]] = {
    "23-25": (23, 24, 25),
    "25": (25,),
    "any": (),
    "none": None,
}

BONUS_ACE: Final = Catalogue(
    "no-bust-bonus-ace",
    (
        OptionSpec("decks", Whole(1, 8), 6, "decks in the shoe", "cards.decks", group="deal"),
        OptionSpec(
            "natural_pays",
            PostedOdds(("6:5", "3:2", "1:1")),
            "6:5",
            "what a natural pays",
            "pay.natural",
            group="pay",
        ),
        OptionSpec(
            "natural_after_split",
            FLAG,
            True,
            "a split hand can be a natural",
            "pay.natural",
            group="pay",
        ),
        OptionSpec(
            "three_card_push",
            Choice(tuple(PUSHES)),
            "23-25",
            "three-card totals that push when both bust and the player is closer",
            "pay.three-card-push",
            group="pay",
        ),
        OptionSpec(
            "double_sizes",
            Choice((2, "any")),
            2,
            "number of cards on which a hand may be doubled",
            "double.first-two",
        ),
        OptionSpec(
            "hands_max",
            Choice((None, 1, 2, 3, 4)),
            None,
            "most hands a box may have after splits",
            "split.hands",
        ),
        OptionSpec("split_aces_again", FLAG, True, "aces may be split again", "split.aces-again"),
        OptionSpec("surrender", FLAG, True, "hands may be surrendered", "surrender.offered"),
        OptionSpec(
            "surrender_after_double",
            FLAG,
            False,
            "doubled hands may be surrendered",
            "surrender.doubled",
        ),
        OptionSpec("insurance", FLAG, True, "insurance is offered", "insurance.half"),
        OptionSpec(
            "hole_card",
            Choice(("no-peek", "peek")),
            "no-peek",
            "nobody looks at the bank's second card before it is turned, or the dealer checks it"
            " under an ace or ten-value card, and a natural ends the play",
            "bank.peek",
            group="bank",
        ),
        OptionSpec(
            "fee_basis",
            Choice(("table-limit", "wager")),
            "table-limit",
            "the collection goes by the table's posted limit, or by the wager",
            "fee.before-deal",
            group="collection",
        ),
        collection_option("fee.before-deal"),
        *_bank_options("each-way"),
        *_table_options(8),
    ),
)

ACE_ROWS: Final = (
    (Bracket(5000, 50, 500), Bracket(10000, 100, 5500), Bracket(50000, 200, 10500)),
    (Bracket(5000, 100, 500), Bracket(10000, 200, 5500), Bracket(50000, 200, 10500)),
)
"""Players' and bank's rows of the table headed 21st Century Blackjack Collection."""


def bonus_ace_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    o: dict[str, Any] = BONUS_ACE.read(given)
    policies = TwentyOne(
        points=PointRule(natural_after_split=o["natural_after_split"]),
        natural=Odds.parse(o["natural_pays"]),
        double=Double(sizes=(2,) if o["double_sizes"] == 2 else None),
        split=Split(o["hands_max"], aces_again=o["split_aces_again"]),
        surrender=Surrender("late", "any-doubled" if o["surrender_after_double"] else "any")
        if o["surrender"]
        else None,
        insurance=Insurance("half", settled="in-turn") if o["insurance"] else None,
        hole=Hole(o["hole_card"]),
        rounding=rounding(o),
        draws_to=11,
        three_card_push=PUSHES[o["three_card_push"]],
    )
    steps: tuple[Step, ...] = (
        BurnCards(),
        CardToEach(),
        CardToBank(),
        CardToEach(),
        CardToBank(NOBODY),
        OfferInsurance(),
        *((Peek(),) if policies.hole.card == "peek" else ()),
        Turns(),
        BankPlays(),
        BankDone(),
        Settle(("insurance", "main"), order="from-action-seat"),
    )
    by_wager = o["fee_basis"] == "wager"
    fees = Schedule(
        *ACE_ROWS,
        basis=o["fee_basis"],
        between="refused" if by_wager else "higher",
    )
    return _ruleset(
        ("No-Bust 21st Century Blackjack with bonus aces", house, edition),
        o,
        BONUS_ACE,
        policies,
        steps,
        own_schedule(o["collection"], fees),
    )


def _ruleset(
    posted: tuple[str, str, str],
    o: dict[str, Any],
    catalogue: Catalogue,
    policies: TwentyOne,
    steps: tuple[Step, ...],
    fees: Schedule,
) -> Ruleset:
    title, house, edition = posted
    game = catalogue.game
    changed = catalogue.changed(o)
    stored = document(game, house, edition, catalogue.pinned(o))
    deck = Deck(o["decks"], o["decks"] * o.get("jokers_per_deck", 0))
    spots: tuple[Spot, ...] = (Spot("main", "Wager", needs=HAND),)
    if policies.insurance is not None:
        second: frozenset[Need] = frozenset({"bank-second"})
        spots += (Spot("insurance", "Insurance", "offered", second, odds="2 to 1"),)
    return Ruleset(
        game=game,
        title=title,
        family="twentyone",
        house=house,
        edition=edition,
        source=SOURCE,
        options=o,
        changed=changed,
        deck=deck,
        shoe=ShoeRule(o["shoe"], o["burn"], len(deck) - len(deck) * o["cut"] // 100),
        policies=policies,
        procedure=steps,
        spots=spots,
        boxes=o["boxes"],
        limits=Limits(o["wager_min"], o["wager_max"], o["smallest_chip"]),
        banking=Banking(o["bank_limit"], "from-action-seat"),
        backline=FOLLOWED if o["backline"] else None,
        fees=fees,
        stored=stored,
        wording=wording(TEXTS[game], o, changed),
    )
