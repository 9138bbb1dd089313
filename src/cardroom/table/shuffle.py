"""A shuffle that the house and the players make together, step by step.

The house commits to an order (`CommitShoe`), the players commit to their contributions
(`CloseContributions`), and the opened contributions rearrange the order as it is loaded
(`LoadShoe`). Each step is recorded before the next begins: a restart continues with the same cards.
"""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.cards import Card
from cardroom.events.shuffle import (
    ContributionsClosed,
    Contributor,
    DiceOpened,
    OpenedContribution,
    ShoeCommitted,
)
from cardroom.fairness import contribution, mixing
from cardroom.play.heads import waiting_for
from cardroom.play.inputs import Dice
from cardroom.play.round import Chance, Refusal, Round
from cardroom.table import clauses
from cardroom.table import shoe as shoes
from cardroom.table.commands import CloseContributions, CommitShoe, LoadShoe
from cardroom.table.shoe import Shoe
from cardroom.table.table import CommandOutcome, Shuffle, Table

NO_DISCARDS: Final = Refusal(
    clauses.SHOE, "there are no discards to shuffle; the floor must declare the round void"
)


def commit_shoe(table: Table, command: CommitShoe) -> CommandOutcome:
    barred = _bars_commitment(table, command)
    if barred is not None:
        return barred
    shuffle = Shuffle(command.order, command.root, command.salts, command.dice)
    commitment = mixing.dice_commitment(command.dice).hex()
    number, size = table.shoe.number + 1, len(command.order)
    return msgspec.structs.replace(table, shuffle=shuffle), (
        ShoeCommitted(number, size, command.root, commitment),
    )


def _bars_commitment(table: Table, command: CommitShoe) -> Refusal | None:
    if table.shuffle is not None:
        return Refusal(clauses.CONTRIBUTIONS, "the house has already committed to an order")
    if table.dealing == "physical":
        return Refusal(clauses.DEALING, "the cards of a physical shoe are shuffled by hand")
    if not shoes.commits(command.order, command.root, command.salts):
        return Refusal(clauses.ROOT, "the root does not match the order and its salts")
    if len(command.dice) != mixing.SECRET_BYTES:
        return Refusal(clauses.DICE, f"the secret of the dice has {mixing.SECRET_BYTES} bytes")
    if table.round is not None and not shoes.rack(table.shoe, table.round):
        return NO_DISCARDS
    return bars_order(table, command.order)


def bars_order(table: Table, order: tuple[Card, ...]) -> Refusal | None:
    """What is wrong with shuffling these cards now; a physical shoe has no known order."""
    physical, round = table.dealing == "physical", table.round
    if round is not None and not shoes.cut_card_was_first(table.shoe, round):
        return _bars_discards(table, round, order)
    if table.bets and not table.shoe.due:
        return Refusal(clauses.NOT_DUE, "bets are open")
    deck = table.rules.deck
    if not physical and not shoes.holds(order, deck):
        return Refusal(clauses.SHOE, f"these are not the {len(deck)} cards of the posted deck")
    return None


def _bars_discards(table: Table, round: Round, order: tuple[Card, ...]) -> Refusal | None:
    """The shoe must have run out where a card is needed."""
    cards, head = shoes.rack(table.shoe, round), round.head
    if not isinstance(head, Chance) or round.returned or (order and table.shoe.next):
        waits = waiting_for(head, table.rules.banking.title)
        return Refusal(clauses.NOT_DUE, f"the round is waiting for {waits}")
    if len(table.shoe) and (table.rules.as_read or not cards):
        return Refusal(clauses.NOT_DUE, f"the shoe still holds {len(table.shoe)} cards")
    if not cards:
        return NO_DISCARDS
    if order and not shoes.holds(order, cards):
        return Refusal(clauses.SHOE, f"these are not the {len(cards)} discards")
    return None


def close_contributions(table: Table, command: CloseContributions) -> CommandOutcome:
    shuffle = table.shuffle
    if shuffle is None or shuffle.contributors is not None:
        return Refusal(clauses.CONTRIBUTIONS, "no contributions are being taken")
    players = [each.player for each in command.contributors]
    strangers = sorted(set(players) - set(table.seats.values()))
    if strangers or len(set(players)) < len(players):
        who = ", ".join(strangers) or "a player named twice"
        return Refusal(clauses.CONTRIBUTIONS, f"each seated player contributes once, not {who}")
    for each in command.contributors:
        modulus = _number(each.modulus)
        if modulus is None or not contribution.acceptable(modulus) or command.squarings < 1:
            return Refusal(clauses.CONTRIBUTIONS, f"{each.player} sent no acceptable modulus")
    closed = msgspec.structs.replace(
        shuffle, contributors=command.contributors, squarings=command.squarings
    )
    return msgspec.structs.replace(table, shuffle=closed), (
        ContributionsClosed(table.shoe.number + 1, command.contributors, command.squarings),
    )


