"""The certificate of an examination: who, what, how well, by which rules, and how to verify it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from cardroom import houses
from cardroom.school.drill import SchoolError
from cardroom.school.exam import find
from cardroom.school.progress import percent_right
from cardroom.school.record import ExamBegun, ExamEnded, Recorded
from cardroom.signage.sheet import Sheet, head, posting_of


def sheet(person: str, record: Sequence[Recorded], exam: str) -> Sheet:
    """Only for an examination that was passed."""
    begun, _, ended = find(record, exam)
    told, end = begun.event, ended.event
    assert isinstance(told, ExamBegun)
    assert isinstance(end, ExamEnded)
    if not end.passed:
        needed = f"{end.right} of {told.questions} right, {told.passing} needed"
        raise SchoolError(f"examination {exam} was not passed: {needed}")
    rules = houses.ruleset(told.game, told.options, told.house)
    body = {
        "person": person,
        "day": datetime.fromtimestamp(ended.at // 10**9, UTC).date().isoformat(),
        "score": f"{end.right} of {told.questions}",
        "percent": f"{percent_right(end.right, told.questions)}%",
        "passing": f"{told.passing} of {told.questions}",
        "level": told.level,
        "exam": exam,
        "seed": str(told.seed),
        "rules": told.digest,
        "entry": ended.hash,
        "verify": f"cardroom school verify JOURNAL --person {person!r} --exam {exam}",
    }
    return Sheet("certificate", head(posting_of(rules)), body)
