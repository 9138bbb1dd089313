"""Random posted games, random shoes, random decisions: rounds for the properties to look at.

A `Plan` is what Hypothesis draws and shrinks; `play` turns it into a `History`, every input with
the round and the events it led to. Decisions are bytes, taken modulo what is on offer, so that
every string of bytes is a legal round.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from hypothesis import strategies as st

from cardroom import games
from cardroom.cards import Card
from cardroom.events import Event
from cardroom.games import registry
from cardroom.places import hand_place
from cardroom.play.betting import Betting, back, close, place, staked
from cardroom.play.family import Family
from cardroom.play.inputs import (
    Answer,
    Dice,
    Draw,
    Figure,
    Intervene,
    Lapse,
    Proceed,
    RoundInput,
)
from cardroom.play.round import (
    Ask,
    Await,
    Chance,
    DealerStep,
    Facts,
    Reading,
    Refusal,
    Round,
    VerbOffer,
)
from cardroom.rules.banking import Bank
from cardroom.rules.collection_option import Collection
from cardroom.rules.options import (
    Amount,
    Amounts,
    Choice,
    OptionFaults,
    OptionSpec,
    Percent,
    PostedOdds,
    Value,
    Whole,
)
from cardroom.rules.own_table import PayRows, is_own
from cardroom.rules.ruleset import Ruleset
from tests.proofs import some_now

STACK = 200_000
OWNERS = ("p0", "p1", "p2", "bank")
GAMES = tuple(registry.games())
SOME = some_now(GAMES, (0, 1, 4, 5, 8, 10, 12))
OTHERS = some_now(GAMES, (2, 3, 6, 7, 9, 11))
"""All games in `make prove`. In every run, one property of a module is looked at in some games, of
every family, and the next one in the others."""
AMOUNTS: Mapping[str, tuple[Value, ...]] = {
    "wager_min": (1, 500),
    "wager_max": (None, 50_000),
    "smallest_chip": (1, 50, 100),
    "legal_limit": (30_000,),
    "max_bet_resume": (None, "5-100", "1-25"),
    "blazing_stake": (100,),
}
EDGES = tuple(game for game in GAMES if "allow_player_edge" in games.ruleset(game).options)
OF_ALL_GAMES = (
    *("rewind", "card-in-error", "face-up-card", "damaged-card", "cut-card-missing"),
    "discards-shuffled",
)


def specs(game: str) -> tuple[OptionSpec, ...]:
    return tuple(games.game(game).catalogue)


def values(spec: OptionSpec) -> tuple[Value, ...]:
    """The values of an option worth trying: all of a choice, the ends and default of a range."""
    match spec.kind:
        case Choice():
            return spec.kind.values
        case Whole():
            return tuple(sorted({spec.kind.least, spec.kind.most, int(spec.default or 0)}))
        case Percent():
            return (0, spec.default, "0.5")
        case Amount() | Amounts():
            return AMOUNTS.get(spec.name, (spec.default,))
        case Collection():
            pots = "pot" in spec.kind.payers
            own = "pot 6 5, 0 1" if pots else "player 20 0.50, above 3; bank 50 1, above 2"
            return (*spec.kind.names, own)
        case PostedOdds():
            return (*spec.kind.values, "7:5")
        case PayRows():
            return (*spec.kind.values, own_table(spec.kind))
        case _:
            # Side bets of a house's own are files: their tests have them.
            return (spec.default,)


def own_table(kind: PayRows) -> str:
    """Every row of a pay table, the last one at even money, or for a dollar."""
    unit = "" if kind.pays == "dollars" else " to 1"
    odds = range(len(kind.rows), 0, -1)
    return "; ".join(f"{row} pays {n}{unit}" for row, n in zip(kind.rows, odds, strict=True))


def as_given(game: str, options: Mapping[str, Value]) -> dict[str, object]:
    """Options as users write them: amounts in dollars."""
    by_name = {spec.name: spec for spec in specs(game)}
    return {name: by_name[name].show(value) for name, value in options.items()}


def posted(game: str, options: Mapping[str, Value]) -> Ruleset:
    """The game with these options, as near as it can be posted.

    Rules that favor the player are confirmed; a no-limit schedule is not for limit games;
    a single deck gets the second joker that a Natural 22 needs; a table of the house's own has no
    rows that the decks cannot deal.
    """
    given = as_given(game, options)
    key = (game, repr(sorted(given.items())))
    if key not in _POSTED:
        _POSTED[key] = _nearest(game, given)
    return _POSTED[key]


_POSTED: Final[dict[tuple[str, str], Ruleset]] = {}
"""A plan asks for its rules again and again; options as text, since True and 1 are equal."""


def _nearest(game: str, given: dict[str, object]) -> Ruleset:
    insisted: dict[str, object] = {"allow_player_edge": True} if game in EDGES else {}
    if game == "no-bust-joker":
        insisted["jokers_per_deck"] = 2
    try:
        return games.ruleset(game, given)
    except OptionFaults:
        given = {name: value for name, value in given.items() if not is_own(value)}
        given.pop("collection", None)
        return games.ruleset(game, {**given, **insisted})


class Plan(NamedTuple):
    game: str
    options: dict[str, Value]
    stakes: dict[int, int]
    """Box to units of the chip; every box belongs to the player of its number modulo three."""
    seed: int
    rich: str
    """Ranks that come first in the shoe, so that pairs and naturals are not rare."""
    choices: tuple[int, ...]
    irregularities: tuple[int, ...] = ()
    """At which inputs somebody intervenes; each number also says how."""
    cover: int = 0
    """How much a player's bank posts, in units."""
    purse: int | None = None
    """Units that everybody has left after the bets; None is more than enough."""

    @property
    def rules(self) -> Ruleset:
        return posted(self.game, self.options)


