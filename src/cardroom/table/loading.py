"""Loading the shoe: a full deck, the discards in mid-round, and replaced cards."""

from __future__ import annotations

import msgspec

from cardroom import games
from cardroom.events import Event
from cardroom.events.shuffle import ShoeLoaded
from cardroom.events.table import CardReplacement, CutCardOut, ShuffleDue
from cardroom.play.clauses import DAMAGED
from cardroom.play.inputs import Intervene
from cardroom.play.interpreter import after_shuffle
from cardroom.play.irregularities import SHUFFLES
from cardroom.play.round import Chance, Refusal, Round
from cardroom.table import clauses, dealer, rounds, shuffle
from cardroom.table import shoe as shoes
from cardroom.table.commands import LoadShoe, Play, ReplaceCards, ShowCutCard
from cardroom.table.shoe import Shoe
from cardroom.table.table import CommandOutcome, Table


def play(table: Table, command: Play) -> CommandOutcome:
    """An input of the round. A dealer of real cards may say that the discards were shuffled."""
    entry = command.input
    shuffles = isinstance(entry, Intervene) and entry.kind == SHUFFLES and table.rules.as_read
    if table.round is None or not shuffles:
        return rounds.play(table, command)
    if table.dealing != "physical":
        why = "when the shoe runs out, shuffle the discards with load-shoe"
        return Refusal(clauses.NOT_DUE, why)
    return load_shoe(table, LoadShoe())


def load_shoe(table: Table, command: LoadShoe) -> CommandOutcome:
    loading = shuffle.loading(table, command)
    barred = loading if isinstance(loading, Refusal) else shuffle.bars_order(table, loading.order)
    if barred is not None:
        return barred
    assert not isinstance(loading, Refusal)
    round = table.round
    if round is not None and not shoes.cut_card_was_first(table.shoe, round):
        return _reload(table, round, loading)
    shoe = shoes.loaded(table.shoe, table.rules.shoe, loading, len(table.rules.deck))
    if round is not None:
        round = after_shuffle(round, games.family(table.rules))
    loaded = msgspec.structs.replace(table, shoe=shoe, shuffle=None, round=round)
    return loaded, (_told(shoe, "full"),)


def _told(shoe: Shoe, how: str) -> ShoeLoaded:
    return ShoeLoaded(
        shoe.number, shoe.size, shoe.root, how, shoe.cut, shoe.seed.hex(), shoe.opened
    )


def awaits_shoe(table: Table) -> bool:
    """Whether a round cannot continue before cards are shuffled: the shoe has run out, or the cut
    card came out before the first card."""
    round = table.round
    if round is None or not isinstance(round.head, Chance) or round.head.dice:
        return False
    ran_out = not round.returned and not len(table.shoe) and round.head.turned is None
    return ran_out or shoes.cut_card_was_first(table.shoe, round)


def _reload(table: Table, round: Round, loading: Shoe) -> CommandOutcome:
    """The shoe ran out: the discards are shuffled and the round continues."""
    cards = shoes.rack(table.shoe, round)
    stepped = dealer.step(table, round, Intervene(SHUFFLES))
    if isinstance(stepped, Refusal):
        return stepped
    table, events = stepped
    shoe = shoes.reloaded(table.shoe, loading, len(cards), table.rules)
    table, more = dealer.run(msgspec.structs.replace(table, shoe=shoe, shuffle=None))
    return table, (*events, _told(shoe, "discards"), *more)


def has_cut_card(table: Table) -> bool:
    """Version 0.1 took a cut card at any table."""
    return table.rules.shoe.kind == "cut-card" or not table.rules.as_read


def show_cut_card(table: Table, _: ShowCutCard) -> CommandOutcome:
    if table.dealing != "physical" or table.shoe.due or not has_cut_card(table):
        why = "a cut card comes out only of a physical shoe that has one, and only once"
        return Refusal(clauses.DEALING, why)
    shoe = msgspec.structs.replace(table.shoe, due=shoes.CUT)
    events: tuple[Event, ...] = (CutCardOut(),)
    shown = msgspec.structs.replace(table, shoe=shoe)
    if table.round is None or shoes.cut_card_was_first(shoe, table.round):
        events += (ShuffleDue(shoe.due),)
    return shown, events


def replace_cards(table: Table, _: ReplaceCards) -> CommandOutcome:
    if not table.damaged:
        return Refusal(DAMAGED, "no damaged card is waiting to be replaced")
    replaced = CardReplacement(table.damaged, done=True)
    return msgspec.structs.replace(table, damaged=0), (replaced,)
