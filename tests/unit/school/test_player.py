"""Player drills: the best option is right, and every other one has its cost."""

from __future__ import annotations

import pytest

from cardroom.school.course import DrillCourse
from cardroom.school.drill import SchoolError, drill
from cardroom.school.grading import grade, show
from cardroom.school.player import PlayerCourse, situation
from cardroom.school.question import OneOf
from cardroom.service.coach.adviser import CoachAdviser


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


def test_a_player_drill_is_not_asked_without_odds() -> None:
    with pytest.raises(SchoolError, match="needs exact odds"):
        DrillCourse(drill("three-card-poker-best-play"))
