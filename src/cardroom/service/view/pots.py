"""The poker part of a view: the pots, and the players who sit out or owe blinds."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom.play.felt_state import PotPile
from cardroom.service.view.view_types import BlindsView, PotView
from cardroom.table.table import Table


def pots(piles: Sequence[PotPile]) -> tuple[PotView, ...]:
    several = len(piles) > 1
    titles = ["Main pot" if several else "Pot", *(f"Side pot {n}" for n in range(1, len(piles)))]
    return tuple(
        PotView(title, pile.amount, pile.boxes, pile.won)
        for title, pile in zip(titles, piles, strict=False)
    )


def blinds(table: Table, name: str) -> BlindsView | None:
    """The question to players who must post or wait before they are dealt in."""
    big, small = table.owes(name)
    if not (big or small) or name in table.away:
        return None
    answer = table.answers.get(name, "")
    if not answer and name in table.dealt_in.values():
        return None
    return BlindsView(big, small, answer)


def out(table: Table, name: str) -> str:
    """Why a player gets no cards; empty for players who do or already have some."""
    playing = table.round is not None and name in table.round.players.values()
    if not table.rules.deals_to_seats or playing:
        return ""
    if name in table.away:
        return "sitting out"
    return "" if name in table.dealt_in.values() or not any(table.owes(name)) else "waiting"
