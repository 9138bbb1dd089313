"""Player-banked baccarat, installed next to cardroom: its entry points are in pyproject.toml."""

from pathlib import Path
from typing import Final

from cardroom.games.registry import FamilyPackage
from cardroom_baccarat.family import BaccaratFamily, words
from cardroom_baccarat.game import BACCARAT_GAME, DEALER_RULES, FELT

PACKAGE: Final = FamilyPackage(
    "baccarat",
    BaccaratFamily(),
    (BACCARAT_GAME,),
    step_words=words,
    felt=FELT,
    dealer_rules=DEALER_RULES,
    scenarios=Path(__file__).parent / "scenarios",
)
