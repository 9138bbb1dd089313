"""The Max Bet: more money on a hand before its next card (Safari 21)."""

from __future__ import annotations

import msgspec

from cardroom.games.twentyone.engine.effects import key_after, mode_after
from cardroom.games.twentyone.engine.state import Draft, Hand, own_bet, put
from cardroom.games.twentyone.game import posted_game
from cardroom.play.round import Bet, VerbOffer
from cardroom.rules.clauses import Clause
from cardroom.rules.limits import FIVE_DOLLARS


def offer(draft: Draft, box: int, hand: Hand) -> VerbOffer | Clause:
    """The range of a Max Bet now, or the clause about money that forbids one."""
    at = posted_game(draft.rules)
    policy, terms = at.policies.max_bet, at.game.terms
    assert policy is not None
    assert terms.max_bet_range is not None
    assert terms.max_bet_games is not None
    chip = draft.rules.limits.chip
    wager = own_bet(draft, box, hand.id)
    earlier = [bet.stake for bet in draft.bets_on(box, "max-bet") if bet.hand == hand.id]
    least, most = chip, wager.stake
    if earlier:
        most = min(most, *earlier)
    if policy.resume is not None and (hand.mode.waived or most < wager.stake):
        # Within the posted increment it may be resumed, and exceed an earlier one; a hand that has
        # waived nothing loses nothing by it.
        low, high = max(chip, policy.resume[0]), min(wager.stake, policy.resume[1])
        if hand.mode.waived:
            least, most = low, high
        elif low <= high:
            least, most = low, max(most, high)
    most = min(most, draft.stacks[wager.owner])
    bound = terms.max_bet_range
    allowed = games_allow(draft, box)
    if allowed is not None:
        if allowed < least:
            return terms.max_bet_games
        if allowed < most:
            most, bound = allowed, terms.max_bet_games
    most -= most % chip
    return VerbOffer("max-bet", least, most, chip, bound) if least <= most else terms.max_bet_range


def games_allow(draft: Draft, box: int) -> int | None:
    """How much the limit on games leaves for a Max Bet: None is no limit, 0 is none at all."""
    policy, games = posted_game(draft.rules).policies.max_bet, draft.rules.games_per_hand
    assert policy is not None
    assert games is not None
    # All placements of the box in this round count, those already settled as well.
    placed = [bet for bet in draft.bets.values() if bet.box == box]
    placed += [one.bet for one in draft.settled if one.bet.box == box]
    others: dict[str, int] = {}
    before = 0
    for bet in placed:
        if bet.spot == "max-bet" and policy.count == "together":
            before += bet.stake
        if bet.spot not in ("insurance", "max-bet"):
            others[bet.spot] = max(others.get(bet.spot, 0), bet.stake)
    if len(others) >= games.most:
        return 0
    above = sum(stake > FIVE_DOLLARS for stake in others.values())
    return max(0, FIVE_DOLLARS - before) if above >= games.above_five_max else None


def place(draft: Draft, box: int, hand: Hand, amount: int) -> Hand:
    """The money, and the aces of the initial deal that count 1 from now on."""
    owner = draft.players[box]
    draft.place_bet(Bet(draft.next_bet, "max-bet", box, owner, amount, hand.id, added=amount))
    mode = mode_after("max-bet", hand.mode, posted_game(draft.rules).policies)
    pinned = msgspec.structs.replace(hand, key=key_after("max-bet", hand.key), mode=mode)
    put(draft, box, pinned)
    return pinned
