"""What clauses of poker say under options that change it."""

from __future__ import annotations

from typing import Final

from cardroom.rules.wording import Texts

TEXTS: Final[Texts] = {
    "ante_from": {
        "big-blind": {
            "ante.posted": "the big blind puts in one posted ante for the whole table, after the"
            " blind; it does not count as a bet",
        },
    },
    "short_all_ins": {
        "together": {
            "raise.reopened": "short all-ins reopen the betting to those who have acted once they"
            " add up to a full raise",
        },
    },
    "shows_first": {
        "last-round": {
            "show.first": "the last aggressor of the last betting round shows first, then"
            " clockwise",
        },
    },
    "winner_shows": {
        "may": {
            "show.muck": "a hand that can no longer win, or that won without a showdown, may be"
            " shown or mucked unseen",
        },
    },
}
