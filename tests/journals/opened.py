"""Everything of the product that the recorded journals need, imported in this one place.

The recorder and the tests of its recordings import the product from here and nowhere else, so that
a module that moves is a change of one line. `results` is what a version makes of a journal: it was
recorded with every journal when it was written, and every later version must make the same.
"""

from __future__ import annotations

import csv
import io
import json
import lzma
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, get_args

import cardroom
from cardroom.cards import UNSEEN, Card, parse_cards
from cardroom.cli import main
from cardroom.events import Event, to_builtins
from cardroom.events.table import TableEvent
from cardroom.games import family
from cardroom.games.registry import registered
from cardroom.houses import house, names
from cardroom.ledger.statements import TABLE
from cardroom.play import inputs
from cardroom.play.irregularities import REMEDIES
from cardroom.play.round import Await, Reading, Refusal
from cardroom.rules.options import Value
from cardroom.service.settings import Settings
from cardroom.store import checkpoint, open_reader, open_store
from cardroom.store.keys import SigningKey, load_key
from cardroom.table import Actor, ActorRole, Envelope, Table
from cardroom.table import commands as c
from cardroom.table.actors import OWN
from cardroom.table.cashier import CashierOrder, Deposit, Withdraw
from cardroom.table.floor import HOUSE, Floor, Receipt
from cardroom.table.journal import table_again
from cardroom.table.meter_commands import Agree, Follow

__all__ = [
    "GAMES",
    "HOUSE",
    "OWN",
    "UNSEEN",
    "VERSION",
    "Actor",
    "Await",
    "Card",
    "Deposit",
    "Envelope",
    "Floor",
    "Reading",
    "Receipt",
    "Refusal",
    "Settings",
    "SigningKey",
    "Table",
    "Value",
    "Withdraw",
    "c",
    "checkpoint",
    "house",
    "inputs",
    "load_key",
    "names",
    "open_store",
    "parse_cards",
]

GAMES: Final = registered(()).games
"""Ours, without those of installed packages."""
VERSION: Final = cardroom.__version__
RECORDED: Final = Path(__file__).parent / "recorded"
JOURNAL: Final = "journal.sqlite"
EXPECTED: Final = "expected.json"
TABLES: Final = "table/"


# --- what this version knows --------------------------------------------------------------------


def tags(*kinds: Any) -> frozenset[str]:
    return frozenset(str(kind.__struct_config__.tag) for kind in kinds)


COMMANDS: Final = tags(*get_args(c.TableCommand), *get_args(CashierOrder), Agree, Follow)
"""Whatever a table, the cashier or a meter can be asked."""
INPUTS: Final = tags(*get_args(inputs.RoundInput))
EVENTS: Final = tags(*get_args(TableEvent))
DEALINGS: Final = frozenset(get_args(c.Dealing))
ROLES: Final = frozenset(get_args(ActorRole))


def irregularities() -> frozenset[str]:
    """Every kind that the floor can report in some game."""
    posted = (game.ruleset({}, "", "1") for game in GAMES.values())
    families = (family(rules).interventions() for rules in posted)
    return frozenset({"rewind", *REMEDIES, *(kind for known in families for kind in known)})


# --- recordings ---------------------------------------------------------------------------------


def recordings() -> list[Path]:
    """The folders of all recorded journals, of all versions."""
    return sorted(file.parent for file in RECORDED.glob(f"v*/*/{EXPECTED}"))


def unpack(recording: Path, into: Path) -> Path:
    """The files of a recording as they were written; returns the journal."""
    into.mkdir(parents=True, exist_ok=True)
    for file in sorted(recording.iterdir()):
        if file.suffix == ".xz":
            (into / file.stem).write_bytes(lzma.decompress(file.read_bytes()))
        elif file.name != EXPECTED:
            (into / file.name).write_bytes(file.read_bytes())
    return into / JOURNAL


