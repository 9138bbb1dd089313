"""The coach of the poker games: a hand's equity against unknown hands."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.cards import UNSEEN
from cardroom.money import exact
from cardroom.places import BOARD, hand_place, read_place
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.advice import Advice, silent
from cardroom.service.coach.coach import (
    NOTHING_TO_SAY,
    UNSEEN_CARD,
    Coach,
    Tell,
    tell_if_compiling,
)

SAMPLES: Final = 1_000_000
"""Random deals where there are too many to enumerate: an error of 0.05%."""
SILENT: Final = {"show": "showing or mucking does not change the money here"}


class HeldCards(msgspec.Struct, frozen=True):
    """A hand against unknown hands."""

    cards: tuple[str, ...]
    board: tuple[str, ...]
    others: int
    pot: int
    """The pots and the bets in front of the seats."""
    call: int
    """The price of a call, or 0."""


def read(view: View, ask: AskView, _: Ruleset) -> HeldCards | str:
    if ask.topic != "bet":
        return SILENT.get(ask.topic, NOTHING_TO_SAY)
    cards = view.cards_at(hand_place(ask.box))
    if UNSEEN.text in cards or not cards:
        return UNSEEN_CARD
    others = sum(
        read_place(at)[0] not in (0, ask.box) and not place.collected and bool(place.cards)
        for at, place in view.places.items()
    )
    call = next((option.costs or 0 for option in ask.options if option.verb == "call"), 0)
    pot = sum(pile.amount for pile in view.middle.pots) + sum(view.middle.front.values())
    return HeldCards(tuple(sorted(cards)), view.cards_at(BOARD), others, pot, call)


def advise(held: HeldCards, rules: Ruleset, tell: Tell) -> Advice:
    # Late: the process that serves people must not load the odds.
    from cardroom.analysis.poker.equity import BoardGame, ask, equity  # noqa: PLC0415 - not in the server

    if not held.others:
        return silent("no one else is in the hand")
    game = BoardGame(rules.game)
    tell_if_compiling("boards", tell)
    own, board = " ".join(held.cards), " ".join(held.board)
    asked = ask(game, [own, *["random"] * held.others], board)
    found = equity(asked, samples=SAMPLES)
    share = float(found.players[0].equity)
    error = found.error(found.players[0])
    about = "" if error is None else f", give or take {error:.2%}"
    hands = "an unknown hand" if held.others == 1 else f"{held.others} unknown hands"
    why = f"Against {hands} these cards win {share:.1%} of the pot on average{about}."
    if held.call:
        need = held.call / (held.pot + held.call)
        call, pot = exact(held.call), exact(held.pot)
        why += f" A call of {call} into {pot} needs {need:.1%}."
    return Advice(
        "ready",
        why,
        assumes=(
            "the others may hold any cards, and everyone stays to the end",
            "this is the value of the cards, not advice on betting; the others' bets are ignored",
        ),
        share=share,
        hand=" ".join(held.cards),
    )


COACH: Final = Coach(HeldCards, read, advise, ranks=False)
