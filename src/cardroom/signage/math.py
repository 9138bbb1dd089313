"""The math report: the figures of every wager, as a test laboratory files them.

The figures are those of `odds`; the report puts them into tables and shows that each adds up.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from cardroom.analysis.documents import GameOdds, PairedBet, ProgressiveOdds, WagerOdds
from cardroom.analysis.result_cache import engine
from cardroom.analysis.shoe_documents import ShoeEdge, SideShoeEdge
from cardroom.games import felt_of
from cardroom.games.signs import row_words, words_of
from cardroom.money import cents
from cardroom.rules import side_bet
from cardroom.rules.ruleset import Ruleset
from cardroom.signage import math_plots
from cardroom.signage.distribution import drawing, signed
from cardroom.signage.figures import Figures, command, digest
from cardroom.signage.math_hands import hands_body, strategy_body
from cardroom.signage.sheet import (
    Posting,
    Sheet,
    changed,
    decks,
    head,
    percent,
    posted_share,
    titled,
)

LOST: Final = Fraction(-1)
ONE_PRIZE: Final = 2
"""The number of results of a bet with a single prize."""
PAIRS_MAX: Final = 12
"""Pairs of side bets in the report; the appendix has them all."""
MANY: Final = 3
"""This many bets with one prize share a table."""
FRACTION_MAX: Final = 24
"""Longer fractions do not fit a column; that of the edge then goes into the notes."""


FRESH: Final = (
    "The edge is that of a round dealt from freshly shuffled cards, unless a table says otherwise"
)


def sheet(posting: Posting, found: Figures) -> Sheet:
    """The figures must be those of the same posted game."""
    rules, odds = posting.rules, found.odds
    assert odds.digest == rules.digest, "the odds are another game's"
    alike = [wager for wager in odds.wagers if _one_prize(wager)]
    short = alike if len(alike) >= MANY else []
    body = {
        "cards": titled(f"{decks(rules)}, {len(rules.deck)} cards") + _paid(odds),
        "options": [f"{name}={value}" for name, value in changed(rules).items()],
        "edge_of": titled(odds.edge_name),
        "summary": [_summary(wager) for wager in odds.wagers],
        "drawing": drawing(odds.wagers[0]),
        "drawn": odds.wagers[0].title,
        "wagers": [
            _section(rules, wager, meter_of(odds)) for wager in odds.wagers if wager not in short
        ],
        "prizes": [_prize(wager) for wager in short],
        "prize_notes": _notes(short),
        "together": [_paired(bet) for bet in odds.paired],
        "together_notes": [f"{bet.title}: {bet.assumption}" for bet in odds.paired],
        "pairs": _pairs(odds),
        "progressive": None if odds.progressive is None else _progressive(rules, odds.progressive),
        "shoe": _shoe(odds),
        "splits": [(percent(each.edge, 5), each.play) for each in odds.after_split],
        "unpriced": [(each.title, each.why) for each in odds.unpriced],
        "assumptions": _assumptions(odds),
        "plots": list(math_plots.drawn(found)),
        "session": math_plots.session_body(found.session),
        "results": [_results(wager) for wager in odds.wagers if wager.results],
        "hands": hands_body(found.hands),
        "strategy": strategy_body(found.strategy),
        "command": command(rules),
        "appendix": digest(rules, found),
        "engine": engine(),
    }
    return Sheet("math", head(posting), body)


def _assumptions(odds: GameOdds) -> list[str]:
    """What all figures rest on; those of one wager stand below it."""
    found = ["Every order of the cards is equally likely", FRESH]
    if odds.truncation:
        most = percent(odds.truncation, 5)
        found.append(f"Splits are cut off where they change the edge by {most} at most")
    return found


def _results(wager: WagerOdds) -> dict[str, Any]:
    """Every result of a round with its split hands, as it was counted."""
    return {
        "title": wager.title,
        "rounds": f"{wager.simulated_rounds or 0:,}",
        "rows": [[signed(each.net), f"{each.chance:.6%}"] for each in reversed(wager.results)],
    }


def _paid(odds: GameOdds) -> str:
    return f"; figures are {odds.paid}" if odds.paid else ""


def _one_prize(wager: WagerOdds) -> bool:
    nets = [each.net for each in wager.payments]
    return len(nets) == ONE_PRIZE and LOST in nets and not wager.split_frequency


def _summary(wager: WagerOdds) -> list[str]:
    mark, counted = (
        " ≈" * (simulated or wager.edge_simulated)
        for simulated in (wager.deviation_simulated, wager.frequencies_simulated)
    )
    return [
        wager.title,
        percent(wager.edge, 5) + (" ≈" if wager.edge_simulated else ""),
        _figure(wager.deviation, "{:.4f}") + mark,
        _figure(wager.hit_frequency, "{:.3%}") + counted,
        _figure(wager.push_frequency, "{:.3%}") + counted,
        f"{wager.wagered:.4f}",
        percent(wager.element_of_risk, 5),
    ]


def _figure(value: float | None, form: str) -> str:
    return "–" if value is None else form.format(value)


def meter_of(odds: GameOdds) -> Fraction:
    """The meter in stakes; 0 without one."""
    return Fraction(0) if odds.progressive is None else odds.progressive.meter_stakes


def _section(rules: Ruleset, wager: WagerOdds, meter: Fraction) -> dict[str, Any]:
    notes = list(wager.assumptions)
    if wager.simulated_rounds:
        deviation = ""
        if wager.deviation_error is not None:
            deviation = f"deviation {wager.deviation:.4f} ± {wager.deviation_error:.4f}, "
        notes.append(
            f"{deviation}wins and pushes are counted in {wager.simulated_rounds:,} rounds, because"
            " hands of a split share the bank's hand"
        )
    if wager.missing:
        notes.append(wager.missing)
    if wager.exact and not _short(wager.exact):
        notes.append(f"the edge exactly: {wager.exact}")
    return {
        "title": wager.title,
        "edge": percent(wager.edge, 5),
        "exact": _short(wager.exact),
        "method": titled(wager.method),
        "fractions": [_short(each.exact) for each in wager.payments if _short(each.exact)],
        "lines": lines(rules, wager, meter),
        "notes": notes,
    }


def lines(rules: Ruleset, wager: WagerOdds, meter: Fraction) -> list[list[str]]:
    """Every result of a wager: name, net, probability, and share of the edge."""
    found = []
    for each, share in wager.edge_shares:
        name = _row_of(rules, wager.spot, each.net, meter)
        chances = _chances(each.chance)
        found.append([name, signed(each.net), _short(each.exact), *chances, percent(share, 5)])
    if wager.split_frequency:
        chances = _chances(wager.split_frequency)
        share = wager.split_edge_share
        found.append(["Hands that were split", "", "", *chances, percent(share, 5)])
    found.append(["All", "", "", *_chances(wager.total_chance), percent(wager.edge, 5)])
    return found


def _short(fraction: Fraction | None) -> str:
    text = "" if not fraction else str(fraction)
    return text if len(text) <= FRACTION_MAX else ""


def _row_of(rules: Ruleset, name: str, net: Fraction, meter: Fraction) -> str:
    """The pay table rows with this payment; otherwise whether it wins."""
    bet, words = rules.side_bet(name), words_of(rules, name)
    rows = _awards(rules, name)
    if bet is not None and bet.table:
        rows = [(row.name, side_bet.net(row, meter)) for row in bet.rows]
    names = [row_words(row, words) for row, brings in rows if brings == net]
    if names:
        return titled(" or ".join(names))
    return "Wins" if net > 0 else "Push" if net == 0 else "Loses"


def _awards(rules: Ruleset, name: str) -> list[tuple[str, Fraction]]:
    """The awards of a button, per unit of the minimum bet that earns it."""
    spot = rules.spot(name)
    rows = () if spot is None else spot.rows
    return [
        (row, Fraction(cents(pays), button.least(rules)))
        for button in felt_of(rules).earned
        if button.name == name
        for row, pays in rows
        if "$" in pays
    ]


def _chances(chance: float) -> tuple[str, str]:
    return f"{chance:.6%}", f"{1 / chance:,.2f}"


def _prize(wager: WagerOdds) -> list[str]:
    won = next(each for each in wager.payments if each.net != LOST)
    return [
        wager.title,
        signed(won.net),
        _text(won.exact),
        *_chances(won.chance),
        _text(wager.exact),
        percent(wager.edge, 5),
    ]


def _text(fraction: Fraction | None) -> str:
    return "" if fraction is None else str(fraction)


def _notes(wagers: list[WagerOdds]) -> list[str]:
    """Assumptions shared by several bets, each listed once."""
    found: dict[str, list[str]] = {}
    for wager in wagers:
        for note in (wager.method, *wager.assumptions):
            found.setdefault(note, []).append(wager.title)
    return [_of(titles, len(wagers), note) for note, titles in found.items()]


def _of(titles: list[str], every: int, note: str) -> str:
    if len(titles) == every:
        return note
    return f"{'the others' if 2 * len(titles) > every else ', '.join(titles)}: {note}"


def _paired(bet: PairedBet) -> list[str]:
    return [
        bet.title,
        f"{bet.stake:g}",
        _covariance(bet.covariance, bet.error),
        "–" if bet.correlation is None else _plus_minus(bet.correlation, 4),
        f"{bet.deviation:.4f}",
        "–" if bet.sum_deviation is None else f"{bet.sum_deviation:.4f}",
    ]


def _pairs(odds: GameOdds) -> dict[str, Any]:
    """The side bets with each other, the most correlated first."""
    closest = sorted(odds.pairs, key=lambda pair: -abs(pair.correlation))[:PAIRS_MAX]
    rows = [
        [
            *pair.titles,
            _covariance(pair.covariance, pair.error),
            _plus_minus(pair.correlation, 4),
            pair.method,
        ]
        for pair in closest
    ]
    return {"rows": rows, "left": len(odds.pairs) - len(closest)}


def _covariance(found: float, error: float | None) -> str:
    return _plus_minus(found, 5) if error is None else f"{_plus_minus(found, 4)} ± {error:.4f}"


def _plus_minus(found: float, digits: int) -> str:
    """With its sign, unless it rounds to zero."""
    return _minus(f"{found:+.{digits}f}") if round(found, digits) else f"{0:.{digits}f}"


def _shoe(odds: GameOdds) -> dict[str, Any]:
    """The wagers from a shoe with a cut card."""
    found = odds.real_shoe
    if found is None:
        return {"rows": [], "why": ""}
    rows = []
    for row in found.rows:
        dealt = (str(row.boxes), f"{row.dealt:.1%}")
        sizes = (f"{row.rounds_per_shoe:.1f}", f"{row.rounds:,}")
        edges: list[ShoeEdge | SideShoeEdge] = [row, *row.side_bets]
        titles = [odds.wagers[0].title, *(bet.title for bet in row.side_bets)]
        rows += [
            [title, *dealt, percent(edge.edge, 4), _minus(f"{edge.change:+.4%}"),
             f"± {edge.error:.4%}", *sizes]
            for title, edge in zip(titles, edges, strict=True)
        ]  # fmt: skip
    return {"rows": rows, "why": found.why}


def _minus(text: str) -> str:
    return text.replace("-", "−")


def _progressive(rules: Ruleset, found: ProgressiveOdds) -> dict[str, Any]:
    words = {} if rules.progressive is None else words_of(rules, rules.progressive.name)
    fair, apart = found.break_even, found.bets_between_jackpots
    facts = [
        ("Stake", f"${found.stake:,.2f}"),
        ("Seed of the meter", f"${found.seed:,.2f}"),
        ("To the meter", f"{posted_share(found.contribution)} of each stake"),
        ("To the reserve", f"{posted_share(found.reserve)} of each stake"),
        ("Hold in the long run", percent(found.hold)),
        ("Break-even meter", "–" if fair is None else f"${fair:,.2f}"),
        ("Bets between jackpots", "–" if apart is None else f"{apart:,.1f}"),
    ]
    return {
        "facts": facts,
        "rows": [
            (titled(row_words(row.row, words)), row.pays, str(row.chance), *_odds_of(row.chance))
            for row in found.rows
        ],
        "edges": [(f"${each.meter:,.0f}", percent(each.edge)) for each in found.edges],
    }


def _odds_of(chance: Fraction) -> tuple[str, str]:
    return _chances(float(chance)) if chance else ("0%", "never")