class Step(NamedTuple):
    entry: RoundInput
    round: Round
    events: tuple[Event, ...]


class History(NamedTuple):
    stacks: dict[str, int]
    """Before the bets were taken."""
    opening: Round
    events: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def last(self) -> Round:
        return self.steps[-1].round if self.steps else self.opening

    def rounds(self) -> Iterator[Round]:
        yield self.opening
        for step in self.steps:
            yield step.round


# Bytes are drawn evenly; lists of integers would be mostly zeros, and every hand would be hit.
_BYTES = st.binary(min_size=12, max_size=40).map(tuple)
_NUMBERS = st.binary(min_size=4, max_size=4).map(lambda four: int.from_bytes(four, "big"))
RICH = ("", "A", "AT", "8", "A8T", "T", "A25", "AKQ6", "A7", "J", "6789")


def plans(irregularities: int = 0, game: str = "blackjack") -> st.SearchStrategy[Plan]:
    """Plans with at most this number of interventions."""
    options = {spec.name: st.sampled_from(values(spec)) for spec in specs(game)}
    return st.builds(
        Plan,
        game=st.just(game),
        options=st.fixed_dictionaries({}, optional=options),
        stakes=st.dictionaries(st.integers(1, 7), st.integers(0, 20), min_size=1, max_size=4),
        seed=st.integers(0, 2**32),
        rich=st.sampled_from(RICH),
        choices=_BYTES,
        irregularities=st.lists(
            _NUMBERS, min_size=min(1, irregularities), max_size=irregularities
        ).map(tuple),
        cover=st.integers(1, 200),
        purse=st.none() | st.integers(0, 30),
    )


def shoe(rules: Ruleset, seed: int, rich: str) -> tuple[Card, ...]:
    """All cards of the deck in a random order; those of the rich ranks among the first thirty."""
    dice = random.Random(seed)
    cards = list(rules.deck)
    dice.shuffle(cards)
    # "J" is jacks and jokers.
    wanted = [card for card in cards if card.text[0] in rich][:20]
    rest = list(cards)
    for card in wanted:
        rest.remove(card)
    front = wanted + rest[:10]
    dice.shuffle(front)
    return tuple(front + rest[10:])


def opening(plan: Plan) -> tuple[dict[str, int], Round, tuple[Event, ...]] | None:
    """Stacks before, and the round after "no more bets"; None if no planned bet may stand."""
    rules = plan.rules
    if rules.family == "poker":
        return _poker(plan, rules, random.Random(plan.seed + 1))
    betting = layout(plan)
    closed = close(betting, games.family(rules))
    return None if isinstance(closed, Refusal) else (dict(betting.stacks), *closed)


