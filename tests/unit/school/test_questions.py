"""Every drill, answered by the engine and by systematic errors; and every clause, counted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from cardroom import games
from cardroom.games import registry
from cardroom.money import dollars
from cardroom.school import course as courses
from cardroom.school import library
from cardroom.school.asks import KINDS
from cardroom.school.course import AS_WRITTEN, DrillCourse
from cardroom.school.drill import drill, shipped_drills
from cardroom.school.grading import grade, show
from cardroom.school.question import (
    Boxes,
    CardsAnswer,
    ChipsAnswer,
    ExactAnswer,
    MoneyAnswer,
    NumberAnswer,
    OneOf,
    OpenQuestion,
    Order,
)
from cardroom.school.working import chips
from tests.school_rounds import played_as_written

ABOUT_ROUNDS = [each.name for each in shipped_drills() if not each.computed]
ROUNDS = 30
EACH = 8
"""Questions of a drill that are answered here; `make prove` answers all of them."""


def asked_by_round(name: str) -> Iterator[list[OpenQuestion]]:
    """The questions of a drill about each of the worked rounds, as they are written."""
    told = drill(name)
    for file in library.files(told.game):
        played = played_as_written(file, told.game, courses.drill_posting(told, AS_WRITTEN))
        yield [] if played is None else list(courses.questions(told, played))


def some(rounds: Iterator[list[OpenQuestion]]) -> Iterator[OpenQuestion]:
    """The questions about the first rounds, and of later ones only until there is any."""
    found = 0
    for number, questions in enumerate(rounds):
        yield from questions
        found += len(questions)
        if found and number >= ROUNDS:
            return


def equivalents(answer: ExactAnswer) -> list[str]:
    """The right answer in other words."""
    match answer:
        case MoneyAnswer():
            side = ("pay " if answer.amount > 0 else "take ") if answer.two_sided else ""
            return [f"{side}{chips(abs(answer.amount)) or '0'}"]
        case ChipsAnswer():
            return [" ".join(reversed(chips(answer.amount).split()))]
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
        case ChipsAnswer():
            return [chips(answer.amount, 500), chips(answer.amount + 100)]
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
    assert check(name, islice(some(asked_by_round(name)), EACH))


@pytest.mark.prove
@pytest.mark.parametrize("name", ABOUT_ROUNDS)
def test_every_question_of_a_drill_is_graded_as_it_must_be(name: str) -> None:
    assert check(name, (each for questions in asked_by_round(name) for each in questions))


def clauses_of(game: str) -> set[str]:
    return {clause.id for clause in games.game(game).clauses}


def clauses_asked(game: str) -> set[str]:
    """The clauses that decide a question of a drill, or whose worked round is asked about."""
    kinds = {
        kind
        for each in shipped_drills()
        if each.game == game and not each.clauses and not each.computed
        for kind in each.asks
    }
    # The kinds that find the most come first.
    order = sorted(kinds, key=lambda name: (name not in ("total", "allowed", "shuffle"), name))
    every, book = clauses_of(game), games.game(game).clauses
    found: set[str] = set()
    for file in library.files(game):
        about = {clause.id for cite in library.told(file).cites for clause in book.named(cite)}
        # A round is played only if it is an example of something that has not come up.
        played = None if about <= found else played_as_written(file, game, AS_WRITTEN)
        for kind in () if played is None else order:
            if about <= found:
                break
            assert played is not None
            found.update(c.id for each in KINDS[kind].questions(played) for c in each.clauses)
    for kind in ("shuffle", "late-bet"):
        for file in library.files(game) if kind in kinds and not every <= found else ():
            cited = library.told(file).cites
            new = any(c.id == "deal.burn" for cite in cited for c in book.named(cite))
            played = played_as_written(file, game, AS_WRITTEN) if new else None
            for each in () if played is None else KINDS[kind].questions(played):
                found.update(clause.id for clause in each.clauses)
    return found


@pytest.mark.parametrize("game", sorted(game.id for p in registry.ours() for game in p.games))
def test_every_clause_of_a_game_is_asked_somewhere(game: str) -> None:
    assert clauses_of(game) - clauses_asked(game) == set()


def test_all_cases_come_up_before_one_comes_up_again() -> None:
    told = DrillCourse(drill("maxtime-21-pay"))
    level = told.drill.level_named("senior")
    first = [told.question(9, number, level) for number in range(len(told.strata))]
    assert {posed.stratum for posed in first} == set(told.strata)
    assert all(not hand.label for posed in first for hand in posed.question.scene.hands)


def test_the_same_seed_asks_the_same_questions() -> None:
    told = DrillCourse(drill("maxtime-21-pay"))
    level = told.drill.level_named("dealer")
    again = DrillCourse(drill("maxtime-21-pay"))
    assert told.question(3, 7, level) == again.question(3, 7, level)
    assert [told.question(3, n, level).question for n in range(5)] != [
        told.question(4, n, level).question for n in range(5)
    ]


@pytest.mark.parametrize(
    "name", ["blackjack-irregularities", "blackjack-put-right", "blackjack-why"]
)
def test_an_examination_asks_the_same_wherever_the_project_is_installed(
    name: str, tmp_path: Path
) -> None:
    told, compared = drill(name), 0
    for file in map(Path, library.files(told.game)):
        elsewhere = tmp_path / file.parent.name / file.name
        elsewhere.parent.mkdir(exist_ok=True)
        elsewhere.write_bytes(file.read_bytes())
        here, there = (
            [] if played is None else [each.put(0, "") for each in courses.questions(told, played)]
            for played in (
                played_as_written(str(each), told.game, AS_WRITTEN) for each in (file, elsewhere)
            )
        )
        assert here == there
        compared += len(here)
        if compared > ROUNDS:
            return


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


def cases(name: str) -> set[str]:
    return {stratum.partition(":")[2] for stratum in DrillCourse(drill(name)).strata}


def test_a_planted_mistake_is_found_and_a_clean_round_is_clean() -> None:
    assert cases("no-bust-joker-find-the-mistake") >= {
        "payment", "missed take", "unfunded bank", "button", "collection", "card out of order",
        "nothing is wrong",
    }  # fmt: skip
    assert {"missed offer"} <= cases("maxtime-21-find-the-mistake")
    assert {"foul hand", "missed offer"} <= cases("double-hand-poker-find-the-mistake")


def asked_about(file: str, kind: str) -> list[OpenQuestion]:
    path = str(library.folder() / f"{file}.toml")
    played = played_as_written(path, file.partition("/")[0], AS_WRITTEN)
    assert played is not None
    return list(KINDS[kind].questions(played))


def put_right(file: str, case: str) -> OpenQuestion:
    return next(each for each in asked_about(file, "put-right") if each.case == case)


def test_the_floor_is_called_where_the_rule_says_so() -> None:
    file = "double-hand-poker/the-floor-resets-a-foul-setting-that-was-allowed"
    asked = put_right(file, "bank-foul: the floor")
    assert show(asked.answer) == "call the floor"
    file = "double-hand-poker/two-identical-cards-are-a-misdeal"
    asked = put_right(file, "identical-cards: the remedy")
    assert show(asked.answer) == "two identical cards turned up are a misdeal"
    assert grade(asked.answer, "call the floor").verdict == "wrong"


@pytest.mark.parametrize("kind", ["put-right", "remedy"])
@pytest.mark.parametrize(
    ("file", "same"),
    [
        ("a-missed-insurance-offer-is-restored", "insurance offer"),
        ("a-missed-insurance-offer-is-restored-to-a-hand-that-went-over", "insurance offer"),
        ("a-box-of-11-that-refuses-the-exposed-card-stands", "refusing it"),
        ("an-exposed-card-that-a-box-refuses-goes-on", "refusing it"),
    ],
)
def test_no_wrong_option_says_the_right_one_in_other_words(kind: str, file: str, same: str) -> None:
    """Safari's chapter of irregularities repeats remedies of every table and rules of the game."""
    (asked,) = asked_about(f"safari-21/{file}", kind)
    assert isinstance(asked.answer, OneOf)
    wrong = [option for n, option in enumerate(asked.answer.options) if n not in asked.answer.right]
    assert wrong
    assert not [option for option in wrong if same in option]


