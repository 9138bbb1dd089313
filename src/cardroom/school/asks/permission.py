"""Questions about what a player may do, and for how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from cardroom import games
from cardroom.events import HandEnded
from cardroom.games.felt import DECLINE
from cardroom.games.signs import limits
from cardroom.money import exact
from cardroom.places import ALL
from cardroom.play.irregularities import remedies
from cardroom.play.round import Ask, Await, Over, Refusal, Round
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.document import Backline, BankEntry, BoxStakes, Do, Irregularity
from cardroom.scenario.outcome import POSTED_GAME, RefusedEntry
from cardroom.school.asks.irregular import words as words_of
from cardroom.school.asks.settlement import with_cited
from cardroom.school.played import LessonRound
from cardroom.school.question import MoneyAnswer, OpenQuestion, Scene, yes
from cardroom.school.scene import pictured, pictured_in, posted, scene, spot_title


def _asks(played: LessonRound) -> Iterator[tuple[int, Round, Ask]]:
    """Every decision of the round, with the number of its move."""
    for number, move in enumerate(played.moves):
        if isinstance(move.before.head, Await):
            for ask in move.before.head.asks:
                yield number, move.before, ask


def _may(verb: str, rules: Ruleset) -> str:
    """A verb as a question has it: "double", "take insurance"."""
    return games.felt_of(rules).verb(verb).may or verb.replace("-", " ")


def allowed(played: LessonRound) -> Iterator[OpenQuestion]:
    """Whether a hand may do something now; and what players tried that was refused."""
    family = games.family(played.rules)
    for number, round, ask in _asks(played):
        hand = f", hand {ask.number}" if ask.number > 1 else ""
        shown = partial(scene, round, played.until(number), open_boxes=(ask.box,))
        for barred in ask.barred:
            if barred.verb == DECLINE.verb:
                continue  # nobody asks for that
            yield OpenQuestion(
                f"May box {ask.box}{hand} {_may(barred.verb, played.rules)}?",
                shown,
                yes(decided=False),
                with_cited(played.rules.worded(barred.clause), played),
                barred.verb,
                decided=True,
            )
        for option in ask.options:
            clause = option.clause or family.governs(played.rules, option.verb)
            if clause is None:
                continue  # no rule that could be named says so
            yield OpenQuestion(
                f"May box {ask.box}{hand} {_may(option.verb, played.rules)}?",
                shown,
                yes(decided=True),
                with_cited(played.rules.worded(clause), played),
                option.verb,
                ("It is allowed now.",),
                decided=True,
            )
    yield from _refused(played)


def _refused(played: LessonRound) -> Iterator[OpenQuestion]:
    """What the round's players or its dealer tried, and the engine refused."""
    for each in played.refusals:
        words = described(played, each)
        if not words:
            continue
        at = each.at
        shown = partial(
            Scene, posted(played.rules), _limits(played), story=_layout(played, each.line)
        )
        if at is not None:
            at, inputs = _moment(played, each, at)
            shown = partial(scene, at, played.until(inputs), open_boxes=tuple(at.players))
        yield OpenQuestion(
            f"{words[0].upper()}{words[1:]}. Is that allowed?",
            shown,
            yes(decided=False),
            with_cited(played.rules.worded(each.refusal.clause), played),
            "refused",
            (_why(each.refusal),) if each.refusal.why else (),
            decided=True,
        )


def _moment(played: LessonRound, each: RefusedEntry, at: Round) -> tuple[Round, int]:
    """When it was tried, and how many inputs came before. A decision of a hand that no longer was
    asked was tried when the hand ended, not after the dealer's."""
    entry = next((entry for entry in played.scenario.decisions if entry.line == each.line), None)
    if entry is not None and isinstance(at.head, Over):
        for number, move in enumerate(played.moves):
            for event in move.events:
                if isinstance(event, HandEnded) and event.box == entry.box:
                    return move.after, number + 1
    return at, len(at.inputs)


def _why(refusal: Refusal) -> str:
    words = pictured_in(refusal.why)
    return f"{words[0].upper()}{words[1:]}."


def _limits(played: LessonRound) -> tuple[str, ...]:
    """What may be bet, where boxes are bet on."""
    rules, table = played.rules, played.round.facts.limits if played.round is not None else None
    if rules.deals_to_seats:
        return ()
    if table is not None:
        rules = msgspec.structs.replace(rules, limits=table)
    return tuple(f"{title}: {span}." for title, span in limits(rules))


def _layout(played: LessonRound, line: int) -> tuple[str, ...]:
    """The bets that were made before this line of the file."""
    scenario, rules = played.scenario, played.rules
    found = [_banks(bank) for bank in scenario.banks if bank.line < line and bank.refused is None]
    made = (box for box in scenario.boxes if box.line < line and box.refused is None)
    found += [_bets(box, rules) for box in made]
    return tuple(found)


