"""Every round that was played at a table can be written down, and settles as it did there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cardroom import games, scenario
from cardroom.games import registry
from cardroom.play.inputs import Dice
from cardroom.play.round import Refusal
from cardroom.table import Table, apply
from cardroom.table import commands as c
from tests.properties.test_ledger_properties import DEALINGS, PLAYERS, some_options
from tests.random_play import anything

FAMILIES = ("twentyone", "three-card", "pai-gow")
"""Families whose rounds scenario files can tell with all that may go wrong; pots are written
differently."""
TOLD = [game for game in registry.games() if games.ruleset(game).family in FAMILIES]


def rounds_settle(game: str, dealing: c.Dealing, seed: int, commands: int, file: Path) -> int:
    chance = Random(seed)
    opened = apply(None, c.OpenTable("t", game, some_options(game, chance), dealing=dealing))
    assert not isinstance(opened, Refusal)
    table, count = opened[0], 0
    for _ in range(commands):
        outcome = apply(table, anything(table, PLAYERS, chance, irregularities=3))
        if isinstance(outcome, Refusal):
            continue
        before, table = table, outcome[0]
        if before.round is not None and table.round is None:
            count += 1
            _settles(before, file)
    return count


def _settles(table: Table, file: Path) -> None:
    assert table.round is not None
    if sum(isinstance(entry, Dice) for entry in table.round.inputs) > 1:
        return  # rolled again after a rewind, and a file tells one roll
    text = scenario.write(table.round)
    file.write_text(text, encoding="utf-8")
    outcome = scenario.run(scenario.read(str(file)))
    assert not outcome.problems, f"{outcome.problems}\n{text}"


@pytest.mark.parametrize("game", TOLD)
def test_rounds_become_scenarios_that_settle_alike(game: str, tmp_path: Path) -> None:
    # A round of pai gow takes all 53 cards, and by hand each is a command.
    commands = 900 if games.ruleset(game).family == "pai-gow" else 300
    played = sum(
        rounds_settle(game, dealing, seed, commands, tmp_path / "round.toml")
        for seed, dealing in enumerate(DEALINGS)
    )
    assert played > 10


def test_a_foul_hand_of_the_bank_is_written_as_it_was_set(tmp_path: Path) -> None:
    """Version 0.1 set it the house way, which lays out the cards in another order."""
    assert rounds_settle("double-hand-poker", "automatic", 102, 500, tmp_path / "round.toml")


def test_hands_are_set_in_order_before_the_floor_steps_in(tmp_path: Path) -> None:
    """A box that nobody asked before the rewind does not time out first."""
    assert rounds_settle("fortune-pai-gow", "by-hand", 112, 500, tmp_path / "round.toml")


def test_two_cards_in_error_that_nobody_saw_settle_alike_in_version_0_1(tmp_path: Path) -> None:
    """Real cards, and a reading by which the last of them is dealt first."""
    assert rounds_settle("three-card-poker", "physical", 143, 500, tmp_path / "round.toml")


@pytest.mark.prove
@pytest.mark.parametrize("dealing", DEALINGS)
@pytest.mark.parametrize("game", TOLD)
def test_rounds_of_many_evenings_settle_alike(
    game: str, dealing: c.Dealing, tmp_path: Path
) -> None:
    for seed in range(100, 160):
        rounds_settle(game, dealing, seed, 500, tmp_path / "round.toml")
