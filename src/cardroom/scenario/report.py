"""An outcome as plain values: the results of `[expect]`, the hands, the bets and the events."""

from __future__ import annotations

from typing import Any

from cardroom import games
from cardroom.cards import show_cards
from cardroom.events import to_builtins
from cardroom.money import dollars
from cardroom.places import BOARD, hand_place, part_of, read_place
from cardroom.play.round import Refusal, Round, Settlement
from cardroom.scenario.outcome import ScenarioOutcome
from cardroom.scenario.results import bank_places, spot_name


def report(outcome: ScenarioOutcome) -> dict[str, Any]:
    """For `settle --json`. Amounts are dollars as text; `events` are as the journal stores them."""
    scenario, rules, round = outcome.scenario, outcome.rules, outcome.round
    shown: dict[str, Any] = {
        "file": scenario.file,
        "game": rules.game,
        "house": rules.house,
        "digest": rules.digest,
        "options": {
            spec.name: spec.show(rules.changed[spec.name])
            for spec in games.game(rules.game).catalogue
            if spec.name in rules.changed
        },
        "cites": list(scenario.cites),
        **_results(outcome),
        "hands": [] if round is None else hands(round),
        "settled": [] if round is None else [settled(round, each) for each in round.settled],
        "void": round is not None and round.void,
        "refused": [
            {"line": each.line, "what": each.what, **_refusal(each.refusal)}
            for each in outcome.refusals
        ],
        "expected": len(scenario.expect),
        "problems": [{"line": each.line, "text": each.text} for each in outcome.problems],
        "events": to_builtins(outcome.events),
    }
    return shown


def _results(outcome: ScenarioOutcome) -> dict[str, Any]:
    if not outcome.results:
        return {}
    found = dict(outcome.results)
    if "fees" in found and not any(found["fees"].values()):
        found["fees"] = 0
    if not outcome.scenario.stacks:
        found.pop("stacks", None)
    return {name: _dollars(value) for name, value in found.items()}


def _dollars(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _dollars(inner) for name, inner in value.items()}
    if isinstance(value, bool):
        return value
    return dollars(value) if isinstance(value, int) else value


def hands(round: Round) -> list[dict[str, Any]]:
    """Every hand in playing order; then the board, and the bank's own hand."""
    labels = games.family(round.rules).labels(
        round, {place: round.at(place) for place, pile in round.cards.items() if pile}
    )

    def shown(box: int, number: int, player: str, place: str) -> dict[str, Any]:
        return {
            "box": box,
            "hand": number,
            "part": part_of(place),
            "player": player,
            "cards": show_cards(round.at(place)),
            "label": labels.get(place, ""),
        }

    found = [
        shown(box, number, round.players[box], place)
        for box in sorted(round.players)
        for number, place in enumerate(places_of(round, box), start=1)
    ]
    board = [shown(0, 0, BOARD, BOARD)] if BOARD in round.cards else []
    # A game without a board shows the bank's place even if no card has come to it.
    bank = [place for place in bank_places(round) if round.at(place) or not board]
    return [*found, *board, *(shown(0, 0, round.bank.owner, place) for place in bank)]


def places_of(round: Round, box: int) -> list[str]:
    """Where the cards of a box lie: its hands in playing order, or whatever places it has."""
    ids = games.family(round.rules).hands(round, box)
    if ids:
        return [hand_place(box, id) for id in ids]
    return [place for place in round.cards if read_place(place)[0] == box]


def settled(round: Round, settlement: Settlement) -> dict[str, Any]:
    bet, clause = settlement.bet, settlement.clause
    return {
        "box": bet.box,
        "spot": spot_name(round, bet),
        "owner": bet.owner,
        "stake": dollars(bet.stake),
        "action": dollars(settlement.action),
        "result": result_of(settlement),
        "net": dollars(settlement.net),
        "paid": dollars(settlement.paid),
        "taken": dollars(settlement.taken),
        "returned": dollars(settlement.returned),
        "hand": settlement.cause,
        "row": settlement.row,
        "clause": clause.id,
        "cite": clause.cite,
        "says": clause.says,
    }


def result_of(settlement: Settlement) -> str:
    """wins, loses, push, no action, or void for a bet that an irregularity returned."""
    if settlement.net > 0:
        return "wins"
    if settlement.net < 0:
        return "loses"
    if settlement.bet.stake and not settlement.action:
        return "no action"
    return "void" if settlement.clause.on_irregularities else "push"


def _refusal(refusal: Refusal) -> dict[str, str]:
    clause = refusal.clause
    return {"clause": clause.id, "cite": clause.cite, "says": clause.says, "why": refusal.why}
