"""Rules with one mistake each: a bar or an outcome dropped or negated, a payment changed.

A mutant is a context in which the game is played by the mistaken rule; leaving it, the game is
itself again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple
from unittest import mock

from cardroom import houses
from cardroom.games.twentyone import game as twentyone
from cardroom.games.twentyone.engine import offers as offering
from cardroom.games.twentyone.engine import turns
from cardroom.games.twentyone.engine.game_type import TwentyOneGame
from cardroom.games.twentyone.engine.legality import Bar, Bars
from cardroom.games.twentyone.engine.resolution import FinishedHand, Outcome
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import Key, points, soft
from cardroom.play import betting
from cardroom.play.round import Refusal, VerbOffer
from cardroom.play.settle import LOSE, PUSH, WIN, Ratio
from cardroom.rules.options import Choice, show
from cardroom.rules.ruleset import Ruleset

BLACKJACK = twentyone.GAMES["blackjack"]
RIGHT_PURSE = turns._purse
RIGHT_WAGER = offering._wager


class Mutant(NamedTuple):
    name: str
    """The clause, and the mistake."""
    apply: Callable[[], AbstractContextManager[None]]


def mutants() -> list[Mutant]:
    return [*bars(), *outcomes(), *bank(), *table(), *purse(), *offers(), *options()]


@contextmanager
def playing(game: TwentyOneGame) -> Iterator[None]:
    """Blackjack is this game; what was remembered of the other is forgotten."""
    with mock.patch.dict(twentyone.GAMES, {"blackjack": game}):
        twentyone.POSTED.clear()
        yield
    twentyone.POSTED.clear()


@contextmanager
def patched(target: str, replacement: object) -> Iterator[None]:
    with mock.patch(target, replacement):
        twentyone.POSTED.clear()
        yield
    twentyone.POSTED.clear()


def game_mutant(name: str, **changed: Any) -> Mutant:
    return Mutant(name, lambda: playing(BLACKJACK._replace(**changed)))


def negated(when: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda situation: not when(situation)


def bars() -> Iterator[Mutant]:
    for verb, row in BLACKJACK.bars.items():
        for place, bar in enumerate(row):
            less = row[:place] + row[place + 1 :]
            wrong = (*row[:place], Bar(bar.clause, negated(bar.when)), *row[place + 1 :])
            for how, mistaken in (("dropped", less), ("negated", wrong)):
                changed: Bars = {**BLACKJACK.bars, verb: mistaken}
                yield game_mutant(f"{verb}: {bar.clause.id} {how}", bars=changed)


def outcomes() -> Iterator[Mutant]:
    for when in ("instant", "final"):
        rows: tuple[Outcome, ...] = getattr(BLACKJACK, when)
        for place, row in enumerate(rows):
            for how, mistaken in mistakes(row):
                changed = (*rows[:place], *mistaken, *rows[place + 1 :])
                yield game_mutant(f"{when}: {row.clause.id} {how}", **{when: changed})


def mistakes(row: Outcome) -> Iterator[tuple[str, tuple[Outcome, ...]]]:
    yield "dropped", ()
    yield "negated", (row._replace(when=negated(row.when)),)
    yield "pays the original wager otherwise", (row._replace(pays=_other(row, 0)),)
    yield "pays added money otherwise", (row._replace(pays=_other(row, 1)),)


def _other(row: Outcome, which: int) -> Callable[[FinishedHand], tuple[Ratio, Ratio]]:
    def pays(showdown: FinishedHand) -> tuple[Ratio, Ratio]:
        ratios = list(row.pays(showdown))
        ratios[which] = {WIN: PUSH, PUSH: LOSE}.get(ratios[which], WIN)
        return ratios[0], ratios[1]

    return pays


def bank() -> Iterator[Mutant]:
    right = BLACKJACK.bank_draws

    def soft_17_otherwise(policies: TwentyOne, key: Key) -> bool:
        return right(policies, key) != (points(key) == 17 and soft(key))

    def on_17(policies: TwentyOne, key: Key) -> bool:
        return right(policies, key) or points(key) == 17

    def not_on_16(policies: TwentyOne, key: Key) -> bool:
        return right(policies, key) and points(key) != 16

    def never(policies: TwentyOne, key: Key) -> bool:
        return False

    def soft_17_as_hard(policies: TwentyOne, key: Key) -> bool:
        return points(key) < 17

    def hard_17_as_soft(policies: TwentyOne, key: Key) -> bool:
        hits = policies.bank.soft_17 == "hit"
        return points(key) < 17 or (points(key) == 17 and hits)

    def soft_18_too(policies: TwentyOne, key: Key) -> bool:
        return right(policies, key) or (points(key) == 18 and soft(key))

    for wrong in (
        soft_17_otherwise,
        on_17,
        not_on_16,
        never,
        soft_17_as_hard,
        hard_17_as_soft,
        soft_18_too,
    ):
        yield game_mutant(f"bank.draws: {wrong.__name__}", bank_draws=wrong)


def table() -> Iterator[Mutant]:
    """Each bar against a bet, dropped. `why` tells two bars of one clause apart."""
    dropped = (
        ("bet.spot", "is not one of"),
        ("bet.box", "there is no box"),
        ("bet.box", "belongs to"),
        ("bet.once", ""),
        ("bet.stack", ""),
        ("bet.chip", ""),
        ("bet.least", ""),
        ("bet.most", ""),
        ("bet.beside-main", ""),
        ("bet.bank", ""),
    )
    right = betting.bars_bet

    def without(clause: str, why: str) -> Callable[..., Refusal | None]:
        def bars_bet(*given: Any) -> Refusal | None:
            refusal = right(*given)
            found = refusal is not None and refusal.clause.id == clause and why in refusal.why
            return None if found else refusal

        return bars_bet

    for clause, why in dropped:
        wrong = without(clause, why)
        name = f"bars_bet: {clause} dropped" + (f" ({why})" if why else "")
        yield Mutant(
            name,
            lambda wrong=wrong: patched("cardroom.play.betting.bars_bet", wrong),  # type: ignore[misc]
        )


def purse() -> Iterator[Mutant]:
    for verb in ("double", "split"):

        def wrong(draft: Any, box: int, hand: Any, asked: str, verb: str = verb) -> Any:
            return VerbOffer(asked) if asked == verb else RIGHT_PURSE(draft, box, hand, asked)

        yield Mutant(
            f"{verb}.stack dropped",
            lambda wrong=wrong: patched("cardroom.games.twentyone.engine.turns._purse", wrong),  # type: ignore[misc]
        )


def offers() -> Iterator[Mutant]:
    for name, may_be in (("never", lambda up: False), ("always", lambda up: True)):
        yield Mutant(
            f"bank.peek: the dealer looks {name}",
            lambda may_be=may_be: patched(  # type: ignore[misc]
                "cardroom.games.twentyone.engine.offers.may_be_natural", may_be
            ),
        )
    yield Mutant(
        "bank.peek: no look under a ten",
        lambda: patched(
            "cardroom.games.twentyone.engine.offers.may_be_natural", lambda up: up == 1
        ),
    )
    yield Mutant(
        "insurance.half: of the whole wager",
        lambda: patched(
            "cardroom.games.twentyone.engine.offers._wager",
            lambda draft, box: 2 * RIGHT_WAGER(draft, box),
        ),
    )


def options() -> Iterator[Mutant]:
    """Each value of an option that differs from the default is ignored by the house."""
    right = houses.ruleset

    def ignoring(name: str, value: str) -> Callable[..., Ruleset]:
        def ruleset(id: str, given: Mapping[str, object], *more: Any, **named: Any) -> Ruleset:
            kept = {key: one for key, one in given.items() if (key, show(one)) != (name, value)}
            return right(id, kept, *more, **named)

        return ruleset

    for spec in BLACKJACK.catalogue:
        kind = spec.kind
        found = kind.values if isinstance(kind, Choice) else ()
        if spec.name == "boxes_per_player":
            found = (1,)  # one number proves them all
        for value in found:
            if value != spec.default or type(value) is not type(spec.default):
                wrong = ignoring(spec.name, show(value))
                yield Mutant(
                    f"option {spec.name} = {show(value)} ignored",
                    lambda wrong=wrong: patched("cardroom.scenario.opening.houses.ruleset", wrong),  # type: ignore[misc]
                )
