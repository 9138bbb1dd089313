"""Every irregularity that a scenario tells, at all three kinds of table: the same to the cent.

The inputs of the scenario's round are given to a table: to one that deals by itself, to a dealer
who clicks each step, and to a dealer of real cards, who says which card came.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cardroom import games, scenario
from cardroom.cards import UNSEEN, Card
from cardroom.events import Event
from cardroom.games import registry
from cardroom.play.inputs import Draw, Intervene, Proceed, RoundInput
from cardroom.play.interpreter import moves
from cardroom.play.irregularities import SHUFFLES
from cardroom.play.round import Refusal, Round
from cardroom.scenario.document import Scenario
from cardroom.scenario.opening import betting_of
from cardroom.scenario.outcome import Notes
from cardroom.table import commands as c
from cardroom.table.apply import apply
from cardroom.table.commands import Dealing, TableCommand
from cardroom.table.loading import awaits_shoe
from cardroom.table.posting import pin
from cardroom.table.shoe import rack
from cardroom.table.table import Table

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
KINDS: tuple[Dealing, ...] = ("automatic", "by-hand", "physical")


def told() -> list[Path]:
    """The scenarios with an irregularity."""
    files = sorted(SCENARIOS.rglob("*.toml"))
    return [file for file in files if "[[intervene]]" in file.read_text(encoding="utf-8")]


def given(file: Path) -> tuple[Scenario, Round] | None:
    """A scenario and its round, if a table can have begun it; facts from outside are left out."""
    one = scenario.read(file)
    outcome = scenario.run(one)
    round = outcome.round
    if one.meter or one.table or round is None or not round.over:
        return None
    if not any(isinstance(entry, Intervene) for entry in round.inputs):
        return None
    return one, round


PLAYED = {
    f"{file.parent.name}/{file.stem}": found
    for file in told()
    if (found := given(file)) is not None
}


def begun(one: Scenario, round: Round, dealing: Dealing) -> Table:
    """The table with its bets on the layout, and the scenario's cards in the shoe."""
    options = dict(one.options)
    opening = c.OpenTable("t", one.game, options, house=one.house, dealing=dealing)  # type: ignore[arg-type]
    table = done(None, pin(opening))[0]
    betting = betting_of(one, table.rules, Notes(one, registry.games()[one.game].clauses))
    before, after = drawn(round)
    rest = list(table.rules.deck)
    for card in before:
        if card is not UNSEEN:
            rest.remove(card)
    # Cards of earlier rounds; others lie in the rack since this round.
    discards = []
    for card in after:
        if card in rest:
            rest.remove(card)
            discards.append(card)
    order = tuple(rest.pop() if card is UNSEEN else card for card in before)
    size = len(order)
    if not any(is_shuffle(entry) for entry in round.inputs):
        order, size = (*order, *rest), len(table.rules.deck)
    shoe = msgspec.structs.replace(
        table.shoe,
        order=() if dealing == "physical" else order,
        size=size,
        due="",
        discards=tuple(discards),
        rounds=betting.facts.rounds_since_shuffle,
    )
    rotation = msgspec.structs.replace(table.rotation, box=betting.facts.bank_box)
    table = msgspec.structs.replace(
        table,
        shoe=shoe,
        stacks=betting.stacks,
        bets=betting.bets,
        bank=betting.bank,
        next_bet=betting.next_bet,
        rotation=rotation,
        seats=dict(betting.seats),
    )
    return with_the_button_at(betting.facts.button, table)


def with_the_button_at(seat: int, table: Table) -> Table:
    """After as many hands as bring the button there."""
    seated, last = games.seated(table.rules), table.last_positions
    if seated is None:
        return table
    while (now := seated.next_hand(table.rules, last, table.seats, table.seats)).button != seat:
        last = seated.played(now, table.seats)
    return msgspec.structs.replace(table, last_positions=last)


def is_shuffle(entry: RoundInput) -> bool:
    return isinstance(entry, Intervene) and entry.kind == SHUFFLES


