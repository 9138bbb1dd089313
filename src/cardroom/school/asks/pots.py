"""Questions about pots, and about what a progressive meter pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from cardroom import games
from cardroom.events import HandEnded, PotAwarded, ProgressiveWon
from cardroom.games.signs import NO_WORDS, row_words, words_of
from cardroom.money import exact
from cardroom.play.felt_state import PotPile
from cardroom.play.round import Round
from cardroom.school.asks.settlement import with_cited
from cardroom.school.played import LessonRound
from cardroom.school.question import Boxes, MoneyAnswer, OpenQuestion, Scene
from cardroom.school.scene import hands, scene


def _name(pot: int) -> str:
    return f"side pot {pot}" if pot else "the main pot"


def _awards(played: LessonRound) -> Iterator[tuple[int, tuple[PotAwarded, ...]]]:
    """The awards of each move that awards a pot."""
    for number, move in enumerate(played.moves):
        found = tuple(event for event in move.events if isinstance(event, PotAwarded))
        if found:
            yield number, found


def _piles(round: Round) -> tuple[PotPile, ...]:
    return games.family(round.rules).felt_state(round).pots


def _scene(played: LessonRound, number: int) -> Scene:
    move = played.moves[number]
    shown = scene(move.after, played.until(number), hide=(HandEnded,))
    piles = _piles(move.before)
    said = tuple(
        f"{_name(pot)[0].upper()}{_name(pot)[1:]} is {exact(pile.amount)} ({_boxes(pile)})."
        for pot, pile in enumerate(piles)
    )
    return msgspec.structs.replace(shown, facts=(*shown.facts, *said))


def _boxes(pile: PotPile) -> str:
    """Those that can win it."""
    return f"box{'es' if len(pile.boxes) > 1 else ''} {', '.join(map(str, pile.boxes))}"


def share(played: LessonRound) -> Iterator[OpenQuestion]:
    """What one box wins from one pot, with the odd chip."""
    for number, awards in _awards(played):
        shown = partial(_scene, played, number)
        for pot, box in dict.fromkeys((award.pot, award.box) for award in awards):
            own = [each for each in awards if (each.pot, each.box) == (pot, box)]
            yield OpenQuestion(
                f"How much does box {box} get from {_name(pot)}?",
                shown,
                MoneyAnswer(sum(each.amount for each in own)),
                with_cited(played.clause(own[0].clause), played),
                "+".join(sorted({each.share for each in own})),
                tuple(_said(each) for each in awards if each.pot == pot),
                decided=True,
            )


def _said(award: PotAwarded) -> str:
    half = {"high": " (high)", "low": " (low)"}.get(award.share, "")
    hand = f" with {award.cause}" if award.cause else ""
    return f"Box {award.box} gets {exact(award.amount)}{half}{hand}."


def winners(played: LessonRound) -> Iterator[OpenQuestion]:
    """Which boxes win a part of a pot."""
    for number, awards in _awards(played):
        shown = partial(_scene, played, number)
        for pot in dict.fromkeys(award.pot for award in awards):
            own = [each for each in awards if each.pot == pot]
            yield OpenQuestion(
                f"Which boxes win a part of {_name(pot)}?",
                shown,
                Boxes(tuple(sorted({each.box for each in own}))),
                with_cited(played.clause(own[0].clause), played),
                f"{len({each.box for each in own})} of {_compared(played, number)} hands",
                tuple(map(_said, own)),
                decided=True,
            )


def _compared(played: LessonRound, number: int) -> int:
    """How many hands are open when a pot is given out."""
    shown = hands(played.moves[number].before)
    return sum(hand.name.startswith("box") and "??" not in hand.cards for hand in shown)


def size(played: LessonRound) -> Iterator[OpenQuestion]:
    """How much is in each pot, from the chips that went in."""
    for number, move in enumerate(played.moves):
        piles = _piles(move.after)
        # While bets lie in front of the players, they are not yet in a pot.
        before = [pile.amount for pile in _piles(move.before)]
        if [pile.amount for pile in piles] == before or any(pile.won for pile in piles):
            continue
        clause = played.governing("side-pot") if len(piles) > 1 else None
        shown = partial(scene, move.after, (*played.until(number), *move.events))
        for pot, pile in enumerate(piles):
            yield OpenQuestion(
                f"How much is in {_name(pot)} now?",
                shown,
                MoneyAnswer(pile.amount),
                with_cited(clause, played),
                f"{_name(pot)} of {len(piles)}",
                (*_put_in(move.after, piles), f"{exact(pile.amount)} for {_boxes(pile)}."),
                decided=clause is not None,
            )


def _put_in(round: Round, piles: tuple[PotPile, ...]) -> tuple[str, ...]:
    """What everybody has put in, and what was collected of it."""
    put = sum(bet.stake for bet in round.bets)
    collected = put - sum(pile.amount for pile in piles)
    less = f", and {exact(collected)} was collected" if collected else ""
    return (f"{exact(put)} was put in{less}.",) if collected >= 0 else ()


def meter(played: LessonRound) -> Iterator[OpenQuestion]:
    """What the meter pays to a hand, as the slip has it, and what it shows afterward."""
    won = [event for event in played.events if isinstance(event, ProgressiveWon)]
    for number, move in enumerate(played.moves):
        for event in move.events:
            if isinstance(event, ProgressiveWon):
                house = f"; {exact(event.house)} of it by the house" if event.house else ""
                yield OpenQuestion(
                    f"You write the slip for box {event.box}. How much does it win from the meter?",
                    partial(scene, move.after, (*played.until(number), *move.events)),
                    MoneyAnswer(event.award),
                    with_cited(None, played),
                    event.row,
                    (f"The row is “{_row(played, event)}”: {exact(event.award)}{house}.",),
                )
    left = played.outcome.results.get("meter")
    if played.round is not None and isinstance(left, Mapping):
        amount = int(left["amount"])
        yield OpenQuestion(
            "What does the meter show after this round?",
            partial(_after, played),
            MoneyAnswer(amount),
            with_cited(None, played),
            f"meter after {len(won)} awards",
            (f"It shows {exact(amount)}.", *(_taken(played, event) for event in won)),
        )


def _after(played: LessonRound) -> Scene:
    """The slip of the round: the meter before it, and who wins which row."""
    assert played.round is not None
    shown = scene(played.round, played.events, settled=played.round.settled)
    before = ", ".join(f"{name} ${value}" for name, value in played.scenario.meter.items())
    won = (event for event in played.events if isinstance(event, ProgressiveWon))
    rows = tuple(f"Box {event.box} has “{_row(played, event)}”." for event in won)
    facts = (f"The meter before the round: {before}.", *shown.facts, *rows)
    return msgspec.structs.replace(shown, facts=facts)


def _taken(played: LessonRound, event: ProgressiveWon) -> str:
    return f"Box {event.box} took {exact(event.award)} (“{_row(played, event)}”)."


def _row(played: LessonRound, event: ProgressiveWon) -> str:
    """A row of the bet on the meter, as it is posted."""
    bet = played.rules.progressive
    return row_words(event.row, NO_WORDS if bet is None else words_of(played.rules, bet.name))
