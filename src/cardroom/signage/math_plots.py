"""The pictures of the math report, and the session that one of them shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from cardroom.analysis import heat_map
from cardroom.analysis.hands_documents import GameHands
from cardroom.analysis.session_documents import RuinChance, Session
from cardroom.analysis.variation_documents import Variations
from cardroom.money import exact
from cardroom.signage import plots
from cardroom.signage.distribution import FONT as PAGE_FONT
from cardroom.signage.figures import Figures

RULES_MAX: Final = 16
"""Changes of options in the picture; the appendix has them all."""
RISKS: Final = (0.5, 0.25, 0.1, 0.05, 0.01, 0.001)
"""Of ruin in the session: the report has a bankroll for each."""


def drawn(found: Figures) -> Iterator[dict[str, str]]:
    """Pictures of what the tables say, in the fonts that typst carries."""
    if found.odds.progressive is not None:
        svg = plots.meter(found.odds.title, found.odds.progressive)
        alt = "Edge of the progressive bet by its meter, and the growth of the meter"
        yield {"kind": "meter", "svg": _printed(svg), "alt": alt}
    if isinstance(found.hands, GameHands):
        svg = heat_map.svg(found.hands).replace(heat_map.FONT, f"font-family='{PAGE_FONT}'")
        alt = "Heat map of the best value of each hand by up card"
        yield {"kind": "hands", "svg": svg, "alt": alt}
    if isinstance(found.variations, Variations) and _changes(found.variations):
        alt = "Change in the edge for each option that is changed by itself"
        svg = plots.variations(found.variations, most=RULES_MAX)
        yield {"kind": "rules", "svg": _printed(svg), "alt": alt}
    if isinstance(found.session, Session) and found.session.curve:
        svg = plots.session_distribution(found.session)
        alt = "Share of sessions that end with no more than each amount"
        yield {"kind": "session", "svg": _printed(svg), "alt": alt}
        if found.session.ruin is not None and found.session.ruin.curve:
            alt = "Risk of losing a bankroll before the session ends, by the bankroll"
            svg = plots.session_ruin(found.session)
            yield {"kind": "ruin", "svg": _printed(svg), "alt": alt}


def session_body(found: Session | str) -> dict[str, Any] | None:
    """How a session may end, in the words of `cardroom session`."""
    if isinstance(found, str):
        return None
    ruined = [] if found.ruin is None else _bankrolls(found.ruin.curve)
    return {
        "rounds": f"{found.rounds:,}",
        "bet": exact(found.bet),
        "rows": [[f"{each.share:.1%}", _result(each.result)] for each in found.quantiles],
        "lines": [
            ["Expected result", _result(round(found.mean))],
            ["Standard deviation", f"${found.deviation / 100:,.2f}"],
            ["Ends ahead", f"{found.ahead:.2%}"],
            ["Ends even", f"{found.even:.2%}"],
        ],
        "ruin": ruined,
        "notes": [found.method, *found.assumptions],
    }


def _bankrolls(curve: Sequence[RuinChance]) -> list[list[str]]:
    """The smallest bankroll for each risk of ruin in the session."""
    found = []
    for risk in RISKS:
        enough = next((each for each in curve if each.within <= risk), None)
        if enough is not None:
            found.append([f"{risk:.1%}", _result(enough.bankroll)])
    return found


def _changes(found: Variations) -> bool:
    return bool(found.wagers) and bool(found.ranked_by(found.wagers[0].spot))


def _printed(svg: str) -> str:
    return svg.replace(f'font-family="{plots.FONT}"', f'font-family="{PAGE_FONT}"')


def _result(amount: int) -> str:
    return f"{'−' if amount < 0 else ''}${abs(amount) / 100:,.2f}"
