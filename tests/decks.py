"""Games with more decks than a house may post, to see where their odds go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from cardroom import model
from cardroom.analysis.twentyone.solver import exact
from cardroom.games.twentyone.game import GAMES


def edge_with(decks: int, game: str, options: Mapping[str, Any]) -> float:
    """Against perfect play; each deck has as many jokers as the posted ones."""
    rules = GAMES[game].ruleset(options)
    jokers = rules.deck.jokers // rules.deck.packs * decks
    deck = replace(rules.deck, packs=decks, jokers=jokers)
    # Tables are kept by the digest of what is stored.
    stored = rules.stored + b"/%d" % decks
    return -exact.solve(model.compile(replace(rules, deck=deck, stored=stored))).value
