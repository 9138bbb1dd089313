"""Poker where a scenario file cannot look: time-outs, awards, real cards that nobody knows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from cardroom import games, scenario
from cardroom.cards import UNSEEN, parse_cards
from cardroom.events import Acted, BetRaised, CardShown, HandEnded, PotAwarded, PotFeeTaken
from cardroom.games.poker.forced import bars_figure
from cardroom.games.poker.options import EIGHT_SIX_FIVE, SEVEN_FIVE
from cardroom.games.poker.policies import Poker
from cardroom.games.poker.state import PokerState
from cardroom.play.betting import Betting, close
from cardroom.play.inputs import Answer, Draw, Lapse, Proceed, RoundInput
from cardroom.play.round import Await, Chance, DealerStep, Facts, Refusal, Round, RoundOf
from cardroom.play.time_fee import bars_half_hours
from cardroom.rules.fees import PotFee
from cardroom.rules.options import OptionFaults

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
NO_LIMIT = {"betting": "no-limit", "blinds": "1/2"}


def begun(
    game: str, options: Mapping[str, object], stacks: dict[int, int], button: int
) -> Round | Refusal:
    rules = games.ruleset(game, options)
    betting = Betting(
        rules,
        {f"p{seat}": stack for seat, stack in stacks.items()},
        Facts(button=button),
        seats={seat: f"p{seat}" for seat in stacks},
    )
    closed = close(betting, games.family(rules))
    return closed if isinstance(closed, Refusal) else closed[0]


def play(round: Round, *entries: RoundInput) -> tuple[Round, list[object]]:
    events: list[object] = []
    for entry in entries:
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal), str(applied)
        round, more = applied
        events.extend(more)
    return round, events


def cards(text: str) -> list[RoundInput]:
    return [Draw(card) for card in parse_cards(text)]


# --- time-outs ------------------------------------------------------------------------------------


def test_a_player_who_lets_the_time_run_out_folds_to_a_bet_and_checks_without_one() -> None:
    round = begun("texas-holdem", NO_LIMIT, {1: 10_000, 2: 10_000, 3: 10_000}, 3)
    assert isinstance(round, RoundOf)
    round, events = play(round, *cards("Ac Kc Qc Ad Kd Qd"), Lapse(3), Answer(1, "call"), Lapse(2))
    acted = [(fact.box, fact.verb, fact.forced) for fact in events if isinstance(fact, Acted)]
    assert acted == [(3, "fold", "time-out"), (1, "call", ""), (2, "check", "time-out")]


def test_a_beaten_hand_that_is_not_shown_in_time_goes_to_the_muck() -> None:
    round = begun("texas-holdem", NO_LIMIT, {1: 200, 2: 10_000}, 1)
    assert isinstance(round, RoundOf)
    round, events = play(
        round, *cards("Ac Kc Ad Kd"), Answer(1, "call"), *cards("2s 3h 7s 9c 4s 8d 5s 2d")
    )
    # Seat 2 has aces and shows them; the kings of the button are asked.
    while isinstance(round.head, DealerStep):
        round, more = play(round, Proceed())
        events += more
    assert isinstance(round.head, Await)
    assert [option.verb for option in round.head.asks[0].options] == ["muck", "show"]
    round, more = play(round, Lapse(1), Proceed())
    assert round.over
    assert HandEnded(1, 1, "mucked", "") in more
    assert [fact.place for fact in events if isinstance(fact, CardShown)] == ["2.1", "2.1"]


# --- blinds ---------------------------------------------------------------------------------------


def test_where_one_blind_is_posted_nobody_has_the_small_one() -> None:
    round = begun("texas-holdem", {**NO_LIMIT, "blinds": "2"}, {1: 10_000, 2: 10_000, 3: 10_000}, 2)
    assert isinstance(round, RoundOf)
    assert isinstance(round.state, PokerState)
    assert (round.state.small, round.state.big) == (0, 3)
    assert [(bet.box, bet.spot, bet.stake) for bet in round.bets] == [(3, "pot", 200)]
    assert [spot.name for spot in round.rules.spots] == ["pot"]


# --- awards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("pot.low-high-and-low", [(0, 2, "high"), (0, 1, "low")]),
        ("hand.low-counterfeited", [(0, 1, "high"), (0, 2, "low")]),
        ("hand.low-two-from-the-hand", [(0, 1, "pot")]),
        ("hand.low-straights-do-not-count", [(0, 2, "high"), (0, 1, "low")]),
        ("pot.no-low", [(0, 2, "pot")]),
        ("pot.no-low-in-the-side-pot", [(0, 2, "high"), (0, 1, "low"), (1, 2, "pot")]),
        (
            "pot.low-in-the-side-pot",
            [(0, 1, "high"), (0, 2, "low"), (1, 3, "high"), (1, 2, "low")],
        ),
        (
            "pot.low-another-one-in-the-side-pot",
            [(0, 2, "high"), (0, 1, "low"), (1, 2, "high"), (1, 2, "low")],
        ),
    ],
)
def test_each_half_of_each_pot_goes_where_it_belongs(
    file: str, expected: list[tuple[int, int, str]]
) -> None:
    outcome = scenario.run(scenario.read(SCENARIOS / "omaha-hi-lo" / f"{file}.toml"))
    awards = [event for event in outcome.events if isinstance(event, PotAwarded)]
    assert [(award.pot, award.box, award.share) for award in awards] == expected


def test_the_collection_is_taken_right_after_the_flop() -> None:
    file = SCENARIOS / "texas-holdem" / "raise.no-caller.toml"
    events = scenario.run(scenario.read(file)).events
    at = next(n for n, event in enumerate(events) if isinstance(event, PotFeeTaken))
    board = [event for event in events[:at] if getattr(event, "place", "") == "board"]
    assert len(board) == 3
    assert getattr(events[at + 1], "place", "") == "burn"


def test_the_collection_says_what_came_out_of_each_side_pot() -> None:
    """Four times 0.25 in the main pot; then three times 1.25, and twice 0.50, of which all stay."""
    round = begun("texas-holdem", NO_LIMIT, {1: 10_000, 2: 10_000, 3: 25, 4: 150}, 4)
    assert isinstance(round, RoundOf)
    calls = [Answer(seat, "call") for seat in (3, 4, 1)]
    _, events = play(
        round, *cards("Ac Kc Qc Jc Ad Kd Qd Jd"), *calls, Answer(2, "check"), *cards("2s 3h 7s 9c")
    )
    taken = [event for event in events if isinstance(event, PotFeeTaken)]
    assert taken == [PotFeeTaken(200, (100, 0))]


def test_a_hand_that_nobody_saw_is_not_named_as_the_cause_of_a_win() -> None:
    file = SCENARIOS / "texas-holdem" / "pot.uncalled.toml"
    (award,) = [e for e in scenario.run(scenario.read(file)).events if isinstance(e, PotAwarded)]
    assert award.clause == "pot.folded"
    assert award.cause == ""


# --- real cards -----------------------------------------------------------------------------------


def test_a_dealer_of_real_cards_says_what_is_shown_and_the_rest_may_muck() -> None:
    """Nobody but the players knows the hole cards: one hand in each pot must be shown."""
    round = begun("texas-holdem", NO_LIMIT, {1: 10_000, 2: 10_000, 3: 10_000}, 3)
    assert isinstance(round, RoundOf)
    hidden = [Draw(UNSEEN)] * 6
    checks = [Answer(seat, "check") for seat in (1, 2, 3)]
    round, _ = play(
        round,
        *hidden,
        Answer(3, "call"),
        Answer(1, "call"),
        Answer(2, "check"),
        *[Draw(UNSEEN), *cards("3h 7s 9c")],
        *checks,
        *[Draw(UNSEEN), *cards("8d")],
        *checks,
        *[Draw(UNSEEN), *cards("2d")],
        *checks,
    )
    # Nobody bet: seat 1 shows, and the dealer says which cards they are.
    assert round.head == Chance("1.1", turned=0)
    round, _ = play(round, *cards("Kc Kd"))
    assert isinstance(round.head, Await)
    round, _ = play(round, Answer(2, "show"), *cards("Ac Ad"), Answer(3, "muck"), Proceed())
    assert round.over
    assert round.stacks == {"p1": 9_800, "p2": 10_200, "p3": 9_800}


def test_when_the_others_muck_the_hand_that_was_shown_wins() -> None:
    round = begun("texas-holdem", NO_LIMIT, {1: 200, 2: 10_000}, 1)
    assert isinstance(round, RoundOf)
    round, _ = play(
        round,
        *[Draw(UNSEEN)] * 4,
        Answer(1, "call"),
        *[Draw(UNSEEN), *cards("3h 7s 9c"), Draw(UNSEEN), *cards("8d"), Draw(UNSEEN)],
        *cards("2d Kc Kd"),
        Answer(1, "muck"),
        Proceed(),
    )
    assert round.stacks == {"p1": 0, "p2": 10_000}


# --- what may be posted ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"bets": "1/2"}, "from \\$2 to \\$100"),
        ({"bets": "60/120"}, "from \\$2 to \\$100"),
        ({"collection": "option-2"}, "no-limit games"),
        ({"bets": "2/4", "blinds": "2/4"}, "no more than it"),
        ({"betting": "no-limit", "blinds": "0.50/1", "smallest_chip": "1"}, "smallest chip"),
        ({"blinds": "2/1"}, "amounts in dollars"),
        ({"blinds": "1/2/4"}, "amounts in dollars"),
        ({"blinds": "x"}, "amounts in dollars"),
        ({"seats": 11}, "from 2 to 10"),
    ],
)
def test_what_cannot_be_posted_is_refused_in_words(options: dict[str, object], fault: str) -> None:
    with pytest.raises(OptionFaults, match=fault):
        games.ruleset("texas-holdem", options)


@pytest.mark.parametrize(
    "given", ["1/2", "1-2", "1 2", ["1", "2"], [1, 2], {"small": "1", "big": 2}]
)
def test_blinds_may_be_written_as_people_write_them(given: object) -> None:
    rules = games.ruleset("omaha", {"betting": "no-limit", "blinds": given, "bets": "4/8"})
    assert isinstance(rules.policies, Poker)
    assert (rules.policies.small_blind, rules.policies.big_blind) == (100, 200)
    assert rules.changed["blinds"] == "1/2"


def test_blinds_follow_the_bets_where_nothing_else_is_posted() -> None:
    for bets, blinds in (("2/4", (100, 200)), ("3/6", (100, 300)), ("50/100", (2500, 5000))):
        policies = games.ruleset("omaha-hi-lo", {"bets": bets}).policies
        assert isinstance(policies, Poker)
        assert (policies.small_blind, policies.big_blind) == blinds


def test_the_schedules_are_those_of_the_rule_book() -> None:
    def fee(rows: tuple[PotFee, ...], players: int) -> int:
        return next(row.fee for row in rows if players >= row.players)

    assert [fee(SEVEN_FIVE, n) for n in range(2, 11)] == [200] * 3 + [300] * 2 + [400] * 4
    assert [fee(EIGHT_SIX_FIVE, n) for n in range(2, 11)] == [
        *[200] * 3,
        300,
        *[400] * 2,
        *[500] * 3,
    ]


def test_only_half_hours_are_at_most_a_day_of_them() -> None:
    assert bars_half_hours("half-hours", 49) is not None
    assert bars_half_hours("half-hours:p1", 49) is not None
    assert bars_half_hours("small-blind", 49) is None


@pytest.mark.parametrize(("seats", "taken"), [({3, 1}, "1, 3"), (set[int](), "none")])
def test_a_blind_of_an_empty_seat_is_refused_with_the_seats_that_are_taken(
    seats: set[int], taken: str
) -> None:
    refused = bars_figure("big-blind", 9, seats)
    assert refused is not None
    assert refused.why == (f"nobody sits in seat 9 to post the big blind; seats taken are {taken}")


def test_a_hand_needs_two_players_with_chips() -> None:
    refused = begun("texas-holdem", NO_LIMIT, {1: 200, 2: 0}, 1)
    assert isinstance(refused, Refusal)
    assert refused.clause.id == "bet.none"


def test_an_odd_stack_may_go_all_in_although_chips_are_dollars() -> None:
    options = {**NO_LIMIT, "smallest_chip": "1"}
    round = begun("texas-holdem", options, {1: 10_000, 2: 10_000, 3: 1_050}, 3)
    assert isinstance(round, RoundOf)
    round, events = play(round, *cards("Ac Kc Qc Ad Kd Qd"), Answer(3, "raise", amount=1_050))
    assert not isinstance(events[-1], BetRaised)
    assert round.stacks["p3"] == 0


def test_ten_seats_are_posted_where_nothing_else_is() -> None:
    assert games.ruleset("texas-holdem", {}).boxes == 10


def test_nobody_is_asked_while_cards_are_dealt() -> None:
    round = begun("texas-holdem", NO_LIMIT, {1: 10_000, 2: 10_000}, 2)
    assert isinstance(round, RoundOf)
    refusal = games.apply(round, Answer(2, "call"))
    assert isinstance(refusal, Refusal)
    assert refusal.clause.id == "turn.not-asked"


def test_a_beaten_hand_is_shown_or_mucked_and_nothing_else() -> None:
    round = begun("texas-holdem", NO_LIMIT, {1: 10_000, 2: 10_000}, 2)
    assert isinstance(round, RoundOf)
    # Seat 1 bets and shows aces; the kings of seat 2 are beaten.
    round, _ = play(round, *cards("Ac Kc Ad Kd"), Answer(2, "call"), Answer(1, "check"))
    for street in ("2c 3h 8d 9c", "2d 4s", "2h 6h"):
        round, _ = play(round, *cards(street), Answer(1, "check"), Answer(2, "check"))
    while isinstance(round.head, DealerStep):
        round, _ = play(round, Proceed())
    for entry, clause in (
        (Answer(2, "decline"), "show.muck"),
        # Seat 1 has shown, and the betting is over.
        (Answer(1, "show"), "turn.not-asked"),
        (Answer(1, "check"), "turn.not-asked"),
    ):
        refusal = games.apply(round, entry)
        assert isinstance(refusal, Refusal)
        assert refusal.clause.id == clause
