"""After every command of random play the books agree with the table, to the cent."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom import games
from cardroom.events import Event
from cardroom.games import registry
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.play.round import Refusal
from cardroom.rules.options import Choice, OptionFaults, Value, Whole
from cardroom.table import Table, apply
from cardroom.table import commands as c
from tests.random_play import anything

PLAYERS = ["ann", "bob", "cy", "dot"]

OWN: Mapping[str, dict[str, Value]] = {
    "bet-the-set-21": {"blazing_7s": 1, "blazing_reserve": 7},
    "no-bust-joker": {"backline": True},
    "no-bust-bonus-ace": {"backline": True},
}
"""What is off by default and worth a look."""


def some_options(game: str, chance: Random) -> dict[str, Value]:
    """A few options of the game's catalogue, as they come; all amounts as posted."""
    catalogue = list(games.game(game).catalogue)
    for _ in range(50):
        given: dict[str, Value] = dict(OWN.get(game, {}))
        for spec in chance.sample(catalogue, chance.randint(0, min(8, len(catalogue)))):
            if isinstance(spec.kind, Choice):
                given[spec.name] = chance.choice(spec.kind.values)
            elif isinstance(spec.kind, Whole):
                given[spec.name] = chance.randint(spec.kind.least, spec.kind.most)
        try:
            games.ruleset(game, given)
        except OptionFaults:
            continue
        return given
    return {}


def agree(table: Table, ledger: Ledger) -> None:
    assert ledger.total == 0
    players = set(table.stacks) | (set(table.round.stacks) if table.round else set())
    stacks = {player: table.stack(player) for player in players if table.stack(player)}
    assert ledger.stacks(table.id) == stacks
    bets = table.round.bets if table.round else ()
    # A blind that nobody called went back whole: the bet is there until the pots are given, and
    # the books hold nothing of it.
    open_bets = {bet.id: bet.stake for bet in bets if bet.stake}
    assert {bet: stake for bet, stake in ledger.pending(table.id).items() if stake} == open_bets
    assert ledger.balance(at.escrow(table.id)) == sum(open_bets.values())
    bank = table.round.bank if table.round else None
    held = bank.held if bank is not None and table.player_banked else 0
    assert ledger.balance(at.coverage(table.id)) == held


def evening(game: str, dealing: c.Dealing, seed: int, commands: int) -> Table:
    """Run this number of accepted commands, checking the books; returns the house's win."""
    chance = Random(seed)
    options = some_options(game, chance)
    opened = apply(None, c.OpenTable("t", game, options, dealing=dealing))
    assert not isinstance(opened, Refusal)
    table, won, done = opened[0], 0, 0
    ledger = post(Ledger(), "t", opened[1])
    for _ in range(commands * 20):
        outcome = apply(table, anything(table, PLAYERS, chance, irregularities=8))
        if isinstance(outcome, Refusal):
            continue
        before = table
        table, events = outcome
        ledger = post(ledger, "t", events)
        agree(table, ledger)
        won += _cleared(before, events)
        done += 1
        if done == commands:
            break
    if not table.player_banked:
        running = table.round.bank.net if table.round is not None else 0
        assert ledger.balance(at.house("t")) == won + running
    return table


def _cleared(before: Table, events: tuple[Event, ...]) -> int:
    ended = any(type(event).__name__ == "RoundCleared" for event in events)
    return before.round.bank.net if ended and before.round is not None else 0


DEALINGS: list[c.Dealing] = ["automatic", "by-hand", "physical"]


@pytest.mark.parametrize("dealing", DEALINGS)
@pytest.mark.parametrize("game", list(registry.games()))
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_books_agree_with_the_table_after_every_command(
    game: str, dealing: c.Dealing, seed: int
) -> None:
    evening(game, dealing, seed, 120)


@pytest.mark.prove
@pytest.mark.parametrize("dealing", DEALINGS)
@pytest.mark.parametrize("game", list(registry.games()))
@settings(max_examples=500, deadline=None, derandomize=False)
@given(seed=st.integers(0, 2**32))
def test_the_books_agree_over_many_evenings(game: str, dealing: c.Dealing, seed: int) -> None:
    evening(game, dealing, seed, 300)
