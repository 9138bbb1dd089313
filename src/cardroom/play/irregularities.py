"""What dealer and floor do when something went wrong; the kinds that every game knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cardroom.cards import UNSEEN
from cardroom.events import BetLowered, BetReversed, Intervened, Rewound
from cardroom.play import clauses
from cardroom.play.family import Family
from cardroom.play.inputs import Intervene
from cardroom.play.round import Bet, Draft, Over, Refusal, Round
from cardroom.play.settle import Claim, reverse, settle
from cardroom.rules.clauses import Clause
from cardroom.rules.steps import ALL

Remedy = Callable[[Draft, Intervene], Refusal | None]
DISCARD: Final = "discard"


def intervene(round: Round, entry: Intervene, family: Family) -> Draft | Refusal:
    draft = Draft(round)
    remedies: Mapping[str, Remedy] = {**REMEDIES, **family.interventions()}
    remedy = remedies.get(entry.kind)
    if remedy is None:
        known = ", ".join(sorted([*remedies, "rewind"]))
        return Refusal(clauses.UNKNOWN, f"{entry.kind!r} is none of {known}")
    if isinstance(round.head, Over) and entry.kind != "void-round":
        return Refusal(
            clauses.UNKNOWN, "the round is over; it can only be declared void or rewound"
        )
    refusal = remedy(draft, entry)
    return draft if refusal is None else refusal


def record(draft: Draft, entry: Intervene, clause: Clause) -> None:
    draft.record(Intervened(entry.kind, clause.id, entry.box, entry.hand, entry.note, entry.card))


def give_back(draft: Draft, bets: list[Bet], clause: Clause) -> None:
    """Wagers return to their owners; nothing is won or lost."""
    settle(draft, [Claim(bet, 0, 0, clause) for bet in bets])


def _face_up(draft: Draft, entry: Intervene) -> Refusal | None:
    if entry.card is None or entry.card is UNSEEN:
        return Refusal(clauses.FACE_UP, "say which card it is")
    record(draft, entry, clauses.FACE_UP)
    draft.lay(DISCARD, entry.card, ALL)
    draft.drawn += (entry.card,)
    return None


def next_card(draft: Draft, entry: Intervene, clause: Clause) -> Refusal | None:
    """The card of an error waits to be dealt as the next one."""
    if entry.card is None or entry.card is UNSEEN:
        return Refusal(clause, "say which card it is")
    record(draft, entry, clause)
    draft.returned = (entry.card, *draft.returned)
    return None


def _in_error(draft: Draft, entry: Intervene) -> Refusal | None:
    return next_card(draft, entry, clauses.IN_ERROR)


def _discards_shuffled(draft: Draft, entry: Intervene) -> Refusal | None:
    record(draft, entry, clauses.SHUFFLED)
    draft.reshuffled = draft.racked
    return None


def _void_round(draft: Draft, entry: Intervene) -> Refusal | None:
    record(draft, entry, clauses.VOID_ROUND)
    for settlement in reversed(tuple(draft.settled)):
        reverse(draft, settlement, clauses.VOID_ROUND)
    give_back(draft, list(draft.bets.values()), clauses.VOID_ROUND)
    draft.agenda.clear()
    draft.void = True
    return None


REMEDIES: Final[Mapping[str, Remedy]] = {
    "face-up-card": _face_up,
    "card-in-error": _in_error,
    "discards-shuffled": _discards_shuffled,
    "void-round": _void_round,
}


def rewound(round: Round, past: Round, entry: Intervene) -> Draft:
    """The past round, with today's history and the cards that came out since then put back."""
    draft = Draft(past)
    draft.inputs = round.inputs
    draft.origin = round.origin
    out = round.drawn + round.returned
    draft.returned = out[len(past.drawn) :]
    record(draft, entry, clauses.REWIND)
    stakes = {bet.id: bet for bet in round.bets}
    kept = {settlement.bet.id for settlement in past.settled}
    for settlement in reversed(round.settled):
        bet = settlement.bet
        if bet.id in kept:
            continue
        stakes[bet.id] = bet
        draft.record(
            BetReversed(
                bet.id,
                bet.spot,
                bet.box,
                bet.owner,
                bet.stake,
                settlement.paid,
                settlement.taken,
                settlement.returned,
                clauses.REWIND.id,
            )
        )
    before = {bet.id: bet.stake for bet in past.bets}
    for bet in stakes.values():
        back = bet.stake - before.get(bet.id, 0)
        if back:
            draft.record(BetLowered(bet.id, bet.box, bet.owner, back, bet.stake - back))
    draft.record(Rewound(entry.to, len(draft.returned)))
    return draft
