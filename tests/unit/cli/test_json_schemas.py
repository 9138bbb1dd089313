"""What every command prints with `--json` is what its schema says, and no more."""

from __future__ import annotations

import csv
import inspect
import io
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cardroom.cli import main
from cardroom.cli.commands import CommandRow
from cardroom.cli.documents import DOCUMENTS
from cardroom.cli.schema import document_schema
from cardroom.cli.shared import CSV_ROWS
from cardroom.submission.record import Record, written
from tests.cli_commands import COMMANDS, GROUPS

ROOT = Path(__file__).resolve().parents[3]
RECORDED = ROOT / "tests" / "journals" / "recorded" / "v1"
Capture = pytest.CaptureFixture[str]

RUN: dict[str, list[str]] = {
    "audit accounts": ["audit accounts JOURNAL/service"],
    "audit fairness": ["audit fairness --all JOURNAL/blackjack"],
    "audit meter": ["audit meter JOURNAL/meters", "audit meter JOURNAL/meters METER"],
    "audit replay": ["audit replay JOURNAL/three-card-poker"],
    "audit rounds": ["audit rounds JOURNAL/three-card-poker"],
    "audit show": ["audit show JOURNAL/three-card-poker ROUND"],
    "audit statement": ["audit statement JOURNAL/three-card-poker"],
    "audit verify": ["audit verify JOURNAL/three-card-poker"],
    "bank": ["bank three-card-poker --wagers 50 --posted 50 --rounds 1 --deals 1000"],
    "check": ["check washington --no-odds"],
    "compare": ["compare three-card-poker --with decks=1"],
    "count": ["count blackjack --rounds 1000"],
    "design": ["design blackjack --side-bet examples/side_bets/perfect-pairs.toml --best 2"],
    "doctor": ["doctor --data TEMPORARY"],
    "equity": ["equity AcAd KsKh --board 2c3c4d"],
    "explain": ["explain three-card-poker --seed 1 --round 1:1"],
    "games": ["games"],
    "hands": ["hands blackjack"],
    "histories check": ["histories check JOURNAL/hands.phh"],
    "house-way": ["house-way foxwoods --checked 200"],
    "odds": ["odds three-card-poker"],
    "office bank": ["office bank JOURNAL/banks"],
    "office daily": ["office daily JOURNAL/three-card-poker"],
    "office dispute": ["office dispute JOURNAL/three-card-poker ROUND --pay PLAYER=5"],
    "office incidents": ["office incidents JOURNAL/three-card-poker"],
    "office jackpots": ["office jackpots JOURNAL/meters"],
    "office meters": ["office meters JOURNAL/meters"],
    "office rotation": ["office rotation JOURNAL/banks"],
    "office statement": ["office statement JOURNAL/three-card-poker PLAYER"],
    "protect": ["protect blackjack --rounds 1000"],
    "rng-report": ["rng-report --shuffles 1000"],
    "rules": ["rules blackjack", "rules omaha --options", "rules fortune-pai-gow --clauses"],
    "school list": ["school list"],
    "school paper": ["school paper blackjack-pay", "school paper omaha-winners --answers"],
    "school progress": [
        "school progress JOURNAL/school.db",
        "school progress JOURNAL/school.db --person ann",
    ],
    "session": ["session three-card-poker --bet 10 --rounds 100"],
    "set-hand": ["set-hand AsKsQdJhTc9d8d"],
    "settle": ["settle scenarios/blackjack/seven-boxes-one-round.toml", "settle scenarios/omaha"],
    "simulate": [
        "simulate three-card-poker --rounds 2000",
        "simulate double-hand-poker --rounds 50",
    ],
    "strategy": ["strategy three-card-poker"],
    "variations": ["variations blackjack --set hands_max=1 --option hole_card"],
    "submit": ["submit --compare JOURNAL/old JOURNAL/new"],
}

SLOW = ("count", "house-way", "protect")
FORMS = [name for name in RUN if name.startswith("office") and name != "office dispute"]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Journals to read, with a round and a meter that are in them."""
    folder = tmp_path_factory.mktemp("journals")
    for name in ("service", "banks", "blackjack", "meters", "three-card-poker"):
        packed = RECORDED / name / "journal.sqlite.xz"
        (folder / name).write_bytes(lzma.decompress(packed.read_bytes()))
    for name, day in (("old", "2013-06-03"), ("new", "2014-06-03")):
        (folder / name).mkdir()
        posted = Record(1, "room", "A room", "washington", day, "1", {})
        (folder / name / "submission.json").write_bytes(written(posted))
    (folder / "hands.phh").write_text('variant = "FB"\n', encoding="utf-8")
    exam = ["school", "exam", "blackjack", "--person", "ann", "-n", "2", "--seed", "1"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", io.StringIO("1\n" * 9))
        main([*exam, "--journal", str(folder / "school.db")])
    return {"JOURNAL": str(folder), "TEMPORARY": str(folder)}


def every() -> Iterator[tuple[str, CommandRow]]:
    yield from ((command.name, command) for command in COMMANDS)
    for group in GROUPS:
        yield from ((f"{group.name} {command.name}", command) for command in group.commands)


def printed(capsys: Capture, line: str) -> str:
    main(line.split())
    said = capsys.readouterr()
    assert said.out, said.err
    return said.out


def strict(schema: Any) -> Any:
    """The schema, with nothing allowed that it does not name."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: strict(value) for name, value in schema.items()}
    if isinstance(found.get("properties"), dict):
        found.setdefault("additionalProperties", False)
    return found


def test_every_command_with_json_has_a_schema() -> None:
    printing = {
        name
        for name, command in every()
        if {"json", "as_json"} & set(inspect.signature(command.function()).parameters)
    }
    assert printing <= set(DOCUMENTS)
    assert set(RUN) == set(DOCUMENTS)
    assert set(CSV_ROWS) <= printing


@pytest.mark.parametrize(
    "command",
    [pytest.param(each, marks=pytest.mark.prove) if each in SLOW else each for each in RUN],
)
def test_documents_are_as_their_schema_says(
    command: str, places: dict[str, str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    schema = strict(document_schema(command))
    jsonschema.Draft202012Validator.check_schema(schema)
    for line in RUN[command]:
        asked = line
        for name, value in places.items():
            asked = asked.replace(name, value)
        if "ROUND" in asked:
            rounds = json.loads(printed(capsys, f"audit rounds {asked.split()[2]} --json"))
            asked = asked.replace("ROUND", rounds[0]["round"])
        if "PLAYER" in asked:
            paid = json.loads(printed(capsys, f"audit statement {asked.split()[2]} --json"))
            asked = asked.replace("PLAYER", paid[0]["player"])
        if "METER" in asked:
            meters = json.loads(printed(capsys, f"audit meter {asked.split()[2]} --json"))
            asked = asked.replace("METER", meters[0]["meter"])
        as_json = "--as json" if command in FORMS else "--json"
        document = json.loads(printed(capsys, f"{asked} {as_json}"))
        wrong = jsonschema.Draft202012Validator(schema).iter_errors(document)
        assert [f"{each.json_path}: {each.message[:200]}" for each in wrong] == []
        if command in CSV_ROWS:
            table = list(csv.reader(io.StringIO(printed(capsys, f"{asked} --csv"))))
            assert {len(row) for row in table} == {len(table[0])}
            assert len(table) > 1 or command in ("audit accounts",)
