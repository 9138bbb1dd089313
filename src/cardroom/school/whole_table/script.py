"""The script of a round: what the dealer must do, in the order in which the engine did it.

Actions that the rules leave in any order form one stage: collections before the first card, and the
wagers of a bank without a limit. Where a bank may run short, the order of settlement decides who
is paid, so every box is a stage of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

import msgspec

from cardroom.events import (
    BankEnded,
    BetSettled,
    ButtonPlaced,
    Event,
    FeeTaken,
    FreeCollectionGiven,
    Peeked,
    PotAwarded,
    PotFeeTaken,
    ProgressiveWon,
)
from cardroom.play import clauses
from cardroom.play.inputs import Answer, Intervene, Lapse
from cardroom.play.interpreter import Move
from cardroom.play.round import Await, Chance, DealerStep, Round, Settlement
from cardroom.school.drill import SchoolError
from cardroom.school.governing import governs_drop, governs_fee, governs_next
from cardroom.school.played import LessonRound
from cardroom.school.question import Scene
from cardroom.school.scene import scene
from cardroom.school.whole_table.dealer_action import ALL, Act, DealerAction, spot_of, wager

HIDDEN: Final = (ButtonPlaced, BankEnded, FreeCollectionGiven, FeeTaken)


class Stage(msgspec.Struct, frozen=True):
    """Actions that may be done in any order, and the table that they are done at."""

    actions: tuple[DealerAction, ...]
    round: Round
    events: tuple[Event, ...]
    """What the trainee has seen happen."""
    settled: tuple[Settlement, ...] = ()
    """The wagers that the engine has settled by now and the trainee has not."""

    def scene(self) -> Scene:
        return scene(self.round, self.events, settled=self.settled)


def fit(played: LessonRound) -> bool:
    """Whether a round can be dealt: it is played to its end, without an irregularity."""
    round = played.round
    return (
        round is not None
        and round.over
        and not round.void
        and bool(played.moves)
        and not any(isinstance(move.entry, Intervene) for move in played.moves)
    )


def script(played: LessonRound) -> tuple[Stage, ...]:
    if not fit(played):
        raise SchoolError("this round was not played to its end without an irregularity")
    return tuple(_stages(played))


def _stages(played: LessonRound) -> Iterator[Stage]:
    first = played.moves[0].before
    shown = tuple(event for event in played.opening if not isinstance(event, HIDDEN))
    yield Stage(tuple(_opening(played)), first, shown)
    number = 0
    while number < len(played.moves):
        last = _run(played, number)
        yield from _stages_of(played, number, last)
        number = last + 1
    end = played.moves[-1].after
    yield Stage((DealerAction("over", clause=clauses.WAITS),), end, played.events)


def _opening(played: LessonRound) -> Iterator[DealerAction]:
    """The collections, all wagers of a box together, and the end of betting."""
    owed: dict[str, DealerAction] = {}
    for event in played.opening:
        if isinstance(event, FeeTaken) and (event.amount or event.waived):
            where = str(event.box) if event.box else event.owner.lower()
            amount, clause = event.amount, governs_fee(played, event)
            if (earlier := owed.get(where)) is not None:
                amount += earlier.amount
                # What is paid in chips decides, whatever a button pays in addition.
                clause = earlier.clause if event.waived else clause
            owed[where] = DealerAction("collect", where, amount, clause, event.owner)
    yield from owed.values()
    yield DealerAction("closed", clause=clauses.CLOSED)


def _key(move: Move[object]) -> tuple[str, str]:
    """What the dealer does in a move; moves with the same key in a row are one action."""
    head = move.before.head
    match head:
        case Chance(dice=0, turned=None):
            return "card", spot_of(head.place)
        case Chance(dice=0):
            return "turn", spot_of(head.place)
        case Chance():
            return "dice", ""
        case DealerStep(does="turn"):
            return "turn", spot_of(getattr(head.step, "place", ""))
        case Await():
            topics = {ask.topic for ask in head.asks}
            return "ask", f"{ALL if len(head.asks) > 1 else head.asks[0].box} {topics.pop()}"
        case DealerStep():
            return head.does, ""
        case _:
            return "", ""


def _run(played: LessonRound, number: int) -> int:
    """The last move of the action that begins here; nothing else may happen in between."""
    moves = played.moves
    act, where = _key(moves[number])
    together = where.startswith(f"{ALL} ")
    topic = where.partition(" ")[2]
    while number + 1 < len(moves) and not list(_consequences(played, number)):
        following = _key(moves[number + 1])
        same = act in ("card", "turn") and following == (act, where)
        # The last one of those who were asked together is asked for the same thing.
        asked = together and following[0] == "ask" and following[1].endswith(f" {topic}")
        if not same and not asked:
            break
        number += 1
    return number


def _stages_of(played: LessonRound, first: int, last: int) -> Iterator[Stage]:
    """The action itself, then what follows from it."""
    act, where = _key(played.moves[first])
    peeked = any(isinstance(event, Peeked) for event in played.moves[last].events)
    if act in ("card", "turn", "dice", "ask") or peeked:
        told: Act = "peek" if peeked else act  # type: ignore[assignment]
        table = played.moves[first].before
        clause = played.governing(told) if peeked else governs_next(played, table)
        otherwise = clauses.NOT_ASKED if told == "ask" else clauses.WAITS
        action = DealerAction(told, where, clause=clause or otherwise, move=first)
        if told != "ask" or not _asked_before(played, first):
            action = msgspec.structs.replace(action, parts=tuple(_one_by_one(played, action)))
            yield Stage((action,), table, _shown(played, first))
    after = played.moves[last].after
    pending = _settlements(played, last)
    groups = [list(group) for _, group in groupby(_consequences(played, last), _stage_key(played))]
    done: set[str] = set()
    events = _shown(played, last + 1)
    for group in groups:
        left = tuple(each for each in pending if wager(each.bet) not in done)
        yield Stage(tuple(group), after, events, left)
        done |= {action.where for action in group if action.act == "settle"}


def _asked_before(played: LessonRound, number: int) -> bool:
    """Whether this was asked of several boxes; another one has answered, and was settled."""
    head = played.moves[number].before.head
    if isinstance(head, Await):
        now = head.asks[0]
        for move in reversed(played.moves[:number]):
            then = move.before.head
            ask = then.ask(now.box) if isinstance(then, Await) else None
            if ask is not None and ask.topic == now.topic:
                return not _answers(move, now.box)
    return False


def _answers(move: Move[object], box: int) -> bool:
    return isinstance(move.entry, (Answer, Lapse)) and move.entry.box == box


def _one_by_one(played: LessonRound, action: DealerAction) -> Iterator[DealerAction]:
    """Each of those who are asked together, with the move that has the answer."""
    head = played.moves[action.move].before.head
    if not isinstance(head, Await) or len(head.asks) < 2:
        return
    later = range(action.move, len(played.moves))
    for ask in head.asks:
        answer = next((n for n in later if _answers(played.moves[n], ask.box)), None)
        if answer is not None:
            where = f"{ask.box} {ask.topic}"
            yield msgspec.structs.replace(action, where=where, move=answer)


def _shown(played: LessonRound, number: int) -> tuple[Event, ...]:
    """The events before a move, but for those that are the trainee's own actions right now."""
    earlier = played.until(number - 1) if number else played.until(0)
    now = played.moves[number - 1].events if number else ()
    return (*earlier, *(event for event in now if not isinstance(event, HIDDEN)))


