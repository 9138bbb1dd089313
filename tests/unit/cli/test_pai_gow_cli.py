"""Pai gow poker in `simulate` and `explain`: figures, and refusals in one line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from cardroom import cli, houses
from cardroom.analysis.pai_gow.rounds import PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import WayTables
from tests.proofs import later

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("double-hand-poker", "--boxes", "7"), "--boxes 7: the table has 6 besides the bank"),
        (("double-hand-poker", "--fortune", "5"), "Double Hand Poker has no Fortune bet"),
        (("double-hand-poker", "--way", "moon"), "on file: foxwoods, trump-plaza"),
        (
            ("double-hand-poker", "--insurance", "always"),
            "--insurance is not an option of Double",
        ),
        (("double-hand-poker", "--bank", "0"), "the bank posts an amount above zero"),
        (
            ("fortune-pai-gow", "--house", "napa_valley", "--bet", "200"),
            "--bet: $200 is above the maximum of $100",
        ),
        (
            ("fortune-pai-gow", "--fortune", "0.50"),
            "--fortune: $0.50 is ",
        ),
        (
            ("blackjack", "--bank-way", "foxwoods"),
            "not an option of Blackjack; it has --chart",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_line(
    capsys: Capture, arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, "simulate", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_way_is_named_with_its_fault(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\ntitle = "Own"\nsource = "us"\n[[rule]]\nid = "a"\nsays = 1\n')
    code, _, err = run(capsys, "simulate", "double-hand-poker", "--way", str(file))
    assert code == 2
    assert f"{file}:6: says: write text in quotes; not a whole number" in err


@pytest.mark.parametrize("game", ["three-card-poker", later("double-hand-poker")])
def test_a_deal_of_one_deck_has_one_round(capsys: Capture, game: str) -> None:
    code, _, err = run(capsys, "explain", game, "--round", "3:2")
    assert code == 2
    assert "each deal has one round: 3:1" in err


@pytest.mark.prove
def test_a_simulated_round_is_explained_and_the_figures_are_printed(capsys: Capture) -> None:
    table = ("fortune-pai-gow", "--boxes", "6", "--fortune", "5", "--bank", "300")
    code, out, _ = run(capsys, "explain", *table, "--round", "69:1")
    assert code == 0
    assert "The simulator got the same result." in out
    code, out, _ = run(capsys, "simulate", *table, "--rounds", "200000")
    assert code == 0
    for line in ("player wins", "copies behind", "of it envy", "bank's amount ran out"):
        assert line in out
    code, out, _ = run(capsys, "simulate", *table, "--rounds", "200000", "--json")
    document = json.loads(out)
    assert (code, document["rounds"], document["boxes"]) == (0, 200_000, 6)
    assert sum(map(sum, document["faces"])) == 6 * 200_000


@pytest.mark.prove
def test_pai_gow_is_simulated_to_an_error_and_resumed(capsys: Capture, tmp_path: Path) -> None:
    table, kept = ("simulate", "double-hand-poker", "--json"), str(tmp_path / "kept.json")
    assert run(capsys, *table, "--rounds", "100000", "--resume", kept)[0] == 0
    _, resumed, _ = run(capsys, *table, "--error", "0.1", "--resume", kept)
    _, at_once, _ = run(capsys, *table, "--error", "0.1")
    one, two = json.loads(resumed), json.loads(at_once)
    assert one["standard_error"] <= 0.001
    assert {**one, "rounds_per_second": 0} == {**two, "rounds_per_second": 0}
    code, _, err = run(capsys, *table, "--bet", "20", "--resume", kept)
    assert code == 2
    assert "boxes or amounts differ" in err


@pytest.mark.parametrize(
    ("seating", "fees"),
    [
        # A dollar a wager; the bank one dollar up to $100 on the table, two above.
        (Seating(1, 1_000, 500), (100, 100)),
        (Seating(4, 2_500), (100, 100)),
        (Seating(4, 2_501), (100, 200)),
        (Seating(6, 2_500, 500), (100, 200)),
    ],
)
def test_collections_are_those_of_the_posted_schedule(
    seating: Seating, fees: tuple[int, int]
) -> None:
    rules = houses.ruleset("fortune-pai-gow", {}, "napa_valley")
    none = WayTables(np.zeros(0, np.uint16), np.zeros(0, np.uint32))
    seats = PaiGowSimulator(rules, (none, none), seating).seats
    assert (seats.fee(0), seats.bank_fee) == fees
