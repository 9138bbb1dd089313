"""A player's bank in the games themselves: what it covers, in which order, what is collected."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom import games
from cardroom.events import CardDealt, FeeTaken
from cardroom.play.betting import close
from cardroom.play.collection import fees
from cardroom.play.round import Refusal, Round, Settlement
from cardroom.rules.banking import HOUSE_BANKING
from cardroom.rules.options import Value
from tests.properties.budget import FEW, LONG
from tests.properties.rounds import GAMES, Plan, layout, plans, play, play_on

BANKED = [game for game in GAMES if games.ruleset(game).banking.limit != "none"]
AMPLE = 10**12
"""Cents: more than any Fortune bet can win."""


def moved(round: Round) -> list[tuple[object, ...]]:
    return [(one.bet, one.paid, one.taken, one.action, one.clause) for one in round.settled]


def covers_like_the_house(plan: Plan) -> None:
    """The same round, played by a bank without a limit."""
    betting = layout(plan)
    assert betting.bank is not None
    betting = msgspec.structs.replace(
        betting,
        stacks={**betting.stacks, "bank": AMPLE},
        bank=msgspec.structs.replace(betting.bank, posted=AMPLE),
    )
    closed = close(betting, games.family(betting.rules))
    if isinstance(closed, Refusal):
        return
    history = play_on(plan, (dict(betting.stacks), *closed))
    assert all(one.action == one.bet.stake for one in history.last.settled)
    bank = msgspec.structs.replace(history.opening.bank, banking=HOUSE_BANKING)
    round = msgspec.structs.replace(history.opening, bank=bank)
    for step in history.steps:
        applied = games.apply(round, step.entry)
        assert not isinstance(applied, Refusal), applied
        round, _ = applied
    assert moved(round) == moved(history.last)
    assert round.stacks == history.last.stacks


def stays_within_its_limit(plan: Plan) -> None:
    history = play(plan)
    if history is None:
        return
    bank = history.last.bank
    assert abs(bank.net) <= bank.posted
    together = bank.paid + bank.collected if bank.banking.limit == "combined" else 0
    assert max(bank.paid, bank.collected, together) <= bank.posted


def boxes(settled: list[Settlement]) -> list[int]:
    """The boxes whose main wagers were settled, each where it came first."""
    return list(dict.fromkeys(one.bet.box for one in settled))


def goes_around(plan: Plan) -> None:
    """Clockwise from the action seat; Three Card Poker as its own order says."""
    history = play(plan)
    if history is None or history.last.void:
        return
    round = history.last
    main = round.rules.spots[0].name
    spots = ("play",) if main == "ante" else (main,)
    found = [one for one in round.settled if one.bet.spot in spots and one.bet.id]
    order = boxes(found)
    if main == "ante":
        ties = {"pay.tie"} if round.rules.options["tie"] == "bank-wins" else set()
        taken = boxes([one for one in found if one.clause.id in {"pay.loses", *ties}])
        rest = [box for box in order if box not in taken]
        if round.rules.banking.order == "losers-first":
            assert (taken, rest) == (sorted(taken)[::-1], sorted(rest)[::-1])
            return
        first = round.facts.bank_box + 1
    else:
        first = dict(games.family(round.rules).felt_state(round).buttons)["action"]
    assert order == sorted(order, key=lambda box: (box < first, box))


def collects_before_the_first_card(plan: Plan) -> None:
    """The same bets with other cards and other decisions pay the same, and nothing later."""
    betting = layout(plan)
    owed = fees(betting)
    if isinstance(owed, Refusal):
        return
    family = games.family(betting.rules)
    closed = close(betting, family, owed)
    if isinstance(closed, Refusal):
        return
    round, events = closed
    paid = [event for event in events if isinstance(event, FeeTaken)]
    assert round.drop == sum(event.amount for event in paid) == sum(fee.amount for fee in owed)
    assert not [event for event in events if isinstance(event, CardDealt)]
    history = play_on(plan, (dict(betting.stacks), round, events))
    for step in history.steps:
        assert step.round.drop == round.drop
        assert not [event for event in step.events if isinstance(event, FeeTaken)]


PROPERTIES = (
    covers_like_the_house,
    stays_within_its_limit,
    goes_around,
    collects_before_the_first_card,
)


@pytest.mark.parametrize("prop", PROPERTIES, ids=lambda prop: prop.__name__)
@pytest.mark.parametrize("game", BANKED)
@FEW
@given(data=st.data())
def test_a_bank(prop: Callable[[Plan], None], game: str, data: st.DataObject) -> None:
    prop(data.draw(plans(game=game)))


def test_a_tie_that_the_bank_wins_is_collected_among_the_losers() -> None:
    """Box 3 ties with a pair of aces; the losers are 3 and 2, and then 4 and 1 win."""
    options: dict[str, Value] = {"decks": 8, "order": "losers-first", "tie": "bank-wins"}
    stakes = dict.fromkeys(range(1, 5), 0)
    plan = Plan("three-card-poker", options, stakes, 582, "A7", (0,) * 12, cover=1)
    history = play(plan)
    assert history is not None
    played = [one for one in history.last.settled if one.bet.spot == "play"]
    assert [(one.bet.box, one.clause.id) for one in played] == [
        (3, "pay.tie"),
        (2, "pay.loses"),
        (4, "pay.wins"),
        (1, "pay.wins"),
    ]
    goes_around(plan)


@pytest.mark.prove
@pytest.mark.parametrize("prop", PROPERTIES, ids=lambda prop: prop.__name__)
@pytest.mark.parametrize("game", BANKED)
@LONG
@given(data=st.data())
def test_a_bank_in_many_rounds(
    prop: Callable[[Plan], None], game: str, data: st.DataObject
) -> None:
    prop(data.draw(plans(game=game)))
