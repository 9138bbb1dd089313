"""The odds of banking as a plain document: collections, short banks, value and ruin."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from cardroom.analysis.bank.bonus_coverage import BonusReach, bonus_reaches
from cardroom.analysis.bank.deals import Deals, dealing
from cardroom.analysis.bank.odds import AMPLE, BankAt, BankSimulator, Mean, Reach
from cardroom.analysis.bank.one_wager import covered, one_wager
from cardroom.analysis.bank.ruin import (
    RuinFault,
    Steps,
    adjustment,
    diffusion,
    forever,
    spare,
    steps_of,
    within,
)
from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.executor import Executor
from cardroom.analysis.report import heading
from cardroom.analysis.result_cache import kept
from cardroom.analysis.three_card.ante import policies_of
from cardroom.analysis.three_card.odds import ante_play
from cardroom.rules.fees import Bracket
from cardroom.rules.limits import Limits
from cardroom.rules.ruleset import Ruleset

Document = dict[str, Any]

MULTIPLES: Final = ((1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1))
"""Banks against one wager, as shares of it."""
GOALS: Final = (0.1, 0.05, 0.01)
"""Risks for which the bankroll is told."""
ASSUMPTIONS: Final = (
    "a fresh shoe for every round",
    "at a table everybody plays as against a bank that covers everything",
    "the bank posts the same amount every round, and is ruined when it cannot post it and pay",
    "rounds that others bank between are left out",
)


class Question(NamedTuple):
    """What is asked about a table; amounts in cents."""

    posted: tuple[int, ...]
    bankroll: int
    rounds: tuple[int, ...]
    """Ruin within so many rounds, besides for ever."""
    deals: int
    seed: int


def bank_document(
    seats: Seats,
    asked: Question,
    executor: Executor,
    watch: Callable[[int], None] = lambda _: None,
) -> Document:
    """Everything about one table; kept between runs."""
    rules = seats.rules
    limits = [seats.limits.least, seats.limits.most, seats.limits.chip]
    others = [list(map(list, seats.behind)), sorted(seats.insured)]
    question = [list(map(dict, seats.wagers)), others, limits, *asked]

    def build() -> Document:
        deals = dealing(seats, asked.seed)
        found = BankSimulator(seats, deals, asked.posted).run(asked.deals, executor, watch)
        edge = main_edge(seats, deals, found[0])
        return heading(rules, None) | {
            "banking": {"limit": rules.banking.limit, "order": rules.banking.order},
            "wagers": [dict(bets) for bets in seats.wagers],
            "backline": [
                {"seat": bet.box + 1, "wager": bet.stake, "follows": list(bet.follows)}
                for bet in seats.behind
            ],
            "insured": [box + 1 for box in sorted(seats.insured)],
            "action": seats.action,
            "answers_for": answers_for(rules),
            "collection": collection(seats, edge),
            "one_wager": _one_wager(seats, deals, found[0]),
            "bonus_bets": [_bonus(each) for each in bonus_reaches(seats)],
            "banks": [_bank(seats, deals, each, asked) for each in found],
            "deals": asked.deals,
            "seed": asked.seed,
            "play": deals.play,
            "bankroll": asked.bankroll,
            "ample_is_exact": all(mean is not None for mean in deals.means),
            "assumptions": [*ASSUMPTIONS, *_unsaid(seats)],
        }

    return kept("bank", rules.digest, question, build)


def main_edge(seats: Seats, deals: Deals, ample: BankAt) -> float:
    """Of the main wager without any bonus beside it."""
    if seats.rules.family == "three-card":
        return float(ante_play(policies_of(seats.rules), seats.rules.deck.packs).edge)
    place = next(n for n, line in enumerate(deals.lines) if line.spot == seats.main)
    return -ample.lines[place].net.value / deals.lines[place].stake


def answers_for(rules: Ruleset) -> str:
    """Whose the wagers are: every one of a game that a player banks is the bank's."""
    every = [spot.title.lower() for spot in rules.spots]
    if rules.options.get("backline"):
        every.append("bets behind a seat")
    listed = " and ".join(each for each in (", ".join(every[:-1]), every[-1]) if each)
    bonus = any(spot.beside_main for spot in rules.spots)
    none = "" if bonus else "; the game has no bonus bets"
    return f"the bank answers for {listed}; the house and other players for none of it{none}"


