"""The odds of banking charge the collection that play charges: every game, every schedule."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom import games
from cardroom.analysis.bank.seats import BackedBox, SeatFault, Seats, seated
from cardroom.games import registry
from cardroom.play.collection import fees
from cardroom.play.round import Refusal
from cardroom.rules.options import Value
from cardroom.rules.ruleset import Ruleset
from tests.differential.short_bank import layout
from tests.properties.budget import QUICK

BANKED = [game for game in registry.games() if games.ruleset(game).banking.limit != "none"]
OWN = "player 50 0.50, 100 1; bank 100 1, above 2"
COLLECTIONS: tuple[dict[str, Value], ...] = (
    {},
    {"fee_basis": "wager"},
    {"fee_on_bonus": False},
    {"readings": "0.1"},
    {"collection": OWN},
    {"collection": f"{OWN}; per table-limit"},
    {"collection": "player 1"},
    {"collection": "bank 2"},
)
POSTED = [
    (game, options)
    for game in BANKED
    for options in COLLECTIONS
    if options.keys() <= games.ruleset(game).options.keys()
]


@st.composite
def tables(draw: st.DrawFn, rules: Ruleset) -> Seats:
    """The posted collection or one on other spots, and wagers that the limits allow."""
    spots = [spot for spot in rules.spots if spot.opens == "before-deal"]
    if draw(st.booleans()):
        some = st.sets(st.sampled_from([spot.name for spot in spots])).map(tuple)
        schedule = msgspec.structs.replace(rules.fees, spots=draw(some), bank_spots=draw(some))
        rules = msgspec.structs.replace(rules, fees=schedule)
    wagers = []
    for _ in range(draw(st.integers(1, rules.boxes - 1))):
        made = [spots[0], *(spot for spot in spots[1:] if draw(st.booleans()))]
        wagers.append({spot.name: spot.stake or draw(_stakes(rules, spot.name)) for spot in made})
    behind = [] if rules.backline is None else draw(_behind(rules, len(wagers), rules.backline))
    return Seats(rules, tuple(wagers), rules.limits, tuple(behind))


def _behind(
    rules: Ruleset, boxes: int, may_follow: tuple[str, ...]
) -> st.SearchStrategy[list[BackedBox]]:
    follows = st.sets(st.sampled_from(may_follow)).map(tuple)
    stakes = _stakes(rules, rules.spots[0].name)
    return st.lists(st.builds(BackedBox, st.integers(0, boxes - 1), stakes, follows), max_size=3)


def _stakes(rules: Ruleset, name: str) -> st.SearchStrategy[int]:
    spot = rules.spot(name)
    assert spot is not None
    limits = rules.limits_at(spot, rules.limits)
    chips = -(-limits.least // limits.chip), (limits.most or 50_000) // limits.chip
    return st.integers(*chips).map(lambda chips: chips * limits.chip)


@pytest.mark.parametrize(("game", "options"), POSTED)
def test_the_odds_of_banking_charge_the_collection_that_play_charges(
    game: str, options: dict[str, Value]
) -> None:
    posted = games.ruleset(game, options)
    if "backline" in posted.options:
        posted = games.ruleset(game, {**options, "backline": True})

    @QUICK
    @given(st.data())
    def charge_the_same(data: st.DataObject) -> None:
        seats = data.draw(tables(posted))
        taken = fees(layout(seats, 100_000))
        if isinstance(taken, Refusal):
            with pytest.raises(SeatFault, match=re.escape(taken.why)):
                seated(seats.rules, seats.wagers, seats.behind)
            return
        assert seated(seats.rules, seats.wagers, seats.behind) == seats
        for owner in range(seats.owners):
            paid = sum(fee.amount for fee in taken if fee.owner == f"p{owner}")
            assert seats.fee(owner) == paid
        assert seats.bank_fee == sum(fee.amount for fee in taken if fee.owner == "bank")

    charge_the_same()
