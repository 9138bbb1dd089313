"""Poker at random: no chip is lost, pots go to those entitled, what is offered is what is legal."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from cardroom import games
from cardroom.cards import UNSEEN
from cardroom.events import CardShown, FeeTaken, PotAwarded, PotFeeTaken, encode
from cardroom.games.poker.state import policies, state_of
from cardroom.games.poker.values import high, low
from cardroom.histories import open_hand_history
from cardroom.places import BOARD, box, hand_place, read_place
from cardroom.play.inputs import Answer
from cardroom.play.interpreter import replay
from cardroom.play.round import Await, Refusal
from cardroom.play.settle import clockwise
from cardroom.play.views import RAIL, view
from tests.properties.budget import FEW, LONG, QUICK
from tests.properties.poker_hands import History, Plan, money, plans, play


def conserved(plan: Plan) -> None:
    history = play(plan)
    start = sum(plan.betting().stacks.values())
    for round in (history.opening, *(step.round for step in history.steps)):
        assert money(round) == start
        assert min(round.stacks.values()) >= 0
        assert all(bet.stake >= 0 for bet in round.bets)
    last = history.last
    assert not last.bets
    assert sum(last.stacks.values()) + last.drop == start


@QUICK
@given(plans())
def test_chips_are_conserved_at_every_step(plan: Plan) -> None:
    conserved(plan)


@FEW
@given(plans(irregularities=True))
def test_chips_are_conserved_when_the_floor_intervenes(plan: Plan) -> None:
    conserved(plan)


@pytest.mark.prove
@LONG
@given(plans())
def test_chips_are_conserved_at_every_step_of_many_hands(plan: Plan) -> None:
    conserved(plan)
    entitled(play(plan))


def entitled(history: History) -> None:
    """An independent computation: each winner put in at least the pot's level, has not
    folded, and nobody else in the pot has a better hand for that share."""
    last = history.last
    if not last.settled:
        return  # the half hour took the last chips, and no hand was dealt
    state = state_of(last)
    posted = policies(last.rules)
    put = {done.bet.box: done.bet.stake - state.dead.get(done.bet.box, 0) for done in last.settled}
    live = [seat for seat in last.players if seat not in state.folded]
    board = last.at(BOARD)
    levels = sorted({put[seat] for seat in live})
    for award in (event for event in history.all_events if isinstance(event, PotAwarded)):
        assert award.box in live
        rivals = [seat for seat in live if put[seat] >= levels[award.pot]]
        assert award.box in rivals
        if len(live) == 1 or len(rivals) == 1:
            continue
        worth = high if award.share != "low" else low
        hands = {seat: worth(posted, last.at(hand_place(seat)), board) for seat in rivals}
        best = max(value for value in hands.values() if value is not None)
        assert hands[award.box] == best
        assert award.box not in state.mucked


@QUICK
@given(plans())
def test_every_pot_goes_to_somebody_entitled_and_nothing_is_left(plan: Plan) -> None:
    history = play(plan)
    entitled(history)
    awards = [event for event in history.all_events if isinstance(event, PotAwarded)]
    fees = sum(event.amount for event in history.all_events if isinstance(event, PotFeeTaken))
    staked = sum(done.bet.stake for done in history.last.settled)
    assert sum(award.amount for award in awards) == staked - fees


@QUICK
@given(plans())
def test_the_collection_is_taken_once_after_a_flop_by_the_posted_schedule(plan: Plan) -> None:
    history = play(plan)
    last = history.last
    taken = [event.amount for event in history.all_events if isinstance(event, PotFeeTaken)]
    rows = [row.fee for row in last.rules.fees.pot if len(last.players) >= row.players]
    assert len(taken) <= 1
    if taken:
        assert len(last.at(BOARD)) >= 3
        assert taken[0] <= rows[0]
    elif len(last.at(BOARD)) >= 3:
        assert not rows
    timed = sum(event.amount for event in history.all_events if isinstance(event, FeeTaken))
    assert last.drop == timed + sum(taken)
    if not last.rules.fees.half_hour:
        assert timed == 0


@FEW
@given(plans())
def test_options_are_just_what_is_accepted(plan: Plan) -> None:
    history = play(plan)
    for round in (history.opening, *(step.round for step in history.steps)):
        if not isinstance(round.head, Await):
            continue
        ask = round.head.asks[0]
        for verb in ("check", "call", "fold", "bet", "raise", "show", "muck"):
            option = ask.option(verb)
            if option is None or option.least is None:
                applied = games.apply(round, Answer(ask.box, verb))
                assert isinstance(applied, Refusal) == (option is None)
                continue
            assert option.most is not None
            for amount in {option.least, option.most}:
                assert not isinstance(
                    games.apply(round, Answer(ask.box, verb, amount=amount)), Refusal
                )
            for amount in (option.least - 1, option.most + 1, 0, -option.most):
                assert isinstance(games.apply(round, Answer(ask.box, verb, amount=amount)), Refusal)
        others = [seat for seat in round.players if seat != ask.box]
        assert isinstance(games.apply(round, Answer(others[0], "fold")), Refusal)


@QUICK
@given(plans(irregularities=True))
def test_a_replay_is_the_original(plan: Plan) -> None:
    history = play(plan)
    last = history.last
    again = replay(history.opening, last.inputs, games.family(last.rules))
    assert encode(again) == encode(last)


@FEW
@given(plans())
def test_hole_cards_are_seen_by_their_own_seat_until_they_are_shown(plan: Plan) -> None:
    history = play(plan)
    family = games.family(history.last.rules)
    shown: set[tuple[str, int]] = set()
    for step in history.steps:
        shown |= {
            (event.place, event.position) for event in step.events if isinstance(event, CardShown)
        }
        for seat in (0, *step.round.players):
            audience = frozenset({box(seat)}) if seat else RAIL
            for name, place in view(step.round, audience, family).places.items():
                owner, _ = read_place(name)
                if not owner or owner == seat:
                    continue
                for number, card in enumerate(place.cards):
                    assert (card != UNSEEN.text) == ((name, number) in shown)
                if UNSEEN.text in place.cards:
                    assert not place.label


@FEW
@given(plans())
def test_a_hand_history_holds_every_chip_and_no_hidden_card(plan: Plan) -> None:
    history = play(plan)
    last = history.last
    assume(last.settled)
    told = open_hand_history(last, RAIL)["ohh"]
    actions = [action for street in told["rounds"] for action in street["actions"]]
    put = sum(action["amount"] for action in actions)
    pots = sum(pot["amount"] for pot in told["pots"])
    won = sum(win["win_amount"] for pot in told["pots"] for win in pot["player_wins"])
    fees = sum(pot["rake"] for pot in told["pots"])
    assert pots == won + fees
    assert put >= pots
    hidden = [action for action in actions if action["action"] == "Dealt Cards"]
    assert len(hidden) == len(last.players)
    assert not any("cards" in action for action in hidden)
    order = clockwise(last.players, last.facts.button + 1)
    assert [action["player_id"] for action in hidden] == order
