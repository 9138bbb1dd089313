"""The cards of a committed shoe that a viewer saw in a round, and the file that proves them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from cardroom import games
from cardroom.cards import Card, Deck
from cardroom.events import Event, Intervened, sees
from cardroom.fairness import document, mixing, open_card
from cardroom.places import DISCARD
from cardroom.play.inputs import Dice, Draw, Intervene, RoundInput
from cardroom.play.irregularities import SHUFFLES
from cardroom.play.round import Round
from cardroom.play.views import RAIL
from cardroom.table.journal import TableStep
from cardroom.table.shoe import Shoe, commitment
from cardroom.table.shuffle import committed_order, committed_position


class ShoePosition(msgspec.Struct, frozen=True):
    """Where a card lay: the number of its shoe in the round, and its position there, from 0."""

    shoe: int
    position: int


class ShownShoe(msgspec.Struct, frozen=True):
    """A shoe that a round was dealt from, and the positions a viewer has seen."""

    shoe: Shoe
    positions: tuple[int, ...]
    dice: tuple[int, ...] = ()
    """The dice thrown in the round with this shoe."""


def proof(shown: ShownShoe, deck: Deck) -> document.OpeningsFile:
    """The file that proves what was seen: each card where the house had put it, and the mix."""
    shoe = shown.shoe
    house = commitment(committed_order(shoe), shoe.salts)
    openings = tuple(
        document.written(open_card(house, committed_position(shoe, dealt)), dealt)
        for dealt in shown.positions
    )
    return document.OpeningsFile(
        shoe.root,
        shoe.size,
        openings,
        deck if len(deck) == shoe.size else None,
        document.Mix(shoe.seed.hex(), shoe.squarings, _contributions(shoe)) if shoe.seed else None,
        _dice(shoe, shown.dice) if shown.dice and shoe.dice else None,
    )


def _contributions(shoe: Shoe) -> tuple[document.Contribution, ...]:
    pairs = zip(shoe.contributors, shoe.opened, strict=True)
    return tuple(
        document.Contribution(by.player, by.modulus, opened.value, opened.prime)
        for by, opened in pairs
    )


def _dice(shoe: Shoe, values: tuple[int, ...]) -> document.DiceProof:
    committed = mixing.dice_commitment(shoe.dice).hex()
    return document.DiceProof(committed, shoe.dice.hex(), shoe.throws - 1, values)


def shown(steps: Sequence[TableStep], audiences: frozenset[str] = RAIL) -> tuple[ShownShoe, ...]:
    """What these audiences saw of each shoe of a round, by its entries in the journal."""
    shoes = list(_shoes(steps))
    last = next(step.after.round for step in reversed(steps) if step.after.round is not None)
    walk = _Walk(shoes, audiences)
    assert last.origin is not None, "a round of a table began with bets"
    for move in games.moves(last.origin, last.inputs):
        walk.follow(*move)
    return tuple(
        ShownShoe(
            _last(steps, shoe),
            tuple(sorted(each.position for each in walk.seen if each.shoe == number)),
            walk.dice.get(number, ()),
        )
        for number, shoe in enumerate(shoes)
    )


def _last(steps: Sequence[TableStep], shoe: Shoe) -> Shoe:
    """The shoe with all its dice thrown."""
    same = [step.after.shoe for step in steps if step.after.shoe.number == shoe.number]
    return msgspec.structs.replace(shoe, throws=same[-1].throws if same else shoe.throws)


def _shoes(steps: Sequence[TableStep]) -> Iterator[Shoe]:
    """The shoe at no more bets, and those that were loaded in the middle of the round."""
    first = steps[0].before
    assert first is not None, "a table is opened before its first round"
    yield first.shoe
    number = first.shoe.number
    for step in steps:
        if step.after.shoe.number != number and step.after.round is not None:
            number = step.after.shoe.number
            yield msgspec.structs.replace(step.after.shoe, dealt=0)


class _Walk:
    """Follows every card from its position in the shoe across the table.

    Two aces of spades look alike, and one of them may be a card that nobody saw: so it is not
    enough to know which cards were shown.
    """

    def __init__(self, shoes: Sequence[Shoe], audiences: frozenset[str]) -> None:
        self.shoes, self.audiences = shoes, audiences
        self.shoe, self.cursor = 0, shoes[0].dealt
        self.at: dict[str, list[ShoePosition]] = {}
        self.drawn: list[ShoePosition] = []
        self.waiting: list[ShoePosition] = []
        """Cards put back, which are dealt before the shoe's next one."""
        self.past: list[tuple[dict[str, list[ShoePosition]], list[ShoePosition]]] = [({}, [])]
        """By number of inputs: the cards at each place, and the cards that had left the shoe."""
        self.seen: set[ShoePosition] = set()
        self.dice: dict[int, tuple[int, ...]] = {}
        """The last throw with each shoe."""

    def card(self, place: ShoePosition) -> Card:
        return self.shoes[place.shoe].order[place.position]

    def follow(
        self, before: Round, entry: RoundInput, after: Round, events: Iterable[Event]
    ) -> None:
        if isinstance(entry, Intervene) and entry.kind == "rewind":
            self._rewind(entry.to, after)
        else:
            self._arrange(after, self._take(before, entry, after, events))
        lying = {place: list(cards) for place, cards in self.at.items()}
        self.past.append((lying, list(self.drawn)))
        for place, cards in after.cards.items():
            seen = zip(self.at[place], cards, strict=True)
            self.seen.update(each for each, dealt in seen if sees(dealt.seen, self.audiences))

    def _take(
        self, before: Round, entry: RoundInput, after: Round, events: Iterable[Event]
    ) -> list[ShoePosition]:
        """The cards this input adds to the table."""
        moved = len(after.drawn) - len(before.drawn)
        out = moved + len(after.returned) - len(before.returned)
        fresh = [ShoePosition(self.shoe, self.cursor + n) for n in range(out)]
        self.cursor += out
        if isinstance(entry, Dice):
            self.dice[self.shoe] = entry.dice
        if isinstance(entry, Draw):
            came = (self.waiting + fresh)[:moved]
            self.waiting = self.waiting[moved:]
            self.drawn += came
            return came
        told = [each for each in events if isinstance(each, Intervened)]
        if any(each.card is not None and sees(each.seen, self.audiences) for each in told):
            self.seen.update(fresh)
        if isinstance(entry, Intervene) and entry.kind == SHUFFLES:
            self.shoe, self.cursor = self.shoe + 1, 0
        if moved:
            self.drawn += fresh
            return fresh
        self.waiting = fresh + self.waiting
        return []

    def _arrange(self, after: Round, came: list[ShoePosition]) -> None:
        """Place the cards as the round has them now: most do not move."""
        wanted = {place: [dealt.card for dealt in pile] for place, pile in after.cards.items()}
        loose, arranged = list(came), {}
        for place, lying in self.at.items():
            cards = wanted.get(place, [])
            kept = _common(cards, [self.card(each) for each in lying])
            arranged[place] = lying[:kept]
            loose += lying[kept:]
        self.at = {}
        for place, cards in wanted.items():
            self.at[place] = arranged.get(place, [])
            for card in cards[len(self.at[place]) :]:
                self.at[place].append(self._pick(card, loose))

    def _rewind(self, to: int, after: Round) -> None:
        """What came out since then waits to be dealt again; removed cards stay removed."""
        lying, drawn = self.past[to]
        old = {each for pile in lying.values() for each in pile}
        removed = [each for each in self.at.get(DISCARD, ()) if each not in old]
        gone = {*drawn, *removed}
        back = [each for each in self.drawn + self.waiting if each not in gone]
        self.drawn = drawn + removed
        self.waiting = [self._pick(card, back) for card in after.returned]
        self.at = {place: list(pile) for place, pile in lying.items()}
        self._arrange(after, removed)

    def _pick(self, card: Card, loose: list[ShoePosition]) -> ShoePosition:
        found = next(each for each in loose if self.card(each) is card)
        loose.remove(found)
        return found


def _common(one: Sequence[Card], other: Sequence[Card]) -> int:
    """How many cards two piles have in common from their bottoms."""
    pairs = enumerate(zip(one, other, strict=False))
    different = (number for number, (left, right) in pairs if left is not right)
    return next(different, min(len(one), len(other)))