def layout(plan: Plan) -> Betting:
    """The planned bets that may stand, before "no more bets"; poker has none."""
    rules = plan.rules
    family = games.family(rules)
    dice = random.Random(plan.seed + 1)
    betting = Betting(
        rules, dict.fromkeys(OWNERS, STACK), Facts(rounds_since_shuffle=dice.randrange(2))
    )
    if rules.banking.limit != "none":
        # The bank has the first box that nobody planned to play.
        box = next(n for n in range(1, 9) if n not in plan.stakes)
        bank = Bank(rules.banking, "bank", posted=plan.cover * rules.limits.chip)
        facts = msgspec.structs.replace(betting.facts, bank_box=box)
        betting = msgspec.structs.replace(betting, bank=bank, facts=facts)
    for box, units in plan.stakes.items():
        betting = _bets(betting, family, box, units, dice)
    if plan.purse is not None:
        left = plan.purse * rules.limits.chip
        stacks = {owner: staked(betting.bets, owner) + left for owner in OWNERS}
        stacks["bank"] += plan.cover * rules.limits.chip
        betting = msgspec.structs.replace(betting, stacks=stacks)
    return betting


def _poker(
    plan: Plan, rules: Ruleset, dice: random.Random
) -> tuple[dict[str, int], Round, tuple[Event, ...]] | None:
    """Two seats or more, each with a stack of its own, some of them short."""
    seats = {box: f"s{box}" for box in sorted({1, 2, *plan.stakes}) if box <= rules.boxes}
    stacks = {
        owner: dice.choice((1, 3, 10, 40, 400)) * dice.randrange(1, 100) * rules.limits.chip
        for owner in seats.values()
    }
    facts = Facts(button=dice.choice(list(seats)))
    closed = close(Betting(rules, stacks, facts, seats=seats), games.family(rules))
    return None if isinstance(closed, Refusal) else (stacks, *closed)


