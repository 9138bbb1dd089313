"""Which clause governs what the dealer does. Each family names its own, by topic.

A topic is a word, or several from the general to the particular: `card:bank:second` is the bank's
second card. A family that names nothing for it is asked for `card:bank`, then for `card`, and so is
a game that lacks the clause. The school cites what it finds, and asks for these:

- `card:burn`, `card:board`, `card:bank` (the latter two with `:first`, `:second`, or `:drawn` for
  any later card), `card:piles`, and for a box `card:first`, or `card:drawn` once somebody decided
- `turn:box`, `turn:bank`, and `turn:bank:early` while nobody has decided
- `ask:` and what a box is asked, with `:bank` for the box that banks, and `:heads-up` for two
  players before the board; for an offer, the clause that governs its verb does, too
- `dice`, `peek`, `settle`, and every other step of the dealer by its name
- `button:` and which button; `draw`, whether the bank draws or stands; `bank`, the announcement of
  its hand; `slip`, an award of a meter
- `collect`, with `:button` where a button pays; `free`, a button that is given out; `drop`, the
  collection from a pot, with `:short` where the pots hold less
- `cover`, what a bank with a limit reaches; `side-pot`; `house-way`; `foul`, and `foul:bank`
- `cut card`, `cut card first`, `cut-card-missing`, `shuffle-missed`, `damaged-card`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cardroom.play import clauses

DealerRules = Mapping[str, str]
"""The id of a clause by topic."""

SHARED: Final[DealerRules] = {
    "collect": clauses.FEE_ROW.id,
    "cut-card-missing": clauses.NO_CUT_CARD.id,
    "damaged-card": clauses.DAMAGED.id,
    "shuffle-missed": clauses.SHUFFLE_MISSED.id,
}
"""For every family that does not say otherwise."""


def governing(own: DealerRules, topic: str) -> Iterator[str]:
    """The clauses that govern a topic, the closest one first."""
    for rules in (own, SHARED):
        name = topic
        while name:
            if name in rules:
                yield rules[name]
            name = name.rpartition(":")[0]
