"""What a person sends next, going by what the page shows. Most of it is sensible."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

RANKS, SUITS = "A23456789TJQK", "cdhs"
GIFT = """
name = "gift"
title = "Gift"
cards = ["first"]

[[row]]
name = "any"
when = "is ace-king"
pays = "1000 to 1"
"""
"""A side bet of a guest's own, which always wins."""
Sent = dict[str, Any]


class Choice(NamedTuple):
    command: Sent
    offered: bool = False
    """The page offers it, so at this moment it must be accepted."""


def choose(view: dict[str, Any], layout: dict[str, Any], chance: Random) -> Choice | None:
    if view["asks"] and chance.random() < 0.9:
        return _answer(view, chance)
    dealer = view["dealer"]
    if dealer is not None and dealer["can"] and chance.random() < 0.8:
        return _deal(view, chance)
    if view["phase"] in ("betting", "over"):
        return _between_rounds(view, layout, chance)
    if chance.random() < 0.2:
        return _out_of_turn(view, chance)
    return None


def _answer(view: dict[str, Any], chance: Random) -> Choice:
    ask = chance.choice(view["asks"])
    option = chance.choice(ask["options"])
    given: Sent = {"input": "answer", "box": ask["box"], "verb": option["verb"]}
    if option.get("cards"):
        fronts = [front for front in option.get("fronts", ()) if not front.get("foul")]
        if not fronts:
            return Choice({"command": "play", "input": given})
        given["cards"] = chance.choice(fronts)["cards"]
    if option.get("least") is not None:
        steps = (option["most"] - option["least"]) // option.get("step", 1)
        given["amount"] = option["least"] + option.get("step", 1) * chance.randint(0, steps)
    return Choice({"command": "play", "input": given}, offered=view["phase"] == "round")


def _deal(view: dict[str, Any], chance: Random) -> Choice | None:
    dealer = view["dealer"]
    does = [can for can in dealer["can"] if can not in ("permit-help", "pause", "intervene")]
    if not does or chance.random() < 0.04:
        does = list(dealer["can"])
    step = chance.choice(does)
    if step in ("deal-card", "end-round", "close-bets", "replace-cards", "show-cut-card", "resume"):
        sure = step in ("deal-card", "end-round") and view["phase"] != "paused"
        return Choice({"command": step}, offered=sure)
    inputs: dict[str, Sent] = {
        "enter-card": {"input": "draw", "card": chance.choice(RANKS) + chance.choice(SUITS)},
        "dice": {"input": "dice", "dice": [chance.randint(1, 6) for _ in range(3)]},
        "proceed": {"input": "proceed"},
        "figure": {"input": "figure", "name": dealer["figure"], "value": 0},
        "lapse": {"input": "lapse", "box": view["turn"][0]["box"] if view["turn"] else 1},
    }
    if step in inputs:
        return Choice({"command": "play", "input": inputs[step]})
    if step == "intervene":
        kind = chance.choice(dealer["interventions"] or ["void-round"])
        return Choice({"command": "play", "input": {"input": "intervene", "kind": kind, "box": 1}})
    others: dict[str, Sent] = {
        "load-shoe": {"command": "load-shoe"},
        "pause": {"command": "pause", "why": "a moment, please"},
        "permit-help": {"command": "permit-help", "help": "none"},
    }
    return Choice(others[step]) if step in others else None


def _between_rounds(view: dict[str, Any], layout: dict[str, Any], chance: Random) -> Choice:
    me, bank = view["me"], view["bank"]
    free = [box["box"] for box in view["boxes"] if box["player"] is None]
    seated = any(box["player"] == me["player"] for box in view["boxes"])
    if not seated:
        seats = free or [1]
        return Choice({"command": "sit-down", "seat": chance.choice(seats)})
    if me["stack"] < 5_000 and chance.random() < 0.9:
        return Choice({"command": "buy-in", "amount": min(20_000, max(me["wallet"], 1))})
    if me["blinds"] is not None and not me["blinds"]["answer"]:
        return Choice({"command": "answer-blinds", "how": chance.choice(["post", "post", "wait"])})
    if bank["asked"] == me["player"] and chance.random() < 0.8:
        if chance.random() < 0.2:
            return Choice({"command": "decline-bank"})
        return Choice({"command": "post-bank", "amount": max(100, me["stack"] // 200 * 100)})
    laid = any(bet["owner"] == me["player"] for bet in view["bets"])
    if (laid or not layout["boxes"][0]["spots"]) and chance.random() < 0.6:
        return Choice({"command": "close-bets"})
    if chance.random() < 0.08:
        return Choice(
            chance.choice(
                [
                    {"command": "leave-seat"},
                    {"command": "cash-out"},
                    {"command": "sit-out"},
                    {"command": "sit-in"},
                    {"command": "ask-setup"},
                    {"command": "withdraw-bet", "box": (me["boxes"] or [1])[0]},
                ]
            )
        )
    return _bet(view, layout, chance)


def _bet(view: dict[str, Any], layout: dict[str, Any], chance: Random) -> Choice:
    boxes = view["me"]["boxes"] or [1]
    box = chance.choice(boxes)
    spots = layout["boxes"][box - 1]["spots"]
    if not spots:
        return Choice({"command": "close-bets"})
    spot = chance.choice([spots[0], spots[0], *spots])
    least = spot["least"] or view["limits"]["least"]
    stake = spot["stake"] or max(least, 100 * chance.randint(1, 20))
    stake -= stake % view["limits"]["chip"]
    return Choice({"command": "place-bet", "box": box, "spot": spot["name"], "stake": stake})


def _out_of_turn(view: dict[str, Any], chance: Random) -> Choice:
    """Things that a page would not send now; each is refused, or does no harm."""
    commands: list[Sent] = [
        {"command": "leave-seat"},
        {"command": "cash-out"},
        {"command": "change-dealing", "dealing": "by-hand"},
        {"command": "place-bet", "box": 1, "spot": "main", "stake": 1_000},
        {"command": "play", "input": {"input": "answer", "box": 1, "verb": "stand"}},
        {"command": "play", "input": {"input": "intervene", "kind": "void-round"}},
        {"command": "close-bets"},
        {"command": "end-round"},
        {"command": "load-shoe"},
    ]
    return Choice(chance.choice(commands))
