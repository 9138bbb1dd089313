"""The parts of an answer, computed in a process of the laboratory.

The process that serves people must not load the solver, so its modules are imported late.
"""

from __future__ import annotations

import base64
import io
import os
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cardroom import houses
from cardroom.analysis.documents import builtins
from cardroom.analysis.families import NotComputed
from cardroom.houses.check import check, faults
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.workers import WARM_UP
from cardroom.service.lab.messages import PACK, ChangesToPrice, LabState, PartAnswer
from cardroom.service.lab.states import changes_made, house_of, saved_file
from cardroom.table.posting import read_document

if TYPE_CHECKING:
    from cardroom.analysis.variations import VariationPrices

VARIATION: Final = "variation"
"""A question of the laboratory to itself: a game with other options, and nothing else."""
SINGLE: Final = "single-changes"
MADE: Final = "changes-made"
"""Two more: which options to change, one at a time."""
DEALS: Final = 200_000
"""Rounds dealt for the odds of banking: enough for a designer, and done in seconds."""
NICE: Final = 10
"""The tables come first."""

Tell = Callable[[Any], None]


class LabQuestion(msgspec.Struct, frozen=True):
    part: str
    document: bytes
    """The posted game, as a journal stores it."""
    state: LabState | None = None
    """Where the part is about the state, and not about its posted game alone."""
    start: LabState | None = None
    name: str = ""
    """Of the house, in a submission."""
    options: dict[str, str] = {}
    """The other options of a variation."""


def compute(data: bytes, tell: Callable[[bytes], None]) -> bytes:
    """In the child: a question in, an answer out."""

    _be_nice()
    if data == WARM_UP:
        return b""
    asked = msgspec.json.decode(data, type=LabQuestion)
    rules = read_document(asked.document)

    def told(notice: Any) -> None:
        text = notice.text[:1].upper() + notice.text[1:]  # names keep their capitals
        said = PartAnswer("computing", text=text, done=notice.done, of=notice.of)
        tell(msgspec.json.encode(said))

    try:
        document = PARTS[asked.part](rules, asked, told)
    except NotComputed as no:
        return msgspec.json.encode(PartAnswer("none", why=str(no)))
    result = msgspec.Raw(msgspec.json.encode(builtins(document)))
    return msgspec.json.encode(PartAnswer("ready", result=result))


@cache
def _be_nice() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)


def _odds(rules: Ruleset, _: LabQuestion, tell: Tell) -> object:
    from cardroom.analysis.odds import game_odds  # noqa: PLC0415 - not in the server

    return _short(game_odds(rules, tell=tell))


def _deviation(rules: Ruleset, _: LabQuestion, tell: Tell) -> object:
    from cardroom.analysis.odds import OddsRequest, game_odds  # noqa: PLC0415 - not in the server

    return _short(game_odds(rules, OddsRequest(unsolved="simulate"), tell))


def _shoe(rules: Ruleset, _: LabQuestion, tell: Tell) -> object:
    """What the cut card changes about each wager."""
    from cardroom.analysis.odds import OddsRequest, game_odds  # noqa: PLC0415 - not in the server

    found = game_odds(rules, OddsRequest(real_shoe="simulate"), tell)
    if found.real_shoe is None or found.real_shoe.why:
        raise NotComputed(found.real_shoe.why if found.real_shoe else NO_CUT_CARD)
    return {"title": found.wagers[0].title, "rows": found.real_shoe.rows}


def _short(found: Any) -> object:
    """Without the list of all payments, which nothing on the page shows."""
    wagers = tuple(msgspec.structs.replace(wager, payments=()) for wager in found.wagers)
    return msgspec.structs.replace(found, wagers=wagers)


def _strategy(rules: Ruleset, _: LabQuestion, tell: Tell) -> object:
    from cardroom.analysis.strategy import best_strategy  # noqa: PLC0415 - not in the server

    return best_strategy(rules, tell=tell)


def _hands(rules: Ruleset, _: LabQuestion, tell: Tell) -> object:
    """The rows of the chart; hands card by card would be ten times as much."""
    from cardroom.analysis.hands import HandsRequest, game_hands  # noqa: PLC0415 - not in the server

    found = game_hands(rules, HandsRequest(), tell)
    rows = tuple(hand for by_up in found.rows.values() for hand in by_up.values())
    return {"ups": found.ups, "hands": rows, "kinds": found.kinds}


def _check(rules: Ruleset, asked: LabQuestion, tell: Tell) -> object:
    from cardroom.analysis.pricing import prices, warnings  # noqa: PLC0415 - not in the server

    assert asked.state is not None
    return (*check(house_of(asked.state)), *warnings(rules, prices(rules, tell)))


@lru_cache(maxsize=4)
def _prices(document: bytes) -> VariationPrices:
    """Of the game that is varied now, and the next time."""
    from cardroom.analysis.variations import VariationPrices  # noqa: PLC0415 - not in the server

    return VariationPrices(read_document(document))


def _single(rules: Ruleset, asked: LabQuestion, _: Tell) -> object:
    from cardroom.analysis.variations import single_changes  # noqa: PLC0415 - not in the server

    return ChangesToPrice(_prices(asked.document).wagers, tuple(single_changes(rules)))


def _made(_: Ruleset, asked: LabQuestion, __: Tell) -> object:
    assert asked.state is not None
    assert asked.start is not None
    return ChangesToPrice(_prices(asked.document).wagers, changes_made(asked.state, asked.start))


def _variation(_: Ruleset, asked: LabQuestion, __: Tell) -> object:
    return _prices(asked.document).variation(asked.options)


def _pack(_: Ruleset, asked: LabQuestion, tell: Tell) -> object:
    from cardroom.submission.pack import pack  # noqa: PLC0415 - not in the server

    assert asked.state is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{asked.name}.toml")
        file.write_text(saved_file(asked.state, asked.name), encoding="utf-8")
        house = houses.house(str(file))
        if found := faults(house):
            raise NotComputed(f"it may not be posted: {'; '.join(each.says for each in found)}")
        made = pack(house, tell=tell, step=tell)
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in made.files.items():
            # A fixed date, so that the same house gives the same bytes.
            archive.writestr(zipfile.ZipInfo(f"{asked.name}/{name}"), content)
    return base64.b64encode(zipped.getvalue()).decode()


def _bank(rules: Ruleset, _: LabQuestion, tell: Tell) -> object:
    from cardroom.analysis.bank.report import bank_report, bank_request  # noqa: PLC0415 - not in the server
    from cardroom.analysis.bank.seats import table_of  # noqa: PLC0415 - not in the server
    from cardroom.analysis.executor import Threads  # noqa: PLC0415 - not in the server

    seats = table_of(rules, ())
    return bank_report(seats, bank_request(seats, deals=DEALS), Threads(1), tell)


def _session(rules: Ruleset, _: LabQuestion, tell: Tell) -> object:
    from cardroom.analysis.session import session  # noqa: PLC0415 - not in the server
    from cardroom.signage.figures import usual_session  # noqa: PLC0415 - not in the server

    return session(rules, usual_session(rules), tell)


NO_CUT_CARD: Final = "no cut card: every round is dealt from all the cards"
PARTS: Final[dict[str, Callable[[Ruleset, LabQuestion, Tell], object]]] = {
    VARIATION: _variation,
    "odds": _odds,
    "deviation": _deviation,
    "shoe": _shoe,
    "strategy": _strategy,
    "hands": _hands,
    "check": _check,
    SINGLE: _single,
    MADE: _made,
    "bank": _bank,
    "session": _session,
    PACK: _pack,
}
