"""`cardroom equity` and `cardroom set-hand`: answers, and refusals in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardroom import cli

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_equity_prints_every_hand(capsys: Capture) -> None:
    code, out, _ = run(capsys, "equity", "AcAd", "KsKh")
    assert code == 0
    assert "1,712,304 deals, exact" in out
    assert "81.2555%" in out


def test_equity_json_holds_the_exact_share(capsys: Capture) -> None:
    code, out, _ = run(capsys, "equity", "AcAd", "KsKh", "--json")
    document = json.loads(out)
    assert (code, document["method"], document["deals"]) == (0, "exact", 1_712_304)
    # (1,388,072 + 6,538 / 2) / 1,712,304
    numerator, denominator = map(int, document["players"][0]["exact"].split("/"))
    assert numerator * 1_712_304 == (1_388_072 + 3_269) * denominator


def test_equity_says_when_it_was_simulated(capsys: Capture) -> None:
    code, out, _ = run(capsys, "equity", "AcAd", "random", "random", "--samples", "20000", "--json")
    document = json.loads(out)
    assert (code, document["method"]) == (0, "simulated")
    assert 0 < document["players"][0]["standard_error"] < 0.01
    code, out, _ = run(capsys, "equity", "AcAd", "????", "????", "--samples", "20000")
    assert "simulated, with one standard error" in out


def test_equity_of_omaha_hi_lo_tells_the_lows(capsys: Capture) -> None:
    hands = ("As2s3h4h", "KcKdQcQd")
    code, out, _ = run(capsys, "equity", *hands, "--board", "5c 6d Ks", "--game", "omaha-hi-lo")
    assert code == 0
    assert "low" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("AsKs", "AsQd"), "As cannot be in two places"),
        (("AsKs", "QhQd", "--board", "As 2d 3d"), "As cannot be in two places"),
        (("AsKs", "QhQd", "--dead", "Ks"), "Ks cannot be in two places"),
        (("AsKs", "Q1Qd"), "'Q1' is not a card"),
        (("AsKs", "QhQ"), "'QhQ' is not a card"),
        (("AsKs", "QhQdQs"), "a hand of texas-holdem has 2 cards, not 3: Qh Qd Qs"),
        (("AsKs", "QhQd", "--game", "omaha"), "a hand of omaha has 4 cards, not 2: As Ks"),
        (("AsKs", "QhQd", "--board", "2s 3s"), "a board has 3, 4 or 5 cards, or none yet, not 2"),
        (("AsKs", "QhQd", "--board", "2s 3s 4s 5s 6s 7s"), "or none yet, not 6"),
        (("AsKs", "QhQd", "--board", "2s 3s ??"), "only a hand can hold ??"),
        (("AsKs", "QhJk"), "texas-holdem is played without a joker"),
        (("AsKs",), "name at least two hands"),
        (("AsKs", "QhQd", "--game", "canasta"), "canasta is not a poker game"),
        (("AsKs", *["random"] * 23), "the deck is 1 cards short"),
    ],
)
def test_equity_refuses_in_one_clear_line(
    capsys: Capture, arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, "equity", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_set_hand_tells_what_each_way_does_and_which_rule_decided(capsys: Capture) -> None:
    code, out, _ = run(capsys, "set-hand", "Js Jh 3d 3c As 9h 7d", "--json")
    ways = {document["way"]: document for document in json.loads(out)}
    assert code == 0
    assert (ways["foxwoods"]["front_is"], ways["foxwoods"]["rule"]) == (
        "pair of threes",
        "two-pair-high",
    )
    assert (ways["trump-plaza"]["front_is"], ways["trump-plaza"]["rule"]) == (
        "ace high",
        "two-pair-low-high-keep",
    )
    code, out, _ = run(capsys, "set-hand", "Js Jh 3d 3c As 9h 7d", "--way", "foxwoods")
    assert "two-pair-high" in out
    assert "Trump" not in out


def test_set_hand_reads_a_way_of_the_house(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'name = "own"\ntitle = "Our own"\nsource = "house"\n[[rule]]\nid = "all"\nsays = "Best."\n'
    )
    code, out, _ = run(capsys, "set-hand", "Js Jh 3d 3c As 9h 7d", "--way", str(file))
    assert code == 0
    assert "Our own" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("As Kd",), "a pai gow hand has seven cards, not 2"),
        (("As Kd 9c 9h 4s 2d As",), "As appears twice"),
        (("As Kd 9c 9h 4s 2d ??",), "a hand with an unseen card cannot be set"),
        (("As Kd 9c 9h 4s 2d Xx",), "'Xx' is not a card"),
        (("As Kd 9c 9h 4s 2d Jk", "--way", "moon"), "there is no house way 'moon'"),
        (("As Kd 9c 9h 4s 2d Jk", "--way", "moon.toml"), "moon.toml: cannot be read: No such file"),
    ],
)
def test_set_hand_refuses_in_one_clear_line(
    capsys: Capture, arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, "set-hand", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
