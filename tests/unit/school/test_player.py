"""Player drills: the best option is right, and every other one has its cost."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.school.course import DrillCourse
from cardroom.school.deals import DecisionPoint
from cardroom.school.drill import SchoolError, drill
from cardroom.school.grading import grade, show
from cardroom.school.library import PostedAt
from cardroom.school.player import PlayerCourse, Valued, situation
from cardroom.school.playing_cost import NEVER, CostCourse
from cardroom.school.progress import GradedAnswer
from cardroom.school.question import MoneyAnswer, NumberAnswer, OneOf
from cardroom.service.coach.adviser import CoachAdviser, player_course
from cardroom.service.school.player_process import PlayerAsk, PlayerReply, compute


class CountedAdviser(CoachAdviser):
    asked = 0

    def value(self, moment: DecisionPoint) -> Valued | None:
        self.asked += 1
        return super().value(moment)


@pytest.fixture(scope="module")
def course() -> PlayerCourse:
    return PlayerCourse(drill("three-card-poker-best-play"), CoachAdviser())


def test_folding_the_best_hand_is_wrong_and_costs_money(course: PlayerCourse) -> None:
    strong = next(name for name in course.strata if name.startswith("straight flush"))
    posed = course.about(strong, 1, 0, course.drill.level_named(""))
    answer = posed.question.answer
    assert isinstance(answer, OneOf)
    assert show(answer) == "play"
    assert grade(answer, "play").right
    assert not grade(answer, "fold").right
    assert any("fold" in line and "it costs $" in line for line in posed.question.working)


def test_a_hopeless_hand_is_folded(course: PlayerCourse) -> None:
    """The bank shows an ace or a king, so it nearly always qualifies; nine high never wins."""
    weak = next(name for name in course.strata if name.startswith("nine high against A"))
    assert show(course.about(weak, 1, 0, course.drill.level_named("")).question.answer) == "fold"


def test_the_same_seed_asks_the_same_decision(course: PlayerCourse) -> None:
    level = course.drill.level_named("expert")
    assert course.question(3, 5, level) == course.question(3, 5, level)
    assert not any(hand.label for hand in course.question(3, 5, level).question.scene.hands)


def test_the_bank_stays_hidden_but_for_its_card(course: PlayerCourse) -> None:
    for deal in range(5):
        for moment in course.moments(deal):
            assert situation(moment) in course.strata
    scene = course.question(1, 0, course.drill.level_named("")).question.scene
    assert scene.hands[-1].cards.count("??") == 2


def test_of_some_decisions_the_closest_comes_first(course: PlayerCourse) -> None:
    """Folding a straight flush costs more than any mistake with queen high."""
    close = next(name for name in course.strata if name.startswith("queen high against Q"))
    clear = next(name for name in course.strata if name.startswith("straight flush"))
    assert course.hardest([clear, close]) == close


def test_a_count_adds_up_the_tags_of_the_cards() -> None:
    told = player_course(drill("blackjack-counting"), PostedAt())
    level = told.drill.level_named("")
    posed = told.about("12 cards", 3, 0, level)
    cards = [card for hand in posed.question.scene.hands for card in hand.cards]
    low = sum(card[0] in "23456" for card in cards)
    high = sum(card[0] in "TJQKA" for card in cards)
    assert len(cards) == 12
    assert posed.question.answer == NumberAnswer(low - high)
    assert told.hardest(["3 cards", "12 cards"]) == "12 cards"
    assert {told.question(1, n, level).stratum for n in range(8)} == set(told.strata)


def test_a_player_drill_is_not_asked_without_odds() -> None:
    with pytest.raises(SchoolError, match="needs exact odds"):
        DrillCourse(drill("three-card-poker-best-play"))


def test_a_round_costs_the_edge_and_the_collection_together() -> None:
    told = CostCourse(drill("three-card-poker-cost"), 0.018)
    posed = told.about("a wager of $10", 1, 0, told.drill.level_named(""))
    answer = posed.question.answer
    assert isinstance(answer, OneOf)
    assert show(answer) == "6.80%"
    assert "1.80% and 5.00% together are 6.80%, or $0.68 a round." in posed.question.working
    (fact,) = posed.question.scene.facts
    assert fact == "The collection, by the wager in dollars: 50 or less: $0.50; 51-100: $1."
    # Both sides of every row, and the limits.
    assert {"a wager of $5", "a wager of $50", "a wager of $51", "a wager of $100"} <= set(
        told.strata
    )
    assert told.hardest(["a wager of $50", "a wager of $5"]) == "a wager of $5"


def test_a_short_bank_costs_the_collection_of_the_whole_wager() -> None:
    """50 cents on $50, and 1.8% of the $5 that the bank covers."""
    told = CostCourse(drill("three-card-poker-cost"), 0.018)
    posed = told.about("a wager of $50, $5 of it covered", 1, 0, told.drill.level_named(""))
    answer = posed.question.answer
    assert isinstance(answer, MoneyAnswer)
    assert answer.amount == 59
    assert grade(answer, "0.59").verdict == "right"
    assert grade(answer, "0.09").verdict == "wrong"
    assert told.hardest(sorted(told.strata)).endswith("of it covered")


@pytest.mark.parametrize(
    ("edge", "covered"),
    [
        # 3.2% of the next dollar above $15.625, 4.9% of the one above $10.20, and none of $50.
        (0.018, "$16"),
        (0.001, "$11"),
        (0.045, NEVER),
        (0.06, NEVER),
    ],
)
def test_a_player_knows_when_a_short_bank_makes_a_game_too_dear(edge: float, covered: str) -> None:
    told = CostCourse(drill("three-card-poker-cost"), edge)
    posed = told.about("a wager of $50, worth playing", 1, 0, told.drill.level_named(""))
    assert show(posed.question.answer) == covered


def test_a_game_without_a_collection_has_no_such_drill() -> None:
    costs = msgspec.structs.replace(drill("three-card-poker-cost"), game="blackjack", house="")
    with pytest.raises(SchoolError, match="no collection"):
        CostCourse(costs, 0.01)


def test_questions_that_are_computed_in_advance_are_those_that_come_next() -> None:
    ask = PlayerAsk("three-card-poker-best-play", "", PostedAt(), 1, (), count=3)

    def asked(ask: PlayerAsk) -> PlayerReply:
        return msgspec.json.decode(
            compute(msgspec.json.encode(ask), lambda _: None), type=PlayerReply
        )

    first, second, third = asked(ask).posed
    for verdict in ("right", "wrong"):
        seen = (
            GradedAnswer(ask.drill, first.stratum, verdict),
            GradedAnswer(ask.drill, second.stratum, "right"),
        )
        assert asked(msgspec.structs.replace(ask, seen=seen, count=1)).posed == (third,)
    missed = tuple(
        GradedAnswer(ask.drill, each.stratum, verdict)
        for each, verdict in ((first, "wrong"), (second, "right"), (third, "right"))
    )
    (again,) = asked(msgspec.structs.replace(ask, seen=missed, count=1)).posed
    assert again.stratum == first.stratum


def test_no_decision_is_valued_twice_to_find_the_closest(course: PlayerCourse) -> None:
    adviser = CountedAdviser()
    other = PlayerCourse(course.drill, adviser)
    names = sorted(other.strata)[:5]
    assert other.hardest(names) == course.hardest(names)
    other.hardest(names[1:])
    assert adviser.asked == len(names)


@pytest.mark.parametrize("name", ["three-card-poker-cost", "three-card-poker-best-play"])
def test_a_house_without_the_game_is_the_reason_that_there_is_no_question(name: str) -> None:
    ask = PlayerAsk(name, "", PostedAt("washington"), 1, ())
    reply = msgspec.json.decode(compute(msgspec.json.encode(ask), lambda _: None), type=PlayerReply)
    assert not reply.posed
    assert "Washington: the house does not post Three Card Poker" in reply.why
