"""A hand looked up in a chart: how bots play, what the coach compares its advice with, and which
cell the page lights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from cardroom.cards import JOKER, Card
from cardroom.hands.points import pip
from cardroom.play.views import AskView, View
from cardroom.service.coach.charts import Chart, ChartCell
from cardroom.service.twentyone.seen_hand import MAX_BET, SeenHand, seen_hand

PAIR: Final = 2
PLAY: Final = "play"


def cells_of(view: View, ask: AskView, chart: Chart) -> tuple[ChartCell, ...]:
    """The cell that decides; none if the chart does not know the question, as of insurance.

    In its turn, a hand passes over a cell that has nothing it may do: a pair that cannot be split.
    An offer comes before the turn, so then only cells that say nothing at all are passed over.
    """
    hand, offered = seen_hand(view, ask), {option.verb for option in ask.options}
    if hand is None or offered.isdisjoint(verb for said in chart.plays.values() for verb in said):
        return ()
    found = tuple(cells(hand, ask.topic, chart))
    wanted = (
        offered if ask.topic == PLAY else {verb for cell in found for verb in verbs(chart, cell)}
    )
    deciding = (cell for cell in found if not wanted.isdisjoint(verbs(chart, cell)))
    return (next(deciding, found[-1]),) if found else ()


def by_chart(hand: SeenHand, topic: str, chart: Chart) -> Iterable[str]:
    """The verbs of the cells that cover this hand, in order of preference."""
    for cell in cells(hand, topic, chart):
        yield from verbs(chart, cell)


def cells(hand: SeenHand, topic: str, chart: Chart) -> Iterator[ChartCell]:
    """The cells that cover this hand, the most specific first."""
    up = _column(hand.up, chart)
    for block, row in _rows(hand, topic):
        if row in getattr(chart, block) and up in chart.ups:
            yield ChartCell(block, row, up)


def verbs(chart: Chart, cell: ChartCell) -> tuple[str, ...]:
    """In order of preference; empty if the cell leaves the hand to the next one."""
    codes: tuple[str, ...] = getattr(chart, cell.block)[cell.row]
    return chart.plays.get(codes[chart.ups.index(cell.up)], ())


def _rows(hand: SeenHand, topic: str) -> Iterator[tuple[str, str]]:
    """Blocks and rows."""
    if topic == MAX_BET:
        yield "first", _rank(hand.cards[0])
        return
    soft, _, total = hand.label.rpartition(" ")
    if hand.doubled:
        yield "doubled", total
        return
    if len(hand.cards) == PAIR and _rank(hand.cards[0]) == _rank(hand.cards[1]):
        yield "pair", _rank(hand.cards[0])
    if hand.hands > 1 and _rank(hand.cards[0]) == "A":
        yield "aces", total
    yield "soft" if soft else "hard", total


def _column(card: Card, chart: Chart) -> str:
    """Face cards may have their own column; a joker that counts ten is in the tens'."""
    up = card.text if card is JOKER else card.text[0]
    if up not in ("J", "Q", "K", "Jk") or up in chart.ups:
        return up
    return "J" if up != "Jk" and "J" in chart.ups else "T"


def _rank(card: Card) -> str:
    """The rank's name in charts: a face card is a ten, and so is a joker that can be split."""
    return {1: "A", 10: "T"}.get(pip(card), str(pip(card)))
