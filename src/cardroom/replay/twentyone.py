"""A simulated round, dealt again card by card by the engine.

It stands above both: `play` and the odds do not know each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from cardroom import games
from cardroom.analysis.twentyone.simulator.policy import Hands, Script, card_values, pair_values
from cardroom.cards import Card, CardError, Stream, shuffled
from cardroom.events import Event
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.games.twentyone.engine.state import state_of
from cardroom.hands.points import DEALT, MIXED, Key
from cardroom.model import Tables
from cardroom.model.course import open_rounds
from cardroom.model.ranks import RANKS
from cardroom.model.verbs import VERBS, Stance
from cardroom.play.betting import Betting, close, place
from cardroom.play.inputs import Answer, Draw, Figure, Proceed, RoundInput
from cardroom.play.round import Ask, Await, Chance, DealerStep, Facts, Reading, Refusal, Round
from cardroom.replay.seated import BANKER, STACK
from cardroom.rules.banking import Bank
from cardroom.rules.meter import seeded
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

PLAYER: Final = "player"


class Entry(NamedTuple):
    """One input of the round, and what came of it."""

    entry: RoundInput
    round: Round
    events: tuple[Event, ...]


class Replayed(NamedTuple):
    opening: tuple[Event, ...]
    entries: tuple[Entry, ...]
    net: tuple[int, ...]
    """What each box won, in the simulator's units."""
    sides: tuple[Mapping[str, Fraction], ...]
    """What the bets beside each box's hand brought, by spot, in their stakes."""

    @property
    def round(self) -> Round:
        return self.entries[-1].round

    @property
    def events(self) -> Iterator[Event]:
        yield from self.opening
        for entry in self.entries:
            yield from entry.events


def cards_of(rules: Ruleset, seed: int, shoe: int, at: int) -> Iterator[Card]:
    """The cards of a simulated shoe from card `at` on; after the last one, those before `at`
    shuffled again."""
    stream = Stream(seed, shoe)
    order = shuffled(tuple(rules.deck), stream.below)
    yield from order[at:]
    yield from shuffled(order[:at], stream.below)


