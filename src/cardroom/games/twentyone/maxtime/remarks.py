"""What a house should know before it posts MaxTime 21."""

from __future__ import annotations

from collections.abc import Iterator

from cardroom.games.approval import Remark
from cardroom.rules.ruleset import Ruleset


def remarks(rules: Ruleset) -> Iterator[Remark]:
    if rules.options["maxtyme"] and rules.options["shoe"] == "continuous":
        says = (
            "the MaxTyme bet is open in the first round after a full shuffle only;"
            " with a continuous shuffler there is no such round"
        )
        yield Remark("warning", says, "maxtyme.pays", "Procedures 7")
