"""Three Card Poker's options, and the ruleset they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from cardroom.cards import Deck, decks_of
from cardroom.games.common import AFFILIATES, BONUS_MIN, FLAG, READINGS, money_options, rounding
from cardroom.games.game import SimpleGame
from cardroom.games.side_bets.custom import Support, custom_bets
from cardroom.games.side_bets.facts import HandPart
from cardroom.games.side_bets.option import SIDE_BETS
from cardroom.games.three_card.bonus import (
    BONUS,
    FIVE_FOUR_ONE,
    ante_bonus,
    bonus_bet,
    bonus_edge,
    bonus_rows,
    refuse_unpaid,
)
from cardroom.games.three_card.clauses import BONUS_EDGE, CLAUSES
from cardroom.games.three_card.policies import ThreeCard
from cardroom.games.three_card.steps import DealThree, Decide, OpenHands, TakeFolded, TurnBank
from cardroom.games.three_card.wording import TEXTS
from cardroom.hands.points import PointRule
from cardroom.money import percent
from cardroom.rules.banking import Banking
from cardroom.rules.collection_option import collection_option, own_schedule
from cardroom.rules.fees import Bracket, Schedule
from cardroom.rules.house_text import HOUSE_TEXTS
from cardroom.rules.limits import Limits
from cardroom.rules.options import (
    Catalogue,
    Choice,
    OptionFaults,
    OptionSpec,
    Whole,
    document,
)
from cardroom.rules.own_table import is_own
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.side_bet import SideBet
from cardroom.rules.spot_limits import SPOT_LIMITS, with_spot_limits
from cardroom.rules.spots import Need, Spot
from cardroom.rules.steps import Settle
from cardroom.rules.wording import wording

THREE_CARD: Final = Catalogue(
    "three-card-poker",
    (
        OptionSpec("decks", Whole(1, 8), 1, "decks in the shoe", "cards.decks", group="deal"),
        OptionSpec(
            "shoe",
            Choice(("each-round", "cut-card", "continuous")),
            "each-round",
            "a shuffle for each round, a shoe with a cut card, or a continuous shuffler",
            "cards.shoe",
            group="deal",
        ),
        OptionSpec(
            "cut",
            Whole(10, 95),
            75,
            "position of the cut card, in percent of the shoe",
            "cards.shoe",
            group="deal",
        ),
        OptionSpec(
            "bank_shows",
            Choice((1, 0)),
            1,
            "bank cards shown before the players decide",
            "deal.bank-shows",
            group="deal",
        ),
        OptionSpec(
            "tie",
            Choice(("push", "bank-wins")),
            "push",
            "ties with a qualified bank",
            "pay.tie",
            group="pay",
        ),
        OptionSpec(
            "ante_bonus",
            bonus_rows((None, FIVE_FOUR_ONE)),
            None,
            "bonus on the ante, whatever the bank has",
            "pay.ante-bonus",
            group="pay",
        ),
        OptionSpec(
            "bonus_table",
            bonus_rows(tuple(BONUS.file.pays)),
            "1.3",
            "pay table of the bonus bet",
            "bonus.pays",
            group="side-bet",
        ),
        OptionSpec(
            "allow_player_edge",
            FLAG,
            False,
            "post a bonus even if it favors the player",
            "bonus.edge",
            group="side-bet",
        ),
        OptionSpec(
            "order",
            Choice(("losers-first", "from-action-seat")),
            "losers-first",
            "settle losers, then winners, from the dealer's right, or from the action button",
            "settle.losers-first",
            group="pay",
        ),
        collection_option("fee.each-wager"),
        OptionSpec(
            "fee_on_bonus",
            FLAG,
            True,
            "the bonus bet pays a collection",
            "fee.each-wager",
            group="collection",
        ),
        OptionSpec(
            "bank_limit",
            Choice(("each-way", "combined")),
            "each-way",
            "what the bank pays and what it takes are limited separately, or together",
            "bank.coverage",
            group="bank",
        ),
        AFFILIATES,
        OptionSpec(
            "boxes",
            Choice((8, 10, 14)),
            8,
            "seats, including the bank's",
            "table.seats",
            group="limits",
        ),
        BONUS_MIN,
        *money_options("bonus.pays"),
        READINGS,
        *HOUSE_TEXTS,
        SIDE_BETS,
        SPOT_LIMITS,
    ),
)
PARTS: Final[tuple[HandPart, ...]] = ("player", "dealer")
SUPPORT: Final = Support({"showdown": PARTS}, ("meter", "lives", "open"))


def with_custom_bets(rules: Ruleset) -> Ruleset:
    """The posted game with the house's own side bets, if it has any."""
    bets = custom_bets(rules, PointRule(), PARTS, SUPPORT)
    if bets:
        settled = (Settle((bet.name,), order=rules.banking.order) for bet in bets)
        rules = msgspec.structs.replace(
            rules,
            procedure=(*rules.procedure, *settled),
            spots=(*rules.spots, *(bet.spot for bet in bets)),
            side_bets=(*rules.side_bets, *bets),
        )
    return with_spot_limits(rules)


