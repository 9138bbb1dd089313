"""Poker equities as a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from cardroom.analysis.documents import builtins
from cardroom.analysis.poker.equity import SAMPLES, BoardGame, EquityError, PotShares, ask
from cardroom.analysis.poker.equity import equity as solve
from cardroom.api.figure import Figure, PlottedBar, bars
from cardroom.api.frame import Frame, frame
from cardroom.api.result import Result
from cardroom.cards import show_cards

GAMES: Final = tuple(str(each) for each in BoardGame)


@dataclass(frozen=True, slots=True, repr=False)
class Equity(Result):
    """How much of the pot each hand is worth."""

    document: PotShares
    """Every figure, typed; `to_dict` gives the same as plain values."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of the pot of each hand, in the order given."""
        return tuple(player.equity for player in self.document.players)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.range or show_cards(each.hand) for each in self.document.players)

    @property
    def summary(self) -> str:
        shown = zip(self.names, self.shares, strict=True)
        return f"{self.document.game}: " + ", ".join(f"{name} {share:.4%}" for name, share in shown)

    @property
    def notes(self) -> Sequence[str]:
        how = "every deal counted" if self.document.method == "exact" else "simulated"
        return [f"{self.document.deals:,} deals, {how}"]

    @property
    def table(self) -> Frame:
        rows = [
            (
                name, each.equity, None if each.exact is None else str(each.exact),
                each.standard_error, each.win, each.tie, each.low,
            )
            for name, each in zip(self.names, self.document.players, strict=True)
        ]  # fmt: skip
        names = (
            "hand", "equity:share", "exact", "standard error:share", "wins:share", "ties:share",
            "low:share",
        )  # fmt: skip
        return frame(f"{self.document.game}: equity", names, rows)

    def to_dict(self) -> dict[str, Any]:
        return dict(builtins(self.document))

    def plot(self) -> Figure:
        """The share of the pot of each hand."""
        shown = [
            PlottedBar(f"{place}. {name}", each.equity, each.standard_error or 0.0)
            for place, (name, each) in enumerate(
                zip(self.names, self.document.players, strict=True), start=1
            )
        ]
        return bars(shown, f"{self.document.game}: equity", "share of the pot")


def equity(
    *hands: str,
    board: str = "",
    dead: str = "",
    game: str = GAMES[0],
    samples: int = SAMPLES,
    seed: int = 1,
) -> Equity:
    """How much of the pot each hand is worth.

    Every deal is counted if that takes seconds; otherwise deals are simulated.

    Parameters:
        hands: Cards ("AsKs"), ranges ("QQ+, AKs"), or "random"; ?? is an unseen card.
        board: Three, four or five cards of the board.
        dead: Cards that nobody can have.
        game: "texas-holdem", "omaha", or "omaha-hi-lo"; the first by default.
        samples: Deals to simulate where there are too many to count.
        seed: The seed of the simulation.

    Examples:
        >>> import cardroom as cr
        >>> cr.equity("AsKs", "QhQd", board="Js Ts 2c")
        <Equity: texas-holdem: As Ks 56.0606%, Qh Qd 43.9394%>
    """
    if game not in GAMES:
        raise EquityError(f"{game} is not a poker game; choose one of {', '.join(GAMES)}")
    question = ask(BoardGame(game), list(hands), board, dead)
    return Equity(solve(question, samples=samples, seed=seed).shares)