def described(played: LessonRound, refused: RefusedEntry) -> str:
    """What was tried, with its amounts; empty where the round as a whole was refused."""
    scenario, line = played.scenario, refused.line
    if refused.what == POSTED_GAME:
        options = ", ".join(
            f"{name.replace('_', ' ')}: {_shown(value)}" for name, value in scenario.options.items()
        )
        return f"at {played.rules.title}, the house wants to post {options}"
    for box in scenario.boxes:
        if box.line == line:
            return _bets(box, played.rules)
    for bank in scenario.banks:
        if bank.line == line:
            return _banks(bank)
    for behind in scenario.backline:
        if behind.line == line:
            return _backs(behind)
    for entry in scenario.decisions:
        if entry.line == line:
            return _does(entry, played.rules)
    for wrong in scenario.irregularities:
        if wrong.line == line:
            return _calls(wrong, played.rules) if _stands(wrong, refused.at, played.rules) else ""
    return ""


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{row} {pays}" for row, pays in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _stands(entry: Irregularity, at: Round | None, rules: Ruleset) -> bool:
    """Whether what is said to have happened can have: a foul setting would not be refused as a
    sound one, and the trainee sees only the cards that are face up."""
    remedy = remedies(games.family(rules)).get(entry.kind)
    if remedy is not None and remedy.refused == "as-untrue":
        return False
    if entry.card is None or at is None:
        return True
    return any(
        dealt.card == entry.card and dealt.seen == ALL
        for pile in at.cards.values()
        for dealt in pile
    )


def _bets(entry: BoxStakes, rules: Ruleset) -> str:
    wagers = " and ".join(
        f"{exact(stake)} ({spot_title(rules, spot)})" for spot, stake in entry.bets.items()
    )
    named = entry.player if entry.player != f"box {entry.box}" else ""
    return f"{named + ' at ' if named else ''}box {entry.box} bets {wagers or 'nothing'}"


def _banks(entry: BankEntry) -> str:
    return f"box {entry.box} banks with {exact(entry.amount)}"


def _backs(entry: Backline) -> str:
    follow = f", and follows {' and '.join(entry.follow)}" if entry.follow else ""
    return f"{entry.owner} bets {exact(entry.stake)} behind box {entry.box}{follow}"


def _does(entry: Do, rules: Ruleset) -> str:
    hand = f", hand {entry.hand}," if entry.hand else ""
    amount = "" if entry.amount is None else f" {exact(entry.amount)}"
    before = games.felt_of(rules).verb(entry.verb).before_amount
    amount = f" {before}{amount}" if before and amount else amount
    amount = amount if entry.to is None else f" to {exact(entry.to)}"
    front = f" {' '.join(map(pictured, entry.front))} in front" if entry.front else ""
    wants = entry.verb if front else _may(entry.verb, rules)
    return f"box {entry.box}{hand} wants to {wants}{amount}{front}"


def _calls(entry: Irregularity, rules: Ruleset) -> str:
    box = f" for box {entry.box}" if entry.box else ""
    card = f" ({pictured(entry.card)})" if entry.card is not None else ""
    words = words_of(rules, entry.kind)
    happened = words.happened or entry.kind.replace("-", " ")
    return f"the floor is asked {words.asks or f'to act on this: {happened}'}{box}{card}"


def limit(played: LessonRound) -> Iterator[OpenQuestion]:
    """The most and the least that a player may put down for a verb with an amount."""
    totals = games.felt_of(played.rules).totals
    for number, round, ask in _asks(played):
        for option in ask.options:
            if option.counts or option.cards or option.most is None:
                continue
            hand = f", hand {ask.number}," if ask.number > 1 else ""
            shown = partial(scene, round, played.until(number), open_boxes=(ask.box,))
            clause = None if option.clause is None else played.rules.worded(option.clause)
            ends = {"most": option.most}
            if (option.least or 0) > option.step:
                # Otherwise no rule says it: it is the smallest amount there is.
                ends["least"] = option.least or 0
            for end, amount in ends.items():
                put = f"{option.verb} to" if option.verb in totals else "put down"
                yield OpenQuestion(
                    f"Box {ask.box}{hand} wants to {_may(option.verb, played.rules)}."
                    f" What is the {end} it may {put}?",
                    shown,
                    MoneyAnswer(amount),
                    with_cited(clause, played),
                    f"{option.verb} {end}",
                    (_bounds(ends),),
                    decided=clause is not None,
                )


def _bounds(ends: Mapping[str, int]) -> str:
    most = exact(ends["most"])
    if "least" not in ends:
        return f"At most {most}."
    if ends["least"] == ends["most"]:
        return f"Exactly {most}."
    return f"At least {exact(ends['least'])}, at most {most}."
