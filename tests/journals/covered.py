"""What is in recorded journals, read without the product, and what of the product is in none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from tests.journals.opened import (
    COMMANDS,
    DEALINGS,
    EVENTS,
    GAMES,
    INPUTS,
    ROLES,
    bodies,
    irregularities,
)

Contents = Mapping[str, Mapping[str, int]]

SINCE_0_2: Final = "version 0.1.0 could not set a table aside"
NO_SUCH_STEP: Final = "version 0.1.0 had no such step at the table"
NOT_RECORDED: Final[Mapping[str, str]] = {
    "commands: set-aside": SINCE_0_2,
    "commands: commit-shoe": SINCE_0_2,
    "commands: close-contributions": SINCE_0_2,
    "events: shoe-committed": SINCE_0_2,
    "events: contributions-closed": SINCE_0_2,
    "events: dice-opened": SINCE_0_2,
    "events: table-set-aside": SINCE_0_2,
    "events: chips-returned": SINCE_0_2,
    "commands: replace-cards": NO_SUCH_STEP,
    "events: card-replacement": NO_SUCH_STEP,
    "events: bet-returned": "version 0.1.0 refused a bet that came too late",
    "commands: note-company": NO_SUCH_STEP,
    "events: company-noted": NO_SUCH_STEP,
    **{
        f"commands: {name}": NO_SUCH_STEP
        for name in (
            *("open-tray", "fill-tray", "credit-tray", "close-tray", "count-box"),
            *("sign-slip", "void-slip", "dealer-in", "dealer-out", "rule-on-round"),
            *("exclude", "readmit", "set-own-limits"),
            *("verify-jackpot", "post-noticed"),
        )
    },
    **{
        f"events: {name}": NO_SUCH_STEP
        for name in (
            *("slip-prepared", "slip-voided", "tray-opened", "tray-filled", "tray-credited"),
            *("player-excluded", "player-readmitted", "own-limits-set", "jackpot-verified"),
            *("tray-closed", "box-counted", "dealer-came", "dealer-left", "ruling-made"),
            *("meter-change-prepared", "meter-change-approved", "meter-change-voided"),
            *("meter-changed", "meter-retired", "meter-received"),
        )
    },
    "irregularities: bank-foul": NO_SUCH_STEP,
    "irregularities: reset-hand": NO_SUCH_STEP,
    "irregularities: surplus-card": NO_SUCH_STEP,
    "irregularities: burn-card-shown": NO_SUCH_STEP,
    "events: bet-moved": "no game of version 0.1.0 moves a bet to another hand",
    "events: dealing-stopped": "an order of cards is checked when it is loaded, so an automatic"
    " dealer is refused nothing by the rules of version 0.1.0",
    "irregularities: discards-shuffled": "the table does it itself when discards are loaded; the"
    " journal has it in events, not in commands",
}
"""What no journal of the version that knew it could hold, or none does yet; and why."""

SITUATIONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "a bank that covers a part": lambda _, fact: (
        fact["event"] == "bet-settled" and 0 < fact["action"] < fact["stake"]
    ),
    "a wager without action": lambda _, fact: fact["event"] == "free-collection-given",
    "a collection that a button paid": lambda _, fact: (
        fact["event"] == "free-collection-returned" and fact.get("waived", 0) > 0
    ),
    "a bank refused": lambda _, fact: fact["event"] == "bank-declined",
    "a half hour paid with a hand": lambda asked, fact: (
        fact.get("bracket") == "half hour" and asked["command"] == "close-bets"
    ),
    "a half hour paid by leaving": lambda asked, fact: (
        fact.get("bracket") == "half hour" and asked["command"] == "leave-seat"
    ),
    "a half hour that ends": lambda _, fact: bool(
        fact["event"] == "time-noted" and fact.get("owing")
    ),
    "a jackpot": lambda _, fact: fact["event"] == "progressive-restarted",
    "a meter that was taken back": lambda _, fact: fact["event"] == "meter-reversed",
    "a table off its meter": lambda _, fact: (
        fact["event"] == "meter-agreed" and not fact.get("terms")
    ),
    "a void round": lambda _, fact: fact["event"] == "round-ended" and bool(fact.get("void")),
    "a settlement taken back": lambda _, fact: fact["event"] == "bet-reversed",
    "rules after a notice": lambda asked, fact: (
        fact["event"] == "rules-posted" and asked["command"] == "end-round"
    ),
    "rules at once": lambda asked, fact: (
        fact["event"] == "rules-posted" and asked["command"] == "change-rules"
    ),
    "a shoe with a root": lambda _, fact: fact["event"] == "shoe-loaded" and bool(fact.get("root")),
    "a shoe without a root": lambda _, fact: (
        fact["event"] == "shoe-loaded" and not fact.get("root")
    ),
    "discards shuffled": lambda _, fact: (
        fact["event"] == "shoe-loaded" and fact.get("how") == "discards"
    ),
    "a real card that nobody saw": lambda asked, _: asked.get("input", {}).get("card") == "??",
    "a bet behind another's": lambda _, fact: (
        fact["event"] == "wager-laid" and bool(fact.get("backline"))
    ),
    "chips of a player who left": lambda asked, fact: (
        fact["event"] == "chips-cashed" and "amount" not in asked
    ),
    "a part of the chips": lambda asked, fact: (
        fact["event"] == "chips-cashed" and "amount" in asked
    ),
}
"""What some journal must cover in addition to every command and fact: pairs of them."""


def contents(journal: Path) -> dict[str, dict[str, int]]:
    """How often each thing is in a journal."""
    found: dict[str, Counter[str]] = {
        "commands": Counter(),
        "inputs": Counter(),
        "irregularities": Counter(),
        "events": Counter(),
        "roles": Counter(),
        "games": Counter(),
        "situations": Counter(),
    }
    for _, body in bodies(journal):
        # A document or a checkpoint is no command.
        if "events" in body:
            _count(found, body)
    return {kind: dict(sorted(counted.items())) for kind, counted in found.items()}


def _count(found: dict[str, Counter[str]], body: Any) -> None:
    asked = body["command"]
    given = asked.get("input", {})
    found["commands"][asked["command"]] += 1
    found["roles"][body["actor"]["role"]] += 1
    if given:
        found["inputs"][given["input"]] += 1
    if given.get("input") == "intervene":
        found["irregularities"][given["kind"]] += 1
    for fact in body["events"]:
        found["events"][fact["event"]] += 1
        if fact["event"] == "table-opened":
            dealing = fact.get("dealing", "automatic")
            found["games"][f"{fact['game']}, {dealing}"] += 1
        for name, holds in SITUATIONS.items():
            if holds(asked, fact):
                found["situations"][name] += 1


def missing(recorded: Iterable[Contents]) -> list[str]:
    """What this version knows and no recording has, apart from what is listed with its reason."""
    every = list(recorded)
    known: dict[str, Iterable[str]] = {
        "commands": COMMANDS,
        "inputs": INPUTS,
        "irregularities": irregularities(),
        "events": EVENTS,
        "roles": ROLES,
        "games": [f"{game}, {dealing}" for game in GAMES for dealing in DEALINGS],
        "situations": SITUATIONS,
    }
    return sorted(
        f"{kind}: {name}"
        for kind, names in known.items()
        for name in names
        if not any(each[kind].get(name) for each in every) and f"{kind}: {name}" not in NOT_RECORDED
    )
