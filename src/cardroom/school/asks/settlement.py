"""Questions about settled wagers: the amount, the result, the rule, and the order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from cardroom import games
from cardroom.events import BankEnded, BetSettled, HandEnded
from cardroom.games.felt import FOLDED
from cardroom.money import exact
from cardroom.play.inputs import Proceed
from cardroom.play.round import DealerStep, Settlement
from cardroom.rules.clauses import Clause
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.report import result_of
from cardroom.school.played import LessonRound
from cardroom.school.question import ChipsAnswer, MoneyAnswer, OneOf, OpenQuestion, Order, Scene
from cardroom.school.scene import bet_name, scene, title_of
from cardroom.school.working import chips, stacks
from cardroom.school.working import settled as working

RESULTS: Final = ("wins", "loses", "push", "no action", "void")
SMALL: Final = 500
"""The largest chip that somebody colors up from, in cents."""
COLORED_UP_MAX: Final = 200 * SMALL
"""Nobody has more than ten stacks of them in front."""


def settlements(played: LessonRound) -> Iterator[tuple[Settlement, int]]:
    """Each wager that stayed settled, with the number of the move that settled it."""
    round = played.round
    if round is None or not round.over:
        return
    by_bet = {
        event.bet: number
        for number, move in enumerate(played.moves)
        for event in move.events
        if isinstance(event, BetSettled)
    }
    for each in round.settled:
        if each.bet.id in by_bet and each.bet.stake:
            yield each, by_bet[each.bet.id]


def with_cited(first: Clause | None, played: LessonRound) -> tuple[Clause, ...]:
    """The deciding clause, then those that the worked round is about."""
    every = played.cited if first is None else (first, *played.cited)
    return tuple({clause.id: clause for clause in every}.values())


def _scene(played: LessonRound, number: int, each: Settlement) -> Scene:
    move = played.moves[number]
    done = [event for event in move.events if not isinstance(event, BetSettled)]
    every = [one for one, _ in settlements(played)]
    # What a short bank has left depends on the other wagers, so they are shown, too.
    short = any(one.action < one.bet.stake for one in every)
    shown = every if short else (each,)
    return scene(move.after, (*played.until(number), *done), settled=shown)


def pay(played: LessonRound) -> Iterator[OpenQuestion]:
    """What the dealer pays or takes on one wager."""
    for each, number in settlements(played):
        yield OpenQuestion(
            f"What do you pay or take on {bet_name(played.rules, each.bet)}"
            f" ({exact(each.bet.stake)})?",
            partial(_scene, played, number, each),
            MoneyAnswer(each.net, two_sided=True),
            with_cited(each.clause, played),
            each.row,
            working(each, played.rules),
            decided=True,
        )


def result(played: LessonRound) -> Iterator[OpenQuestion]:
    """Whether one wager wins, loses, or goes back."""
    for each, number in settlements(played):
        word = result_of(each)
        yield OpenQuestion(
            f"What happens to {bet_name(played.rules, each.bet)} ({exact(each.bet.stake)})?",
            partial(_scene, played, number, each),
            OneOf(RESULTS, (RESULTS.index(word),)),
            with_cited(each.clause, played),
            word,
            working(each, played.rules),
            decided=True,
        )


def rule(played: LessonRound) -> Iterator[OpenQuestion]:
    """Which rule decides one wager; the others are rules that settle wagers of this game."""
    done = list(settlements(played))
    for each, number in done:
        own = each.clause
        same = [clause for clause in played.clauses if _kin(clause, own)]
        others = [clause.says for clause in same if clause.says != own.says]
        chosen = played.some_of(others, own.id)
        if not chosen:
            continue
        options = tuple(sorted({own.says, *chosen}))
        yield OpenQuestion(
            f"Which rule decides {bet_name(played.rules, each.bet)}?",
            partial(_scene, played, number, each),
            OneOf(options, (options.index(own.says),)),
            with_cited(own, played),
            "",
            working(each, played.rules),
            decided=True,
        )


def _kin(clause: Clause, other: Clause) -> bool:
    """Clauses of one chapter: their ids begin alike."""
    return clause.id.partition(".")[0] == other.id.partition(".")[0]


def total(played: LessonRound) -> Iterator[OpenQuestion]:
    """What a box wins or loses over all its wagers, side bets included."""
    round = played.round
    if round is None or not round.over or not round.settled or not played.moves:
        return
    for box in sorted(round.players):
        own = [each for each in round.settled if each.bet.box == box and not each.bet.backline]
        if not own:
            continue
        yield OpenQuestion(
            f"What does box {box} win or lose {_over(round.rules)}?"
            ' (Answer "pay" if the player wins.)',
            partial(
                scene, round, played.events, settled=round.settled, hide=(HandEnded, BankEnded)
            ),
            MoneyAnswer(sum(each.net for each in own), two_sided=True),
            with_cited(own[0].clause, played),
            "void" if round.void else "",
            tuple(_part(round.rules, each) for each in own),
            decided=True,
        )


def _over(rules: Ruleset) -> str:
    return "in this hand" if rules.deals_to_seats else "over all its wagers"


def _part(rules: Ruleset, each: Settlement) -> str:
    """What one wager adds to the total, and why."""
    if rules.deals_to_seats:
        put, got = exact(each.bet.stake), exact(each.bet.stake + each.net)
        return f"Box {each.bet.box} put in {put} and gets {got}: {_amount(each.net)}."
    return f"{bet_name(rules, each.bet)}: {_amount(each.net)}, because {each.clause.says}."


def color_up(played: LessonRound) -> Iterator[OpenQuestion]:
    """What lies on a wager after it was paid, in small chips, for the fewest larger ones."""
    for each, number in settlements(played):
        amount = each.bet.stake + each.paid
        small, large = stacks(amount, SMALL), stacks(amount)
        if not each.paid or small == large or amount > COLORED_UP_MAX:
            continue
        yield OpenQuestion(
            f"Box {each.bet.box} colors up {chips(amount, SMALL)}. Which chips do you give, as few"
            " as possible?",
            partial(_scene, played, number, each),
            ChipsAnswer(amount, sum(count for _, count in large)),
            (),  # no rule of the game is about it
            f"{len(large)} kinds of chips",
            (f"Together it is {exact(amount)}: {chips(amount)}.",),
        )


def _amount(net: int) -> str:
    return f"{'+' if net > 0 else '-' if net < 0 else ''}{exact(abs(net))}"


def order(played: LessonRound) -> Iterator[OpenQuestion]:
    """The order in which boxes are settled that are settled together."""
    round = played.round
    if round is None or not round.over or not played.moves:
        return
    runs = list(_runs(played))
    for first, together in runs:
        boxes = tuple(dict.fromkeys(each.bet.box for each in together))
        if len(boxes) < 2:
            continue
        titles = dict.fromkeys(title_of(played.rules, each.bet) for each in together)
        last = together is runs[-1][1]
        bets = "remaining boxes" if last else f"{' and '.join(titles)} bets"
        folded = _takes_folded(played, first, boxes)
        if folded:
            bets = "wagers of the folded boxes"
        clause = played.governing(folded or "settle")
        way = "by number" if list(boxes) == sorted(boxes) else "from the action"
        yield OpenQuestion(
            f"In which order are the {bets} settled?"
            " (List each box where its first wager is settled.)",
            partial(scene, played.moves[first].after, played.until(first), settled=together),
            Order(boxes),
            with_cited(clause, played),
            f"{', '.join(titles)}: {way}",
            (f"Settled in this order: {', '.join(f'box {box}' for box in boxes)}.",),
            decided=clause is not None,
        )


def _takes_folded(played: LessonRound, number: int, boxes: Iterable[int]) -> str:
    """The family's own step in which the dealer takes only wagers of folded hands, before all
    others are settled; empty if it is another step."""
    head = played.moves[number].before.head
    own = games.felt_of(played.rules).dealer_steps
    if not isinstance(head, DealerStep) or head.does not in own:
        return ""
    ended = (event for event in played.until(number) if isinstance(event, HandEnded))
    folded = {event.box for event in ended if event.how == FOLDED.how}
    return head.does if folded.issuperset(boxes) else ""


def _runs(played: LessonRound) -> Iterator[tuple[int, list[Settlement]]]:
    """Wagers that are settled one after the other, and the move that settles the first.

    Nothing comes between them but steps of the dealer.
    """
    first, before, run = 0, -2, list[Settlement]()
    for each, number in settlements(played):
        follows = number == before or (
            number == before + 1 and isinstance(played.moves[number].entry, Proceed)
        )
        if not follows:
            if run:
                yield first, run
            first, run = number, []
        run.append(each)
        before = number
    if run:
        yield first, run
