"""What the approved rules of the two No-Bust games fix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardroom.games.approval import Approval, Remark
from cardroom.rules.ruleset import Ruleset

PATENT: Final = "No Bust / Options & Variations"
LISTED: Final = (
    "option_1_bank_wins_17",
    "option_2_joker_2_or_12",
    "option_4_aces_natural",
    "option_5_over_ties_push",
)
"""Options of the text that it lists for patent purposes only."""


def _california(rules: Ruleset) -> Iterator[Remark]:
    for name in LISTED:
        if rules.options[name]:
            says = f"{name} is listed for patent purposes and is not available for play"
            yield Remark("fault", says, "option", PATENT)
    if rules.options["jokers_per_deck"] != 1:
        says = "more than one joker a deck is listed for patent purposes only"
        yield Remark("fault", says, "option", PATENT)


JOKER: Final = Approval(
    values={"hands_max": (4,), "player_chart": ("posted",)},
    remarks_in={"california": _california},
)

BONUS_ACE: Final = Approval(
    values={
        "natural_pays": ("6:5",),
        "hands_max": (None,),
        "double_sizes": (2,),
        "insurance": (True,),
        "hole_card": ("no-peek",),
        "split_aces_again": (True,),
        "surrender": (True,),
        "three_card_push": ("23-25", "25"),
    }
)
