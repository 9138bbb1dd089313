"""What dealer and floor do when something went wrong; the kinds that every game knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from cardroom.cards import UNSEEN
from cardroom.events import BankPosted, BetLowered, Intervened, Rewound
from cardroom.play import clauses
from cardroom.play.family import Family
from cardroom.play.inputs import Intervene
from cardroom.play.round import Bet, Draft, Over, Refusal, Round
from cardroom.play.settle import Claim, reversal, reverse, settle, settled
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
    _reopen_bank(draft, round)
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
    """The past round, with today's history and the cards that came out since then put back.

    `past` lies on the way to `round`. Money goes back as it came: settlements that were not made
    then are reversed, what was added since is returned, and what was settled otherwise since then
    (a round declared void) is settled again as it was.
    """
    draft = Draft(past)
    draft.inputs = round.inputs
    draft.origin = round.origin
    out = round.drawn + round.returned
    draft.returned = out[len(past.drawn) :]
    record(draft, entry, clauses.REWIND)
    if past.bank.posted and not round.bank.posted:
        draft.record(_posted_again(round, past.bank.posted))
    then = {settlement.bet.id: settlement for settlement in past.settled}
    stakes = {bet.id: bet for bet in round.bets}
    for settlement in reversed(round.settled):
        if then.get(settlement.bet.id) == settlement:
            del then[settlement.bet.id]
        else:
            stakes[settlement.bet.id] = settlement.bet
            draft.record(reversal(settlement, clauses.REWIND))
    before = {bet.id: bet.stake for bet in past.bets}
    before |= {id: settlement.bet.stake for id, settlement in then.items()}
    for bet in stakes.values():
        back = bet.stake - before.get(bet.id, 0)
        if back:
            draft.record(BetLowered(bet.id, bet.box, bet.owner, back, bet.stake - back))
    for settlement in then.values():
        draft.record(settled(settlement))
    draft.record(Rewound(entry.to, len(draft.returned)))
    return draft


def _posted_again(round: Round, posted: int) -> BankPosted:
    """A bank that was returned at the end of the round, with what it won, is on the table again."""
    return BankPosted(round.bank.owner, round.facts.bank_box, posted + round.bank.net)


def _reopen_bank(draft: Draft, round: Round) -> None:
    origin = round.origin or round
    if origin.bank.posted and not round.bank.posted:
        again = _posted_again(round, origin.bank.posted)
        draft.record(again)
        draft.stacks[again.owner] -= again.amount
        draft.bank = msgspec.structs.replace(draft.bank, posted=origin.bank.posted)
