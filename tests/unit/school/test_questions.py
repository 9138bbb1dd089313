"""Every drill, answered by the engine and by systematic errors; and every clause, counted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import pytest

from cardroom.games import registry
from cardroom.money import dollars
from cardroom.school import course as courses
from cardroom.school import library
from cardroom.school.asks import KINDS
from cardroom.school.course import AS_WRITTEN, DrillCourse, clauses_of, played_as_written
from cardroom.school.drill import drill, shipped
from cardroom.school.grading import grade, show
from cardroom.school.question import (
    Boxes,
    CardsAnswer,
    ExactAnswer,
    MoneyAnswer,
    NumberAnswer,
    OneOf,
    OpenQuestion,
    Order,
)
from cardroom.school.working import chips

# What no round of one table shows: it is proved elsewhere (tests/scenarios/test_clauses.py says
# where), and no drill asks it.
VARIANTS = {
    "bank.face-up",
    "deal.ten-spots",
    "double.rescue",
    "pay.21-wins",
    "pay.bank-22",
    "pay.bonus",
    "pay.natural-tie-loses",
    "pay.natural-wins",
    "pay.tie-loses",
}
"""Rows of blackjack's variants, which these games share and cannot post."""
NOT_ASKED = {
    "safari-21": {
        "deal.cut-card",
        "deal.cut-card-first",
        "irregularity.8",
        "irregularity.9",
        "irregularity.10",
    },
    "bet-the-set-21": {"blazing.feeds", *VARIANTS},
    "dealer-bust-21": {"dealer-bust.no-bet", *VARIANTS},
}
ABOUT_ROUNDS = [each.name for each in shipped() if not each.best_play]
EACH = 12
"""Questions of a drill that are answered here; `make prove` answers all of them."""


def asked(name: str) -> Iterator[OpenQuestion]:
    """The questions of a drill about the worked rounds as they are written."""
    told = drill(name)
    for file in library.files(told.game):
        played = played_as_written(file, told.game, courses.posting_of(told, AS_WRITTEN))
        if played is not None:
            yield from courses.questions(told, played)


def equivalents(answer: ExactAnswer) -> list[str]:
    """The right answer in other words."""
    match answer:
        case MoneyAnswer():
            side = ("pay " if answer.amount > 0 else "take ") if answer.two_sided else ""
            return [f"{side}{chips(abs(answer.amount)) or '0'}"]
        case Boxes():
            return [" ".join(map(str, reversed(answer.boxes))) or "nobody"]
        case CardsAnswer():
            return [" ".join(reversed(answer.cards)), *(" ".join(c) for c in answer.equal)]
        case OneOf():
            return [str(number + 1) for number in answer.right]
        case _:
            return []


def errors(answer: ExactAnswer) -> list[str]:
    """What trainees get wrong again and again."""
    match answer:
        case MoneyAnswer():
            off = [answer.amount + 100 + answer.tolerance, answer.amount - 50 - answer.tolerance]
            flipped = [-answer.amount] if answer.two_sided and answer.amount else []
            return [_money(amount, answer) for amount in off + flipped if _sayable(amount, answer)]
        case NumberAnswer():
            return [str(answer.number + 1)]
        case OneOf():
            return [option for n, option in enumerate(answer.options) if n not in answer.right]
        case Boxes():
            fewer = " ".join(map(str, answer.boxes[1:])) or "none"
            return [*([fewer] if answer.boxes else []), " ".join(map(str, (*answer.boxes, 99)))]
        case Order():
            return [" ".join(map(str, reversed(answer.boxes)))]
        case CardsAnswer():
            return ["2c", " ".join([*answer.cards, "2c"])]


def _sayable(amount: int, answer: MoneyAnswer) -> bool:
    return answer.two_sided or amount >= 0


def _money(amount: int, answer: MoneyAnswer) -> str:
    side = "take " if amount < 0 else "pay " if answer.two_sided else ""
    return f"{side}{dollars(abs(amount))}"


