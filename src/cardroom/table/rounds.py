"""Rounds at a table: no more bets, cards from the shoe, the dealer's steps, and clearing up."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom import games
from cardroom.events import Event
from cardroom.events.table import (
    CardReplacement,
    FreeCollectionReturned,
    RoundBegan,
    RoundCleared,
    ShuffleDue,
)
from cardroom.play import betting as bets
from cardroom.play import rotation
from cardroom.play.betting import Betting
from cardroom.play.carryover import Carryover
from cardroom.play.clauses import DAMAGED
from cardroom.play.collection import fees
from cardroom.play.heads import waiting_for
from cardroom.play.inputs import Dice, Draw, Figure, Intervene
from cardroom.play.irregularities import DAMAGES, draws_from_shoe
from cardroom.play.round import Chance, Fee, Refusal, Round
from cardroom.play.time_fee import HALF_HOURS
from cardroom.table import clauses, dealer, shuffle, wagering
from cardroom.table import shoe as shoes
from cardroom.table.commands import (
    CloseBets,
    DealCard,
    EndRound,
    Play,
)
from cardroom.table.posting import post
from cardroom.table.table import CommandOutcome, Table


def close_bets(table: Table, _: CloseBets) -> CommandOutcome:
    if table.round is not None:
        return Refusal(clauses.NOT_OVER, table.round_status)
    if table.shoe.due:
        return Refusal(clauses.SHUFFLE, table.shoe.due)
    if table.damaged:
        return Refusal(DAMAGED, f"replace the damaged cards first: {table.damaged}")
    if table.player_banked and table.bank is None:
        return Refusal(clauses.BANK_NEEDED, "nobody has posted a bank")
    table = _next_positions(table)
    betting = table.betting
    owed = fees(betting, table.carried)
    if isinstance(owed, Refusal):
        return owed
    owners = {bet.owner for bet in table.bets}
    if table.dealt_in:
        # Every seated player pays for the time, dealt in or not.
        owners |= {player for player in table.seats.values() if table.stacks.get(player)}
    owners |= {table.bank.owner} if table.bank is not None else set()
    begun = bets.close(_among(betting, owners), games.family(table.rules), owed)
    if isinstance(begun, Refusal):
        return begun
    round, events = begun
    number = table.number + 1
    began = RoundBegan(
        number, table.rules.digest, table.shoe.number, table.shoe.rounds_since_shuffle
    )
    started = msgspec.structs.replace(
        table,
        round=round,
        number=number,
        bets=(),
        next_bet=1,
        bank=None,
        carried={},
        collected=_collected(table, owed),
        free_collection={},
        unused_buttons=_unused_buttons(table, owed) if table.rules.as_read else {},
        figures={},
        answers=_still_waiting(table, round),
        hours=table.hours.without(round.stacks),
        carryover=Carryover().add(events, 0),
        shown=dealer.followed(table.shown, table, number, events),
    )
    started, more = dealer.run(started)
    returned = _returned_buttons(table, owed)
    if table.rules.as_read:
        # The others expire when the round is cleared: a void one does not count.
        returned = tuple(event for event in returned if event.waived)
    return started, (began, *events, *returned, *more)


def _among(betting: Betting, owners: set[str]) -> Betting:
    """The layout with the stacks and buttons of the players who take part in the round."""
    free = betting.facts.free_collection
    facts = msgspec.structs.replace(
        betting.facts, free_collection={owner: free[owner] for owner in free if owner in owners}
    )
    stacks = {owner: betting.stacks[owner] for owner in sorted(owners)}
    return msgspec.structs.replace(betting, stacks=stacks, facts=facts)


def _next_positions(table: Table) -> Table:
    """The button and the blinds move on; what the floor has noted comes before what they say."""
    seated, dealt_in = games.seated(table.rules), table.dealt_in
    if seated is None or len(dealt_in) < 2:
        return table
    now = seated.next_hand(table.rules, table.last_positions, table.seats, dealt_in)
    figures = {**seated.figures(now, dealt_in), **table.figures}
    if HALF_HOURS not in figures:
        figures |= table.hours.figures()
    return msgspec.structs.replace(table, button=now.button, positions=now, figures=figures)


def _still_waiting(table: Table, round: Round) -> Mapping[str, str]:
    playing = set(round.players.values())
    return {player: how for player, how in table.answers.items() if player not in playing}


def _collected(table: Table, owed: tuple[Fee, ...]) -> Mapping[str, int]:
    """The collection of this round, paid in money, by a void round before it, or by a button."""
    paid = dict(table.carried)
    for fee in owed:
        paid[fee.owner] = paid.get(fee.owner, 0) + fee.amount + fee.waived
    return paid


def _unused_buttons(table: Table, owed: tuple[Fee, ...]) -> Mapping[str, tuple[str, ...]]:
    """Buttons that pay for nothing in this round."""
    returned = _returned_buttons(table, owed)
    unused: dict[str, tuple[str, ...]] = {}
    for owner, brackets in table.free_collection.items():
        left = list(brackets)
        for event in returned:
            if event.owner == owner and event.waived:
                left.remove(event.bracket)
        if left:
            unused[owner] = tuple(left)
    return unused


def _returned_buttons(table: Table, owed: tuple[Fee, ...]) -> tuple[FreeCollectionReturned, ...]:
    """Every button comes back, with the collection that it covered, if any."""
    used = [fee for fee in owed if fee.waived]
    found = []
    for owner, brackets in table.free_collection.items():
        for bracket in brackets:
            fee = next((f for f in used if (f.owner, f.bracket) == (owner, bracket)), None)
            if fee is not None:
                used.remove(fee)
            found.append(FreeCollectionReturned(owner, bracket, fee.waived if fee else 0))
    return tuple(found)


def deal_card(table: Table, _: DealCard) -> CommandOutcome:
    if table.round is None:
        return Refusal(clauses.NO_ROUND, "no round is being played")
    if table.dealing == "physical":
        return Refusal(clauses.DEALING, "say which card was dealt")
    head = table.round.head
    if not isinstance(head, Chance) or head.dice:
        waits = waiting_for(head, table.rules.banking.title)
        return Refusal(clauses.DEALING, f"the round is waiting for {waits}")
    card = dealer.next_card(table.shoe, table.round)
    if card is None:
        return Refusal(clauses.SHUFFLE, "the shoe has run out: shuffle the discards")
    return dealer.step_and_run(table, table.round, Draw(card))


def play(table: Table, command: Play) -> CommandOutcome:
    round, entry = table.round, command.input
    if round is None:
        return Refusal(clauses.NO_ROUND, "no round is being played")
    if isinstance(entry, Draw) and table.dealing != "physical":
        return Refusal(clauses.DEALING, "this table deals from its shoe")
    if isinstance(entry, Draw) and shoes.cut_card_was_first(table.shoe, round):
        return Refusal(clauses.SHUFFLE, "the cut card was the first card: shuffle all cards first")
    if isinstance(entry, Intervene):
        completed = _completed(table, round, entry)
        if isinstance(completed, Refusal):
            return completed
        entry = completed
    if isinstance(entry, Dice):
        return _thrown(table, round, entry)
    return dealer.step_and_run(table, round, entry)


def _thrown(table: Table, round: Round, entry: Dice) -> CommandOutcome:
    """Dice, with the proof that they were committed to if this table's are."""
    thrown = shuffle.thrown(table, entry)
    if thrown is None:
        return dealer.step_and_run(table, round, entry)
    if isinstance(thrown, Refusal):
        return thrown
    shoe, proof = thrown
    stepped = dealer.step(msgspec.structs.replace(table, shoe=shoe), round, entry)
    if isinstance(stepped, Refusal):
        return stepped
    table, more = dealer.run(stepped[0])
    return table, (*stepped[1], proof, *more)


