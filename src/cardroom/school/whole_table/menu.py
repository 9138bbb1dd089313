"""What a dealer may want to do at a table, as buttons: all acts of the round, not only the right
one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from cardroom import games
from cardroom.places import ALL as EVERYBODY
from cardroom.places import BANK, BOARD, BURN
from cardroom.school.played import LessonRound
from cardroom.school.seat_words import seat
from cardroom.school.whole_table.dealer_action import ALL, PILES, Act, spot_of
from cardroom.school.whole_table.script import Stage

RowForm = Literal["plain", "amount", "settle"]
"""Alone; with an amount; or a wager that is paid, taken, or left."""
ANNOUNCED: Final[tuple[tuple[Act, str], ...]] = (
    ("closed", "No more bets"),
    ("dice", "Throw the dice"),
    ("peek", "Check the hole card"),
    ("over", "End the round"),
)


class MenuChoice(msgspec.Struct, frozen=True):
    text: str
    write: str
    """The action as it is typed; an amount goes at its end."""


class MenuRow(msgspec.Struct, frozen=True):
    title: str
    choices: tuple[MenuChoice, ...]
    form: RowForm = "plain"


class TableMenu:
    """The menu of a round. It shows the acts of all stages, so it does not say what is due."""

    def __init__(self, played: LessonRound, stages: Sequence[Stage]) -> None:
        self._rules = played.rules
        last = played.moves[-1].after
        bank = last.facts.bank_box
        self._boxes = tuple(map(str, sorted(last.players)))
        self._payers = tuple(map(str, sorted({*last.players, *([bank] if bank else [])})))
        self._bank = (BANK,) if BANK in last.cards else (str(bank),) if bank else ()
        actions = [action for stage in stages for action in stage.actions]
        self._acts = frozenset(action.act for action in actions)
        asked = dict.fromkeys(action.where for action in actions if action.act == "ask")
        self.topics = tuple(dict.fromkeys(where.partition(" ")[2] for where in asked))
        self._asked = frozenset(asked)
        places = {spot_of(place) for move in played.moves for place in move.after.cards}
        self._piles = tuple(place for place in (BURN, BOARD, PILES) if place in places)

    def rows(self, stage: Stage, wagers: Sequence[str]) -> tuple[MenuRow, ...]:
        rows = tuple(row for row in self._rows(stage, wagers) if row.choices)
        return tuple(map(_seated, rows)) if self._rules.deals_to_seats else rows

    def _rows(self, stage: Stage, wagers: Sequence[str]) -> Iterator[MenuRow]:
        hands = _hands(stage, self._boxes)
        told = [MenuChoice(text, act) for act, text in ANNOUNCED if act in self._acts]
        yield MenuRow("Announce or do", tuple(told))
        yield _row("Deal to", "card", (*self._piles, *hands, *self._bank))
        for topic in self.topics:
            yield self._asks(topic)
        if "turn" in self._acts:
            yield _row("Turn up the cards of", "turn", (*self._bank, *hands))
        if "button" in self._acts:
            yield _row("Button to", "button", self._boxes)
        if "bank" in self._acts:
            shown = (MenuChoice(label, f"bank {label}") for label in self._labels(stage))
            yield MenuRow("The bank has", tuple(shown))
        yield from self._money(wagers)
        if "free" in self._acts:
            yield _row("Free collection button to", "free", self._boxes)

    def _asks(self, topic: str) -> MenuRow:
        others = (who for who in (*self._bank, ALL) if f"{who} {topic}" in self._asked)
        whom = tuple(dict.fromkeys((*self._boxes, *others)))
        named = [
            MenuChoice("all" if who == ALL else f"box {who}", f"ask {who} {topic}") for who in whom
        ]
        return MenuRow(f"Ask ({topic.replace('-', ' ')})", tuple(named))

    def _money(self, wagers: Sequence[str]) -> Iterator[MenuRow]:
        if "collect" in self._acts:
            yield _row("Collection from", "collect", self._payers, "amount")
        if "settle" in self._acts:
            titles = {spot.name: spot.title for spot in self._rules.spots}
            named = (MenuChoice(_named(each, titles), each) for each in wagers)
            yield MenuRow("Settle", tuple(named), "settle")
        if "pot" in self._acts:
            yield _row("From the pots to", "pot", self._boxes, "amount")
        if "drop" in self._acts:
            yield MenuRow("Collection from the pot", (MenuChoice("the pot", "drop"),), "amount")
        if "slip" in self._acts:
            yield _row("Slip from the meter for", "slip", self._boxes, "amount")

    def _labels(self, stage: Stage) -> tuple[str, ...]:
        """What the bank may have, once all its cards are open: its hand, and its neighbors."""
        pile = stage.round.cards.get(BANK, ())
        if len(pile) < 2 or any(dealt.seen != EVERYBODY for dealt in pile):
            return ()
        open_ = {
            place: stage.round.at(place)
            for place, cards in stage.round.cards.items()
            if all(dealt.seen == EVERYBODY for dealt in cards)
        }
        labels = games.family(self._rules).labels(stage.round, open_)
        words = {label.lower() for label in labels.values() if label and not _total(label)}
        own = _total(labels.get(BANK, ""))
        near = {str(own + off) for off in (-1, 0, 1)} if own else set()
        return tuple(sorted({*near, *words}))


def _seated(row: MenuRow) -> MenuRow:
    choices = (MenuChoice(seat(each.text), each.write) for each in row.choices)
    return MenuRow(row.title, tuple(choices), row.form)


def _total(label: str) -> int:
    found = [int(word) for word in label.replace(",", " ").split() if word.isdecimal()]
    return found[0] if found else 0


def _row(title: str, verb: str, targets: Sequence[str], form: RowForm = "plain") -> MenuRow:
    choices = tuple(MenuChoice(_named(each), f"{verb} {each}".strip()) for each in targets)
    return MenuRow(title, choices, form)


def _named(where: str, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """As people call it; `titles` by spot."""
    head, _, spot = where.partition(" ")
    box, _, hand = head.partition(".")
    if not box.isdecimal():
        return where
    text = f"box {box}" + (f", hand {hand}" if hand else "")
    return f"{text}, {titles.get(spot, spot)}" if spot else text


def _hands(stage: Stage, boxes: Sequence[str]) -> tuple[str, ...]:
    """Every box, and the further hands of a box that has split."""
    split = {spot_of(place) for place in stage.round.cards if "." in spot_of(place)}
    return tuple(sorted({*boxes, *split}, key=lambda each: [int(n) for n in each.split(".")]))
