"""The clause that governs what the dealer does next, the same in a drill and in a whole round."""

from __future__ import annotations

from typing import Final

from cardroom import games
from cardroom.events import FeeTaken, PotFeeTaken
from cardroom.games.felt import DECLINE
from cardroom.places import BANK, BOARD, BURN, read_place
from cardroom.play.inputs import Answer, Lapse
from cardroom.play.interpreter import Move
from cardroom.play.round import Ask, Await, Chance, DealerStep, Round
from cardroom.rules.clauses import Clause
from cardroom.rules.ruleset import Ruleset
from cardroom.school.played import LessonRound

CARDS: Final = ("first", "second", "drawn")
"""By the number of cards that the bank or the board has already."""
HEADS_UP: Final = 2


def governs_next(played: LessonRound, round: Round) -> Clause | None:
    return played.governing(_topic(round)) or _offered(round)


def governs_offer(rules: Ruleset, ask: Ask) -> Clause | None:
    """The clause that says when something is offered, for an offer that can be declined."""
    if ask.option(DECLINE.verb) is None:
        return None
    offered = ask.options[0]
    clause = games.family(rules).governs(rules, offered.verb) or offered.clause
    return None if clause is None else rules.worded(clause)


def governs_fee(played: LessonRound, fee: FeeTaken) -> Clause | None:
    return played.governing("collect:button" if fee.waived else "collect")


def governs_drop(played: LessonRound, move: Move[object]) -> Clause | None:
    taken, row = dropped(move)
    return played.governing("drop:short" if taken < row else "drop")


def dropped(move: Move[object]) -> tuple[int, int]:
    """What is collected from the pots, and what the posted row says: the pots may hold less."""
    taken = sum(event.amount for event in move.events if isinstance(event, PotFeeTaken))
    players, rows = len(move.before.players), move.before.rules.fees.pot
    return taken, next((row.fee for row in rows if players >= row.players), taken)


def _topic(round: Round) -> str:
    """What the dealer does next, in the words of `games/dealer_rules.py`."""
    head = round.head
    match head:
        case Await():
            return _asked(round, head)
        case Chance(dice=0, turned=None):
            return _dealt(round, head.place)
        case Chance(dice=0):
            return _turned(round, head.place)
        case Chance():
            return "dice"
        case DealerStep(does="turn"):
            return _turned(round, getattr(head.step, "place", BANK))
        case DealerStep():
            return head.does
        case _:
            return ""


def _asked(round: Round, head: Await) -> str:
    ask = head.asks[0]
    if ask.box == round.facts.bank_box:
        return f"ask:{ask.topic}:bank"
    alone = round.rules.deals_to_seats and len(round.players) == HEADS_UP and not round.at(BOARD)
    return f"ask:{ask.topic}:heads-up" if alone else f"ask:{ask.topic}"


def _dealt(round: Round, where: str) -> str:
    if where == BURN:
        return "card:burn"
    if where in (BANK, BOARD):
        return f"card:{where}:{CARDS[min(len(round.at(where)), len(CARDS) - 1)]}"
    if not read_place(where)[0]:
        return "card:piles"
    return "card:drawn" if _decided(round) else "card:first"


def _turned(round: Round, where: str) -> str:
    if where != BANK and read_place(where)[0] != round.facts.bank_box:
        return "turn:box"
    return "turn:bank" if _decided(round) else "turn:bank:early"


def _decided(round: Round) -> bool:
    return any(isinstance(entry, (Answer, Lapse)) for entry in round.inputs)


def _offered(round: Round) -> Clause | None:
    return governs_offer(round.rules, round.head.asks[0]) if isinstance(round.head, Await) else None