def _unsaid(seats: Seats) -> list[str]:
    """What is not exact here, and wagers that the game has and nobody at this table makes."""
    found = []
    if seats.rules.family == "pai-gow":
        found.append(
            "hands set the house way are simulated; what is covered of one wager alone is exact,"
            " and so are Fortune and envy"
        )
    if seats.rules.options.get("backline") and not seats.behind:
        found.append("nobody bets behind a seat (--backline)")
    if seats.rules.spot("insurance") and not seats.insured:
        found.append("insurance is never taken (--insured)")
    bonus = [spot for spot in seats.rules.spots if spot.beside_main]
    found += [
        f"nobody makes a {spot.title} bet (--bonus)"
        for spot in bonus
        if not any(spot.name in bets for bets in seats.wagers)
    ]
    return found


# --- collections ----------------------------------------------------------------------------------


def collection(seats: Seats, edge: float) -> Document:
    """What each row of the collection costs at the least and at the most it goes up to."""
    schedule = seats.rules.fees
    return {
        "basis": schedule.basis,
        "spots": list(schedule.spots),
        "edge": edge,
        "player": [_row(row, seats.limits, edge) for row in schedule.player],
        "bank": [_row(row, _whole_table(seats), 0.0) for row in schedule.bank],
        "free_button": schedule.free_button,
    }


def _whole_table(seats: Seats) -> Limits:
    """What all seats together may wager; where the row goes by the table's limit, one seat."""
    limits, others = seats.limits, seats.rules.boxes - 1
    if seats.rules.fees.basis == "table-limit" or limits.most is None:
        return limits
    return Limits(limits.least, limits.most * others, limits.chip)


def _row(row: Bracket, limits: Limits, edge: float) -> Document:
    least = max(row.least, limits.least, 100)
    most = row.upto if row.upto is not None else limits.most
    costs = {"least": least, "most": most}
    return {
        "bracket": row.name,
        "fee": row.fee,
        **costs,
        "share": {name: row.fee / at for name, at in costs.items() if at},
        "edge_and_fee": {name: edge + row.fee / at for name, at in costs.items() if at},
    }


