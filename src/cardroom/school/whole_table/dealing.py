"""A trainee deals a round: every action is compared with what the engine did.

After a departure the school does what was due, and the round goes on; so one error does not make
the rest of the round wrong.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from cardroom import games
from cardroom.hands.points import OVER
from cardroom.rules.clauses import Clause
from cardroom.school.library import PostedAt
from cardroom.school.played import LessonRound
from cardroom.school.question import Scene
from cardroom.school.record import TableDealt
from cardroom.school.seat_words import seat, seated_scene
from cardroom.school.whole_table import cost
from cardroom.school.whole_table.cost import Cost
from cardroom.school.whole_table.dealer_action import BUSTS, DealerAction, read, said, wager
from cardroom.school.whole_table.menu import MenuRow, TableMenu
from cardroom.school.whole_table.script import Stage, script

_NUMBER: Final = re.compile(r"\d+")


class Departure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the trainee departed from the rules, and what it would have cost."""

    said: str
    """What the trainee did, in words."""
    due: str
    """What was due."""
    clause: Clause | None = None
    amount: int = 0
    """In cents: what somebody would have lost."""
    cost: tuple[str, ...] = ()


class Done(msgspec.Struct, frozen=True):
    """What came of one action."""

    said: str
    departures: tuple[Departure, ...]


class TableDealing:
    """One round that is being dealt."""

    def __init__(self, played: LessonRound) -> None:
        self.played = played
        self._stages = script(played)
        self._number = 0
        self._left: list[DealerAction] = list(self._stages[0].actions)
        self.departures: list[Departure] = []
        self.did: list[str] = []
        """What the trainee wrote."""
        self._menu = TableMenu(played, self._stages)
        self.due = sum(len(stage.actions) for stage in self._stages)
        """How many things there are to do."""

    @property
    def over(self) -> bool:
        return self._number == len(self._stages)

    @property
    def stage(self) -> Stage:
        return self._stages[min(self._number, len(self._stages) - 1)]

    @property
    def remaining(self) -> tuple[DealerAction, ...]:
        """What is due now, in any order: the engine's answer."""
        return tuple(self._left)

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers on the layout."""
        bets = [*self.stage.round.bets, *(each.bet for each in self.stage.settled)]
        return tuple(dict.fromkeys(wager(bet) for bet in bets if bet.stake))

    def scene(self) -> Scene:
        """The table now; a wager that the trainee has settled is off the layout."""
        stage = self.stage
        left = {action.where for action in self._left}
        gone = {action.where for action in stage.actions if action.act == "settle"} - left
        kept = tuple(each for each in stage.settled if wager(each.bet) not in gone)
        shown = msgspec.structs.replace(stage, settled=kept).scene()
        return seated_scene(shown) if self.played.rules.deals_to_seats else shown

    def menu(self) -> tuple[MenuRow, ...]:
        """Everything that can be done at this table, right or wrong."""
        return self._menu.rows(self.stage, self.wagers)

    def words(self, action: DealerAction) -> str:
        """An action as it is said at this table."""
        rules = self.played.rules
        titles = {spot.name: spot.title for spot in rules.spots}
        text = said(action, titles, games.felt_of(rules))
        return seat(text) if rules.deals_to_seats else text

    def do(self, text: str) -> Done:
        """`Unreadable` if the text is no action; then nothing happens."""
        before = len(self.departures)
        given = read(text, self.wagers, self._menu.topics)
        self.did.append(text.strip())
        for each in given:
            self._do(each)
            # The cards after one that went wrong would only be wrong because of it.
            if self.over or len(self.departures) > before:
                break
        return Done(", ".join(map(self.words, given)), tuple(self.departures[before:]))

    def _do(self, given: DealerAction) -> None:
        if self._carry_out(given):
            return
        meant = next((due for due in self._left if _same_kind(due, given)), None)
        if meant is not None:
            self._depart(meant, self.words(given), self._cost(meant, given))
            self._finish(meant)
            return
        following = self._stages[self._number + 1 : self._number + 2]
        if following and any(_fits(due, given) for due in following[0].actions):
            for due in tuple(self._left):
                self._depart(due, "nothing", cost.of_missing(self.played, due))
                self._finish(due)
            self._carry_out(given)
            return
        due = self._left[0]
        self._depart(due, self.words(given), cost.of_missing(self.played, due))
        self._finish(due)

    def _carry_out(self, given: DealerAction) -> bool:
        right = next((due for due in self._left if _fits(due, given)), None)
        if right is None:
            return False
        # People who are asked together may be asked as one, or one by one in any order.
        left = tuple(part for part in right.parts if not _fits(part, given))
        if left and not right.fits(given):
            self._left[self._left.index(right)] = msgspec.structs.replace(right, parts=left)
        else:
            self._finish(right)
        return True

    def _finish(self, due: DealerAction) -> None:
        self._left.remove(due)
        if not self._left:
            self._number += 1
            if not self.over:
                self._left = list(self.stage.actions)

    def _cost(self, due: DealerAction, given: DealerAction) -> Cost:
        match due.act:
            case "card":
                return cost.of_card(self.played, due, given.where)
            case "button":
                return cost.of_button(self.played, int(_first_number(given.where)))
            case "ask":
                return cost.of_missing(self.played, due)
            case "settle" | "collect" | "pot" | "drop" | "slip":
                return cost.of_amount(due, given.amount)
            case _:
                return Cost(0, ())

    def _depart(self, due: DealerAction, told: str, lost: Cost) -> None:
        self.departures.append(
            Departure(told, self.words(due), due.clause, lost.amount, lost.lines)
        )


def _fits(due: DealerAction, given: DealerAction) -> bool:
    if due.act == given.act == "bank":
        bust = due.where.endswith(OVER) and given.where in BUSTS
        return bust or _hand(due.where) == _hand(given.where)
    return due.fits(given) or any(part.fits(given) for part in due.parts)


def _hand(label: str) -> str:
    """A total is enough: "18" for "soft 18", "26" for "26, over"."""
    number = _NUMBER.search(label)
    return number[0] if number else label.strip().lower().removeprefix("a ")


def _same_kind(due: DealerAction, given: DealerAction) -> bool:
    """Meant for this action: the same wager with another amount, or a card to another place."""
    if due.act != given.act:
        return False
    return due.act in ("card", "button", "ask", "bank", "turn", "drop") or due.where == given.where


def _first_number(text: str) -> str:
    found = _NUMBER.search(text)
    return found[0] if found else "0"


def dealt(
    dealing: TableDealing, source: str, posting: PostedAt, seed: int, millis: int
) -> TableDealt:
    """The record of a round that was dealt."""
    found = dealing.departures
    rules = dealing.played.rules
    return TableDealt(
        rules.game,
        rules.digest,
        source,
        seed,
        tuple(dealing.did),
        dealing.due,
        len(found),
        sum(each.amount for each in found),
        millis,
        tuple(dict.fromkeys(each.clause.id for each in found if each.clause is not None)),
        posting.house,
        dict(posting.options),
    )
