"""Three Card Poker, as the registry has it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardroom.games.registry import FamilyPackage
from cardroom.games.three_card.dealer_rules import DEALER_RULES
from cardroom.games.three_card.family import ThreeCardFamily
from cardroom.games.three_card.felt import FELT
from cardroom.games.three_card.game import THREE_CARD_GAME
from cardroom.games.three_card.procedure import words

_HERE: Final = Path(__file__).parent

PACKAGE: Final = FamilyPackage(
    "three-card",
    ThreeCardFamily(),
    (THREE_CARD_GAME,),
    step_words=words,
    felt=FELT,
    whole_round=_HERE / "whole_round.toml",
    readings=_HERE / "readings.toml",
    dealer_rules=DEALER_RULES,
    approval=_HERE / "approval.toml",
)
