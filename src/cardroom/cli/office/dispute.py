"""`cardroom office dispute`: what a ruling on a settled round would change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
import typer
from rich.table import Table

from cardroom.cards import Card
from cardroom.cli.audit.reading import journal, reporting_store_errors, rulings_on, steps_of
from cardroom.cli.common import CommandError, JsonOption, console, money, print_json
from cardroom.cli.office.forms import Database
from cardroom.events import to_builtins
from cardroom.events.office_words import tell
from cardroom.ledger.round_results import RoundResult
from cardroom.money import MoneyError, cents
from cardroom.office.dispute import RulingPreview, preview
from cardroom.play.round import Refusal
from cardroom.table.office_commands import RuleOnRound, Ruling

if TYPE_CHECKING:
    from cardroom.table.journal import TableStep

PAY: Final = "correct-payment"
OUT_OF_TURN: Final = "pay-out-of-turn"
RoundArgument = Annotated[
    str, typer.Argument(metavar="TABLE:NUMBER", help="A round; see: cardroom audit rounds")
]


@reporting_store_errors
def dispute(
    database: Database,
    round: RoundArgument,
    void: Annotated[
        str, typer.Option("--void", metavar="BOX[.HAND]", help="Void a hand of this round.")
    ] = "",
    side_bets: Annotated[
        Literal["stand", "void"],
        typer.Option("--side-bets", help="Whether settled side bets of a void hand stand."),
    ] = "stand",
    card: Annotated[
        str,
        typer.Option(
            "--card",
            metavar="PLACE:POSITION=CARD",
            help="Correct a card, like 1.1:2=9c or bank:1=Kd.",
        ),
    ] = "",
    pay: Annotated[
        list[str] | None,
        typer.Option(
            "--pay", metavar="NAME=DOLLARS", help="Correct a payment, up or down; may be repeated."
        ),
    ] = None,
    out_of_turn: Annotated[
        list[str] | None,
        typer.Option(
            "--out-of-turn",
            metavar="NAME=DOLLARS",
            help="Pay a wager that was paid or passed out of turn; may be repeated.",
        ),
    ] = None,
    why: Annotated[str, typer.Option("--why", help="The reason.")] = "as shown",
    clause: Annotated[str, typer.Option("--clause", help="The clause.")] = "office.ruling",
    json: JsonOption = False,
) -> None:
    """Show what a ruling on a settled round would change, before anybody signs it.

    To see the round step by step: cardroom audit show DB TABLE:NUMBER
    """
    asked = _asked(round, void, side_bets, card, {PAY: pay or [], OUT_OF_TURN: out_of_turn or []})
    with journal(database) as store:
        steps, ruled = steps_of(store, round), rulings_on(store, round)
    over = steps[-1].before.round if steps[-1].before and steps[-1].after.round is None else None
    rulings = tuple(ruling for _, ruling in ruled)
    named = msgspec.structs.replace(asked, why=why, clause=clause)
    found = preview(over, _results(steps), rulings, named)
    if isinstance(found, Refusal):
        raise CommandError(str(found))
    if json:
        before = {line.name: line.before for line in found.lines}
        print_json({"before": before, "changes": found.command.changes, "command": found.command})
        return
    for ruling in rulings:
        console().print(tell(ruling), markup=False, soft_wrap=True)
    _show(round, found)


def _asked(
    round: str,
    void: str,
    side_bets: Literal["stand", "void"],
    card: str,
    paid: Mapping[Ruling, list[str]],
) -> RuleOnRound:
    number = round.rpartition(":")[2]
    if not number.isdecimal():
        raise CommandError(f"{round!r} is not a round; write TABLE:NUMBER, like main:12")
    if sum(map(bool, (void, card, *paid.values()))) > 1:
        raise CommandError("give one of --void, --card, --pay, or --out-of-turn")
    plain = RuleOnRound("", int(number), "let-stand", "", "")
    if void:
        box, _, hand = void.partition(".")
        if not box.isdecimal() or not (hand or "0").isdecimal():
            raise CommandError(f"--void {void}: write a box, or a box and a hand, like 3 or 3.2")
        return msgspec.structs.replace(
            plain, ruling="void-hand", box=int(box), hand=int(hand or 0), side_bets=side_bets
        )
    if card:
        where, _, text = card.partition("=")
        place, _, position = where.partition(":")
        if not text or not position.isdecimal():
            raise CommandError(f"--card {card}: write a place, which card, and what it was")
        return msgspec.structs.replace(
            plain, ruling="correct-card", place=place, position=int(position), card=Card(text)
        )
    for ruling, texts in paid.items():
        if texts:
            changes = dict(map(_payment, texts))
            return msgspec.structs.replace(plain, ruling=ruling, changes=changes)
    return plain


def _payment(text: str) -> tuple[str, int]:
    name, _, amount = text.partition("=")
    sign = -1 if amount.startswith("-") else 1
    try:
        return name, sign * cents(amount.lstrip("+-"))
    except MoneyError as wrong:
        raise CommandError(f"{text}: {wrong}; write a name and dollars, like ann=25") from None


def _results(steps: list[TableStep]) -> dict[str, int]:
    """What the round brought each player, and the house where it banks."""
    result = RoundResult()
    for step in steps:
        for event in step.record.events:
            result = result.after(event)
    found = result.results()
    return found if result.banker else {**found, "house": result.bank}


def _show(round: str, found: RulingPreview) -> None:
    screen, command = console(), found.command
    shown = Table("", "before", "change", "after", box=None, pad_edge=False, header_style="dim")
    for line in found.lines:
        change = money(line.change) if line.change else ""
        shown.add_row(line.name, money(line.before), change, money(line.after))
    screen.print(f"round {round}: {command.ruling.replace('-', ' ')}", style="bold")
    screen.print(shown)
    sent = {"command": "rule-on-round", **to_builtins(command)}
    sent.pop("by", None)
    screen.print("\nThe command, to be sent by one person and signed by another:", style="dim")
    screen.print(json.dumps(sent), markup=False, soft_wrap=True)
