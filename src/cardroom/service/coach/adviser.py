"""The coach as the school's adviser: what each option of a decision is worth.

It loads the odds, so only programs that may do so use it: the command line, and the coach's own
process.
"""

from __future__ import annotations

from cardroom import games, houses
from cardroom.analysis.families import NotComputed
from cardroom.places import box as audience
from cardroom.play.views import view
from cardroom.school.counting import CountCourse
from cardroom.school.course import drill_posting
from cardroom.school.deals import DecisionPoint
from cardroom.school.drill import COST, COUNT, Drill, SchoolError
from cardroom.school.library import PostedAt
from cardroom.school.player import PlayerCourse, Valued, ValuedOption
from cardroom.school.playing_cost import CostCourse
from cardroom.service import families
from cardroom.service.coach.advice import Progress, Worth

AnyPlayerCourse = PlayerCourse | CountCourse | CostCourse


def player_course(drill: Drill, posting: PostedAt) -> AnyPlayerCourse:
    """The questions of a player drill."""
    if COST in drill.asks:
        return _cost_course(drill, posting)
    if COUNT not in drill.asks:
        return PlayerCourse(drill, CoachAdviser(), posting)
    # Late: the process that serves people must not load what computes the odds.
    from cardroom.analysis.counting.question import NAMED  # noqa: PLC0415 - not in the server

    if drill.count not in NAMED:
        raise SchoolError(f"there is no count {drill.count!r}; counts are {', '.join(NAMED)}")
    return CountCourse(drill, NAMED[drill.count], posting)


def _cost_course(drill: Drill, posting: PostedAt) -> CostCourse:
    from cardroom.analysis.odds import game_odds  # noqa: PLC0415 - not in the server

    given = drill_posting(drill, posting)
    rules = houses.ruleset(drill.game, dict(given.options), given.house)
    try:
        return CostCourse(drill, game_odds(rules).wagers[0].edge, posting)
    except NotComputed as why:
        raise SchoolError(str(why)) from None


class CoachAdviser:
    def value(self, moment: DecisionPoint) -> Valued | None:
        rules = moment.round.rules
        coach = families.of(rules).coach
        if coach is None:
            return None
        seen = view(moment.round, frozenset({audience(moment.ask.box)}), games.family(rules))
        ask = next((each for each in seen.asks if each.box == moment.ask.box), None)
        decision = None if ask is None else coach.read(seen, ask, rules)
        if decision is None or isinstance(decision, str):
            return None
        advice = coach.advise(decision, rules, _quiet)
        if advice.status != "ready" or not advice.options:
            return None
        texts = {_text(option): option.units for option in reversed(advice.options)}
        options = sorted(texts.items(), key=lambda option: -option[1])
        return Valued(
            tuple(ValuedOption(*option) for option in options),
            advice.wager,
            advice.why,
            tuple(f"Assumed: {each}." for each in advice.assumes),
        )


def _text(option: Worth) -> str:
    """The verb, or the setting; the house way is a setting like any other."""
    return option.makes or option.label or option.verb.replace("-", " ")


def _quiet(_: Progress) -> None:
    """Nobody watches the progress here."""
