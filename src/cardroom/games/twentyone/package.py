"""The 21 games, as the registry has them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardroom.games.registry import FamilyPackage
from cardroom.games.twentyone.dealer_rules import DEALER_RULES
from cardroom.games.twentyone.family import TwentyOneFamily
from cardroom.games.twentyone.felt import FELT
from cardroom.games.twentyone.game import GAMES
from cardroom.games.twentyone.notation import NOTATION
from cardroom.games.twentyone.procedure import words
from cardroom.games.twentyone.remarks import REMARKS

_HERE: Final = Path(__file__).parent

PACKAGE: Final = FamilyPackage(
    "twentyone",
    TwentyOneFamily(),
    tuple(GAMES.values()),
    step_words=words,
    felt=FELT,
    whole_round=_HERE / "whole_round.toml",
    readings=_HERE / "readings.toml",
    dealer_rules=DEALER_RULES,
    approval=_HERE / "approval.toml",
    remarks=REMARKS,
    notation=NOTATION,
)
