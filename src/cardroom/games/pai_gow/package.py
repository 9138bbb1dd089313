"""Pai gow poker, as the registry has it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardroom.games.pai_gow.dealer_rules import DEALER_RULES
from cardroom.games.pai_gow.family import PaiGowFamily
from cardroom.games.pai_gow.felt import FELT
from cardroom.games.pai_gow.notation import NOTATION
from cardroom.games.pai_gow.options import DOUBLE_HAND_GAME, FORTUNE_GAME
from cardroom.games.pai_gow.procedure import words
from cardroom.games.registry import FamilyPackage

_HERE: Final = Path(__file__).parent

PACKAGE: Final = FamilyPackage(
    "pai-gow",
    PaiGowFamily(),
    (DOUBLE_HAND_GAME, FORTUNE_GAME),
    step_words=words,
    felt=FELT,
    whole_round=_HERE / "whole_round.toml",
    readings=_HERE / "readings.toml",
    dealer_rules=DEALER_RULES,
    approval=_HERE / "approval.toml",
    notation=NOTATION,
)