def expected(recording: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((recording / EXPECTED).read_text(encoding="utf-8"))
    return found


def bodies(journal: Path) -> Iterator[tuple[str, Any]]:
    """Stream and content of every entry, read without the product."""
    with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?immutable=1", uri=True)) as file:
        rows = file.execute("SELECT stream, body FROM entries ORDER BY stream, seq").fetchall()
    return ((stream, json.loads(body)) for stream, body in rows)


# --- what this version makes of a journal -------------------------------------------------------


def audit(*words: object) -> tuple[int, str]:
    """`cardroom audit` and what it prints."""
    said = io.StringIO()
    with redirect_stdout(said):
        code = main(["audit", *map(str, words)])
    return code, said.getvalue()


def audited(*words: object) -> Any:
    """The same, of a journal that nothing is wrong with, in JSON."""
    code, said = audit(*words, "--json")
    assert code == 0, f"audit {words[0]} ended with {code}: {said}"
    return json.loads(said)


def results(journal: Path, key: str) -> dict[str, Any]:
    """What the commands of an auditor say, and what a floor has in memory that opens it."""
    before = {file.name: file.read_bytes() for file in journal.parent.iterdir()}
    verified = audited("verify", journal, "--key", key)
    replayed = audited("replay", journal)
    meters = [each["meter"] for each in audited("meter", journal)]
    found = {
        "heads": heads(journal),
        "verify": {name: said for name, said in verified.items() if name != "journal"},
        "replay": {name: said for name, said in replayed.items() if name != "journal"},
        "rounds": rounds(journal),
        "statement": as_0_1(audited("statement", journal)),
        "meters": [audited("meter", journal, name) for name in meters],
        "accounts": accounts(journal),
    }
    after = {file.name: file.read_bytes() for file in journal.parent.iterdir()}
    assert before == after, "who only looks changes nothing"
    return {**found, **opened(journal)}


NEW: Final = frozenset({"paid", "taken", "banked", "banker", "results", "fees"})
"""What reports of rounds and money did not have in version 0.1."""


def as_0_1(statement: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A statement as version 0.1 made it: every bet was the house's, and pots had no fees."""
    pots = sum(line["fees"] for line in statement if line["player"] == TABLE)
    told = []
    for line in statement:
        if line["player"] == TABLE:
            continue
        fees = line["fees"] - (0 if line["player"] else pots)
        win = line["taken"] - line["paid"]
        hold = str(Fraction(win, line["drop"])) if line["drop"] else None
        more = {"win": win, "fees": fees, "net": -win - fees, "hold": hold}
        known = {**{name: line[name] for name in line if name not in NEW}, **more}
        told.append({name: known[name] for name in line if name in known})
    return told


def heads(journal: Path) -> dict[str, list[object]]:
    with closing(open_reader(str(journal))) as reader:
        return {name: [head.seq, head.hash.hex()] for name, head in sorted(reader.heads().items())}


MONEY: Final[Mapping[str, tuple[str, ...]]] = {
    "bet-settled": ("bet", "spot", "box", "owner", "stake", "paid", "taken", "returned", "clause"),
    "bet-reversed": ("bet", "spot", "box", "owner", "stake", "paid", "taken", "returned", "clause"),
    "pot-awarded": ("pot", "box", "owner", "amount", "share", "clause"),
    "fee-taken": ("owner", "amount", "box", "waived", "bracket"),
    "pot-fee-taken": ("amount",),
    "pot-fee-returned": ("amount",),
    "bank-posted": ("owner", "box", "amount"),
    "bank-returned": ("owner", "amount"),
    "hand-ended": ("box", "hand", "how"),
    "free-collection-given": ("owner", "box", "bracket"),
    "progressive-won": ("meter", "box", "award", "row", "house", "bet"),
    "progressive-paid": ("meter", "box", "award", "bet"),
    "intervened": ("kind", "clause", "box", "hand"),
    "rewound": ("to", "cards"),
}
"""The facts that decide who gets what, and which of their fields."""


def rounds(journal: Path) -> list[dict[str, Any]]:
    """Every round: when and by what rules, what it came to, and who won what."""
    listed = {
        each["round"]: {name: each[name] for name in each if name not in NEW}
        for each in audited("rounds", journal)
    }
    found: dict[str, dict[str, Any]] = {}
    with closing(open_reader(str(journal))) as reader:
        for stream in sorted(name for name in reader.heads() if name.startswith(TABLES)):
            for entry, _, _, outcome in table_again(reader.read(stream)):
                assert not isinstance(outcome, Refusal), f"{stream} {entry.seq}: {outcome}"
                table, events = outcome
                assert table is not None
                _note(found, table, events)
    for name, each in found.items():
        each.update(listed.pop(name, {"round": name, "cleared": False}))
    assert not listed, f"rounds that the rules do not make: {listed}"
    return list(found.values())


def _note(found: dict[str, dict[str, Any]], table: Table, events: tuple[Event, ...]) -> None:
    """The facts as the rules of this version make them again, not as they were recorded."""
    for event in map(to_builtins, events):
        name = f"{table.id}:{table.number}"
        if event["event"] == "round-began":
            found[name] = {"rules": event["rules"], "facts": []}
        fields = MONEY.get(event["event"], ())
        if fields and name in found:
            told = [event["event"], *(event.get(field) for field in fields)]
            found[name]["facts"].append(told)


def accounts(journal: Path) -> dict[str, str]:
    """Every account of the books, in cents, from the transfers alone."""
    code, said = audit("export", journal, "--as", "csv")
    assert code == 0
    sums: dict[str, Fraction] = {}
    for row in csv.DictReader(io.StringIO(said)):
        cents = Fraction(row["cents"])
        sums[row["source"]] = sums.get(row["source"], Fraction(0)) - cents
        sums[row["target"]] = sums.get(row["target"], Fraction(0)) + cents
    assert sum(sums.values()) == 0
    return {account: str(cents) for account, cents in sorted(sums.items())}


def opened(journal: Path) -> dict[str, Any]:
    """Tables and wallets as a floor has them that opens the journal to go on."""
    people = {body["command"]["player"] for stream, body in bodies(journal) if stream == "cashier"}
    with closing(open_store(str(journal))) as store:
        floor = Floor(store)
        tables = {id: standing(floor, id) for id in floor.tables()}
        return {
            "tables": tables,
            "wallets": {player: floor.wallet(player) for player in sorted(people)},
        }


def standing(floor: Floor, id: str) -> dict[str, Any]:
    table = floor.table(id)
    assert table is not None
    playing = {} if table.round is None else table.round.stacks
    limits = table.limits or table.rules.limits
    return {
        "entries": floor.seq(id),
        "game": table.rules.game,
        "rules": table.rules.digest,
        "notice": "" if table.notice is None else table.notice.rules.digest,
        "dealing": table.dealing,
        "help": table.help,
        "phase": table.phase,
        "paused": table.paused,
        "closed": table.closed,
        "round": table.number,
        "limits": [limits.least, limits.most],
        "seats": {str(seat): player for seat, player in sorted(table.seats.items())},
        "away": sorted(table.away),
        "stacks": {name: table.stack(name) for name in sorted({*table.stacks, *playing})},
        "shoe": [table.shoe.number, table.shoe.size, table.shoe.dealt],
        "bank": [table.rotation.box, table.rotation.banker, table.rotation.asked],
        "carried": dict(table.carried),
        "free_collection": {who: list(which) for who, which in table.free_collection.items()},
        "button": table.button,
        "time_due": {player: table.time_due(player) for player in sorted(table.seats.values())},
        "past": [[past.number, past.rules, past.bank, past.void] for past in floor.rounds(id)],
    }
