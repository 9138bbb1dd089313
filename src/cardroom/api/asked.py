"""Errors of the odds name options of the command line; here they name parameters of a call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cardroom.analysis.families import NotComputed

OPTION: Final = re.compile(r"--([a-z]+(?:-[a-z]+)*)")
OTHERWISE: Final = {"with-bet": "side_bets", "max": "bet_max", "bonus": "bonuses"}
"""Parameters that have another name than the option."""


@contextmanager
def naming_parameters() -> Iterator[None]:
    """`--with-bet` in a message becomes `side_bets`."""
    try:
        yield
    except NotComputed as wrong:
        raise NotComputed(OPTION.sub(_parameter, str(wrong))) from None


def _parameter(match: re.Match[str]) -> str:
    return OTHERWISE.get(match[1], match[1].replace("-", "_"))
