"""A procedure in words: its steps as a floor manager would say them."""

from __future__ import annotations

from typing import Final

from cardroom.places import ALL
from cardroom.rules.steps import Settle, Step

HEADINGS: Final = {
    "OfferInsurance": "Insurance is offered",
    "Turns": "The boxes play",
    "SetHands": "Hands are set by",
    "PayFromActionSeat": "Settlement:",
    "TakeFolded": "Settlement:",
    "Roll": "The bank shakes the cup:",
    "PayEnvy": "Settlement:",
}
"""What goes before the sentence of a step that only says how."""


def words(step: Step) -> str:
    """A step as a floor manager would say it: its own sentence, or one made for it here."""
    if isinstance(step, Settle):
        return f"Settlement: {', '.join(step.spots)}, {step.order.replace('-', ' ')}."
    if type(step).__name__ == "CardToEach" and getattr(step, "face", "up") == "down":
        return "One card face down to every box with a wager, clockwise."
    if type(step).__name__ == "CardToBank":
        face = "up" if getattr(step, "seen", ALL) == ALL else "down"
        return f"One card face {face} to the dealer."
    sentence = _counted(step, (type(step).__doc__ or type(step).__name__).strip().splitlines()[0])
    heading = HEADINGS.get(type(step).__name__)
    if heading is None:
        return sentence
    return f"{heading} {sentence[0].lower()}{sentence[1:]}"


def _counted(step: Step, sentence: str) -> str:
    """How many "so many" are: the one number that such a step has."""
    for name in ("count", "cards", "shown", "dice"):
        number = getattr(step, name, None)
        if number == 1:
            singular = sentence.replace("so many cards", "one card").replace(
                "lie face", "lies face"
            )
            return singular.replace("The first one card", "The first card")
        if number is not None:
            return sentence.replace("So many", str(number)).replace("so many", str(number))
    return sentence
