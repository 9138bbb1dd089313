"""The options of MaxTime 21, and the ruleset they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardroom.cards import SUITS, Deck
from cardroom.games.common import BONUS_MIN, FLAG, limits_of, rounding
from cardroom.games.side_bets.bets import Options
from cardroom.games.side_bets.files import shipped_bet
from cardroom.games.side_bets.own_rows import pay_rows, posted_bets
from cardroom.games.twentyone import wording as texts
from cardroom.games.twentyone.blackjack.options import HOUSE_BANKED, boxes_each
from cardroom.games.twentyone.engine.procedure import with_custom_bets, with_side_bets
from cardroom.games.twentyone.engine.steps import (
    BankDone,
    BankPlays,
    BurnCards,
    CardToBank,
    CardToEach,
    OfferInsurance,
    OfferNaturals,
    PayNaturals,
    Peek,
    Turns,
)
from cardroom.games.twentyone.policies import (
    BankDraws,
    Double,
    Insurance,
    Split,
    Surrender,
    TwentyOne,
)
from cardroom.hands.points import PointRule
from cardroom.money import Odds
from cardroom.places import NOBODY
from cardroom.rules.options import (
    Catalogue,
    Choice,
    OptionSpec,
    PostedOdds,
    Whole,
    document,
)
from cardroom.rules.own_table import is_own
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.side_bet import SideBet
from cardroom.rules.spots import Need, Spot
from cardroom.rules.steps import Settle, Step
from cardroom.rules.wording import wording

DIAMONDS: Final = SUITS.index("d")
POINTS: Final = PointRule(tracks_suits=True)
MAXTYME: Final = shipped_bet("maxtyme")
HAND: Final[frozenset[Need]] = frozenset({"bank-final"})

MAXTIME: Final = Catalogue(
    "maxtime-21",
    (
        OptionSpec(
            "decks",
            Whole(1, 8),
            1,
            "decks in the shoe; the rule book has one",
            "deal.burn",
            group="deal",
        ),
        OptionSpec(
            "dealer_hits_soft_17", FLAG, True, "the dealer hits soft 17", "bank.draws", group="bank"
        ),
        OptionSpec(
            "natural_pays",
            PostedOdds(("1:1", "6:5", "3:2")),
            "1:1",
            "what a blackjack that is not in diamonds pays",
            "natural.at-once",
            group="pay",
        ),
        OptionSpec(
            "diamonds_pays",
            PostedOdds(("2:1",)),
            "2:1",
            "what a blackjack in diamonds pays",
            "natural.at-once",
            group="pay",
        ),
        OptionSpec(
            "five_card_21_pays",
            PostedOdds(("2:1",)),
            "2:1",
            "what five or more cards totaling 21 pay",
            "pay.five-card-21",
            group="pay",
        ),
        OptionSpec(
            "six_card_pays",
            PostedOdds(("1:1",)),
            "1:1",
            "what six or more cards totaling 20 or less pay",
            "pay.six-cards",
            group="pay",
        ),
        OptionSpec(
            "six_card_win",
            Choice(("compulsory", "may-be-declined")),
            "compulsory",
            "six cards totaling 20 or less win at once, or only if the player stands on them",
            "pay.six-cards",
            group="pay",
        ),
        OptionSpec(
            "maxtyme",
            pay_rows(MAXTYME, (True, False)),
            True,
            "the MaxTyme bonus bet is offered, as the book pays it or by the house's own rows",
            "maxtyme.pays",
            group="side-bet",
        ),
        BONUS_MIN,
        *HOUSE_BANKED,
    ),
)


def maxtime_policies(o: Mapping[str, Any]) -> TwentyOne:
    return TwentyOne(
        points=POINTS,
        natural=Odds.parse(o["natural_pays"]),
        natural_suited=(DIAMONDS, Odds.parse(o["diamonds_pays"])),
        naturals="at-once",
        double=Double(sizes=None, ace_ten_as_11=True),
        split=Split(4, "hit", aces_again=True),
        surrender=Surrender("late", "any"),
        insurance=Insurance(paid_naturals=True),
        bank=BankDraws("hit" if o["dealer_hits_soft_17"] else "stand"),
        rounding=rounding(o),
        long_21=Odds.parse(o["five_card_21_pays"]),
        six_card_win="compulsory" if o["six_card_win"] == "compulsory" else "optional",
        six_cards=Odds.parse(o["six_card_pays"]),
    )


PROCEDURE: Final[tuple[Step, ...]] = (
    BurnCards(),
    CardToEach(),
    CardToBank(),
    CardToEach(),
    CardToBank(NOBODY),
    OfferNaturals(),
    PayNaturals(),
    OfferInsurance(),
    Peek(),
    Turns(),
    BankPlays(),
    BankDone(),
    Settle(("main",)),
)


def maxtime_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    o: dict[str, Any] = MAXTIME.read(given)
    changed = MAXTIME.changed(o)
    stored = document("maxtime-21", house, edition, MAXTIME.pinned(o))
    deck = Deck(o["decks"])
    bonus: tuple[SideBet, ...] = ()
    if o["maxtyme"]:
        own = o["maxtyme"] if is_own(o["maxtyme"]) else ""
        bonus = posted_bets("maxtyme", MAXTYME, Options(POINTS, own), deck)
    return with_custom_bets(
        Ruleset(
            game="maxtime-21",
            title="MaxTime 21",
            family="twentyone",
            house=house,
            edition=edition,
            source="MaxTime 21 procedures",
            options=o,
            changed=changed,
            deck=deck,
            shoe=ShoeRule(o["shoe"], o["burn"], len(deck) - len(deck) * o["cut"] // 100),
            policies=maxtime_policies(o),
            procedure=with_side_bets(PROCEDURE, bonus),
            spots=(
                Spot("main", "Wager", needs=HAND),
                Spot(
                    "insurance", "Insurance", "offered", frozenset({"bank-second"}), odds="2 to 1"
                ),
                *(bet.spot for bet in bonus),
            ),
            boxes=o["boxes"],
            boxes_each=boxes_each(o),
            limits=limits_of(o),
            stored=stored,
            side_bets=bonus,
            wording=wording(texts.MAXTIME, o, changed),
        )
    )