def mixed(
    shuffle: Shuffle, opened: tuple[OpenedContribution, ...], known: str = ""
) -> Shoe | Refusal:
    """The order as it will be dealt, in a shoe that is not yet counted or cut.

    `known` is the seed where a name that it was made with is erased.
    """
    if shuffle.contributors is None:
        return Refusal(clauses.CONTRIBUTIONS, "contributions are still being taken")
    if [each.player for each in opened] != [each.player for each in shuffle.contributors]:
        return Refusal(clauses.CONTRIBUTIONS, "every contribution must be opened, in order")
    for each, by in zip(opened, shuffle.contributors, strict=True):
        if not _proved(each, by, shuffle.squarings):
            return Refusal(clauses.CONTRIBUTIONS, f"{each.player}'s modulus gives another value")
    values = [(each.player, bytes.fromhex(each.value)) for each in opened]
    made = mixing.mixing_seed(bytes.fromhex(shuffle.root), values)
    seed = bytes.fromhex(known) if known else made
    dealt = mixing.permutation(seed, len(shuffle.order))
    order = tuple(shuffle.order[position] for position in dealt)
    return Shoe(
        order,
        root=shuffle.root,
        salts=shuffle.salts,
        seed=seed,
        contributors=shuffle.contributors,
        opened=opened,
        squarings=shuffle.squarings,
        dice=shuffle.dice,
    )


def _proved(opened: OpenedContribution, by: Contributor, squarings: int) -> bool:
    """A value without a prime was found by squaring; the audit squares again."""
    modulus, value = _number(by.modulus), opened.value
    if not opened.prime:
        return len(value) == 64 and _number(value) is not None
    prime = _number(opened.prime)
    if modulus is None or prime is None:
        return False
    found = contribution.opened(modulus, prime, squarings)
    return found is not None and found.hex() == value


def thrown(table: Table, entry: Dice) -> tuple[Shoe, DiceOpened] | Refusal | None:
    """The shoe after its dice were thrown, and what proves them; None for dice of other origin."""
    shoe, round = table.shoe, table.round
    if not shoe.dice or table.dealing != "automatic":
        return None
    if round is None or not isinstance(round.head, Chance):
        return None
    if entry.dice != next_dice(shoe, round.head.dice):
        return Refusal(clauses.DICE, "these are not the dice that were committed to")
    proof = DiceOpened(shoe.number, shoe.dice.hex(), shoe.throws)
    return msgspec.structs.replace(shoe, throws=shoe.throws + 1), proof


def next_dice(shoe: Shoe, count: int) -> tuple[int, ...]:
    """Of a shoe that was committed to, which has a seed even if nobody contributed to it."""
    return mixing.dice(shoe.dice, shoe.seed, shoe.throws, count)


def committed_order(shoe: Shoe) -> tuple[Card, ...]:
    """The order that the root of a loaded shoe commits to."""
    places = mixing.permutation(shoe.seed or mixing.NO_SEED, len(shoe.order))
    cards = dict(zip(places, shoe.order, strict=True))
    return tuple(cards[position] for position in range(len(places)))


def committed_position(shoe: Shoe, dealt: int) -> int:
    """Where the card dealt in a place lay in the order that the house committed to."""
    return mixing.permutation(shoe.seed or mixing.NO_SEED, len(shoe.order))[dealt]


def _number(text: str) -> int | None:
    try:
        return int(text, 16)
    except ValueError:
        return None


def loading(table: Table, command: LoadShoe) -> Shoe | Refusal:
    """The cards that a command loads: its own, or those that were committed to, mixed."""
    round, held = table.round, len(table.shoe)
    if round is not None and table.dealing != "physical" and not shoes.rack(table.shoe, round):
        if not held or not table.rules.as_read:
            return NO_DISCARDS
        if not shoes.cut_card_was_first(table.shoe, round):
            return Refusal(clauses.NOT_DUE, f"the shoe still holds {held} cards")
    given = command.order, command.root, command.salts
    if table.shuffle is not None:
        if any(given):
            return Refusal(clauses.CONTRIBUTIONS, "the house has already committed to an order")
        return mixed(table.shuffle, command.opened, command.seed)
    if command.opened:
        return Refusal(clauses.CONTRIBUTIONS, "no contributions were taken")
    if (table.dealing == "physical") == bool(command.order):
        return Refusal(clauses.DEALING, "give the order of the cards, except for a physical shoe")
    if (command.root or command.salts) and not shoes.commits(*given):
        return Refusal(clauses.ROOT, "the root does not match the order and its salts")
    return Shoe(command.order, root=command.root, salts=command.salts)
