"""Questions about a bank that may run short, and about collections."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from cardroom.events import FeeTaken, FreeCollectionGiven, PotFeeTaken
from cardroom.money import exact
from cardroom.play.time_fee import BRACKET as HALF_HOUR
from cardroom.rules.fees import Bracket
from cardroom.scenario.report import result_of
from cardroom.school.asks.settlement import settlements, with_cited
from cardroom.school.governing import dropped, governs_drop, governs_fee
from cardroom.school.played import LessonRound
from cardroom.school.question import Boxes, MoneyAnswer, OneOf, OpenQuestion
from cardroom.school.scene import bet_name, scene
from cardroom.school.working import settled as working

COVERAGE: Final = "cover"
ANY: Final = Bracket(None, 0).name
"""The bracket of a schedule with one row."""
NOTHING_REACHED: Final = "it paid for nothing: no wager had action"


def coverage(played: LessonRound) -> Iterator[OpenQuestion]:
    """How much of a wager has action against a bank with a limit."""
    if played.rules.banking.limit == "none":
        return
    clause = played.governing(COVERAGE)
    done = list(settlements(played))
    final = [each for each, _ in done]
    for each, number in done:
        if result_of(each) == "void":
            continue  # nobody asks what had action
        reach = "part" if 0 < each.action < each.bet.stake else "all" if each.action else "none"
        before = final[: final.index(each)]
        used = [
            f"{bet_name(played.rules, one.bet)}: the bank {_used(one.paid, one.taken)}."
            for one in before
            if one.paid or one.taken
        ]
        yield OpenQuestion(
            f"How much of {bet_name(played.rules, each.bet)} ({exact(each.bet.stake)}) has action?",
            partial(
                scene,
                played.moves[number].after,
                played.until(number),
                settled=final,
            ),
            MoneyAnswer(each.action),
            with_cited(clause, played),
            f"{each.clause.id}:{reach}",
            (*used, *working(each, played.rules)),
            decided=clause is not None,
        )


def _used(paid: int, taken: int) -> str:
    return f"pays {exact(paid)}" if paid else f"collects {exact(taken)}"


def result(played: LessonRound) -> Iterator[OpenQuestion]:
    """What the bank wins or loses in a round."""
    round = played.round
    if round is None or not round.over or not played.moves or not round.settled:
        return
    parts = tuple(
        f"{bet_name(round.rules, each.bet)}: the bank {_used(each.paid, each.taken)}."
        for each in round.settled
        if each.paid or each.taken
    )
    short = any(each.action < each.bet.stake for each in round.settled)
    moved = next((each for each in round.settled if each.paid or each.taken), round.settled[0])
    clause = (played.governing(COVERAGE) if short else None) or moved.clause
    yield OpenQuestion(
        'What does the bank win or lose in this round? (Answer "pay" if the bank wins.)',
        partial(scene, round, played.events, settled=round.settled),
        MoneyAnswer(round.bank.net, two_sided=True),
        with_cited(clause, played),
        "short" if short else "",
        parts or ("No money moves.",),
        decided=True,
    )


def collection(played: LessonRound) -> Iterator[OpenQuestion]:
    """What a player, the bank, or a pot pays in collection; a button may pay it."""
    round = played.round
    if round is None or not played.moves:
        return
    origin = played.moves[0].before
    shown = partial(scene, origin, played.opening, hide=(FeeTaken,))
    for event in played.opening:
        if not isinstance(event, FeeTaken):
            continue
        where = f"box {event.box}" if event.box else event.owner
        bank = " (the bank)" if event.owner == round.bank.owner else ""
        row = f"The row is {event.bracket}: " if event.bracket else ""
        row = "Every wager pays the same: " if event.bracket == ANY else row
        due = ""
        if event.bracket == HALF_HOUR:
            each, number = played.rules.fees.half_hour, event.amount // played.rules.fees.half_hour
            due = f"{number} half hours are due. " if number > 1 else "A half hour is due. "
            row = f"{exact(each)} for each half hour: "
        clause = governs_fee(played, event)
        free = f"; a button pays {exact(event.waived)} of it" if event.waived else ""
        yield OpenQuestion(
            f"{due}What collection does {where}{bank} pay in chips?",
            shown,
            MoneyAnswer(event.amount),
            with_cited(clause, played),
            event.bracket + (" by button" if event.waived else ""),
            (f"{row}{exact(event.amount + event.waived)}{free}.",),
            decided=clause is not None,
        )
    yield from _from_pot(played)


def _from_pot(played: LessonRound) -> Iterator[OpenQuestion]:
    """The collection that is taken from a pot."""
    for number, move in enumerate(played.moves):
        taken, row = dropped(move)
        if not taken:
            continue
        players = len(move.before.players)
        worked = f"The row for {players} players dealt in is {exact(row)}."
        if taken < row:
            worked += f" The pots hold only {exact(taken)}."
        clause = governs_drop(played, move)
        yield OpenQuestion(
            "What is collected from the pot now?",
            # The flop is there; the move that dealt its last card takes the collection, too.
            partial(scene, move.after, (*played.until(number), *move.events), hide=(PotFeeTaken,)),
            MoneyAnswer(taken),
            with_cited(clause, played),
            f"{players} players",
            (worked,),
            decided=clause is not None,
        )


def worth(played: LessonRound) -> Iterator[OpenQuestion]:
    """What the collection cost a player, as a share of the wager that had action.

    A small wager, or one that a short bank hardly reached, pays dearly for a hand.
    """
    round = played.round
    if round is None or not round.over or round.void or not played.moves:
        return
    paid = [fee for fee in round.fees if fee.box in round.players and fee.amount]
    clause = played.governing("collect")
    for fee in paid:
        own = [each for each in round.settled if each.bet.box == fee.box and not each.bet.backline]
        stake = sum(each.bet.stake - each.bet.added for each in own)
        action = sum(each.action for each in own)
        right = _share(fee.amount, action)
        others = {_share(fee.amount, stake), *(_share(fee.amount * n, stake) for n in (2, 5))}
        options = tuple(sorted({right, *others, NOTHING_REACHED}, key=_size))
        if len([each for each in paid if each.box == fee.box]) > 1 or len(options) < 3:
            continue
        yield OpenQuestion(
            f"Box {fee.box} paid a collection of {exact(fee.amount)}. What share of its wagers"
            " in action is that?",
            partial(scene, round, played.events, settled=round.settled),
            OneOf(options, (options.index(right),)),
            with_cited(clause, played),
            "no action" if not action else "short bank" if action < stake else fee.bracket,
            (
                f"{exact(action)} had action, and {exact(fee.amount)} was paid: {right}.",
                "The bank's edge is in addition to that.",
            )
            if action
            else (f"No wager had action, and {exact(fee.amount)} was paid.",),
            decided=clause is not None,
        )


def _share(fee: int, wager: int) -> str:
    """In percent, to a tenth."""
    if not wager:
        return NOTHING_REACHED
    tenths = (2000 * fee + wager) // (2 * wager)
    return f"{tenths // 10}.{tenths % 10}%"


def _size(option: str) -> float:
    return float("inf") if option == NOTHING_REACHED else float(option.removesuffix("%"))


def free_collection(played: LessonRound) -> Iterator[OpenQuestion]:
    """Which boxes get a free collection button, where the game has them."""
    round = played.round
    if round is None or not round.over or not played.moves:
        return
    if played.rules.fees.free_button == "none":
        return
    given = [event for event in played.events if isinstance(event, FreeCollectionGiven)]
    clause = played.governing("free")
    yield OpenQuestion(
        "Which boxes get a free collection button after this round?",
        partial(scene, round, played.events, settled=round.settled),
        Boxes(tuple(sorted({event.box for event in given}))),
        with_cited(clause, played),
        "given" if given else "none",
        tuple(
            f"{bet_name(round.rules, each.bet)}: action on {exact(each.action)} of"
            f" {exact(each.bet.stake)}."
            for each in round.settled
        ),
        decided=clause is not None,
    )
