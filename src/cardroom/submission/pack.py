"""The files of a submission: sheets, drawings, reports, records, and the portfolio of them all."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardroom import houses
from cardroom.analysis.families import NotComputed
from cardroom.analysis.rng import battery
from cardroom.analysis.rng import report as rng
from cardroom.analysis.rng.finding import RngFinding
from cardroom.houses import House
from cardroom.progress import ProgressNotice, Tell, silent
from cardroom.signage import layout, press
from cardroom.signage.press import EmbeddedSheet, Paper
from cardroom.signage.sheet import Posting, postings
from cardroom.signage.sheets import bound
from cardroom.submission import bill, record
from cardroom.submission.contents import Contents
from cardroom.submission.front import front
from cardroom.submission.proofs import archive, as_csv, proofs
from cardroom.submission.texts import controls_text, verify_text

SEED: Final = 1
"""The report on random numbers tests the simulator's generator, so that it can be repeated."""
PORTFOLIO: Final = "portfolio.pdf"
SUMS: Final = "SHA256SUMS"
MATH: Final = "math"
"""The sheet whose figures give the record its prices."""


class Pack(NamedTuple):
    files: Mapping[str, bytes]
    missing: tuple[str, ...]
    """What could not be computed, and why."""


def pack(
    house: House,
    wanted: Contents = Contents(),  # noqa: B008 - a value
    tell: Tell = silent,
    step: Tell = silent,
) -> Pack:
    """Every file by its name in the folder. `step` hears which of all steps is next."""
    posted = tuple(postings(house, wanted.games or [each.game for each in house.game]))
    begin = _steps(len(posted) * (2 if wanted.reports == "with" else 1) + 2, step)
    found: dict[str, dict[str, Any]] = {}
    missing: list[str] = []
    for each in posted if wanted.reports == "with" else ():
        begin(f"computing {each.rules.title}")
        found[each.rules.game] = dict(_computed(each, missing, tell))
    files: dict[str, bytes] = {}
    for each in posted:
        begin(f"printing {each.rules.title}")
        files.update(_sheets(each, found.get(each.rules.game, {}), wanted.paper))
    begin("testing random numbers")
    numbers = _random_numbers(house, wanted.shuffles)
    components = bill.components()
    figures = {game: made[MATH] for game, made in found.items() if MATH in made}
    kept = record.record_of(house, posted, figures)
    files |= {
        "rng-report.json": rng.to_json(numbers),
        "rng-report.md": rng.to_markdown(numbers, machine="").encode("utf-8"),
        "bill-of-materials.json": bill.as_cyclonedx(components),
        "requirements.txt": bill.as_requirements(components),
        "internal-controls.md": controls_text(house).encode("utf-8"),
        "VERIFY.md": verify_text(house, wanted).encode("utf-8"),
        record.RECORD: record.written(kept),
    }
    files |= dict(_house_files(house))
    begin("binding the portfolio")
    cover = front(house, posted, wanted, missing, (numbers, components), hashes(files))
    files[PORTFOLIO] = press.portfolio(cover, tuple(_bound(posted, files)), wanted.paper)
    files[SUMS] = "".join(f"{digest}  {name}\n" for name, digest in hashes(files)).encode()
    return Pack(dict(sorted(files.items())), tuple(missing))


def _steps(of: int, step: Tell) -> Callable[[str], None]:
    done = count()
    return lambda text: step(ProgressNotice(text, next(done), of))


def hashes(files: Mapping[str, bytes]) -> list[tuple[str, str]]:
    return [(name, hashlib.sha256(files[name]).hexdigest()) for name in sorted(files)]


def _computed(posted: Posting, missing: list[str], tell: Tell) -> Iterator[tuple[str, Any]]:
    """By sheet: what is computed for it."""
    for name, sheet, part in bound():
        if sheet.computation is not None:
            try:
                yield name, sheet.computed(posted.rules, tell)
            except NotComputed as reason:
                missing.append(f"{posted.rules.game}, {part.words}: {reason}")


def _sheets(posted: Posting, found: Mapping[str, Any], paper: Paper) -> Iterator[tuple[str, bytes]]:
    game = posted.rules.game
    for name, sheet, _ in bound():
        if sheet.computation is None or name in found:
            made = found.get(name)
            yield f"{game}/{name}.pdf", press.pdf(sheet.sheet(posted, made), paper)
            for suffix, content in () if sheet.data is None else sheet.data(posted, made):
                yield f"{game}/{name}{suffix}", content
    full = layout.full_size(posted)
    yield f"{game}/felt.pdf", press.pdf(full)
    yield f"{game}/felt.svg", press.svg(full).encode("utf-8")
    proved = tuple(proofs(posted.rules))
    yield f"{game}/clauses.csv", as_csv(proved).encode("utf-8")
    yield f"{game}/scenarios.zip", archive(proved)


def _house_files(house: House) -> Iterator[tuple[str, bytes]]:
    """The house's file, with the files of side bets, house ways, and laws that it names."""
    file = Path(house.file)
    if house.file and file.is_file():
        for name in (file.name, *houses.files_of(file)):
            yield name, (file.parent / name).read_bytes()


def _random_numbers(house: House, shuffles: int) -> rng.RngReport:
    name = battery.stream_sample(SEED).source.name
    return rng.make_report(name, shuffles, house.day.isoformat(), list(_findings(shuffles)))


@lru_cache(maxsize=4)
def _findings(shuffles: int) -> tuple[RngFinding, ...]:
    """The same for every house."""
    return tuple(battery.run(battery.stream_sample(SEED), shuffles))


def _bound(posted: tuple[Posting, ...], files: Mapping[str, bytes]) -> Iterator[EmbeddedSheet]:
    """The sheets in the order of the portfolio: by kind, and in the order of the house's games."""
    for sheet, _, part in bound():
        for each in posted:
            name = f"{each.rules.game}/{sheet}.pdf"
            if name in files:
                title = f"{each.rules.title}: {part.words}"
                yield EmbeddedSheet(title, files[name], part.form)
