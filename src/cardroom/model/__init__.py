"""Posted games of 21 as integer tables; `tables` explains their layout and how to read them.

Only this family is modeled: the verbs, the Max Bet, and the stages of a round are those of 21.
"""

from cardroom.model.stakes import at_stake as at_stake
from cardroom.model.tables import Tables as Tables
from cardroom.model.tables import after_bank_card as after_bank_card
from cardroom.model.tables import by_rank as by_rank
from cardroom.model.tables import compile as compile  # noqa: A004
from cardroom.model.tables import content as content
from cardroom.model.tables import for_odds as for_odds
from cardroom.model.tables import with_ends as with_ends
