"""What a trainee is shown: enough to answer, and never the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import msgspec
import pytest

from cardroom.events import Peeked
from cardroom.money import exact
from cardroom.school import library
from cardroom.school.asks import KINDS
from cardroom.school.asks.put_right import LEFT, MADE_UP
from cardroom.school.course import AS_WRITTEN, DrillCourse, at_level
from cardroom.school.drill import DrillLevel, drill
from cardroom.school.library import PostedAt
from cardroom.school.played import LessonRound
from cardroom.school.question import ChipsAnswer, MoneyAnswer, NumberAnswer, OneOf, Question
from cardroom.school.scene import posted, scene
from tests.school_rounds import played_as_written

UNNAMED = DrillLevel("senior", 20, hands="unnamed")


@cache
def rounds(game: str) -> Sequence[LessonRound]:
    played = (played_as_written(file, game, PostedAt()) for file in library.files(game))
    return [each for each in played if each is not None]


def about(game: str, file: str) -> LessonRound:
    return next(each for each in rounds(game) if each.scenario.file.endswith(f"/{file}.toml"))


def asked(kind: str, played: LessonRound) -> list[Question]:
    return [each.put(0, "") for each in KINDS[kind].questions(played)]


def test_a_trainee_who_counts_hands_still_learns_what_the_dealer_saw() -> None:
    """A natural that the dealer peeks decides insurance; its hand is not turned up."""
    played = about("blackjack", "two-naturals-push")
    assert any(isinstance(event, Peeked) and event.natural for event in played.events)
    every = [*asked("pay", played), *asked("put-right", played)]
    assert every
    for question in every:
        before, after = question.scene.story, at_level(question, UNNAMED).scene.story
        dropped = [line for line in before if line not in after]
        assert all(" has " in line or " has a natural" in line for line in dropped), dropped


def test_an_amount_in_the_story_is_not_taken_for_a_count() -> None:
    course = DrillCourse(drill("blackjack-pay"), AS_WRITTEN)
    for number in range(40):
        question = course.question(3, number, UNNAMED).question
        doubled = any(line.endswith("doubles") for line in question.scene.story)
        assert not doubled or any(" adds $" in line for line in question.scene.story)


def test_an_offer_is_not_missed_while_others_are_asked() -> None:
    played = about("blackjack", "insurance-is-offered-to-all-boxes-and-lapses-if-not-taken")
    told = [
        question.answer.options[question.answer.right[0]]
        for question in asked("put-right", played)
        if isinstance(question.answer, OneOf) and "was not offered" in question.text
    ]
    assert told
    # For each box: it can be made up until the dealer looks, and not afterward.
    assert told == [MADE_UP, LEFT] * (len(told) // 2)


def test_a_hand_that_busted_is_not_asked_to_draw() -> None:
    for played in rounds("blackjack"):
        for question in asked("draw", played):
            assert ", over" not in question.working[0]


def test_no_rule_names_the_smallest_amount_there_is() -> None:
    for played in rounds("blackjack"):
        for question in asked("limit", played):
            assert isinstance(question.answer, MoneyAnswer)
            assert question.answer.amount > 1


@pytest.mark.parametrize("game", ["texas-holdem", "omaha-hi-lo"])
def test_what_a_pot_pays_cannot_be_read_off_the_stacks(game: str) -> None:
    for played in rounds(game):
        for question in (*asked("pot", played), *asked("winners", played), *asked("total", played)):
            assert not any("more in front" in fact for fact in question.scene.facts)


def test_a_collection_that_left_the_pot_is_described() -> None:
    for played in rounds("texas-holdem"):
        for question in asked("pot-size", played):
            assert isinstance(question.answer, MoneyAnswer)
            staked = sum(bet.stake for bet in question.scene.bets)
            if question.text.startswith("How much is in the main pot") and staked:
                collected = any("collected from the pot" in line for line in question.scene.story)
                assert collected or question.answer.amount <= staked


def test_a_short_bank_is_asked_with_all_wagers_in_sight() -> None:
    for played in rounds("three-card-poker"):
        assert played.round is not None or not asked("pay", played)
        settled = () if played.round is None else played.round.settled
        if any(each.action < each.bet.stake for each in settled):
            for question in asked("pay", played):
                assert len(question.scene.bets) >= len({each.bet.id for each in settled})


def test_the_only_box_is_not_asked_about_the_action_button() -> None:
    for played in rounds("no-bust-joker"):
        for question in asked("action-button", played):
            assert isinstance(question.answer, NumberAnswer)
            assert len({bet.name.split(",")[0] for bet in question.scene.bets}) > 1


def test_cards_in_nobodys_hand_are_counted_where_the_next_card_is_asked() -> None:
    played = about("double-hand-poker", "the-bank-chooses-the-pile-and-the-dice-the-seat")
    for question in asked("next", played):
        assert isinstance(question.answer, OneOf)
        if question.answer.options[question.answer.right[0]] == "a card goes to the leftover cards":
            assert any("pile 7: 7" in fact for fact in question.scene.facts)
            return
    pytest.fail("the leftover cards were not asked")


def test_a_busted_hand_is_described_in_plain_words() -> None:
    lines = [
        line
        for played in rounds("blackjack")
        if played.round is not None
        for line in scene(played.round, played.events).story
    ]
    busts = [line for line in lines if " busts with " in line]
    assert busts
    assert not any(line.endswith("over") for line in busts)


def test_an_offer_that_was_missed_was_not_declined() -> None:
    for played in rounds("blackjack"):
        for kind in ("remedy", "misdeal", "put-right"):
            for question in asked(kind, played):
                if "was not offered: box " in question.text:
                    box = question.text.split("was not offered: box ")[1][0]
                    assert f"box {box} declines" not in question.scene.story


@pytest.mark.parametrize("game", ["fortune-pai-gow", "double-hand-poker"])
def test_a_void_wager_is_not_asked_what_had_action(game: str) -> None:
    for played in rounds(game):
        for question in asked("coverage", played):
            assert not question.clauses[0].id.startswith("irregularity.")


def test_the_collection_from_a_pot_is_asked_when_the_whole_flop_is_there() -> None:
    found = [each for played in rounds("omaha") for each in asked("collection", played)]
    from_pot = [each for each in found if each.text == "What is collected from the pot now?"]
    assert from_pot
    for question in from_pot:
        board = next(hand for hand in question.scene.hands if hand.name == "the board")
        assert len(board.cards) == 3
        assert not any("collected" in line for line in question.scene.story)


def test_what_is_played_for_is_posted_where_players_bet_against_each_other() -> None:
    found = [each for played in rounds("omaha") for each in asked("limit", played)]
    stakes = {question.scene.facts[0] for question in found}
    assert {"Limit $2/$4, blinds $1/$2.", "No limit, blinds $1/$2."} <= stakes


def test_poker_players_have_seats() -> None:
    course = DrillCourse(drill("omaha-procedure"))
    questions = [course.question(1, n, course.drill.level[0]).question for n in range(30)]
    every = "\n".join(str(msgspec.structs.replace(each, clauses=())) for each in questions)
    assert "seat 1" in every
    assert "box" not in every.replace("box n", "").lower()


@pytest.mark.parametrize("game", ["omaha", "dealer-bust-21", "fortune-pai-gow"])
def test_what_is_allowed_has_its_rule_and_nobody_asks_to_decline(game: str) -> None:
    for played in rounds(game):
        for question in asked("allowed", played):
            assert question.clauses
            assert "decline" not in question.text


def test_cards_in_a_story_are_pictured() -> None:
    told = [
        line
        for played in rounds("dealer-bust-21")
        for move in played.moves
        for line in scene(move.after, move.events).story
        if "becomes hand" in line
    ]
    assert told
    assert all(re.search("[♠♣♥♦] becomes hand", line) for line in told)


def test_an_option_that_is_switched_off_is_posted_in_words() -> None:
    told = {line for played in rounds("dealer-bust-21") for line in posted(played.rules)}
    assert "double: no" in told
    assert not any(line.endswith((": true", ": false")) for line in told)


def test_hands_are_compared_where_the_winner_of_a_pot_is_asked() -> None:
    assert any(
        stratum.startswith("pot.high:1 of ") and not stratum.endswith(("of 0 hands", "of 1 hands"))
        for stratum in DrillCourse(drill("omaha-winners")).strata
    )


@pytest.mark.parametrize(
    ("game", "kind", "clause"),
    [
        ("no-bust-bonus-ace", "action-button", "action.button"),
        ("fortune-pai-gow", "action-button", "deal.dice"),
        ("fortune-pai-gow", "buttons", "envy.button"),
        ("fortune-pai-gow", "collection", "fee.per-bet"),
        ("three-card-poker", "collection", "fee.each-wager"),
    ],
)
def test_buttons_and_collections_have_their_own_rule(game: str, kind: str, clause: str) -> None:
    found = [each for played in rounds(game) for each in asked(kind, played)]
    assert {each.clauses[0].id for each in found} == {clause}
    assert all(each.decided for each in found)


def test_a_remedy_names_wagers_and_cards_as_people_do() -> None:
    found = [each for played in rounds("dealer-bust-21") for each in asked("remedy", played)]
    lines = [line for each in found for line in each.working]
    assert any("(Wager) is returned" in line for line in lines)
    assert not any("(main)" in line for line in lines)


def test_a_stack_that_limits_nothing_is_not_told() -> None:
    found = [each for played in rounds("dealer-bust-21") for each in asked("late-bet", played)]
    assert found
    assert not any("more in front" in line for each in found for line in each.scene.facts)


@pytest.mark.parametrize(
    ("game", "kind", "clause"),
    [
        ("fortune-pai-gow", "coverage", "bank.coverage"),
        ("fortune-pai-gow", "set", "set.house-way"),
        ("fortune-pai-gow", "order", "action.seat"),
        ("no-bust-bonus-ace", "draw", "bank.draws"),
        ("no-bust-bonus-ace", "worth", "fee.before-deal"),
    ],
)
def test_the_rule_that_decides_comes_before_the_rounds_own(
    game: str, kind: str, clause: str
) -> None:
    found = [each for played in rounds(game) for each in asked(kind, played)]
    assert found
    assert {each.clauses[0].id for each in found} == {clause}


def test_what_comes_next_in_poker_names_the_rule_about_it() -> None:
    found = [each for played in rounds("omaha") for each in asked("next", played)]
    rules = {each.working[0]: each.clauses[0].id for each in found if each.decided}
    assert rules["A card is burned."] == "deal.board"
    assert rules["A player's hand is turned up."] == "show.first"
    assert not any("turns over a card" in line for line in rules)


def test_the_banks_hole_card_is_turned_by_its_own_rule() -> None:
    found = [each for played in rounds("no-bust-bonus-ace") for each in asked("next", played)]
    turned = [each for each in found if each.working == ("The dealer turns over a card.",)]
    assert {each.clauses[0].id for each in turned} == {"deal.bank-hole"}


def test_a_step_in_which_nothing_is_done_is_not_asked() -> None:
    found = [each for played in rounds("fortune-pai-gow") for each in asked("next", played)]
    envy = [each for each in found if "envy" in each.working[0]]
    assert envy
    assert all(each.working == ("The dealer pays the envy bonuses.",) for each in envy)
    paid = [line for each in envy for line in each.scene.story if "envy button" in line]
    assert len(paid) >= len(envy)


def test_bets_in_front_of_players_are_not_asked_about_as_a_pot() -> None:
    for played in rounds("omaha"):
        for each in asked("pot-size", played):
            put = sum(bet.stake for bet in each.scene.bets)
            assert each.working[0].startswith(f"{exact(put)} was put in")


def test_a_collection_below_its_row_is_explained() -> None:
    found = [each for played in rounds("omaha") for each in asked("collection", played)]
    short = [each for each in found if each.clauses[0].id == "collection.main-pot"]
    assert short
    assert all("The pots hold only" in each.working[0] for each in short)
    timed = [each.text for each in found if each.clauses[0].id == "collection.timed"]
    assert timed
    assert all("half hour" in text for text in timed)


def test_a_collection_by_the_tables_limits_is_asked_with_them() -> None:
    found = [each for played in rounds("no-bust-bonus-ace") for each in asked("collection", played)]
    by_limit = [each for each in found if "fee basis: wager" not in each.scene.posted]
    assert by_limit
    assert all(
        any("collection goes by the table's limits" in it for it in each.scene.facts)
        for each in by_limit
    )


def test_a_refused_bet_is_named_and_shown_with_the_limits() -> None:
    found = [each for played in rounds("fortune-pai-gow") for each in asked("allowed", played)]
    bets = [each for each in found if " bets $" in each.text]
    assert bets
    assert not any("(main)" in each.text or "(fortune)" in each.text for each in bets)
    assert all(any(it.startswith("Wagers: ") for it in each.scene.facts) for each in bets)
    most = next(each for each in bets if "$101 (Fortune)" in each.text)
    assert "Wagers: $10 to $100." in most.scene.facts


def test_a_card_that_nobody_sees_is_not_asked_about() -> None:
    found = [each for played in rounds("fortune-pai-gow") for each in asked("allowed", played)]
    assert not any("a card was exposed" in each.text for each in found)
    assert not any("the bank set a foul hand" in each.text for each in found)


def test_a_hand_of_poker_is_added_up_from_what_was_put_in() -> None:
    played = about("omaha", "collection.main-pot-holds-less")
    lines = [line for each in asked("total", played) for line in each.working]
    assert lines
    assert all(" put in $" in line and " and gets $" in line for line in lines)


def test_a_row_of_a_group_of_bets_is_called_what_the_layout_calls_it() -> None:
    found = [each for played in rounds("safari-21") for each in asked("pay", played)]
    rows = {line for each in found for line in each.working if "row that applies" in line}
    assert "The row that applies is “Any king”." in rows
    assert not any("king any" in line for line in rows)


def test_nobody_colors_up_more_than_ten_stacks() -> None:
    for played in rounds("fortune-pai-gow"):
        for each in asked("color-up", played):
            assert isinstance(each.answer, ChipsAnswer)
            assert each.answer.amount <= 200 * 500
