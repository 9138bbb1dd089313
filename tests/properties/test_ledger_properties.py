"""After every command of random play the books agree with the table, to the cent."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.events import Event
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.play.round import Refusal
from cardroom.rules.options import Value
from cardroom.table import Table, apply
from cardroom.table import commands as c
from tests.evening import anything

PLAYERS = ["ann", "bob", "cy", "dot"]

OPTIONS: Mapping[str, list[Value]] = {
    "decks": [1, 2, 6],
    "hole_card": ["peek", "none"],
    "natural_takes": ["all", "original"],
    "surrender": ["none", "early", "late"],
    "insurance": ["none", "up-to-half", "half"],
    "even_money": [True, False],
    "charlie": [None, 5],
    "split_aces": ["one-card", "hit"],
    "hands_max": [1, 2, 4],
    "shoe": ["cut-card", "each-round", "continuous"],
    "cut": [10, 75, 95],
    "payout_rounding": ["exact", "0.50", "1.00"],
    "boxes": [3, 7],
    "burn": [0, 1],
}
rulesets = st.fixed_dictionaries({name: st.sampled_from(v) for name, v in OPTIONS.items()})


def agree(table: Table, ledger: Ledger) -> None:
    assert ledger.total == 0
    players = set(table.stacks) | (set(table.round.stacks) if table.round else set())
    stacks = {player: table.stack(player) for player in players if table.stack(player)}
    assert ledger.stacks(table.id) == stacks
    open_bets = {bet.id: bet.stake for bet in table.round.bets} if table.round else {}
    assert ledger.pending(table.id) == open_bets
    assert ledger.balance(at.escrow(table.id)) == sum(open_bets.values())
    if table.round is not None and table.round.bank.posted:
        bank = table.round.bank
        assert ledger.balance(at.coverage(table.id)) == bank.posted + bank.net
    else:
        assert ledger.balance(at.coverage(table.id)) == 0


def evening(options: dict[str, Value], dealing: c.Dealing, seed: int, commands: int) -> Table:
    """So many accepted commands, the books checked after each; the house's win at the end."""
    chance = Random(seed)
    opened = apply(None, c.OpenTable("t", "blackjack", options, dealing=dealing))
    assert not isinstance(opened, Refusal)
    table, ledger, won = opened[0], Ledger(), 0
    done = 0
    for _ in range(commands * 20):
        outcome = apply(table, anything(table, PLAYERS, chance, trouble=8))
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
    running = table.round.bank.net if table.round is not None else 0
    assert ledger.balance(at.house("t")) == won + running
    return table


def _cleared(before: Table, events: tuple[Event, ...]) -> int:
    ended = any(type(event).__name__ == "RoundCleared" for event in events)
    return before.round.bank.net if ended and before.round is not None else 0


@pytest.mark.parametrize("dealing", ["automatic", "by-hand", "physical"])
@settings(max_examples=25, deadline=None)
@given(options=rulesets, seed=st.integers(0, 2**32))
def test_the_books_agree_with_the_table_after_every_command(
    dealing: c.Dealing, options: dict[str, Value], seed: int
) -> None:
    evening(options, dealing, seed, 150)


@pytest.mark.prove
@pytest.mark.parametrize("dealing", ["automatic", "by-hand", "physical"])
@settings(max_examples=1500, deadline=None)
@given(options=rulesets, seed=st.integers(0, 2**32))
def test_the_books_agree_over_many_evenings(
    dealing: c.Dealing, options: dict[str, Value], seed: int
) -> None:
    evening(options, dealing, seed, 300)
