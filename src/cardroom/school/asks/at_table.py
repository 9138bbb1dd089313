"""Questions about the table around a round: the cut card, the next shuffle, and late bets.

The round is dealt at a real table, with the same cards, and the table says what is due.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import Event
from cardroom.events.table import BetReturned, CardReplacement, CutCardOut, ShuffleDue
from cardroom.money import exact
from cardroom.play.inputs import Answer, Draw, Intervene, Lapse
from cardroom.play.round import Bet, Refusal, Round
from cardroom.rules.clauses import Clause
from cardroom.school.asks.settlement import with_cited
from cardroom.school.played import LessonRound
from cardroom.school.question import OneOf, OpenQuestion, Scene, yes
from cardroom.school.scene import scene
from cardroom.table import Table, apply
from cardroom.table import commands as c
from cardroom.table.posting import pin

NOW, AFTER, NEVER = "at once", "when the round is finished", "when the shoe is empty"
WHEN: Final = (NOW, AFTER, NEVER)
REPORTED: Final = {
    "shuffle-missed": "The cut card was out before this round, and nobody noticed until now."
    " When are the cards shuffled?",
    "cut-card-missing": "Only now does somebody notice that no cut card was put in."
    " When are the cards shuffled?",
    "damaged-card": "A card on the table is found to be damaged. When is it replaced?",
}
PLENTY: Final = 10**9


def between_rounds(played: LessonRound) -> Iterator[OpenQuestion]:
    """When the cards are shuffled or replaced, for a round that began with a new shoe."""
    table = _opened(played)
    if table is None or played.round is None or played.rules.shoe.kind != "cut-card":
        return
    used = len(played.round.drawn)
    middle = _played_on(_cut_at(table, used - 1), played)
    if middle is not None and CutCardOut() in middle:
        asked = "The cut card comes out in the middle of this round. When are the cards shuffled?"
        yield from _when(played, "cut card", asked, middle)
    first = _played_on(_cut_at(table, used), played)
    if first is not None and CutCardOut() not in first:
        asked = (
            "The round is over, and the cut card would be the first card of the next one."
            " When are the cards shuffled?"
        )
        yield from _when(played, "cut card first", asked, first, due=NOW)
    for kind, text in REPORTED.items():
        card = next(card for card in played.round.drawn if card is not UNSEEN)
        report = Intervene(kind, card=card if kind == "damaged-card" else None)
        found = _played_on(table, played, report)
        if found is not None:
            yield from _when(played, kind, text, found)


def _when(
    played: LessonRound, case: str, text: str, events: Sequence[Event], due: str = AFTER
) -> Iterator[OpenQuestion]:
    """`events` are those of the round at the table, up to its end."""
    clause = played.governing(case)
    if clause is None or not any(isinstance(e, (ShuffleDue, CardReplacement)) for e in events):
        return
    before = played.moves[len(played.moves) // 2].before
    shown = scene(before, ()) if due == AFTER else Scene()
    yield OpenQuestion(
        text,
        lambda: shown,
        OneOf(WHEN, (WHEN.index(due),)),
        with_cited(clause, played),
        case,
        (f"It is done {due}.",),
        decided=True,
    )


def late_bets(played: LessonRound) -> Iterator[OpenQuestion]:
    """Whether a side bet that is made after the first card counts."""
    table = _opened(played)
    if table is None or table.round is None or table.round.over:
        return
    first = table.round.bets[0]
    taken = {bet.spot for bet in table.round.bets}
    for spot in played.rules.spots:
        if spot.opens != "before-deal" or spot.name in taken:
            continue
        limits = spot.limits or played.rules.limits
        stake = spot.stake or max(limits.least, limits.chip, 500)
        told = apply(table, c.PlaceBet(first.owner, first.box, spot.name, stake))
        clause = _refusing(played, told)
        if clause is None:
            continue
        yield OpenQuestion(
            f"The cards are being dealt, and box {first.box} puts {exact(stake)} on"
            f" {spot.title}. Does the bet count?",
            partial(scene, table.round, ()),
            yes(decided=False),
            with_cited(clause, played),
            f"late {spot.name}",
            ("The chips go back at once, and nothing else changes.",),
            decided=True,
        )


def _refusing(played: LessonRound, told: object) -> Clause | None:
    if isinstance(told, Refusal):
        return played.rules.worded(told.clause)
    events = told[1] if isinstance(told, tuple) else ()
    back = next((event for event in events if isinstance(event, BetReturned)), None)
    return None if back is None else played.clause(back.clause)


def _opened(played: LessonRound) -> Table | None:
    """A table where this round has just been dealt, up to the first decision; None where the
    file says something that a table does not do by itself."""
    # An example of the burn begins with newly shuffled cards.
    new = played.governing("card:burn") in played.cited
    if not new or not played.rules.house_banked or not played.moves:
        return None
    before = played.moves[0].before
    options = dict(played.rules.changed)
    given: list[c.TableCommand] = [pin(c.OpenTable("school", played.rules.game, options))]
    for box, owner in before.players.items():
        given += [c.SitDown(owner, box), c.BuyIn(owner, PLENTY)]
    given.append(c.LoadShoe(_order(played)))
    given += [_placed(bet) for bet in before.bets]
    given.append(c.CloseBets())
    table: Table | None = None
    for command in given:
        told = apply(table, command)
        if isinstance(told, Refusal):
            return None
        table = told[0]
    return table


def _placed(bet: Bet) -> c.PlaceBet:
    return c.PlaceBet(bet.owner, bet.box, bet.spot, bet.stake)


def _order(played: LessonRound) -> tuple[Card, ...]:
    """The cards of the round, then the rest of the deck; a card that nobody saw may be any."""
    rest = list(played.rules.deck)
    dealt = [entry.card for entry in _inputs(played.round) if isinstance(entry, Draw)]
    for card in dealt:
        if card in rest:
            rest.remove(card)
    return (*(rest.pop() if card is UNSEEN else card for card in dealt), *rest)


def _inputs(round: Round | None) -> Sequence[object]:
    return () if round is None else round.inputs


def _cut_at(table: Table, cards: int) -> Table:
    return msgspec.structs.replace(table, shoe=msgspec.structs.replace(table.shoe, cut=cards))


def _played_on(
    table: Table, played: LessonRound, report: Intervene | None = None
) -> tuple[Event, ...] | None:
    """The events of the rest of the round and of its end; None if the table refuses something."""
    inputs = [each for each in _inputs(played.round) if isinstance(each, (Answer, Lapse))]
    given: list[c.TableCommand] = [] if report is None else [c.Play(report)]
    given += [c.Play(each) for each in inputs]
    found: tuple[Event, ...] = ()
    for command in (*given, c.EndRound()):
        told = apply(table, command)
        if isinstance(told, Refusal):
            return None
        table = told[0]
        found += told[1]
    return found