def _bets(betting: Betting, family: Family, box: int, units: int, dice: random.Random) -> Betting:
    """The box's wager, at random some side bets, and at random a bet behind it."""
    owner = f"p{box % 3}"
    tries: list[Betting | Refusal] = []
    for number, spot in enumerate(betting.rules.spots):
        if spot.opens != "before-deal" or (number and dice.randrange(3)):
            continue
        limits = spot.limits or betting.limits
        chip = limits.chip
        stake = (units + -(-limits.least // chip)) * chip
        stake = stake if limits.most is None else min(stake, limits.most)
        tries.append(place(betting, family, box, spot.name, owner, stake))
        betting = tries[-1] if isinstance(tries[-1], Betting) else betting
        if not number:
            follows = (("double", "split"), ("double",), ("split",), ())[dice.randrange(4)]
            behind = back(betting, family, box, f"p{(box + 1) % 3}", stake, follows)
            betting = behind if isinstance(behind, Betting) else betting
    return betting


class Player:
    """Feeds a round its inputs: cards from the shoe, choices from the plan, and irregularities."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.cards = shoe(plan.rules, plan.seed, plan.rich)
        self.dealt = 0
        self.choices = iter(plan.choices)

    def entry(self, round: Round) -> RoundInput:
        head = round.head
        match head:
            case Chance():
                if head.dice:
                    return Dice(tuple(next(self.choices, 0) % 6 + 1 for _ in range(head.dice)))
                if round.returned:
                    return Draw(round.returned[0])
                return Draw(self.cards[self.dealt])
            case DealerStep():
                return Proceed()
            case Await():
                return self.answer(round, head)
            case Reading():
                return Figure(head.name, 12_345)
            case _:
                raise AssertionError(head)

    def answer(self, round: Round, head: Await) -> RoundInput:
        choice = next(self.choices, 0)
        ask = head.asks[choice // 16 % len(head.asks)]
        if choice == 255:
            return Lapse(ask.box)
        option = ask.options[choice % len(ask.options)]
        cards: tuple[Card, ...] = ()
        if option.cards:
            # Two cards in front, which may be foul; now and then one too many.
            hand = round.at(hand_place(ask.box))
            cards = (hand * 2)[choice % 7 :][: 2 + (choice > 240)]
        answer = Answer(ask.box, option.verb, amount=amount_of(option, choice), cards=cards)
        banks = option.cards and ask.box == round.facts.bank_box
        if banks and isinstance(games.apply(round, answer), Refusal):
            # The bank may not foul its hand.
            return Lapse(ask.box)
        return answer

    def took(self, before: Round, after: Round) -> None:
        """An input was accepted: did a card come out of the shoe?"""
        out = len(after.drawn) + len(after.returned)
        self.dealt += out - len(before.drawn) - len(before.returned)

    def next_card(self) -> Card | None:
        return self.cards[self.dealt] if self.dealt < len(self.cards) else None

    def irregularity(self, round: Round, number: int) -> Intervene:
        """An irregularity; which one, and at which box, depends on the number."""
        kinds = (*OF_ALL_GAMES, *games.family(round.rules).interventions(), "void-round")
        kind = kinds[number % len(kinds)]
        number //= len(kinds)
        boxes = sorted(round.players)
        box = boxes[number % len(boxes)]
        card = None
        if kind in ("exposed-card", "boxed-card", "card-in-error", "face-up-card", "damaged-card"):
            lying = [dealt.card for pile in round.cards.values() for dealt in pile]
            # In pai gow the card that was seen is one that lies there already.
            seen = round.rules.family == "pai-gow" and kind in ("exposed-card", "boxed-card")
            card = lying[number % len(lying)] if seen and lying else self.next_card()
        return Intervene(
            kind,
            box=0 if kind in ("void-round", "rewind") else box,
            hand=number // 7 % 3 if kind == "void-hand" else 0,
            card=card,
            boxes=(box,) if kind == "exposed-card" and number % 2 else (),
            to=number % (len(round.inputs) or 1) if kind == "rewind" else 0,
        )


def amount_of(option: VerbOffer, choice: int) -> int | None:
    """An amount within an option's range."""
    if option.least is None or option.most is None:
        return None
    steps = (option.most - option.least) // option.step
    return option.least + choice % (steps + 1) * option.step


Begun = tuple[dict[str, int], Round, tuple[Event, ...]]


def play(plan: Plan, watch: Callable[[Step], None] = lambda step: None) -> History | None:
    """The whole round, with the planned irregularities where they are accepted."""
    begun = opening(plan)
    return None if begun is None else play_on(plan, begun, watch)


def play_on(plan: Plan, begun: Begun, watch: Callable[[Step], None] = lambda step: None) -> History:
    stacks, first, events = begun
    round = first
    player = Player(plan)
    steps: list[Step] = []
    irregularities = {number % 24: number // 24 for number in plan.irregularities}
    while True:
        tries: list[RoundInput] = []
        if len(steps) in irregularities:
            tries.append(player.irregularity(round, irregularities.pop(len(steps))))
        if not round.over:
            tries.append(player.entry(round))
        if not tries:
            # What can still go wrong after the end is tried once the round is over.
            if not irregularities:
                return History(stacks, first, events, tuple(steps))
            tries.append(player.irregularity(round, irregularities.pop(min(irregularities))))
        for entry in tries:
            applied = games.apply(round, entry)
            if isinstance(applied, Refusal):
                assert isinstance(entry, Intervene), f"{entry} was on offer: {applied}"
                continue
            player.took(round, applied[0])
            round, more = applied
            steps.append(Step(entry, round, more))
            watch(steps[-1])
            break


def fingerprint(round: Round) -> tuple[Any, ...]:
    """All of a round but how it came about; mappings by content, so that a change shows."""
    return (
        dict(round.players),
        dict(round.stacks),
        round.bets,
        round.settled,
        round.bank,
        {place: pile for place, pile in round.cards.items() if pile},
        round.state,
        round.agenda,
        round.head,
        round.drop,
        round.racked,
        round.reshuffled,
        round.void,
        round.next_bet,
    )


def asks_of(round: Round) -> tuple[Ask, ...]:
    return round.head.asks if isinstance(round.head, Await) else ()