def _completed(table: Table, round: Round, entry: Intervene) -> Intervene | Refusal:
    """The irregularity with what the table adds to it: its card, or the target of a rewind."""
    if entry.kind == "rewind":
        return msgspec.structs.replace(entry, to=_before_readings(round, entry.to))
    physical = table.dealing == "physical"
    if physical or not draws_from_shoe(games.family(table.rules), entry.kind, round):
        return entry
    card = table.shoe.next
    if card is None:
        return Refusal(clauses.NEXT_CARD, "the shoe is empty")
    if entry.card not in (None, card):
        return Refusal(clauses.NEXT_CARD, f"{entry.card} is not the next card of the shoe")
    return msgspec.structs.replace(entry, card=card)


def _before_readings(round: Round, to: int) -> int:
    """Figures that were read together are taken back together."""
    while 0 < to < len(round.inputs) and all(
        isinstance(entry, Figure) for entry in round.inputs[to - 1 : to + 1]
    ):
        to -= 1
    return to


def _damaged(round: Round) -> int:
    """A card that was found damaged stays damaged, even after a rewind."""
    if not round.rules.as_read:
        return 0
    return sum(isinstance(one, Intervene) and one.kind == DAMAGES for one in round.inputs)


def end_round(table: Table, _: EndRound) -> CommandOutcome:
    round = table.round
    if round is None or not round.over:
        waits = "nothing" if round is None else waiting_for(round.head, round.rules.banking.title)
        return Refusal(clauses.NOT_OVER, f"the table is waiting for {waits}")
    shoe = shoes.after_round(table.shoe, table.rules.shoe, round)
    stacks = {player: stack for player, stack in {**table.stacks, **round.stacks}.items() if stack}
    seated, last = games.seated(table.rules), table.last_positions
    if seated is not None and not round.void:
        last = seated.played(table.positions, round.players)
    turned = table.rotation
    if table.player_banked:
        turned = rotation.voided(turned) if round.void else rotation.played(turned)
    held = () if round.void else table.unused_buttons.items()
    expired = [FreeCollectionReturned(owner, one) for owner, many in held for one in many]
    table = msgspec.structs.replace(
        table,
        round=None,
        stacks=stacks,
        shoe=shoe,
        rotation=turned,
        last_positions=last,
        carried=table.collected if round.void else {},
        collected={},
        free_collection=table.unused_buttons if round.void else table.carryover.buttons(),
        unused_buttons={},
        carryover=Carryover(),
        damaged=_damaged(round),
    )
    events: list[Event] = [*expired, RoundCleared(table.number)]
    if shoe.due:
        events.append(ShuffleDue(shoe.due))
    if table.damaged:
        events.append(CardReplacement(table.damaged))
    notice = table.notice
    if notice is not None and table.number >= notice.after and not notice.not_before:
        table, more = post(table, notice.rules)
    else:
        table, more = wagering.seek_bank(table)
    return table, (*events, *more)
