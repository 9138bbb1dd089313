"""A side bet: which cards it looks at, and what they pay.

One declaration is played, priced, simulated, fed to a meter and posted on the sign. Its rows stand
from best to least: the first one whose condition holds is paid, and without any the bet loses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm
from operator import getitem, itemgetter
from typing import Final, Literal, NamedTuple

from cardroom.cards import CARDS, Card, Composition, Deck
from cardroom.hands.points import Key
from cardroom.money import LOSE, Odds, Ratio, pays
from cardroom.rules.clauses import Clause
from cardroom.rules.limits import Limits
from cardroom.rules.meter import Terms
from cardroom.rules.paytable import PayTable, Row, Share, show_pays
from cardroom.rules.spots import Need, Spot

Look = Literal[
    "own-first",
    "own-second",
    "own-third",
    "bank-up",
    "bank-second",
    "bank-busts",
    "bank-hand",
    "own-hand",
]
"""What a bet may look at. Conditions are given, in the order of `looks_at`:

the box's first card, its second one, the first card it draws (None if it draws none), the bank's
up card, its second card, whether its final hand busts, or a final hand (`FinalHand`) of the bank or
of the box.
"""
CARD_LOOKS: Final[frozenset[Look]] = frozenset(
    {"own-first", "own-second", "own-third", "bank-up", "bank-second"}
)
Settled = Literal[
    "first-card",
    "second-card",
    "deal",
    "turn",
    "before-play",
    "after-play",
    "main",
    "showdown",
]
"""When it is settled: as soon as the box has that card, after the deal, in the box's turn, before
anybody plays, before the bank plays, together with the main wager, or after the showdown."""

Condition = Callable[..., bool]


class FinalHand(NamedTuple):
    """A hand that takes no more cards, as it was played."""

    cards: tuple[Card, ...]
    key: Key = Key()
    """What it counts in a game of 21."""
    makes: tuple[str, ...] = ()
    """Hands that only the game itself recognizes, by name."""


class SideRow(NamedTuple):
    """A row of the pay table, and the condition for it."""

    name: str
    when: Condition
    pays: Odds | Share
    clause: Clause
    posted: str = ""
    """What it pays as the pay table prints it, if not as "a to b"."""
    words: str = ""
    """What the sign calls it, where its name says too little to a reader."""


class Survival(NamedTuple):
    """A hand of the box must satisfy this, or the bet is lost whatever else happens."""

    when: Callable[[Key], bool]
    lost: Clause
    hands: Literal["any", "first"]
    """Whether any hand of the box, or only its first one, keeps the bet alive."""
    assumed: str
    """What a price assumes that leaves the players' hands out of account."""


class MeterBet(NamedTuple):
    """The progressive meter that a bet feeds, and how it pays."""

    name: str
    """What rounds call it when they feed and read it."""
    terms: Terms
    seed_option: str
    """The game's option that posts the seed, in stakes."""
    chance_options: tuple[str, ...]
    """The game's options that the chance of a jackpot depends on."""
    fixed_awards: Literal["house", "meter"]
    """Who pays the rows that are odds."""
    jackpots: Literal["in-order", "shared"]
    """Several 100% awards in one round: each from the restarted meter, or a part of one."""
    term_options: tuple[str, ...] = ()
    """The game's options that post the terms; none where they are in a file of the house."""
    off: tuple[tuple[str, str], ...] = ()
    """The options, as a house would write them, that take the bet off a table."""


