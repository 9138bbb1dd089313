"""The shoe of a table: its cards, the cards dealt, and when to shuffle."""

from __future__ import annotations

from collections import Counter

import msgspec

from cardroom.cards import Card, Deck
from cardroom.events.shuffle import Contributor, OpenedContribution
from cardroom.fairness import SALT_BYTES, Commitment, commit
from cardroom.places import BURN, DISCARD
from cardroom.play.inputs import Intervene
from cardroom.play.rewind import without
from cardroom.play.round import Round
from cardroom.rules.ruleset import Ruleset, ShoeRule


class Shoe(msgspec.Struct, frozen=True, gc=False):
    """`order` is empty for real cards, which a dealer names as they come."""

    order: tuple[Card, ...] = ()
    size: int = 0
    dealt: int = 0
    cut: int | None = None
    """The number of cards before the cut card."""
    root: str = ""
    number: int = 0
    """The number of this shuffle, from 1."""
    rounds: int = 0
    """Rounds since the last full shuffle."""
    discards: tuple[Card, ...] = ()
    due: str = "new shoe"
    """Why all cards must be shuffled before the next round; empty if not due."""
    salts: bytes = b""
    seed: bytes = b""
    """The seed from the players' contributions, which mixes the order; empty without any."""
    contributors: tuple[Contributor, ...] = ()
    opened: tuple[OpenedContribution, ...] = ()
    squarings: int = 0
    dice: bytes = b""
    """The secret of the dice thrown with this shoe; empty for other dice."""
    throws: int = 0

    def __len__(self) -> int:
        """None are left where a dealer has named more real cards than the shoe had."""
        return max(0, self.size - self.dealt)

    @property
    def next(self) -> Card | None:
        return self.order[self.dealt] if self.dealt < len(self.order) else None

    @property
    def rounds_since_shuffle(self) -> int:
        return 0 if self.due in FULL else self.rounds

    @property
    def cut_is_out(self) -> bool:
        return self.cut is not None and self.dealt > self.cut


NEW, SETUP, CUT, NO_CUT, EACH, RETURNED, RAN_OUT = (
    "new shoe",
    "new set-up",
    "cut card",
    "no cut card was put in",
    "shuffled for each round",
    "cards go back into the shuffler",
    "the shoe ran out",
)
FULL = frozenset({NEW, SETUP, CUT, NO_CUT, EACH, RAN_OUT})
"""A continuous shuffler is never fully shuffled after loading."""


def loaded(old: Shoe, rule: ShoeRule, cards: Shoe, size: int) -> Shoe:
    """A full shoe, before its first card."""
    cut = size - rule.behind if rule.kind == "cut-card" else None
    rounds = old.rounds if old.due == RETURNED else 0
    return msgspec.structs.replace(
        cards, size=size, cut=cut, number=old.number + 1, rounds=rounds, due=""
    )


def reloaded(old: Shoe, cards: Shoe, size: int, rules: Ruleset) -> Shoe:
    """The discards, shuffled in the middle of a round. They are the shoe of later rounds too, until
    the cut card, which lies where the house puts it in a shoe of that size."""
    due, cut = RAN_OUT, None
    if rules.as_read:
        due, cut = "", size - size * rules.shoe.behind // len(rules.deck)
        cut = cut if rules.shoe.kind == "cut-card" else None
    return msgspec.structs.replace(
        cards, size=size, cut=cut, number=old.number + 1, rounds=old.rounds, due=due
    )


def after_round(shoe: Shoe, rule: ShoeRule, round: Round) -> Shoe:
    due = shoe.due
    if not due:
        match rule.kind:
            case "each-round":
                due = EACH
            case "continuous":
                due = RETURNED
            case _:
                # Exactly at the cut card: it would be the first card of the next round.
                at_cut = shoe.cut is not None and shoe.dealt >= shoe.cut
                due = CUT if at_cut else _reported(round)
    discards = shoe.discards + _out(round)
    return msgspec.structs.replace(shoe, rounds=shoe.rounds + 1, discards=discards, due=due)


def _out(round: Round) -> tuple[Card, ...]:
    """The cards that a round has brought out of the shoe, less those that were shuffled again."""
    again = [card for place in round.reshuffled for card in round.at(place)]
    return without(round.drawn + round.returned, again)


REPORTED = {"shuffle-missed": CUT, "cut-card-missing": NO_CUT}
"""What the floor may have noticed in the middle of a round."""


def _reported(round: Round) -> str:
    kinds = [entry.kind for entry in round.inputs if isinstance(entry, Intervene)]
    return next((REPORTED[kind] for kind in kinds if kind in REPORTED), "")


def cut_card_was_first(shoe: Shoe, round: Round) -> bool:
    """Whether the cut card came out before the first card of the round: all cards are shuffled at
    once, and the round begins with the new shoe."""
    return not round.inputs and shoe.due == CUT and round.rules.as_read


def rack(shoe: Shoe, round: Round) -> tuple[Card, ...]:
    """The cards that can be shuffled again in the middle of a round: the discard rack."""
    racked = round.racked | ({BURN, DISCARD} if round.rules.as_read else set())
    collected = (card for place in sorted(racked - round.reshuffled) for card in round.at(place))
    return (*shoe.discards, *collected)


def holds(order: tuple[Card, ...], cards: Deck | tuple[Card, ...]) -> bool:
    return Counter(order) == Counter(cards)


def commitment(order: tuple[Card, ...], salts: bytes) -> Commitment:
    """The commitment that a root was published of; `ValueError` if the salts do not fit."""
    cut = [salts[i : i + SALT_BYTES] for i in range(0, len(salts), SALT_BYTES)]
    return commit(order, cut)


def commits(order: tuple[Card, ...], root: str, salts: bytes) -> bool:
    """Whether the root, in hex, is the root of this order."""
    try:
        return commitment(order, salts).root.hex() == root
    except ValueError:
        return False
