"""cardroom: casino card games played by the book, settled to the cent, priced exactly.

The library is what `__all__` lists (`docs/api.md`); everything else is private. Its modules are
imported when a name is first used, so that `import cardroom` takes no time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardroom.api.bank import Bank as Bank
    from cardroom.api.bank import bank as bank
    from cardroom.api.catalog import Catalog as Catalog
    from cardroom.api.catalog import catalog as catalog
    from cardroom.api.equity import Equity as Equity
    from cardroom.api.equity import equity as equity
    from cardroom.api.figure import Figure as Figure
    from cardroom.api.frame import Frame as Frame
    from cardroom.api.game import Game as Game
    from cardroom.api.game import game as game
    from cardroom.api.hands import Hands as Hands
    from cardroom.api.odds import Odds as Odds
    from cardroom.api.progress import Progress as Progress
    from cardroom.api.progress import watching as watching
    from cardroom.api.protection import Protection as Protection
    from cardroom.api.result import Result as Result
    from cardroom.api.rounds import Choice as Choice
    from cardroom.api.rounds import Decision as Decision
    from cardroom.api.rounds import PlayedRound as PlayedRound
    from cardroom.api.rounds import Refused as Refused
    from cardroom.api.rounds import play as play
    from cardroom.api.rounds import settle as settle
    from cardroom.api.session import Session as Session
    from cardroom.api.simulation import Simulation as Simulation
    from cardroom.api.strategy import Strategy as Strategy
    from cardroom.api.variations import Variations as Variations
    from cardroom.errors import CardroomError as CardroomError

__version__ = "0.2.0"

_MODULES = {
    "api.bank": ("Bank", "bank"),
    "api.catalog": ("Catalog", "catalog"),
    "api.equity": ("Equity", "equity"),
    "api.figure": ("Figure",),
    "api.frame": ("Frame",),
    "api.game": ("Game", "game"),
    "api.hands": ("Hands",),
    "api.odds": ("Odds",),
    "api.progress": ("Progress", "watching"),
    "api.protection": ("Protection",),
    "api.result": ("Result",),
    "api.rounds": ("Choice", "Decision", "PlayedRound", "Refused", "settle"),
    "api.session": ("Session",),
    "api.simulation": ("Simulation",),
    "api.strategy": ("Strategy",),
    "api.variations": ("Variations",),
    "errors": ("CardroomError",),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Bank",
    "CardroomError",
    "Catalog",
    "Choice",
    "Decision",
    "Equity",
    "Figure",
    "Frame",
    "Game",
    "Hands",
    "Odds",
    "PlayedRound",
    "Progress",
    "Protection",
    "Refused",
    "Result",
    "Session",
    "Simulation",
    "Strategy",
    "Variations",
    "__version__",
    "bank",
    "catalog",
    "equity",
    "game",
    "play",
    "settle",
    "watching",
]


if not TYPE_CHECKING:  # so that a type checker finds misspelled names

    def __getattr__(name: str) -> object:
        if name == "play":
            return import_module("cardroom.play")
        if name not in _PLACES:
            raise AttributeError(f"module 'cardroom' has no attribute {name!r}")
        return getattr(import_module(f"cardroom.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