def drawn(round: Round) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that left the shoe before and after the discards were shuffled."""
    piles: tuple[list[Card], list[Card]] = ([], [])
    number = 0
    now = round.origin or round
    for move in moves(now, round.inputs, games.family(round.rules)):
        entry = move.entry
        out = len(move.after.drawn) + len(move.after.returned)
        out -= len(move.before.drawn) + len(move.before.returned)
        if is_shuffle(entry):
            number = 1
        if out > 0 and isinstance(entry, (Draw, Intervene)):
            assert entry.card is not None
            piles[number].append(entry.card)
    return tuple(piles[0]), tuple(piles[1])


def done(table: Table | None, command: TableCommand) -> tuple[Table, tuple[Event, ...]]:
    outcome = apply(table, command)
    assert not isinstance(outcome, Refusal), f"{command}: {outcome}"
    return outcome


class NeverWaits(Exception):
    """A table that deals by itself does not wait where the irregularity happens."""


def play(table: Table, round: Round) -> Table:
    table = done(table, c.CloseBets())[0]
    after = drawn(round)[1]
    for number, entry in enumerate(round.inputs):
        if is_shuffle(entry):
            # A file may say it beforehand; a table shuffles when its shoe has run out.
            continue
        assert table.round is not None
        if table.dealing == "automatic" and len(table.round.inputs) > number:
            if isinstance(entry, (Draw, Proceed)):
                continue
            raise NeverWaits
        if not awaits_shoe(table):
            table = done(table, command(table, entry))[0]
        if awaits_shoe(table):
            table = done(table, shuffle(table, after))[0]
            if isinstance(entry, Draw) and table.dealing != "automatic":
                table = done(table, command(table, entry))[0]
    return table


def shuffle(table: Table, first: tuple[Card, ...]) -> TableCommand:
    """The discards, in an order that begins with the cards that the scenario says."""
    if table.dealing == "physical":
        return c.Play(Intervene(SHUFFLES))
    assert table.round is not None
    rest = list(rack(table.shoe, table.round))
    for card in first:
        rest.remove(card)
    return c.LoadShoe((*first, *rest))


def command(table: Table, entry: RoundInput) -> TableCommand:
    match entry:
        case Draw() if table.dealing != "physical":
            return c.DealCard()
        case Intervene(kind="card-in-error"):
            # Nobody saw it: the table knows it from the shoe, and a dealer of real cards does not.
            return c.Play(msgspec.structs.replace(entry, card=None))
        case _:
            return c.Play(entry)


def settled(round: Round) -> list[tuple[object, ...]]:
    return [
        (one.bet.box, one.bet.spot, one.bet.owner, one.net, one.returned, one.clause.id)
        for one in round.settled
    ]


DURING_THE_DEAL = "the cards of the deal come in one step, and nothing goes wrong between them"
NOT_MISSED = "every offer is made by itself: none is missed"
PAID_AT_ONCE = "the hands are paid as soon as the bank's is set: there is no time to reset it"
NOT_APPLICABLE = {
    "blackjack/a-card-drawn-in-error-is-the-next-card": DURING_THE_DEAL,
    "blackjack/a-missed-insurance-offer-is-restored-before-the-dealer-looks": NOT_MISSED,
    "double-hand-poker/a-boxed-joker-is-a-misdeal": DURING_THE_DEAL,
    "double-hand-poker/a-hand-of-the-last-pile-is-replaced-too": DURING_THE_DEAL,
    "double-hand-poker/an-exposed-ace-is-a-misdeal": DURING_THE_DEAL,
    "double-hand-poker/one-boxed-card-is-replaced": DURING_THE_DEAL,
    "double-hand-poker/one-exposed-card-is-replaced-by-the-first-left-over": DURING_THE_DEAL,
    "double-hand-poker/the-banks-hand-is-reset-only-when-it-is-set": PAID_AT_ONCE,
    "double-hand-poker/the-floor-may-set-the-banks-hand-itself": PAID_AT_ONCE,
    "double-hand-poker/the-floor-resets-the-banks-setting": PAID_AT_ONCE,
    "double-hand-poker/two-exposed-cards-are-a-misdeal": DURING_THE_DEAL,
    "fortune-pai-gow/a-boxed-joker-is-a-misdeal": DURING_THE_DEAL,
    "fortune-pai-gow/a-second-exposed-card-is-a-misdeal": DURING_THE_DEAL,
    "fortune-pai-gow/an-exposed-ace-is-a-misdeal": DURING_THE_DEAL,
    "fortune-pai-gow/one-boxed-card-is-replaced": DURING_THE_DEAL,
    "fortune-pai-gow/one-exposed-card-is-replaced-by-the-first-left-over": DURING_THE_DEAL,
    "fortune-pai-gow/the-banks-hand-is-reset-only-when-it-is-set": PAID_AT_ONCE,
    "fortune-pai-gow/the-floor-may-set-the-banks-hand-itself": PAID_AT_ONCE,
    "safari-21/a-card-found-face-up-is-removed": DURING_THE_DEAL,
    "safari-21/a-missed-insurance-offer-is-restored-when-every-hand-has-busted": NOT_MISSED,
    "safari-21/a-natural-of-an-absent-player-is-paid": DURING_THE_DEAL,
}
"""Why a table that deals by itself does not wait where the scenario's irregularity happens."""
APPLICABLE = [
    (name, dealing)
    for name in PLAYED
    for dealing in KINDS
    if dealing != "automatic" or name not in NOT_APPLICABLE
]


@pytest.mark.parametrize(("name", "dealing"), APPLICABLE)
def test_an_irregularity_comes_to_the_same_at_every_table(name: str, dealing: Dealing) -> None:
    one, round = PLAYED[name]
    table = play(begun(one, round, dealing), round)
    assert table.round is not None
    assert table.round.over
    assert settled(table.round) == settled(round)
    assert {name: table.stack(name) for name in round.stacks} == dict(round.stacks)
    assert table.round.void == round.void


@pytest.mark.parametrize("name", NOT_APPLICABLE)
def test_a_table_that_deals_by_itself_does_not_wait_there(name: str) -> None:
    one, round = PLAYED[name]
    with pytest.raises(NeverWaits):
        play(begun(one, round, "automatic"), round)
