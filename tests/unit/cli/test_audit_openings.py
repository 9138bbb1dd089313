"""`cardroom audit openings`: a round's cards, opened for the people who were there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cardroom.cards import UNSEEN, Card
from cardroom.cli import main
from cardroom.events import CardDealt, CardShown, CardsMoved, Intervened, visible
from cardroom.fairness.document import faults, parse
from cardroom.store import Store, open_store
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.journal import TableStep, fold
from cardroom.table.openings import shown
from cardroom.table.shoe import commitment
from tests.floor_calls import do, do_cashier
from tests.openings_files import show
from tests.proofs import later
from tests.random_play import anything

PLAYERS = ("ann", "bob", "cid")


def play(
    store: Store, game: str, options: dict[str, str | int], commands: int, irregularities: int
) -> None:
    floor, chance = Floor(store), Random(7)
    do(floor, "main", Envelope("open", HOUSE, c.OpenTable("main", game, {**options})))
    for player in PLAYERS:
        do_cashier(floor, f"cash-{player}", HOUSE, Deposit(player, 90_000_00))
    for number in range(commands):
        table = floor.table("main")
        assert table is not None
        command = anything(table, list(PLAYERS), chance, irregularities)
        do(floor, "main", Envelope(f"c{number}", HOUSE, command))


def rounds(store: Store) -> Iterator[list[TableStep]]:
    steps = list(fold(store.read("table/main")))
    for number in range(1, steps[-1].after.number + 1):
        mine = [
            step
            for step in steps
            if step.after.number == number
            and (step.after.round or (step.before and step.before.round))
        ]
        yield mine


def seen_by_everybody(steps: list[TableStep]) -> set[Card]:
    """From the recorded facts, as somebody who passes by sees them."""
    found: set[Card] = set()
    for step in steps:
        for event in step.record.events:
            match visible(event, frozenset()):
                case CardDealt(card=card) | CardShown(card=card):
                    found.add(card)
                case Intervened(card=card) if card is not None:
                    found.add(card)
                case CardsMoved(cards=cards):
                    found.update(cards)
                case _:
                    pass
    return found - {UNSEEN}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        later("blackjack", {"decks": 1}),
        ("safari-21", {}),
        ("double-hand-poker", {}),
        ("three-card-poker", {}),
        ("texas-holdem", {}),
    ],
)
def test_the_positions_that_are_opened_hold_the_cards_that_everybody_saw(
    game: str, options: dict[str, str | int]
) -> None:
    store = open_store(":memory:")
    play(store, game, options, 400, irregularities=6)
    counted = 0
    for steps in rounds(store):
        opened: set[Card] = set()
        for each in shown(steps):
            shoe = each.shoe
            document = parse(show(commitment(shoe.order, shoe.salts), each.positions))
            assert document.root == shoe.root
            assert not list(faults(document))
            opened.update(shoe.order[position] for position in each.positions)
        assert opened == seen_by_everybody(steps)
        counted += 1
    assert counted >= 3


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "journal.db"
    store = open_store(str(path))
    play(store, "blackjack", {"decks": 1}, 60, irregularities=0)
    store.close()
    return path


def test_a_round_is_opened_and_the_file_is_accepted(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "openings.json"
    assert main(["audit", "openings", str(journal), "main:1", "--out", str(file)]) == 0
    assert main(["audit", "fairness", str(file)]) == 0
    assert "all match the root" in capsys.readouterr().out
    document = json.loads(file.read_text())
    positions = [each["position"] for each in document["openings"]]
    assert 0 not in positions, "the burned card is nobody's"
    assert main(["audit", "openings", str(journal), "main:1", "--all"]) == 0
    assert len(json.loads(capsys.readouterr().out)["openings"]) == 52


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["main:999"], "no round 999"),
        (["main"], "TABLE:NUMBER"),
        (["main:1", "--shoe", "77"], "was dealt from shoe 1"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_line(
    journal: Path, capsys: pytest.CaptureFixture[str], given: list[str], says: str
) -> None:
    assert main(["audit", "openings", str(journal), *given]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