class SideBet(NamedTuple):
    name: str
    """Its spot; a slash sets a group of bets apart from their own names."""
    title: str
    looks_at: tuple[Look, ...]
    rows: tuple[SideRow, ...]
    loses: Clause
    settled: Settled
    order: str = "clockwise"
    table: str = ""
    """The name of its pay table; a bet without one is posted by its odds."""
    head: str = "Hand"
    """What the rows of its pay table are, on the sign."""
    stake: int | None = None
    """The fixed stake, if one is posted."""
    stake_clause: Clause | None = None
    """The clause that posts the stake."""
    limits: Limits | None = None
    main_clause: Clause | None = None
    """The game's own clause that the bet needs the main wager."""
    first_round: Clause | None = None
    """Open only in the first round after a shuffle, by this clause."""
    survives: Survival | None = None
    late: Clause | None = None
    """A bet that comes after the first card is no bet, by this clause."""
    meter: MeterBet | None = None
    kinds: tuple[tuple[int, ...], ...] = ()
    """For each thing it looks at, [card] a number: cards of one number are alike to every row.

    Without it, every card is taken for different.
    """
    hands: Literal["any", "all"] = "any"
    """After a split, a bet on the box's hand is paid the best row of any hand, or the worst one."""
    author: Literal["book", "house"] = "book"
    """Who wrote its rows."""

    def row(self, *seen: object) -> SideRow | None:
        """The row that what it looks at is paid by; None loses."""
        for row in self.rows:
            if row.when(*seen):
                return row
        return None

    def place(self, row: SideRow) -> int:
        """Its position in the pay table, from the top."""
        return [each.name for each in self.rows].index(row.name)

    def of_hands(self, rows: Sequence[SideRow | None]) -> SideRow | None:
        """The row that a box is paid whose hands make these."""
        chosen = min if self.hands == "any" else max
        lost = len(self.rows)
        return chosen(rows, key=lambda row: lost if row is None else self.place(row), default=None)

    def named(self, row: str) -> SideRow:
        return next(each for each in self.rows if each.name == row)

    def owes(self, row: SideRow | None) -> tuple[Ratio, Clause, str]:
        """What a bet that pays odds is owed by a row, per unit of its stake, why, and the row."""
        if row is None:
            return LOSE, self.loses, ""
        assert isinstance(row.pays, Odds), f"{self.name} pays a share of a meter"
        return pays(row.pays), row.clause, row.name

    @property
    def _needs(self) -> frozenset[Need]:
        if not {"bank-busts", "bank-hand"}.isdisjoint(self.looks_at):
            return frozenset({"bank-final"})
        return frozenset({"bank-second"} if "bank-second" in self.looks_at else ())

    @property
    def spot(self) -> Spot:
        """Where it is bet, what may be staked, and what is posted."""
        odds = [(row, row.pays) for row in self.rows if isinstance(row.pays, Odds)]
        fixed = tuple(Row(row.name, pays) for row, pays in odds)
        shares = tuple((row.name, row.posted or show_pays(row.pays)) for row in self.rows)
        return Spot(
            self.name,
            self.title,
            needs=self._needs,
            limits=self.limits,
            stake=self.stake,
            pays=PayTable(self.table, fixed) if self.table and self.meter is None else None,
            odds="" if self.table else show_pays(self.rows[0].pays),
            meter="" if self.meter is None else self.meter.name,
            rows=() if self.meter is None else shares,
            head=self.head,
            needs_main=True,
        )


def kinds(deck: Deck | Composition) -> Iterator[tuple[Card, int]]:
    """Each different card, and how many of it the deck has."""
    if isinstance(deck, Composition):
        yield from ((card, count) for card, count in zip(CARDS, deck.counts, strict=True) if count)
        return
    yield from ((card, deck.holds(card)) for card in CARDS if deck.holds(card))


class WeightedDeal(NamedTuple):
    """Cards that a bet looks at, in how many ways they come from a full shoe, and their row.

    Each card stands for all that are alike.
    """

    cards: tuple[Card, ...]
    ways: int
    row: SideRow | None


def deals(
    bet: SideBet, deck: Deck | Composition, apart: Callable[[Card], Hashable] = lambda _: None
) -> Iterator[WeightedDeal]:
    """Every deal to a bet that looks at cards only; `apart` tells further cards apart.

    Cards that others get change nothing, so the cards it looks at are the first ones of the shoe;
    a third card is dealt here as if it were always drawn.
    """
    row = row_by_kind(bet)
    for drawn, ways in drawn_from(deck, card_kinds(bet, apart)):
        yield WeightedDeal(drawn, ways, row(*drawn))


