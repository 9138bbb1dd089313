"""What can be asked about a round: one function per kind of question, by the name in a drill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from cardroom.school.asks import bank, dealing, irregular, permission, pots, setting, settlement
from cardroom.school.played import Played
from cardroom.school.question import Asked

Asker = Callable[[Played], Iterator[Asked]]


class Kind(NamedTuple):
    """`questions` yields every question of this kind about a round."""

    about: str
    questions: Asker


KINDS: Final[Mapping[str, Kind]] = {
    "pay": Kind("what is paid or taken on a wager", settlement.pay),
    "result": Kind("whether a wager wins, loses, or is returned", settlement.result),
    "total": Kind("what a box wins or loses over all its wagers", settlement.total),
    "rule": Kind("which rule decides a wager", settlement.rule),
    "order": Kind("the order in which boxes are settled", settlement.order),
    "coverage": Kind("how much of a wager a short bank covers", bank.coverage),
    "bank": Kind("what the bank wins or loses", bank.result),
    "collection": Kind("the collection that a player or the bank pays", bank.collection),
    "free-collection": Kind("which boxes get a free collection button", bank.free_collection),
    "action-button": Kind("where the action button goes", dealing.action_button),
    "buttons": Kind("which boxes get another button", dealing.buttons),
    "draw": Kind("whether the dealer draws a card or stands", dealing.draw),
    "next": Kind("what happens next", dealing.next_step),
    "allowed": Kind("whether something is allowed", permission.allowed),
    "limit": Kind("the most or the least that a player may bet", permission.limit),
    "set": Kind("the setting of a hand by the house way", setting.house_way),
    "foul": Kind("whether a setting is foul", setting.foul),
    "misdeal": Kind("whether it is a misdeal", irregular.misdeal),
    "remedy": Kind("the remedy for an irregularity", irregular.remedy),
    "pot": Kind("what a box wins from a pot", pots.share),
    "pot-size": Kind("how much is in a pot", pots.size),
    "winners": Kind("who wins a pot", pots.winners),
    "meter": Kind("what a progressive meter pays", pots.meter),
}
