"""Random hands of poker: any game, betting, blinds, stacks, answers, as Hypothesis draws them."""

from __future__ import annotations

import random
from typing import NamedTuple

from hypothesis import strategies as st

from cardroom import games
from cardroom.cards import Deck
from cardroom.events import Event
from cardroom.games.poker import forced
from cardroom.games.poker.state import state_of
from cardroom.play.betting import Betting, close
from cardroom.play.inputs import Answer, Draw, Intervene, Lapse, Proceed, RoundInput
from cardroom.play.round import Ask, Await, Chance, DealerStep, Facts, Refusal, Round
from cardroom.play.time_fee import HALF_HOURS
from cardroom.rules.ruleset import Ruleset


class Plan(NamedTuple):
    game: str
    options: dict[str, str]
    stacks: dict[int, int]
    """Seat to units of half a dollar, the least chip."""
    button: int
    missed: dict[int, str]
    half_hours: int
    seed: int
    choices: tuple[int, ...]
    irregularity: int | None = None
    """At which input somebody intervenes."""

    @property
    def rules(self) -> Ruleset:
        given = dict(self.options)
        if given["betting"] == "limit" and given["collection"] == "option-2":
            given["collection"] = "option-1"
        return games.ruleset(self.game, given)

    def betting(self) -> Betting:
        figures = {HALF_HOURS: self.half_hours}
        for seat, which in self.missed.items():
            if which in ("big", "both"):
                figures[f"{forced.POSTS_BIG}{seat}"] = 1
            if which in ("small", "both"):
                figures[f"{forced.POSTS_SMALL}{seat}"] = 1
        return Betting(
            self.rules,
            {f"p{seat}": units * 50 for seat, units in self.stacks.items()},
            Facts(button=self.button, figures=figures),
            seats={seat: f"p{seat}" for seat in sorted(self.stacks)},
        )


class Step(NamedTuple):
    entry: RoundInput
    round: Round
    events: tuple[Event, ...]


class History(NamedTuple):
    opening: Round
    events: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def last(self) -> Round:
        return self.steps[-1].round if self.steps else self.opening

    @property
    def all_events(self) -> list[Event]:
        return [*self.events, *(event for step in self.steps for event in step.events)]


_SEATS = st.integers(1, 10)
_UNITS = st.one_of(st.integers(1, 12), st.integers(1, 400))


def plans(*, irregularities: bool = False) -> st.SearchStrategy[Plan]:
    return st.builds(
        Plan,
        game=st.sampled_from(("texas-holdem", "omaha", "omaha-hi-lo")),
        options=st.fixed_dictionaries(
            {
                "betting": st.sampled_from(("limit", "no-limit")),
                "blinds": st.sampled_from(("none", "2", "1/2", "0.50/1")),
                "ante": st.sampled_from(("none", "none", "0.50")),
                "ante_from": st.sampled_from(("everyone", "big-blind")),
                "collection": st.sampled_from(("option-1", "option-2", "option-3", "none")),
                "smallest_chip": st.sampled_from(("0.50", "0.01")),
                "short_all_ins": st.sampled_from(("alone", "together")),
                "shows_first": st.sampled_from(("hand", "last-round")),
                "winner_shows": st.sampled_from(("never", "may")),
            }
        ),
        stacks=st.dictionaries(_SEATS, _UNITS, min_size=2, max_size=10),
        button=_SEATS,
        missed=st.dictionaries(_SEATS, st.sampled_from(("big", "small", "both")), max_size=2),
        half_hours=st.integers(0, 1),
        seed=st.integers(0, 2**32),
        choices=st.binary(min_size=20, max_size=60).map(tuple),
        irregularity=st.integers(0, 60) if irregularities else st.none(),
    )


def play(plan: Plan) -> History:
    """Every answer is one of what is offered; bytes choose it, so every plan is a legal hand."""
    closed = close(plan.betting(), games.family(plan.rules))
    assert not isinstance(closed, Refusal), str(closed)
    opening, first = closed
    rng = random.Random(plan.seed)
    cards = list(Deck(1))
    rng.shuffle(cards)
    shoe = iter(cards)
    steps: list[Step] = []
    round, answers = opening, 0
    while not round.over:
        entry: RoundInput
        match round.head:
            case Chance():
                entry = Draw(round.returned[0] if round.returned else next(shoe))
            case DealerStep():
                entry = Proceed()
            case Await(asks=asks):
                byte = plan.choices[answers % len(plan.choices)]
                entry = choose(asks[0], byte, rng)
                answers += 1
            case _:
                raise AssertionError(round.head)
        if plan.irregularity == len(steps):
            entry = intervention(round, rng)
        applied = games.apply(round, entry)
        if isinstance(applied, Refusal):
            assert isinstance(entry, Intervene), str(applied)
            plan = plan._replace(irregularity=None)
            continue
        round, events = applied
        steps.append(Step(entry, round, events))
    return History(opening, first, tuple(steps))


def choose(ask: Ask, byte: int, rng: random.Random) -> RoundInput:
    if byte < 10:
        return Lapse(ask.box)
    raising = ask.option("raise") or ask.option("bet")
    if raising is not None and byte < 90:
        assert raising.least is not None
        assert raising.most is not None
        steps = (raising.most - raising.least) // raising.step
        amount = raising.least + rng.choice((0, 0, rng.randint(0, steps), steps)) * raising.step
        return Answer(ask.box, raising.verb, amount=amount)
    verbs = [option.verb for option in ask.options if option.least is None]
    verb = "fold" if byte < 120 and "fold" in verbs else verbs[0]
    return Answer(ask.box, verb)


def intervention(round: Round, rng: random.Random) -> Intervene:
    kind = rng.choice(("dead-hand", "misdeal", "void-round", "rewind"))
    to = rng.randrange(max(1, len(round.inputs)))
    return Intervene(kind, rng.choice(list(round.players)), to=to)


def money(round: Round) -> int:
    """Every chip: in stacks, in the pot, in the drop box (what the pot gave up is not in it)."""
    open_bets = sum(bet.stake for bet in round.bets)
    state = state_of(round)
    fee = state.fee if round.bets else 0
    return sum(round.stacks.values()) + open_bets - fee + round.drop