def _one_wager(seats: Seats, deals: Deals, ample: BankAt) -> Document:
    stake = seats.wagers[0][seats.main]
    amounts = [stake * over // under for over, under in MULTIPLES]
    if seats.rules.family == "pai-gow":
        return _covered_wager(seats, deals, ample, amounts)
    found = one_wager(seats, amounts)
    return {
        "stake": stake,
        "bonus": seats.wagers[0].get("bonus", 0),
        "banks": [
            {
                "posted": each.posted,
                "net": each.net.value,
                "error": each.net.error,
                "edge": -each.net.value / stake,
                "edge_error": each.net.error / stake,
                "exact": None if each.exact is None else str(-each.exact / stake),
                "parts": {spot: str(-part / stake) for spot, part in each.parts.items()},
                "payments": [{"net": net, "chance": c} for net, c in each.payments.items()],
                "knowing": {
                    "edge": -each.knowing.net.value / stake,
                    "edge_error": each.knowing.net.error / stake,
                    "exact": None
                    if each.knowing.exact is None
                    else str(-each.knowing.exact / stake),
                    "changed": each.knowing.changed,
                    "bound": each.knowing.bound,
                },
            }
            for each in found
        ],
    }


def _covered_wager(seats: Seats, deals: Deals, ample: BankAt, amounts: Sequence[int]) -> Document:
    """A wager that has action in part is only a smaller one: its edge is that part of the whole."""
    place = next(n for n, line in enumerate(deals.lines) if line.spot == seats.main)
    stake, whole = deals.lines[place].stake, ample.lines[place].net
    nets = (deals.money[1, place] - deals.money[2, place]).tolist()
    parts = [covered(nets, amount, seats.rules.banking) for amount in (AMPLE, *amounts)]
    same = all(part is not None for part in parts)
    return {
        "stake": stake,
        "bonus": seats.wagers[0].get("fortune", 0),
        "same_setting": same,
        "banks": [
            {
                "posted": None if amount == AMPLE else amount,
                "covered": str(part),
                "edge": -whole.value * float(part) / stake,
                "edge_error": whole.error * float(part) / stake,
            }
            for amount, part in zip((AMPLE, *amounts), parts, strict=True)
            if part is not None
        ],
    }


def _bonus(found: BonusReach) -> Document:
    return {
        "spot": found.spot,
        "title": found.title,
        "stake": found.stake,
        "edge": float(found.edge),
        "exact": str(found.edge),
        "rows": [
            {
                "pays": float(row.pays),
                "chance": float(row.chance),
                "needs": row.needs,
                "edge": float(row.edge),
                "exact": str(row.edge),
            }
            for row in found.rows
        ],
    }


# --- a table of seats -----------------------------------------------------------------------------


def _bank(seats: Seats, deals: Deals, found: BankAt, asked: Question) -> Document:
    fee = seats.bank_fee
    value = Mean(found.net.value - fee, found.net.error)
    document: Document = {
        "posted": found.posted,
        "net": found.net.value,
        "error": found.net.error,
        "collection": fee,
        "value": value.value,
        "deviation": found.deviation,
        "seats": [_seat(seats, deals, found, owner) for owner in range(seats.owners)],
    }
    if found.posted is not None:
        document["ruin"] = _ruin(found, value, fee, asked)
    return document


def _seat(seats: Seats, deals: Deals, found: BankAt, owner: int) -> Document:
    """A box with all its wagers, or a bet behind one."""
    seat, wager, fee = found.owners[owner], seats.at_deal(owner)[seats.main], seats.fee(owner)
    boxes, free = len(seats.wagers), seats.rules.fees.free_button != "none"
    kept_fee = fee * (1 - seat.bare) if free else float(fee)
    lines = [(n, line) for n, line in enumerate(deals.lines) if line.owner == owner]
    return {
        "seat": lines[0][1].box + 1,
        "behind": owner >= boxes,
        "wager": wager,
        **_reached(seat, wager),
        "round_without_action": seat.bare,
        "collection": fee,
        "collection_after_buttons": kept_fee,
        "cost": (-seat.net.value + kept_fee) / wager,
        "wagers": [
            {"spot": line.spot, "stake": line.stake, **_reached(found.lines[n], wager)}
            for n, line in lines
        ],
    }


def _reached(found: Reach, wager: int) -> Document:
    """Edges are shares of the main wager, so that those of a seat's wagers add up."""
    return {
        "net": found.net.value,
        "error": found.net.error,
        "edge": -found.net.value / wager,
        "edge_error": found.net.error / wager,
        "action": found.action,
        "full_action": found.full,
        "no_action": found.none,
        "paid": found.paid,
    }


# --- ruin -----------------------------------------------------------------------------------------


def _ruin(found: BankAt, value: Mean, fee: int, asked: Question) -> Document:
    """Ruin with the best mean, and how far it goes up and down with the error of that mean."""
    assert found.posted is not None
    needed = found.posted + fee
    nets = {net - fee: float(times) for net, times in found.nets.items()}
    likely, *others = (
        steps_of(nets, mean)
        for mean in (value.value, value.value - value.error, value.value + value.error)
    )
    room = spare(asked.bankroll, needed, likely.unit)
    rows = []
    try:
        chances = within(likely, room, asked.rounds)
    except RuinFault as fault:
        chances, why = [math.nan] * len(asked.rounds), str(fault)
        rows.append({"rounds": asked.rounds[-1], "not_reckoned": why})
    else:
        rows += [
            {"rounds": n, "chance": chance, "diffusion": diffusion(likely, room, n)}
            for n, chance in zip(asked.rounds, chances, strict=True)
        ]
    return {
        "needed": needed,
        "within": rows,
        "forever": _forever(likely, others, room),
        "bankrolls": _bankrolls(likely, needed),
    }


def _forever(likely: Steps, others: Sequence[Steps], room: int) -> Document:
    if room < 0:
        return {"chance": 1.0, "error": 0.0, "diffusion": 1.0}
    try:
        chance, *around = (float(forever(steps, room)[room]) for steps in (likely, *others))
    except RuinFault as fault:
        return {"not_reckoned": str(fault), "diffusion": diffusion(likely, room, None)}
    return {
        "chance": chance,
        "error": abs(around[0] - around[1]) / 2,
        "diffusion": diffusion(likely, room, None),
    }


def _bankrolls(steps: Steps, needed: int) -> list[Document]:
    """The least bankroll with which ruin is no likelier than this."""
    if steps.mean <= 0:
        return []
    try:
        room = math.ceil(-math.log(min(GOALS)) / adjustment(steps))
        chances = forever(steps, room)
    except RuinFault:
        return []
    found = []
    for goal in GOALS:
        place = int((chances > goal).sum())
        found.append({"risk": goal, "bankroll": needed + place * steps.unit})
    return found
