"""Rulings on rounds that are over: what they change, and how they are carried out.

A ruling changes the chips it names and nothing else: later rounds stand. What a void hand or a
corrected card would have changed is computed by the rules of the round itself; a payment is as the
floor states it. Two people sign, and the ruling is an entry of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from cardroom import games
from cardroom.events import (
    CardDealt,
    Event,
    ProgressiveFact,
    ProgressiveReversed,
)
from cardroom.events.office import RulingMade, SlipPrepared
from cardroom.money import exact
from cardroom.play.inputs import Draw, Intervene, RoundInput
from cardroom.play.round import Refusal, Round
from cardroom.table import clauses, jackpots
from cardroom.table.commands import TableCommand
from cardroom.table.office_commands import RuleOnRound, SignSlip, VerifyJackpot
from cardroom.table.table import CommandOutcome, Table
from cardroom.table.tray import Slip

Changes = Mapping[str, int]
"""What each player gets; below zero is what a player gives back."""


def house_share(changes: Changes) -> int:
    """What the house gets: all changes add up to zero."""
    return -sum(changes.values())


# --- what a ruling would change -----------------------------------------------------------------


def consequences(round: Round, command: RuleOnRound) -> Changes | Refusal:
    """What a ruling on a finished round changes, player by player."""
    match command.ruling:
        case "void-hand":
            return _void(round, command)
        case "correct-card":
            return _corrected(round, command)
        case "let-stand":
            return {}
        case _:
            return command.changes


def _void(round: Round, command: RuleOnRound) -> Changes | Refusal:
    voided = Intervene(
        "void-hand", command.box, command.hand, note=command.why, side_bets=command.side_bets
    )
    outcome = games.apply(round, voided)
    if isinstance(outcome, Refusal):
        return outcome
    after, events = outcome
    return _bars_meter(events) or _difference(round, after)


def _bars_meter(events: tuple[Event, ...]) -> Refusal | None:
    """A meter has moved on since the round: other tables feed it and win it."""
    if not any(isinstance(event, ProgressiveFact | ProgressiveReversed) for event in events):
        return None
    return Refusal(
        clauses.RULING,
        "the meter has moved on since this round, so its contributions and awards stand; void the"
        " hand with its side bets standing, or correct the payment",
    )


def _difference(before: Round, after: Round) -> Changes:
    names = {**before.stacks, **after.stacks}
    found = {name: after.stacks.get(name, 0) - before.stacks.get(name, 0) for name in names}
    return {name: amount for name, amount in found.items() if amount}


def _corrected(round: Round, command: RuleOnRound) -> Changes | Refusal:
    """The round played again with another card in one place, and with the same decisions."""
    origin, card = round.origin, command.card
    if origin is None or card is None:
        return Refusal(clauses.RULING, "name the place, which card there, and what it was")
    again, dealt, changed = origin, 0, False
    played: list[Event] = []
    for entry in round.inputs:
        given: RoundInput = entry
        outcome = games.apply(again, entry)
        if isinstance(entry, Draw) and not changed and not isinstance(outcome, Refusal):
            here = [
                event
                for event in outcome[1]
                if isinstance(event, CardDealt) and event.place == command.place
            ]
            dealt += len(here)
            if here and dealt == command.position:
                given, changed = Draw(card), True
                outcome = games.apply(again, given)
        if isinstance(outcome, Refusal) and isinstance(given, Draw) and given.card == card:
            return Refusal(clauses.RULING, f"it cannot have been {card}: all of them were dealt")
        if isinstance(outcome, Refusal):
            return _differs("somebody would have decided otherwise")
        again, played = outcome[0], [*played, *outcome[1]]
    if not changed:
        where = f"card {command.position} of {command.place or 'a place'}"
        return Refusal(clauses.RULING, f"{where} was not dealt in this round")
    if not again.over:
        return _differs("a hand would need another card")
    return _difference(round, again)


def _differs(why: str) -> Refusal:
    return Refusal(
        clauses.RULING,
        f"with that card the round would have gone on differently ({why}), and its cards are"
        " shuffled; correct the payment, void the hand, or let it stand",
    )


LooksBack = RuleOnRound | VerifyJackpot
"""Commands about a round that was cleared; they are computed again from it."""


Disputed = tuple[Round | None, tuple[RulingMade, ...]]
"""A round that was cleared, and the rulings on it; None if it was not."""


def bars_disputed(
    table: Table | None, command: TableCommand, disputed: Callable[[int], Disputed]
) -> Refusal | None:
    """Why this cannot be prepared or signed; there may be another ruling since it was prepared."""
    ruling = _disputed_by(table, command)
    if ruling is None:
        return None
    round, ruled = disputed(ruling.round)
    if isinstance(ruling, VerifyJackpot):
        barred = jackpots.bars(round, ruling)
    else:
        barred = bars_ruling(round, ruled, ruling)
    return barred or _bars_signer(ruling, command)


def _disputed_by(table: Table | None, command: TableCommand) -> LooksBack | None:
    """What is prepared or signed, if it is about a round that was cleared."""
    if isinstance(command, SignSlip) and table is not None:
        slip = table.office.slip(command.slip)
        return slip.command if slip is not None and isinstance(slip.command, LooksBack) else None
    return command if isinstance(command, LooksBack) else None


def _bars_signer(ruling: LooksBack, command: TableCommand) -> Refusal | None:
    """Nobody signs for chips of their own."""
    gets = ruling.changes if isinstance(ruling, RuleOnRound) else (ruling.player,)
    signer = command.by if isinstance(command, LooksBack | SignSlip) else ""
    if not signer or signer.lower() not in (name.lower() for name in gets):
        return None
    return Refusal(clauses.SLIP, f"{signer} may not sign for chips of their own")


def bars_ruling(
    round: Round | None, ruled: tuple[RulingMade, ...], command: RuleOnRound
) -> Refusal | None:
    """Why a ruling on this round cannot be made; `round` is None if it is not over."""
    if round is None:
        why = f"round {command.round} is not over; use the remedies of the round itself"
        return Refusal(clauses.RULING, why)
    if command.clause not in games.clauses(round.rules) and command.clause not in clauses.CLAUSES:
        why = f"{command.clause!r} is not a clause; see: cardroom rules {round.rules.game}"
        return Refusal(clauses.RULING, f"{why} --clauses")
    computed = command.ruling in ("void-hand", "correct-card")
    if computed and any(ruling.changes for ruling in ruled):
        why = f"round {command.round} was ruled on already (slip {ruled[-1].slip})"
        return Refusal(clauses.RULING, f"{why}; correct the payment from what it is now")
    found = consequences(round, command)
    if isinstance(found, Refusal):
        return found
    if dict(found) != dict(command.changes):
        said = ", ".join(f"{name} {exact(amount)}" for name, amount in found.items())
        given = ", ".join(f"{name} {exact(amount)}" for name, amount in command.changes.items())
        why = f"by the rules of the round it changes {said or 'nothing'}, not {given or 'nothing'}"
        return Refusal(clauses.RULING, why)
    return None


# --- carrying it out ------------------------------------------------------------------------------


def prepare(table: Table, command: RuleOnRound) -> CommandOutcome:
    if not command.by:
        return Refusal(clauses.SLIP, "a slip names the person who prepares it")
    if not command.why.strip() or not command.clause:
        return Refusal(clauses.RULING, "a ruling has a reason and a clause")
    if not 0 < command.round <= table.number:
        return Refusal(clauses.RULING, f"this table has played no round {command.round}")
    if command.ruling == "let-stand" and command.changes:
        return Refusal(clauses.RULING, "a result that stands moves no chips")
    if command.ruling in ("correct-payment", "pay-out-of-turn") and not command.changes:
        return Refusal(clauses.RULING, "say who gets or gives back how much")
    office = table.office
    slip = Slip(office.next_slip, "ruling", command)
    waiting = msgspec.structs.replace(
        office, slips=(*office.slips, slip), next_slip=office.next_slip + 1
    )
    event = SlipPrepared(
        slip.number,
        "ruling",
        command.by,
        why=command.why,
        round=command.round,
        changes=dict(command.changes),
    )
    return msgspec.structs.replace(table, office=waiting), (event,)


def carry_out(table: Table, slip: Slip, command: RuleOnRound, second: str) -> CommandOutcome:
    """Between rounds the chips go where the ruling says."""
    if table.round is not None:
        why = f"{table.round_status}; sign between rounds"
        return Refusal(clauses.RULING, why)
    for player, amount in command.changes.items():
        if -amount > table.free(player):
            there, due = exact(table.free(player)), exact(-amount)
            return Refusal(
                clauses.RULING,
                f"{player} has {there} of the {due} on the table; take what is there with a"
                " corrected payment, or let it stand",
            )
    stacks = dict(table.stacks)
    for player, amount in command.changes.items():
        stacks[player] = stacks.get(player, 0) + amount
    made = RulingMade(
        slip.number,
        command.round,
        command.ruling,
        (command.by, second),
        command.why,
        command.clause,
        dict(command.changes),
        house_share(command.changes),
        command.box,
        command.hand,
    )
    ruled = msgspec.structs.replace(
        table,
        stacks={player: stack for player, stack in stacks.items() if stack},
        office=table.office.without(slip),
    )
    return ruled, (made,)