def _check_bonus(o: Mapping[str, Any], bonus: SideBet) -> None:
    """`OptionFaults` where a row of the bonus cannot be paid, or the bonus favors the player."""
    if is_own(o["bonus_table"]):
        refuse_unpaid("bonus_table", bonus, o["decks"])
    # With one deck no posted table favors the player; computed where it may.
    if (o["decks"] > 1 or is_own(o["bonus_table"])) and not o["allow_player_edge"]:
        kept = bonus_edge(bonus, o["decks"])
        if kept < 0:
            fault = (
                f"bonus_table = {o['bonus_table']}: with {decks_of(o['decks'])} it favors the"
                f" player by {percent(-kept)}; allow_player_edge = true posts it anyway"
                f" ({BONUS_EDGE.cite})"
            )
            raise OptionFaults((fault,))


def three_card_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    o: dict[str, Any] = THREE_CARD.read(given)
    bonus = bonus_bet(o["bonus_table"], o["order"])
    _check_bonus(o, bonus)
    deck = Deck(o["decks"])
    changed = THREE_CARD.changed(o)
    stored = document("three-card-poker", house, edition, THREE_CARD.pinned(o))
    final: frozenset[Need] = frozenset({"bank-final"})
    paying = ("ante", "bonus") if o["fee_on_bonus"] else ("ante",)
    return with_custom_bets(
        Ruleset(
            game="three-card-poker",
            title="Three Card Poker 1.3",
            family="three-card",
            house=house,
            edition=edition,
            source="Napa Valley Casino, Three Card Poker 1.3",
            options=o,
            changed=changed,
            deck=deck,
            shoe=ShoeRule(o["shoe"], 0, len(deck) - len(deck) * o["cut"] // 100),
            policies=ThreeCard(
                bonus=bonus,
                bank_shows=o["bank_shows"],
                tie=o["tie"],
                ante_bonus=ante_bonus(o["ante_bonus"], o["decks"]),
                rounding=rounding(o),
            ),
            procedure=(
                DealThree(),
                TurnBank(o["bank_shows"]),
                Decide(),
                TakeFolded(),
                TurnBank(3),
                OpenHands(),
                Settle(("ante", "play"), order=o["order"]),
                Settle((bonus.name,), order=bonus.order),
            ),
            spots=(
                Spot("ante", "Ante", needs=final, odds="1 to 1"),
                Spot("play", "Play", "in-turn", final, odds="1 to 1"),
                bonus.spot,
            ),
            boxes=o["boxes"],
            limits=Limits(o["wager_min"], o["wager_max"], o["smallest_chip"]),
            banking=Banking(o["bank_limit"], o["order"]),
            fees=own_schedule(
                o["collection"],
                Schedule(
                    player=(Bracket(5000, 50), Bracket(10000, 100, 5100)),
                    bank=(Bracket(5000, 50), Bracket(10000, 100, 5100), Bracket(None, 200, 10100)),
                    spots=paying,
                    # The book's column "Wager/Action" is read as every wager that pays a
                    # collection (The bank / 4); version 0.1 counted the antes alone.
                    bank_spots=("ante",) if o["readings"] == "0.1" else paying,
                ),
            ),
            wording=wording(TEXTS, o, changed),
            stored=stored,
            side_bets=(bonus,),
        )
    )


THREE_CARD_GAME: Final = SimpleGame(
    "three-card-poker",
    "Three Card Poker 1.3",
    CLAUSES,
    THREE_CARD,
    three_card_ruleset,
    # A table opens with the highest wager that a row of the players' collection names.
    {"wager_max": "100"},
)
