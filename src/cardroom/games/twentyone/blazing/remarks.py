"""What a house should know before it posts Blazing 7's on a meter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from cardroom.cards import decks_of
from cardroom.games.approval import Remark
from cardroom.games.twentyone.blazing import bet
from cardroom.money import Odds
from cardroom.rules.paytable import Share
from cardroom.rules.ruleset import Ruleset

CITE: Final = "Progressive systems"
PRESET_SHARE: Final = 24
"""Percent of each stake that the pay tables were computed with."""
LEAST_SHARE: Final = 70
"""Percent of each stake that a meter needs if every award comes off it."""


def remarks(rules: Ruleset) -> Iterator[Remark]:
    o: dict[str, Any] = dict(rules.options)
    spot = rules.spot(bet.SPOT)
    if spot is None:
        return
    share, decks = o["blazing_contribution"], rules.deck.packs
    if o["blazing_meter_pays"] == "all" and Fraction(share) < LEAST_SHARE:
        says = f"{share}% goes to a meter that pays all awards: below {LEAST_SHARE}% it may run dry"
        yield Remark("warning", says, bet.SHARE.id, CITE)
    if o["blazing_meter_pays"] == "percentages" and share > PRESET_SHARE:
        says = (
            f"{share}% goes to the meter; the pay table was computed with {PRESET_SHARE}%, and the"
            " book recommends lowering that share only, since more lowers the house edge"
        )
        yield Remark("warning", says, bet.SHARE.id, CITE)
    if o["blazing_reserve"] == 0:
        says = "nothing goes to the reserve; the book recommends a small part of each stake"
        yield Remark("warning", says, bet.RESTART.id, CITE)
    posted = rules.side_bet(bet.SPOT)
    assert posted is not None
    fixed = max((_award(row.pays) for row in posted.rows), default=0)
    seed = o["blazing_seed"]
    if seed == 0:
        yield Remark("warning", "the seed is zero", bet.RESTART.id, CITE)
    elif seed < fixed:
        says = f"the seed of {seed} stakes is below the largest fixed award, {fixed} stakes"
        yield Remark("warning", says, bet.RESTART.id, CITE)
    names = {row.name for row in posted.rows}
    if decks < 3 and "777-suited" in names:
        says = f"three suited sevens cannot occur in {decks_of(decks)}"
        yield Remark("warning", says, bet.ROW.id)
    if decks < 2 and "777-colour" in names:
        # A deck has two red sevens and two black ones.
        says = "three sevens of a color cannot occur in 1 deck"
        yield Remark("warning", says, bet.ROW.id)


def _award(pays: Odds | Share) -> int:
    """What a fixed award returns, in whole stakes."""
    return 0 if isinstance(pays, Share) else -(-(pays.pays + pays.per) // pays.per)
