"""What dealer and floor do about an irregularity: the kinds that every game shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from cardroom.cards import UNSEEN
from cardroom.events import Intervened
from cardroom.places import ALL, BURN, DISCARD, NOBODY
from cardroom.play import clauses
from cardroom.play.family import FamilyOf, Remedy, RemedyOf, RemedyWords, S
from cardroom.play.inputs import Intervene
from cardroom.play.round import Bet, Draft, DraftOf, Over, Refusal, RoundOf
from cardroom.play.settle import Claim, reopen, reverse, settle
from cardroom.rules.clauses import Clause
from cardroom.rules.ruleset import Ruleset

T = TypeVar("T")

SHUFFLES: Final = "discards-shuffled"
DAMAGES: Final = "damaged-card"
MISDEAL: Final = "misdeal"
"""The kind that the floor calls, and a word in the id of each rule by which a deal is a misdeal:
`irregularity.misdeal.identical`."""
SHUFFLED: Final = "shuffled"
"""Places whose cards went from the discard rack back into the shoe."""


def intervene(round: RoundOf[S], entry: Intervene, family: FamilyOf[S]) -> DraftOf[S] | Refusal:
    draft = DraftOf(round)
    remedy = remedies(family).get(entry.kind)
    if remedy is None:
        known = ", ".join(sorted([*remedies(family), "rewind"]))
        return Refusal(clauses.UNKNOWN, f"{entry.kind!r} is not one of {known}")
    if isinstance(round.head, Over) and remedy.until != "clearing":
        known = ", ".join(sorted([*_until_clearing(family), "rewind"]))
        return Refusal(clauses.UNKNOWN, f"the round is over; what can still be done is {known}")
    refusal = remedy.apply(draft, entry)
    return draft if refusal is None else refusal


def remedies(family: FamilyOf[S]) -> Mapping[str, RemedyOf[S]]:
    """Every kind of irregularity in a game of this family, except a rewind."""
    return {**REMEDIES, **family.interventions()}


def _until_clearing(family: FamilyOf[S]) -> list[str]:
    return [kind for kind, remedy in remedies(family).items() if remedy.until == "clearing"]


def words(family: FamilyOf[S], kind: str) -> RemedyWords:
    """An irregularity in words; one that the family does not have has none."""
    remedy = remedies(family).get(kind)
    if remedy is None:
        return REWIND_WORDS if kind == "rewind" else RemedyWords()
    return remedy.words


def on_request(family: FamilyOf[S], kind: str) -> bool:
    """Whether any player in the round may ask the dealer for it."""
    remedy = remedies(family).get(kind)
    return remedy is not None and remedy.called_by == "player"


def draws_from_shoe(family: FamilyOf[S], kind: str, round: RoundOf[S]) -> bool:
    """Whether the card of an irregularity is the next card of the shoe."""
    remedy = remedies(family).get(kind)
    if remedy is None:
        return False
    return remedy.card == "shoe" or (remedy.card == "next" and not round.returned)


def is_about_a_dealt_card(family: FamilyOf[S], kind: str) -> bool:
    """Whether the card of an irregularity lies on the table when it happens."""
    remedy = remedies(family).get(kind)
    return remedy is not None and remedy.card == "table"


def names_misdeal(clause: str) -> bool:
    """Whether the deal is a misdeal where the rule with this id is applied."""
    return MISDEAL in clause.split(".")


def is_misdeal(event: Intervened) -> bool:
    """Called by the floor, or caused by what happened."""
    return event.kind == MISDEAL or names_misdeal(event.clause)


def record(draft: Draft, entry: Intervene, clause: Clause, seen: str = ALL) -> None:
    """`seen` is the audience of the card in question."""
    draft.record(
        Intervened(
            entry.kind, clause.id, entry.box, entry.hand, entry.note, entry.card, seen, entry.cards
        )
    )


def give_back(draft: Draft, bets: list[Bet], clause: Clause) -> None:
    """Wagers go back to their owners; nothing is won or lost."""
    settle(draft, [Claim(bet, 0, 0, clause) for bet in bets])


def bars_void_hand(entry: Intervene) -> Refusal | None:
    if entry.side_bets == "void" and not entry.note:
        why = "say why the settled side bets are void with the hand: give a note"
        return Refusal(clauses.VOID_HAND, why)
    return None


def void_bets(draft: Draft, entry: Intervene, rides: Callable[[Bet], bool]) -> Refusal | None:
    """The wagers that ride on a void hand go back to their owners; what was paid or taken before is
    reversed. A side bet that was settled before stands unless the floor voids it with the hand."""
    settled = [
        settlement
        for settlement in draft.settled
        if draft.rules.as_read and rides(settlement.bet) and _falls(draft, entry, settlement.bet)
    ]
    back = [bet.id for bet in draft.bets.values() if rides(bet)]
    if not back and not settled:
        return Refusal(clauses.UNKNOWN, f"box {entry.box} has no wager on such a hand")
    reopen(draft)
    for settlement in reversed(settled):
        reverse(draft, settlement, clauses.VOID_HAND)
    back += [settlement.bet.id for settlement in settled]
    give_back(draft, [draft.bets[id] for id in sorted(back)], clauses.VOID_HAND)
    for owner, stack in draft.stacks.items():
        if stack < 0:
            why = f"{owner} has bet what was paid on the hand, and cannot return it"
            return Refusal(clauses.VOID_HAND, why)
    return None


def _falls(draft: Draft, entry: Intervene, bet: Bet) -> bool:
    """Whether a settled wager falls with its hand."""
    spot = draft.rules.spot(bet.spot)
    return entry.side_bets == "void" or spot is None or not spot.needs_main


def _face_up(draft: Draft, entry: Intervene) -> Refusal | None:
    return remove_card(draft, entry, clauses.FACE_UP)


def remove_card(draft: Draft, entry: Intervene, clause: Clause) -> Refusal | None:
    """A card from the shoe that everybody has seen goes to the discard rack."""
    refusal = _bars_card(draft, entry, clause)
    if refusal is not None or entry.card is None:
        return refusal
    record(draft, entry, clause)
    draft.lay(DISCARD, entry.card, ALL)
    draft.drawn += (entry.card,)
    return None


def _bars_card(draft: Draft, entry: Intervene, clause: Clause) -> Refusal | None:
    """The card drawn in error must be named, and must be one that the shoe can still hold."""
    if entry.card is None or entry.card is UNSEEN:
        return Refusal(clause, "say which card it is")
    if not draft.left(entry.card):
        return Refusal(clauses.CARD, f"the shoe cannot hold another {entry.card}")
    return None


def next_card(draft: Draft, entry: Intervene, clause: Clause, seen: str) -> Refusal | None:
    """A card drawn in error waits to be dealt next."""
    refusal = _bars_card(draft, entry, clause)
    if refusal is not None or entry.card is None:
        return refusal
    record(draft, entry, clause, seen)
    draft.returned = put_back(draft.returned, entry.card, draft.rules)
    return None


def put_back(waiting: tuple[T, ...], card: T, rules: Ruleset) -> tuple[T, ...]:
    """Cards that wait to be dealt are dealt in the order in which they left the shoe; in version
    0.1, the last one came first."""
    return (*waiting, card) if rules.as_read else (card, *waiting)


def _in_error(draft: Draft, entry: Intervene) -> Refusal | None:
    """Its face was not exposed, so nobody may know it before it is dealt; a dealer of real cards
    does not even name it."""
    if entry.card is None or entry.card is UNSEEN:
        record(draft, entry, clauses.IN_ERROR, NOBODY)
        draft.returned = put_back(draft.returned, UNSEEN, draft.rules)
        return None
    return next_card(draft, entry, clauses.IN_ERROR, NOBODY)


def _discards_shuffled(draft: Draft, entry: Intervene) -> Refusal | None:
    """The rack also holds burned and removed cards; later discards start a new pile."""
    record(draft, entry, clauses.SHUFFLED)
    rack = [dealt for place in (BURN, DISCARD) for dealt in draft.cards.pop(place, ())]
    draft.cards[SHUFFLED] = (*draft.cards.get(SHUFFLED, ()), *rack)
    draft.reshuffled = draft.racked | {SHUFFLED}
    return None


def _void_round(draft: Draft, entry: Intervene) -> Refusal | None:
    if draft.void:
        return Refusal(clauses.VOID_ROUND, "the round is already void")
    record(draft, entry, clauses.VOID_ROUND)
    void(draft, clauses.VOID_ROUND)
    return None


def _misdeal(draft: Draft, entry: Intervene) -> Refusal | None:
    """A misdeal: everything is void, and the collections pay for the redeal."""
    record(draft, entry, clauses.VOID_ROUND)
    void(draft, clauses.VOID_ROUND)
    return None


def _damaged(draft: Draft, entry: Intervene) -> Refusal | None:
    """The floor must name the card, so that it can be replaced. The players do not learn it,
    because nobody may have seen it. The round continues with it."""
    if entry.card is None or entry.card is UNSEEN:
        return Refusal(clauses.DAMAGED, "say which card it is")
    if draft.rules.deck.excess([entry.card]):
        return Refusal(clauses.CARD, f"the posted deck has no {entry.card}")
    record(draft, entry, clauses.DAMAGED, NOBODY)
    return None


def _shuffle_missed(draft: Draft, entry: Intervene) -> Refusal | None:
    """The round is finished with the same cards; the table shuffles when it is cleared."""
    record(draft, entry, clauses.SHUFFLE_MISSED)
    return None


def _no_cut_card(draft: Draft, entry: Intervene) -> Refusal | None:
    """The same remedy, for another reason."""
    record(draft, entry, clauses.NO_CUT_CARD)
    return None


def void(draft: Draft, clause: Clause) -> None:
    """Every wager goes back, and payments and collections of bets are reversed."""
    reopen(draft)
    for settlement in reversed(tuple(draft.settled)):
        reverse(draft, settlement, clause)
    give_back(draft, list(draft.bets.values()), clause)
    draft.agenda.clear()
    draft.void = True


MISDEAL_WORDS: Final = RemedyWords(floor_does="the floor calls a misdeal")
FACE_UP_WORDS: Final = RemedyWords("a card lay face up in the shoe")
VOID_ROUND_WORDS: Final = RemedyWords(
    floor_does="the floor declares the whole round void", asks="to declare the round void"
)
REWIND_WORDS: Final = RemedyWords(
    floor_does="an error is found, and the floor has the round played again from there",
    asks="to have the round played again from an error on",
)
EXPOSED_WORDS: Final = RemedyWords("a card was exposed")
"""For families that have a remedy for it."""
VOID_HAND_WORDS: Final = RemedyWords(
    floor_does="the floor declares a hand void", asks="to declare a hand void"
)
"""For families that have hands to declare void."""

REMEDIES: Final[Mapping[str, Remedy]] = {
    "face-up-card": Remedy(_face_up, card="shoe", takes=("card",), words=FACE_UP_WORDS),
    "card-in-error": Remedy(
        _in_error,
        card="shoe",
        words=RemedyWords("a card was drawn in error, and nobody has seen it"),
    ),
    SHUFFLES: Remedy(
        _discards_shuffled,
        words=RemedyWords(floor_does="the shoe is empty, and the discards are shuffled"),
    ),
    MISDEAL: Remedy(_misdeal, words=MISDEAL_WORDS),
    DAMAGES: Remedy(_damaged, takes=("card",), words=RemedyWords("a card is damaged")),
    "shuffle-missed": Remedy(
        _shuffle_missed, words=RemedyWords("the cut card was out, and nobody shuffled")
    ),
    "cut-card-missing": Remedy(_no_cut_card, words=RemedyWords("no cut card was put in")),
    "void-round": Remedy(_void_round, until="clearing", words=VOID_ROUND_WORDS),
}
