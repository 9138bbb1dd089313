"""The figures of a math report, and its appendix that programs read: JSON and CSV."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

import msgspec

from cardroom import __version__, houses
from cardroom.analysis.documents import GameOdds, StrategyDocument, WagerOdds, builtins
from cardroom.analysis.families import NotComputed
from cardroom.analysis.hands import HandsRequest, game_hands
from cardroom.analysis.hands_documents import GameHands
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.result_cache import engine
from cardroom.analysis.session import SessionRequest, session
from cardroom.analysis.session_documents import Session
from cardroom.analysis.strategy import best_strategy
from cardroom.analysis.variation_documents import Variations
from cardroom.analysis.variations import variations
from cardroom.progress import Tell, silent
from cardroom.rules.ruleset import Ruleset
from cardroom.signage.sheet import changed

SIMULATING: Final = OddsRequest(unsolved="simulate", real_shoe="simulate")
SESSION_ROUNDS: Final = 400
"""About a day of play at one box."""
SESSION_BANKROLL: Final = 100
"""Wagers: with fewer, the risk of ruin is larger, and the report draws how much."""
SESSION_BET: Final = 500
"""Cents, where the house posts no minimum or a lower one. A collection per round is at least half a
dollar, and nobody plays for long whose wager is hardly more than that."""
COLUMNS: Final = ("section", "row", "column", "value")
Found = TypeVar("Found")


class Figures(msgspec.Struct, frozen=True):
    """All that a report prints. A text in place of a document says why there is none."""

    odds: GameOdds
    hands: GameHands | str
    strategy: StrategyDocument | str
    session: Session | str
    variations: Variations | str


def figures(rules: Ruleset, tell: Tell = silent) -> Figures:
    """Of a posted game, as `odds`, `hands`, `strategy`, `session` and `variations` give them."""
    return Figures(
        game_odds(rules, SIMULATING, tell),
        _or_why(lambda: game_hands(rules, HandsRequest(), tell)),
        _or_why(lambda: best_strategy(rules, tell=tell)),
        _or_why(lambda: session(rules, usual_session(rules), tell)),
        _or_why(lambda: variations(rules, tell=tell)),
    )


def usual_session(rules: Ruleset) -> SessionRequest:
    """The session that the report shows: a low wager, for a day of play."""
    bet = max(rules.limits.least, SESSION_BET)
    return SessionRequest(bet, SESSION_ROUNDS, bankroll=SESSION_BANKROLL * bet)


def _or_why(build: Callable[[], Found]) -> Found | str:
    try:
        return build()
    except NotComputed as reason:
        return str(reason)


def command(rules: Ruleset) -> str:
    """The command that computes the same figures again, to the last digit."""
    own = changed(rules)
    words = ["cardroom post", rules.game]
    if rules.house:
        shipped = rules.house in houses.names()
        words.append(f"--house {rules.house}" + ("" if shipped else ".toml"))
        posted = changed(houses.house(rules.house).ruleset(rules.game)) if shipped else own
        own = {name: value for name, value in own.items() if posted.get(name) != value}
    words += [f"--set {name}={value}" for name, value in own.items()]
    return " ".join([*words, "--sheet math --data"])


def appendix(rules: Ruleset, found: Figures) -> bytes:
    """Every figure as JSON; the same figures give the same bytes."""
    content = {
        "cardroom": __version__,
        "engine": engine(),
        "command": command(rules),
        "odds": builtins(found.odds),
        "hands": builtins(found.hands),
        "strategy": builtins(found.strategy),
        "session": builtins(found.session),
        "variations": builtins(found.variations),
    }
    return json.dumps(content, indent=1, ensure_ascii=False).encode("utf-8") + b"\n"


def digest(rules: Ruleset, found: Figures) -> str:
    return hashlib.sha256(appendix(rules, found)).hexdigest()


def table(found: Figures) -> str:
    """The figures of every table of the report as CSV: one figure a line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for wager in found.odds.wagers:
        writer.writerows(_wager(wager))
    for bet in found.odds.paired:
        for name in ("covariance", "correlation", "deviation", "sum_deviation", "error"):
            writer.writerow(("covariance", bet.title, name, _number(getattr(bet, name))))
    for pair in found.odds.pairs:
        for name in ("covariance", "correlation", "error"):
            title = " and ".join(pair.titles)
            writer.writerow(("covariance", title, name, _number(getattr(pair, name))))
    writer.writerows(_shoe(found.odds))
    if isinstance(found.hands, GameHands):
        writer.writerows(_hands(found.hands))
    if isinstance(found.session, Session):
        for each in found.session.quantiles:
            writer.writerow(("session", str(each.share), "cents", _number(each.result)))
        for chance in found.session.ruin.curve if found.session.ruin else ():
            writer.writerow(("ruin", str(chance.bankroll), "within", _number(chance.within)))
    if isinstance(found.variations, Variations):
        writer.writerows(_variations(found.variations))
    return text.getvalue()


def _wager(wager: WagerOdds) -> Iterator[tuple[str, str, str, str]]:
    for name in ("edge", "deviation", "hit_frequency", "push_frequency", "element_of_risk"):
        yield ("wager", wager.title, name, _number(getattr(wager, name)))
    for each in wager.payments:
        yield ("payment", wager.title, str(each.net), _number(each.chance))
    if wager.split_frequency:
        yield ("payment", wager.title, "split", _number(wager.split_frequency))
    for each in wager.results:
        yield ("result", wager.title, str(each.net), _number(each.chance))


def _shoe(odds: GameOdds) -> Iterator[tuple[str, str, str, str]]:
    for row in () if odds.real_shoe is None else odds.real_shoe.rows:
        name = f"{row.boxes} boxes"
        for column in ("dealt", "edge", "change", "error", "rounds", "rounds_per_shoe"):
            yield ("real shoe", name, column, _number(getattr(row, column)))
        for bet in row.side_bets:
            for column in ("edge", "change", "error"):
                yield ("real shoe", f"{name}, {bet.title}", column, _number(getattr(bet, column)))
    for each in () if odds.progressive is None else odds.progressive.edges:
        yield ("meter", f"{each.meter:g}", "edge", _number(each.edge))


def _hands(hands: GameHands) -> Iterator[tuple[str, str, str, str]]:
    for hand in hands.hands:
        name = hand.row + (f" ({hand.cards})" if hand.cards else "")
        row = f"{name} against {hand.up}"
        yield ("hand", row, "chance", _number(hand.chance))
        for verb, value in hand.options.items():
            yield ("hand", row, verb, _number(value))
    for bank in hands.bank:
        for total, chance in bank.chances.items():
            yield ("bank", bank.up, total, _number(chance))


def _variations(found: Variations) -> Iterator[tuple[str, str, str, str]]:
    for each in found.variations:
        for spot, edge in each.edges.items():
            yield ("variation", each.name, spot, _number(edge))


def _number(value: Any) -> str:
    return "" if value is None else repr(value)