def _stage_key(played: LessonRound) -> Callable[[DealerAction], tuple[str, str]]:
    """Wagers against a bank with a limit are settled box by box, all others in any order."""
    limited = played.rules.banking.limit != "none"
    return lambda action: (action.act, action.where.partition(" ")[0] if limited else "")


def _settlements(played: LessonRound, number: int) -> tuple[Settlement, ...]:
    bets = [e.bet for e in played.moves[number].events if isinstance(e, BetSettled)]
    by_bet = {each.bet.id: each for each in played.moves[number].after.settled}
    return tuple(by_bet[bet] for bet in bets if bet in by_bet)


def _consequences(played: LessonRound, number: int) -> Iterator[DealerAction]:
    """What the dealer does after a move: the button, the announcement, the money."""
    move = played.moves[number]
    awards = [event for event in move.events if isinstance(event, PotAwarded)]
    for event in move.events:
        match event:
            case ButtonPlaced(button="action"):
                yield _action(played, number, "button", str(event.box))
            case BankEnded():
                yield _action(played, number, "bank", event.label.lower())
            case PotFeeTaken():
                yield _action(played, number, "drop", "", event.amount)
            case ProgressiveWon():
                yield _action(played, number, "slip", str(event.box), event.award)
            case _:
                continue
    for box in dict.fromkeys(award.box for award in awards):
        own = [award for award in awards if award.box == box]
        amount = sum(award.amount for award in own)
        yield DealerAction(
            "pot", str(box), amount, played.clause(own[0].clause), own[0].owner, number
        )
    if not played.rules.deals_to_seats:
        for each in _settlements(played, number):
            if each.bet.stake:
                yield DealerAction(
                    "settle", wager(each.bet), each.net, each.clause, each.bet.owner, number
                )
    for event in move.events:
        if isinstance(event, FreeCollectionGiven):
            yield _action(played, number, "free", str(event.box))


def _action(
    played: LessonRound, number: int, act: Act, where: str, amount: int = 0
) -> DealerAction:
    if act == "drop":
        clause = governs_drop(played, played.moves[number])
    else:
        clause = played.governing("button:action" if act == "button" else act)
    return DealerAction(act, where, amount, clause or clauses.WAITS, move=number)