def stake_of(rules: Ruleset, unit: int) -> int:
    """A wager at which every payment is exact: the simulator knows no rounding."""
    chip = max(rules.limits.chip, policies(rules).rounding.chip)
    step = lcm(2 * rules.limits.chip, unit * chip)
    stake: int = -(-max(rules.limits.least, 500) // step) * step
    return stake


class Replay:
    """The engine at a table of one player, who does what the script says."""

    def __init__(
        self,
        rules: Ruleset,
        tables: Tables,
        script: Script,
        unit: int,
        bets: Sequence[str] = (),
    ) -> None:
        """`bets` are the spots beside the hand that every box bets on, whenever it can."""
        self.rules, self.tables, self.script, self.unit = rules, tables, script, unit
        self.bets = [spot for spot in rules.spots if spot.name in bets]
        self.family = games.family(rules)
        self.stake = stake_of(rules, unit)
        self.meter = None if rules.meter is None else seeded(rules.meter.terms)

    def open(self, boxes: int, rounds_before: int) -> tuple[Round, tuple[Event, ...]]:
        """The round at its first card; `boxes` bet the same."""
        banked = self.rules.banking.limit != "none"
        bank_box = self.rules.boxes if banked else 0
        stacks = {PLAYER: STACK, BANKER: STACK}
        bank = Bank(self.rules.banking, BANKER, STACK // 2) if banked else None
        betting = Betting(self.rules, stacks, Facts(rounds_before, bank_box=bank_box), bank=bank)
        for box in range(1, boxes + 1):
            placed = place(betting, self.family, box, "main", PLAYER, self.stake)
            if isinstance(placed, Refusal):
                raise CardError(str(placed))
            betting = placed
            for spot in self.bets:
                if open_rounds(self.rules, spot)[rounds_before > 0]:
                    betting = self._beside(betting, box, spot)
        closed = close(betting, self.family)
        assert not isinstance(closed, Refusal), str(closed)
        return closed

    def _beside(self, betting: Betting, box: int, spot: Spot) -> Betting:
        """The least stake at which nothing is rounded: posted odds are whole numbers."""
        limits = spot.limits or self.rules.limits
        step = lcm(limits.chip, policies(self.rules).rounding.chip)
        stake = spot.stake or -(-limits.least // step) * step
        placed = place(betting, self.family, box, spot.name, PLAYER, stake)
        if isinstance(placed, Refusal):
            raise CardError(f"{spot.title}: {placed}")
        return placed

    def play(
        self,
        boxes: int,
        cards: Iterator[Card],
        rounds_before: int = 0,
        watch: Callable[[Round, Ask], None] = lambda _, __: None,
    ) -> Replayed:
        round, opening = self.open(boxes, rounds_before)
        entries: list[Entry] = []
        while not round.over:
            entry = self.entry(round, cards, watch)
            applied = games.apply(round, entry)
            assert not isinstance(applied, Refusal), f"{entry}: {applied}"
            round, events = applied
            entries.append(Entry(entry, round, events))
        return Replayed(opening, tuple(entries), self.net(round, boxes), self.sides(round, boxes))

    def net(self, round: Round, boxes: int) -> tuple[int, ...]:
        won, beside = [0] * boxes, {spot.name for spot in self.bets}
        for settled in round.settled:
            if settled.bet.spot not in beside:
                won[settled.bet.box - 1] += settled.net
        assert not any(each * self.unit % self.stake for each in won), "exact to the unit"
        return tuple(each * self.unit // self.stake for each in won)

    def sides(self, round: Round, boxes: int) -> tuple[Mapping[str, Fraction], ...]:
        """What the bets beside each box's hand brought, in their stakes."""
        found: tuple[dict[str, Fraction], ...] = tuple({} for _ in range(boxes))
        for settled in round.settled:
            bet = settled.bet
            if any(spot.name == bet.spot for spot in self.bets):
                found[bet.box - 1][bet.spot] = Fraction(settled.net, bet.stake)
        return found

    def entry(
        self,
        round: Round,
        cards: Iterator[Card],
        watch: Callable[[Round, Ask], None] = lambda _, __: None,
    ) -> RoundInput:
        """What is put in next: a card, the dealer's step, or the script's answer."""
        match round.head:
            case Chance():
                return Draw(next(cards))
            case DealerStep():
                return Proceed()
            case Reading(name=name):
                # In every round the meter shows its seed.
                assert self.meter is not None, f"a simulated round does not read {name}"
                assert name in self.rules.meter_figures, f"a simulated round does not read {name}"
                return Figure(name, self.meter.shows(name))
            case Await(asks=asks):
                watch(round, asks[0])
                return self.answer(round, asks[0])
            case _:
                raise AssertionError(f"a simulated round does not wait for {round.head}")

    # --- what the script says -------------------------------------------------------------------

    def answer(self, round: Round, ask: Ask) -> Answer:
        verb = self.verb(round, ask)
        option = ask.option(verb)
        assert option is not None, f"{verb} is not offered: {ask}"
        return Answer(ask.box, verb, amount=option.most)

    def verb(self, round: Round, ask: Ask) -> str:
        state = state_of(round)
        up = int(self.tables.ups.cls[state.up])
        cards = round.at(f"{ask.box}.{ask.hand}")
        ranks = self.tables.cards.rank[[card.index for card in cards[:2]]]
        match ask.topic:
            case "insurance":
                if ask.option("even-money") and self.script.even_money(ranks, up):
                    return "even-money"
                insures = ask.option("insure") and self.script.insures(ranks, up)
                return "insure" if insures else "decline"
            case "surrender":
                return "surrender" if self.script.early(ranks, up) else "decline"
            case "natural":
                return "stand"
            case "max-bet":
                return "max-bet" if self.script.raises(int(ranks[0]), up) else "decline"
            case _:
                return self._play(round, ask, cards, up)

    def _play(self, round: Round, ask: Ask, cards: tuple[Card, ...], up: int) -> str:
        state = state_of(round)
        hand = state.hand(ask.box, ask.hand)
        stance = Stance(hand.mode.doubled, hand.mode.bets, hand.mode.waived)
        hands = self.hands(hand.key, stance, cards, up, later=ask.hand > 1)
        if ask.option("split") and self.script.splits(hands)[0]:
            return "split"
        return VERBS[int(self.script.verbs(hands)[0])]

    def hands(
        self, key: Key, stance: Stance, cards: tuple[Card, ...], up: int, *, later: bool
    ) -> Hands:
        """The hand as the script knows it."""
        tables, variant = self.tables, 0
        counts = np.bincount(tables.cards.rank[[card.index for card in cards]], minlength=RANKS)
        node = _nodes(tables).get((tuple(counts.tolist()), key._replace(suit=MIXED)), -1)
        if key.origin != DEALT:
            value = int(card_values(tables)[tables.cards.cls[cards[0].index]])
            variant = 1 + 2 * pair_values(tables).index(value) + later
        number, place = _keys(tables)[key], tables.keys.stances.index(stance)
        columns = (variant, node, number, place, up)
        return Hands(*(np.array([column], np.int64) for column in columns))


@lru_cache(maxsize=32)
def _nodes(tables: Tables) -> Mapping[tuple[tuple[int, ...], Key], int]:
    """By their cards and their key, whatever its suit."""
    nodes, keys = tables.nodes, tables.keys.keys
    bags = [tuple(row) for row in nodes.counts.tolist()]
    return {
        (bags[bag], keys[key]._replace(suit=MIXED)): node
        for node, (bag, key) in enumerate(zip(nodes.bag.tolist(), nodes.key.tolist(), strict=True))
    }


@lru_cache(maxsize=32)
def _keys(tables: Tables) -> Mapping[Key, int]:
    return {key: number for number, key in enumerate(tables.keys.keys)}
