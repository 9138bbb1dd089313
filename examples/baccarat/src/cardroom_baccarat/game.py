"""Baccarat: its clauses, its options, and the ruleset they make.

The rules are those of punto banco. A player banks, as in a California card room: the player/dealer
covers the wagers of the others as far as the posted amount reaches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from cardroom.cards import Deck
from cardroom.games.common import money_options, rounding
from cardroom.games.felt import Felt, drawing
from cardroom.games.felt_drawing import Theme
from cardroom.games.game import SimpleGame
from cardroom.money import Odds, Rounding
from cardroom.rules.banking import Banking
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.fees import Bracket, Schedule
from cardroom.rules.limits import Limits
from cardroom.rules.options import Catalogue, Choice, OptionSpec, document
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.spots import Need, Spot
from cardroom.rules.steps import Settle, Step

VALUES: Final = Clause(
    "cards.values", "Rule 1", "aces count 1, tens and face cards 0; only the last digit counts"
)
DEAL: Final = Clause(
    "deal.four", "Rule 2", "two cards to each hand, Player first, one at a time, face up"
)
NATURAL: Final = Clause(
    "deal.natural", "Rule 3", "an 8 or 9 in two cards ends the deal: neither hand draws"
)
PLAYER_DRAWS: Final = Clause(
    "deal.player-draws", "Rule 4", "the Player hand draws one card on 0 to 5 and stands on 6 or 7"
)
BANKER_DRAWS: Final = Clause(
    "deal.banker-draws",
    "Rule 5",
    "the Banker hand draws by its total and by the card that the Player hand has drawn",
)
PLAYER_WINS: Final = Clause(
    "pay.player", "Rule 6", "if the Player hand is higher, Player wagers win even money"
)
BANKER_WINS: Final = Clause(
    "pay.banker", "Rule 7", "if the Banker hand is higher, Banker wagers win as posted"
)
LOSES: Final = Clause("pay.loses", "Rule 8", "a wager on the lower hand loses")
TIE: Final = Clause("pay.tie", "Rule 9", "if both totals are equal, Tie wagers win as posted")
TIE_PUSHES: Final = Clause(
    "pay.tie-pushes", "Rule 9", "if both totals are equal, Player and Banker wagers push"
)
NO_TIE: Final = Clause("pay.no-tie", "Rule 9", "a Tie wager loses unless both totals are equal")
COVERAGE: Final = Clause(
    "bank.coverage",
    "Rule 10",
    "the player/dealer pays and collects no more than the posted amount, clockwise",
)
FEES: Final = Clause("fee.wager", "Rule 11", "every wager pays its collection before the deal")
THIRD_IN_ERROR: Final = Clause(
    "irregularity.third-card",
    "Rule 12",
    "a third card drawn in error for the Player hand goes to the Banker hand if that draws;"
    " otherwise it is removed from play",
)

CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))

DEALER_RULES: Final = {
    "bank": VALUES.id,
    "card": DEAL.id,
    "card:bank:drawn": BANKER_DRAWS.id,
    "card:board:drawn": PLAYER_DRAWS.id,
    "collect": FEES.id,
    "cover": COVERAGE.id,
    "draw": BANKER_DRAWS.id,
}
"""What the school cites for what the dealer does; the Player hand lies on the board."""

COMMISSION: Final = "commission"
HALF_ON_SIX: Final = "half-on-six"

BACCARAT: Final = Catalogue(
    "baccarat",
    (
        OptionSpec(
            "decks", Choice((8, 6)), 8, "decks of 52 cards in the shoe", "deal.four", group="deal"
        ),
        OptionSpec(
            "banker_pays",
            Choice((COMMISSION, HALF_ON_SIX)),
            COMMISSION,
            "Banker wins pay 19 to 20; or even money, but 1 to 2 for a winning 6",
            "pay.banker",
            group="pay",
        ),
        OptionSpec(
            "tie_pays", Choice((8, 9)), 8, "Tie wagers pay this many to 1", "pay.tie", group="pay"
        ),
        *money_options("pay.player"),
    ),
)


class Baccarat(msgspec.Struct, frozen=True):
    """What a house chooses: the odds of Banker and Tie, and how payments are rounded."""

    banker: Odds
    banker_six: Odds
    """For a Banker hand that wins with a 6."""
    tie: Odds
    rounding: Rounding


class DealFour(Step, frozen=True):
    """Two cards to each hand."""


class PlayerThird(Step, frozen=True):
    """The Player hand draws or stands."""


class BankerThird(Step, frozen=True):
    """The Banker hand draws or stands."""


BANKER_ODDS: Final = {
    COMMISSION: (Odds(19, 20), Odds(19, 20)),
    HALF_ON_SIX: (Odds(1, 1), Odds(1, 2)),
}
WAGERS: Final = ("player", "banker", "tie")
HANDS: Final[frozenset[Need]] = frozenset({"bank-final"})


def baccarat_ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    """The posted game of these options; `OptionFaults` says all that is wrong with them."""
    o: dict[str, Any] = BACCARAT.read(given)
    banker, banker_six = BANKER_ODDS[o["banker_pays"]]
    tie = Odds(o["tie_pays"], 1)
    return Ruleset(
        game="baccarat",
        title="Baccarat",
        family="baccarat",
        house=house,
        edition=edition,
        source="The rules of punto banco, banked by a player",
        options=o,
        changed=BACCARAT.changed(o),
        deck=Deck(o["decks"]),
        shoe=ShoeRule("cut-card", 0, 14),
        policies=Baccarat(banker, banker_six, tie, rounding(o)),
        procedure=(DealFour(), PlayerThird(), BankerThird(), Settle(WAGERS)),
        spots=(
            Spot("player", "Player", needs=HANDS, odds="1 to 1"),
            Spot("banker", "Banker", needs=HANDS, odds=str(banker)),
            Spot("tie", "Tie", needs=HANDS, odds=str(tie)),
        ),
        boxes=8,
        limits=Limits(o["wager_min"], o["wager_max"], o["smallest_chip"]),
        banking=Banking("combined", "clockwise"),
        fees=Schedule(
            player=(Bracket(10000, 100), Bracket(None, 200, 10001)),
            bank=(Bracket(50000, 200), Bracket(None, 400, 50001)),
            spots=WAGERS,
            bank_spots=WAGERS,
        ),
        stored=document("baccarat", house, edition, BACCARAT.pinned(o)),
    )


BACCARAT_GAME: Final = SimpleGame("baccarat", "Baccarat", CLAUSES, BACCARAT, baccarat_ruleset)

THEME: Final = Theme("#4a3768", "#2f2147", "#140c22")

FELT: Final = Felt(
    board=3,
    lettering=lambda rules: (
        "Player 1 to 1",
        f"Banker {rules.policies.banker}, Tie {rules.policies.tie}"
        if isinstance(rules.policies, Baccarat)
        else "",
    ),
    drawing=lambda rules: msgspec.structs.replace(drawing(rules), theme=THEME),
)
"""The Player hand lies on the board, the Banker hand before the dealer."""
