"""What can be asked about a round: one function per kind of question, by the name in a drill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from cardroom.school.asks import (
    at_table,
    bank,
    dealing,
    irregular,
    permission,
    planted,
    pots,
    put_right,
    setting,
    settlement,
)
from cardroom.school.played import LessonRound
from cardroom.school.question import OpenQuestion

Asker = Callable[[LessonRound], Iterator[OpenQuestion]]


class AskKind(NamedTuple):
    """`questions` yields every question of this kind about a round."""

    about: str
    questions: Asker


KINDS: Final[Mapping[str, AskKind]] = {
    "pay": AskKind("what is paid or taken on a wager", settlement.pay),
    "result": AskKind("whether a wager wins, loses, or is returned", settlement.result),
    "total": AskKind("what a box wins or loses over all its wagers", settlement.total),
    "rule": AskKind("which rule decides a wager", settlement.rule),
    "order": AskKind("the order in which boxes are settled", settlement.order),
    "color-up": AskKind("the fewest chips for many small ones", settlement.color_up),
    "coverage": AskKind("how much of a wager a short bank covers", bank.coverage),
    "bank": AskKind("what the bank wins or loses", bank.result),
    "collection": AskKind("the collection that a player or the bank pays", bank.collection),
    "worth": AskKind("what share of a wager the collection costs", bank.worth),
    "free-collection": AskKind("which boxes get a free collection button", bank.free_collection),
    "action-button": AskKind("where the action button goes", dealing.action_button),
    "buttons": AskKind("which boxes get another button", dealing.buttons),
    "draw": AskKind("whether the dealer or the bank draws a card or stands", dealing.draw),
    "next": AskKind("what happens next", dealing.next_step),
    "allowed": AskKind("whether something is allowed", permission.allowed),
    "limit": AskKind("the most or the least that a player may bet", permission.limit),
    "set": AskKind("the setting of a hand by the house way", setting.house_way),
    "foul": AskKind("whether a setting is foul", setting.foul),
    "shuffle": AskKind("when cards are shuffled or replaced", at_table.between_rounds),
    "late-bet": AskKind("whether a late bet counts", at_table.late_bets),
    "misdeal": AskKind("whether it is a misdeal", irregular.misdeal),
    "remedy": AskKind("the remedy for an irregularity", irregular.remedy),
    "put-right": AskKind("the remedy, or a call to the floor", put_right.put_right),
    "mistake": AskKind("which step of a round is wrong, if any", planted.planted),
    "pot": AskKind("what a box wins from a pot", pots.share),
    "pot-size": AskKind("how much is in a pot", pots.size),
    "winners": AskKind("who wins a pot", pots.winners),
    "meter": AskKind("what a progressive meter pays", pots.meter),
}
