"""The table as a player sees it, in text. It is given a view, so what is hidden stays hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from cardroom.cards import UNSEEN, Card
from cardroom.cli.common import SUITS, money
from cardroom.places import BANK, hand_place
from cardroom.play.round import Settlement
from cardroom.play.views import PlaceView, View

LEFT = 14
"""Columns for the name of a hand."""


def felt(view: View, hands: Iterable[tuple[int, int, int]], bank: str) -> Text:
    """The bank's hand, called `bank`, and the boxes.

    `hands` are (box, hand id, number, 0 if the box was never split).
    """
    asked = {(ask.box, ask.hand) for ask in view.asks}
    drawn = Text()
    if BANK in view.places:
        drawn.append_text(_row(view.places[BANK], bank, "", active=False))
    for box, hand, number in hands:
        place = view.places.get(hand_place(box, hand))
        if place is None:
            continue
        name = f"box {box}, {number}" if number else f"box {box}"
        active = (box, hand) in asked
        drawn.append_text(_row(place, name, _stake(view, box, hand), active=active))
    return drawn


def _row(place: PlaceView, name: str, below: str, *, active: bool) -> Text:
    """Three lines: the name, the stake, and the cards side by side."""
    art = cards([Card(text) for text in place.cards])
    left = (f"{'▸ ' if active else '  '}{name}", f"  {below}", "")
    row = Text()
    for number, line in enumerate(art):
        style = "bold" if number == 0 else "cyan"
        row.append(f"{left[number]:<{LEFT}}", style=style)
        row.append_text(line)
        if number == 1 and place.label:
            row.append(f"   {place.label}", style="bold yellow" if active else "")
        row.append("\n")
    return row


def cards(pile: Sequence[Card]) -> tuple[Text, Text, Text]:
    top, middle, bottom = Text(), Text(), Text()
    for card in pile:
        edge = "dim" if card is UNSEEN else ""
        top.append("╭────╮", style=edge)
        middle.append("│", style=edge)
        middle.append_text(_face(card))
        middle.append("│", style=edge)
        bottom.append("╰────╯", style=edge)
    return top, middle, bottom


def _face(card: Card) -> Text:
    if card is UNSEEN:
        return Text("░░░░", style="dim")
    if card.suit < 0:
        return Text(" Jk ", style="bold magenta")
    rank = "10" if card.text[0] == "T" else card.text[0]
    return Text(f"{rank + SUITS[card.suit]:^4}", style="bold red" if card.red else "bold")


def _stake(view: View, box: int, hand: int) -> str:
    """The stake on the hand, or its result."""
    staked = sum(bet.stake for bet in view.bets if bet.box == box and bet.hand == hand)
    if staked:
        return money(staked)
    settled = [each for each in view.settled if (each.bet.box, each.bet.hand) == (box, hand)]
    return _came_of(settled) if settled else ""


def _came_of(settled: Sequence[Settlement]) -> str:
    net = sum(each.net for each in settled)
    if net > 0:
        return f"won {money(net)}"
    return f"lost {money(-net)}" if net < 0 else "push"
