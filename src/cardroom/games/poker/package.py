"""Poker, as the registry has it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardroom.games.poker.dealer_rules import DEALER_RULES
from cardroom.games.poker.family import PokerFamily
from cardroom.games.poker.felt import FELT
from cardroom.games.poker.game import POKER_GAMES
from cardroom.games.poker.notation import NOTATION
from cardroom.games.poker.procedure import words
from cardroom.games.poker.seats import PokerSeats
from cardroom.games.registry import FamilyPackage

_HERE: Final = Path(__file__).parent

PACKAGE: Final = FamilyPackage(
    "poker",
    PokerFamily(),
    tuple(POKER_GAMES.values()),
    step_words=words,
    felt=FELT,
    whole_round=_HERE / "whole_round.toml",
    readings=_HERE / "readings.toml",
    dealer_rules=DEALER_RULES,
    approval=_HERE / "approval.toml",
    seated=PokerSeats(),
    notation=NOTATION,
)