def row_by_kind(bet: SideBet) -> Callable[..., SideRow | None]:
    """`bet.row` of a bet that looks at cards only, asked once for all cards that are alike to it.

    There are a million deals, but few kinds of them.
    """
    assert CARD_LOOKS.issuperset(bet.looks_at), f"{bet.name} looks at more than cards"
    numbers = bet.kinds or (range(len(CARDS)),) * len(bet.looks_at)
    kind_of = [{None: -1, **dict(zip(CARDS, each, strict=True))} for each in numbers]
    found: dict[tuple[int, ...], SideRow | None] = {}

    def row(*cards: Card | None) -> SideRow | None:
        kind = tuple(map(getitem, kind_of, cards))
        if kind not in found:
            found[kind] = bet.row(*cards)
        return found[kind]

    return row


def card_kinds(
    bet: SideBet, apart: Callable[[Card], Hashable] = lambda _: None
) -> tuple[tuple[Hashable, ...], ...]:
    """For each thing the bet looks at, [card] what tells cards apart there."""
    numbers = bet.kinds or (tuple(range(len(CARDS))),) * len(bet.looks_at)
    return tuple(
        tuple((number, apart(card)) for number, card in zip(each, CARDS, strict=True))
        for each in numbers
    )


def drawn_from(
    deck: Deck | Composition, kinds_at: Sequence[Sequence[Hashable]]
) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Cards for each place, one for all that are alike there, and in how many ways they come.

    Places at which more cards are told apart are filled first, so that it is always known which
    kind of a later place a card is gone from.
    """
    if not kinds_at:
        return iter([((), 1)])
    held = [(card, count) for card, count in kinds(deck) if count]
    order = sorted(range(len(kinds_at)), key=lambda place: -len(set(kinds_at[place])))
    marks = [
        {card: tuple(kinds_at[later][card.index] for later in order[turn:]) for card, _ in held}
        for turn in range(len(order))
    ]
    groups = [_grouped(held, mark) for mark in marks]
    firsts = [[card for card, _ in group.values()] for group in groups]
    numbers = [[number for _, number in group.values()] for group in groups]
    group_of = [
        {card: list(group).index(mark[card]) for card, _ in held}
        for group, mark in zip(groups, marks, strict=True)
    ]
    last = len(order) - 1
    in_place = itemgetter(*(order.index(place) for place in range(len(order)))) if last else tuple

    def fill(
        turn: int, drawn: tuple[Card, ...], ways: int
    ) -> Iterator[tuple[tuple[Card, ...], int]]:
        left = numbers[turn].copy()
        for gone in drawn:
            left[group_of[turn][gone]] -= 1
        for card, number in zip(firsts[turn], left, strict=True):
            if not number:
                continue
            if turn == last:
                yield in_place((*drawn, card)), ways * number
            else:
                yield from fill(turn + 1, (*drawn, card), ways * number)

    return fill(0, (), 1)


def _grouped(
    held: Sequence[tuple[Card, int]], mark: Mapping[Card, Hashable]
) -> dict[Hashable, tuple[Card, int]]:
    """Each kind, a card of it, and how many there are."""
    found: dict[Hashable, tuple[Card, int]] = {}
    for card, count in held:
        first, number = found.get(mark[card], (card, 0))
        found[mark[card]] = (first, number + count)
    return found


@lru_cache(maxsize=64)
def chances(bet: SideBet, deck: Deck | Composition) -> Mapping[str, Fraction]:
    """The chance of each row of a bet that looks at cards only; the rest is lost."""
    found = dict.fromkeys((row.name for row in bet.rows), 0)
    for deal in deals(bet, deck):
        if deal.row is not None:
            found[deal.row.name] += deal.ways
    every = perm(len(deck), len(bet.looks_at))
    return {name: Fraction(ways, every) for name, ways in found.items()}


def net(row: SideRow | None, meter: Fraction = Fraction(0)) -> Fraction:
    """What a unit on the bet wins or loses by a row; `meter` is what its meter shows, in stakes."""
    if row is None:
        return Fraction(-1)
    match row.pays:
        case Odds():
            return Fraction(row.pays.pays, row.pays.per)
        case Share():
            return meter * row.pays.part - 1


def edge(bet: SideBet, rows: Mapping[str, Fraction]) -> Fraction:
    """What the bank keeps of a unit on a bet that pays odds, by the chance of each row."""
    returned = (chance * (1 + net(bet.named(row))) for row, chance in rows.items())
    return 1 - sum(returned, Fraction(0))
