"""Hand histories: what other programs read is what was played."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pokerkit
import pytest

from cardroom import games, scenario
from cardroom.cli import main
from cardroom.events import SURVEILLANCE
from cardroom.histories import HistoryError, open_hand_history, phh
from cardroom.money import dollars
from cardroom.places import box
from cardroom.play.inputs import Intervene
from cardroom.play.round import Refusal, Round
from cardroom.rules.options import Value
from cardroom.store import open_store
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor
from tests.differential.test_poker_oracle import Hand, deal
from tests.floor_calls import do, do_cashier
from tests.random_play import anything

ROOT = Path(__file__).resolve().parents[3]
FILES = [
    file
    for game in ("texas-holdem", "omaha", "omaha-hi-lo")
    for file in sorted((ROOT / "scenarios" / game).glob("*.toml"))
]
ALL = frozenset({SURVEILLANCE})
PHH = ("histories", "write", "--format", "phh")


def played(name: str) -> Round:
    round = scenario.run(scenario.read(ROOT / "scenarios" / f"{name}.toml")).round
    assert round is not None
    return round


def actions(told: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [
        (action["player_id"], action["action"], str(action["amount"]))
        for street in told["ohh"]["rounds"]
        for action in street["actions"]
    ]


def test_an_open_hand_history_says_who_did_what_and_what_went_in_with_it() -> None:
    told = open_hand_history(played("texas-holdem/raise.reopened-not"), ALL, number="7")
    assert told["ohh"]["game_number"] == "7"
    assert [street["street"] for street in told["ohh"]["rounds"]] == [
        *("Preflop", "Flop", "Turn", "River", "Showdown")
    ]
    assert [step for step in actions(told) if step[1] != "Dealt Cards"] == [
        (1, "Post SB", "1"),
        (2, "Post BB", "2"),
        (3, "Call", "2"),
        (1, "Call", "1"),
        (2, "Check", "0"),
        (1, "Bet", "10"),
        (2, "Raise", "15"),
        (3, "Call", "15"),
        (1, "Call", "5"),
        (1, "Check", "0"),
        (3, "Check", "0"),
        (1, "Check", "0"),
        (3, "Check", "0"),
        (2, "Shows Cards", "0"),
        (3, "Mucks Cards", "0"),
        (1, "Mucks Cards", "0"),
    ]
    assert told["ohh"]["pots"] == [
        {
            "number": 0,
            "amount": Decimal(51),
            "rake": Decimal(2),
            "player_wins": [{"player_id": 2, "win_amount": Decimal(49)}],
        }
    ]


def test_missed_blinds_and_antes_are_posts_of_their_own() -> None:
    told = actions(open_hand_history(played("texas-holdem/blind.missed-both"), ALL))
    assert (4, "Post Dead", "1") in told
    assert (4, "Post Extra Blind", "2") in told
    antes = actions(open_hand_history(played("texas-holdem/ante.posted"), ALL))
    assert [step for step in antes if step[1] == "Post Ante"] == [
        (seat, "Post Ante", "0.5") for seat in (1, 2, 3, 4)
    ]


def test_a_seat_reads_its_own_cards_and_those_that_were_shown() -> None:
    told = open_hand_history(played("texas-holdem/show.first-and-muck"), frozenset({box(1)}))
    known = {
        (action["player_id"], action["action"]): action["cards"]
        for street in told["ohh"]["rounds"]
        for action in street["actions"]
        if "cards" in action
    }
    assert set(known) == {(1, "Dealt Cards"), (2, "Shows Cards"), (3, "Shows Cards")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_hand_that_was_worked_out_has_a_history(file: Path) -> None:
    round = scenario.run(scenario.read(file)).round
    if round is None or not round.settled:
        pytest.skip("no hand was played")
    if round.void:
        with pytest.raises(HistoryError, match="void"):
            open_hand_history(round, ALL)
        return
    told = open_hand_history(round, ALL)["ohh"]
    # Who won what, less what went in and was not called, is what the settlement says.
    net = {player["id"]: Decimal(0) for player in told["players"]}
    for pot in told["pots"]:
        for win in pot["player_wins"]:
            net[win["player_id"]] += win["win_amount"]
    for street in told["rounds"]:
        for action in street["actions"]:
            net[action["player_id"]] -= action["amount"]
    uncalled = {done.bet.box: Decimal(done.net) / 100 - net[done.bet.box] for done in round.settled}
    assert all(amount >= 0 for amount in uncalled.values())
    assert sum(amount > 0 for amount in uncalled.values()) <= 1 + (len(told["rounds"]) > 2)
    msgspec.json.Encoder(decimal_format="number").encode(told)


def test_pokerkit_reads_our_phh_and_comes_to_the_same_stacks() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        hand = Hand(deal(rng), rng)
        assert hand.play() == ""
        if hand.explained:
            continue
        text = phh(hand.round, ALL)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exact: Any = Decimal
            read = pokerkit.HandHistory.loads(text, parse_value=exact)
            *_, last = read
        stacks = [dollars(hand.round.stacks[f"p{seat}"]) for seat in hand.order]
        assert [dollars(int(stack * 100)) for stack in last.stacks] == stacks, seed


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("omaha/pot.side-two-short-all-ins", "no variant"),
        ("omaha/bet.limit", "no variant"),
        ("texas-holdem/blind.missed-both", "missed blind"),
        ("texas-holdem/blind.dead-button", "dead small blind"),
    ],
)
def test_what_phh_cannot_hold_is_refused_in_words(name: str, why: str) -> None:
    with pytest.raises(HistoryError, match=why):
        phh(played(name), ALL)


def test_fixed_limit_games_are_phh_variants() -> None:
    assert 'variant = "FT"' in phh(played("texas-holdem/bet.limit"), ALL)
    hilo = phh(played("omaha-hi-lo/bet.limit"), ALL)
    assert 'variant = "FO/8"' in hilo
    assert "_collection = 2" in hilo


def test_what_was_taken_back_is_no_part_of_the_history() -> None:
    round = played("texas-holdem/bet.no-limit")
    plain = open_hand_history(round, ALL)
    last = len(round.inputs) - 1
    applied = games.apply(round, Intervene("rewind", to=last))
    assert not isinstance(applied, Refusal)
    again = games.apply(applied[0], round.inputs[-1])
    assert not isinstance(again, Refusal)
    assert again[0].over
    assert open_hand_history(again[0], ALL) == plain


def test_the_command_writes_a_line_of_json_and_names_what_it_cannot_write() -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cardroom", "histories", "write", *arguments],
            capture_output=True,
            text=True,
            check=False,
        )

    file = str(ROOT / "scenarios" / "omaha" / "pot.side-two-short-all-ins.toml")
    done = run(file, "--seat", "1")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ohh"]["game_type"] == "Omaha"
    refused = run(file, "--format", "phh")
    assert refused.returncode == 2
    assert "no variant" in refused.stderr
    dead = run(str(ROOT / "scenarios" / "texas-holdem" / "irregularity.dead-hand.toml"))
    assert dead.returncode == 0
    assert "only a fold for this: the floor declared the hand of seat 3 dead" in dead.stderr


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some forty hands at a table of the floor, with everything that people do there."""
    path = tmp_path_factory.mktemp("evening") / "journal.db"
    store, chance = open_store(str(path)), random.Random(5)
    floor = Floor(store)
    options: dict[str, Value] = {"betting": "no-limit", "blinds": "1/2"}
    do(floor, "main", Envelope("open", HOUSE, c.OpenTable("main", "texas-holdem", options)))
    players = ["ann", "bob", "cyd"]
    for player in players:
        do_cashier(floor, f"cash-{player}", HOUSE, Deposit(player, 10_000_00))
    for number in range(900):
        table = floor.table("main")
        assert table is not None
        command = anything(table, players, chance, irregularities=3)
        do(floor, "main", Envelope(f"c{number}", HOUSE, command))
    store.close()
    return path


def test_a_journal_gives_a_history_of_every_hand(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "rounds", str(evening), "--json"]) == 0
    rounds = json.loads(capsys.readouterr().out)
    assert len(rounds) > 5
    assert main(["histories", "write", str(evening)]) == 0
    out, err = capsys.readouterr()
    told = [json.loads(line)["ohh"] for line in out.splitlines()]
    void = [line.split(": ")[0] for line in err.splitlines()]
    assert sorted([hand["game_number"] for hand in told] + void) == sorted(
        each["round"] for each in rounds
    )
    assert void == [each["round"] for each in rounds if each["void"]]
    assert all(hand["start_date_utc"][10] == "T" for hand in told)
    name = told[-1]["game_number"]
    assert (
        main(["histories", "write", str(evening), name, "--format", "phh", "--out", str(tmp_path)])
        == 0
    )
    assert (tmp_path / f"{name.replace(':', '-')}.phh").read_text().startswith('variant = "NT"')
    capsys.readouterr()
    assert main(["audit", "replay", str(evening)]) == 0


def test_a_hand_that_is_not_there_is_one_line(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["histories", "write", str(evening), "main:999"]) == 2
    assert "999" in capsys.readouterr().err
