"""The felt of the poker games: a board, seats, the dealer button and the blinds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardroom.games import signs
from cardroom.games.felt import FOLDED, Button, Ending, Felt, Topic, Verb
from cardroom.games.poker.felt_drawing import drawing
from cardroom.games.poker.signs import collected, sign, stakes
from cardroom.games.poker.state import policies
from cardroom.games.signs import Sign
from cardroom.rules.ruleset import Ruleset


def collection(rules: Ruleset) -> Iterator[Sign]:
    """What each pot pays, or each seated player for time."""
    head, rows = collected(rules.fees)
    yield Sign("Collection", (head, "Fee"), rows)
    yield from signs.collection(rules)


FELT: Final = Felt(
    verbs=(
        Verb("fold", "Fold", "f", means="give up the hand"),
        Verb("check", "Check", "k", instead="call", means="pass without betting"),
        Verb("call", "Call", "c", instead="check", means="match the bet"),
        Verb("bet", "Bet", "b", instead="raise", means="put chips in the pot"),
        Verb(
            "raise",
            "Raise",
            "r",
            instead="bet",
            control="slider",
            to=True,
            means="bet more than the others",
            does="raises to",
        ),
        Verb("muck", "Muck", "m", means="keep your cards hidden", may="muck its hand"),
        Verb("show", "Show", "s", means="turn your cards up", may="show its hand now"),
    ),
    topics=(
        Topic("bet", "Your bet", "to bet", "acts: the action is on it"),
        Topic("show", "Show your hand?", "to show or not", "shows or mucks its hand"),
    ),
    endings=(FOLDED, Ending("mucked", gone=True)),
    dealer_steps={"give out the pots": "gives out the pots"},
    position="Seat",
    board=5,
    lettering=lambda rules: (rules.title, stakes(policies(rules))),
    drawing=lambda rules: drawing(rules, (rules.title, stakes(policies(rules)))),
    buttons=lambda _: (
        Button("dealer", "D"),
        Button("small-blind", "SB"),
        Button("big-blind", "BB"),
    ),
    stakes=lambda rules: stakes(policies(rules)),
    notice=lambda rules: sign(rules.fees),
    banking=lambda _: "Nobody banks: players play for the pots.",
    limits=lambda rules: (("Stakes", stakes(policies(rules))),),
    collection=collection,
    can_win=lambda _rules, _round, _bet, _hand: None,
)