def check(name: str, questions: Iterator[OpenQuestion]) -> int:
    count = 0
    for each in questions:
        count += 1
        answer = each.answer
        assert grade(answer, show(answer)).right, (name, each)
        for same in equivalents(answer):
            assert grade(answer, same).right, (name, each, same)
        for wrong in errors(answer):
            assert grade(answer, wrong).verdict == "wrong", (name, each, wrong)
    return count


@pytest.mark.parametrize("name", ABOUT_ROUNDS)
def test_a_drill_is_graded_as_it_must_be(name: str) -> None:
    assert check(name, islice(asked(name), EACH))


@pytest.mark.prove
@pytest.mark.parametrize("name", ABOUT_ROUNDS)
def test_every_question_of_a_drill_is_graded_as_it_must_be(name: str) -> None:
    assert check(name, asked(name))


@lru_cache(maxsize=1)
def clauses_asked() -> dict[str, set[str]]:
    """By game: the clauses that decide a question, or whose worked round is asked about."""
    found: dict[str, set[str]] = {game: set() for game in registry.games()}
    kinds: dict[str, set[str]] = {game: set() for game in found}
    for each in shipped():
        if not each.clauses and not each.best_play:
            kinds[each.game].update(each.asks)
    for game, asks in kinds.items():
        # The kinds that find the most come first; when nothing is missing, the rest is not asked.
        for kind in sorted(asks, key=lambda name: (name not in ("total", "allowed"), name)):
            if clauses_of(game) - found[game] <= NOT_ASKED.get(game, set()):
                break
            for file in library.files(game):
                played = played_as_written(file, game, AS_WRITTEN)
                questions = () if played is None else KINDS[kind].questions(played)
                found[game].update(c.id for each in questions for c in each.clauses)
    return found


@pytest.mark.parametrize("game", sorted(game.id for p in registry.OURS for game in p.games))
def test_every_clause_of_a_game_is_asked_somewhere(game: str) -> None:
    assert clauses_of(game) - clauses_asked()[game] == NOT_ASKED.get(game, set())


def test_all_cases_come_up_before_one_comes_up_again() -> None:
    told = DrillCourse(drill("blackjack-pay"))
    level = told.drill.level_named("senior")
    first = [told.question(9, number, level) for number in range(len(told.strata))]
    assert {posed.stratum for posed in first} == set(told.strata)
    assert all(not hand.label for posed in first for hand in posed.question.scene.hands)


def test_the_same_seed_asks_the_same_questions() -> None:
    told = DrillCourse(drill("safari-21-pay"))
    level = told.drill.level_named("dealer")
    again = DrillCourse(drill("safari-21-pay"))
    assert told.question(3, 7, level) == again.question(3, 7, level)
    assert [told.question(3, n, level).question for n in range(5)] != [
        told.question(4, n, level).question for n in range(5)
    ]


@pytest.mark.parametrize("game", ["blackjack", "three-card-poker", "fortune-pai-gow"])
def test_the_whole_box_is_what_the_file_worked_out_by_hand(game: str) -> None:
    """The answer is the engine's; the files say what it must be."""
    compared = 0
    for file in library.files(game):
        told = library.told(file)
        played = played_as_written(file, game, AS_WRITTEN)
        if told.game != game or played is None or any(bet.owner for bet in told.backline):
            continue
        net = {each.path[1]: each.value for each in told.expect if each.path[0] == "net"}
        for each in KINDS["total"].questions(played):
            box = each.text.split()[3]
            if box in net and isinstance(each.answer, MoneyAnswer):
                assert each.answer.amount == net[box], (file, each)
                compared += 1
    assert compared > 50


def test_a_short_bank_runs_out_in_a_payment_of_two_to_one() -> None:
    """Part of a wager has action, and the drill asks how much."""
    told = DrillCourse(drill("no-bust-joker-coverage"))
    assert {"all", "part", "none"} <= {stratum.rpartition(":")[2] for stratum in told.strata}


def test_a_planted_mistake_is_found_and_a_clean_round_is_clean() -> None:
    told = DrillCourse(drill("no-bust-joker-find-the-mistake"))
    cases = {stratum.rpartition(":")[2] for stratum in told.strata}
    assert {"payment", "missed take", "unfunded bank", "button", "collection"} <= cases
    assert "nothing is wrong" in cases
