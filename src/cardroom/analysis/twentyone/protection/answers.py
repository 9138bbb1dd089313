"""The protection of a 21 game, for all readers."""

from __future__ import annotations

from cardroom.analysis.counting.documents import CountingResult, Protection
from cardroom.analysis.counting.question import CountingRequest, ProtectionRequest, read_count
from cardroom.analysis.result_cache import cached
from cardroom.analysis.twentyone.refusals import refusals
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset


def protect(rules: Ruleset, asked: ProtectionRequest, tell: Tell) -> Protection:
    """Kept between runs."""
    from cardroom.analysis.twentyone.protection.examination import (  # noqa: PLC0415 - here only
        ProtectionAnalysis,
    )

    counts = tuple(read_count(text) for text in asked.counts)
    with refusals():
        return cached(
            "protect", rules.digest, list(asked), Protection,
            lambda: ProtectionAnalysis(rules, asked, counts, tell).document(),
        )  # fmt: skip


def count(rules: Ruleset, asked: CountingRequest, tell: Tell) -> CountingResult:
    """Kept between runs."""
    from cardroom.analysis.twentyone.protection.table_play import (  # noqa: PLC0415 - here only
        CountingTable,
        counted,
    )

    with refusals():
        return cached(
            "count", rules.digest, list(asked), CountingResult,
            lambda: counted(CountingTable(rules, asked, read_count(asked.system), tell)),
        )  # fmt: skip
