"""What goes into a submission, and the command that makes it again."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from cardroom.signage.press import Paper

SHUFFLES: Final = 20_000


class Contents(NamedTuple):
    """What goes into a submission."""

    games: tuple[str, ...] = ()
    """Of the house; none for all of them."""
    paper: Paper = "letter"
    reports: Literal["with", "without"] = "with"
    """Whether the math reports are computed; a draft has none."""
    shuffles: int = SHUFFLES

    def options(self) -> str:
        """As the command line takes them."""
        words = [f"--game {game}" for game in self.games]
        words += [f"--paper {self.paper}"] if self.paper != "letter" else []
        words += ["--draft"] if self.reports == "without" else []
        return "".join(f" {word}" for word in words)