def test_a_missed_offer_is_made_up_until_it_is_too_late() -> None:
    """Safari 21, irregularity 11: before the dealer's second card."""
    file = "safari-21/the-dealer-draws-on-soft-17"
    assert show(put_right(file, "missed insurance: made up").answer) == "make the offer now"
    late = put_right(file, "missed insurance: too late")
    assert show(late.answer) == "leave it: the round goes on without the offer"


def test_a_button_pays_what_the_row_asks_for() -> None:
    """The house collects 50 cents for a wager of up to $50; box 1 has a button for it."""
    asked = asked_about("no-bust-joker/a-free-collection-button-pays-for-its-bracket", "collection")
    (free,) = (each for each in asked if each.case.endswith("by button"))
    assert show(free.answer) == "0"
    assert free.working == ("The row is 50 or less: $0.50; a button pays $0.50 of it.",)


def test_the_cut_card_in_the_round_waits_for_its_end() -> None:
    """Safari 21, Dealing 7 and 8, and irregularities 8 to 10: a table with these cards says so."""
    file = str(library.folder() / "safari-21/a-burned-card-is-shown-on-request.toml")
    played = played_as_written(file, "safari-21", AS_WRITTEN)
    assert played is not None
    after = "when the round is finished"
    asked = KINDS["shuffle"].questions(played)
    assert {each.clauses[0].id: show(each.answer) for each in asked} == {
        "deal.cut-card": after,
        "deal.cut-card-first": "at once",
        "irregularity.8": after,
        "irregularity.9": after,
        "irregularity.10": after,
    }


def test_a_game_cannot_post_a_variant_that_it_shares_the_clause_of() -> None:
    file = next(f for f in library.files("dealer-bust-21") if "deck-without-tens" in f)
    played = played_as_written(file, "dealer-bust-21", AS_WRITTEN)
    assert played is not None
    (asked, *_) = KINDS["allowed"].questions(played)
    assert asked.text.startswith("At Dealer Bust 21, the house wants to post ten spots: no")
    assert show(asked.answer) == "no"


@pytest.mark.parametrize(
    ("name", "answer", "says"),
    [
        ("dealer-bust-21-order", "2 1", "remaining boxes"),
        ("bet-the-set-21-order", "6 4 1", "Bet the Set bets"),
        ("double-hand-poker-order", "6 1", "remaining boxes"),
    ],
)
def test_boxes_that_are_settled_together_have_an_order(name: str, answer: str, says: str) -> None:
    course = DrillCourse(drill(name))
    level = course.drill.level_named("")
    asked = [course.question(1, number, level) for number in range(max(len(course.strata), 20))]
    found = [each.question for each in asked if show(each.question.answer) == answer]
    assert found
    assert all(says in each.text for each in found)


def test_the_rule_that_a_drill_is_about_comes_first() -> None:
    course = DrillCourse(drill("dealer-bust-21-order"))
    level = course.drill.level_named("")
    for number in range(len(course.strata)):
        clauses = course.question(1, number, level).question.clauses
        assert clauses[0].id == "dealer-bust.order"
