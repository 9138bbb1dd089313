"""Record journals of this version as test data: `python -m tests.journals.record v2`.

`recorded/v1` was written by version 0.1.0 and is what real journals of that version look like.
From then on every version opens, verifies and replays it, so **v1 is never recorded again** and
none of its files is edited: this program refuses a folder that exists, and the tests compare the
files with `SHA256SUMS`. Where a test of v1 fails, the product is wrong, or it needs a migration
that is tested on v1.

Record a new version (v2, v3 ...) next to the others, in the change that makes it necessary:

- when a command, an event, an input, a game or a way of dealing is added: the test of what is
  covered fails until some recording has it (or `covered.NOT_RECORDED` says why none can);
- when the format of an entry or of the journal's file changes: before that change, if v1 lacks
  something it touches, and after it, so that the new format is kept as well;
- with a release, if its journals differ in any way from those that are recorded.

A recording is a folder for each session: the journal as the store left it and its seal, packed with
xz, and `expected.json`, what the version that wrote it made of it. Floors' nights are the same
bytes whenever they are recorded by the same version, as their cards, clock and key are given; the
service's session has its own.
"""

from __future__ import annotations

import json
import lzma
import shutil
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tests.journals import service_session
from tests.journals.covered import contents, missing
from tests.journals.opened import EXPECTED, JOURNAL, RECORDED, VERSION, results
from tests.journals.session import KEY, Session
from tests.journals.situations import NIGHTS

SUMS: Final = "SHA256SUMS"
PACKED: Final = ".sqlite"
SERVICE: Final = "service"


def record(version: str) -> Path:
    """Every session, in a folder of its own; nothing appears unless everything is covered."""
    target = RECORDED / version
    if target.exists():
        raise SystemExit(f"{target.name} is recorded already, and is never recorded again")
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / version
        recorded = [*floors(Path(scratch), made), service(Path(scratch), made)]
        lacking = missing(recorded)
        if lacking:
            raise SystemExit("in no journal:\n" + "\n".join(lacking))
        (made / SUMS).write_text("\n".join(sums(made)) + "\n", encoding="utf-8")
        shutil.copytree(made, target)
    return target


def floors(scratch: Path, made: Path) -> Iterator[dict[str, dict[str, int]]]:
    for name, what in NIGHTS.items():
        print(name, flush=True)
        folder = scratch / name
        folder.mkdir()
        session = Session(folder, name)
        what(session)
        session.close()
        yield keep(folder, made / name, KEY.public.hex())


def service(scratch: Path, made: Path) -> dict[str, dict[str, int]]:
    print(SERVICE, flush=True)
    folder = scratch / SERVICE
    folder.mkdir()
    key = service_session.record(folder)
    return keep(folder / "data", made / SERVICE, key)


def keep(folder: Path, target: Path, key: str) -> dict[str, dict[str, int]]:
    """Pack what was written, then look at a copy of it, as looking may change it."""
    target.mkdir(parents=True)
    copy = folder.with_name(f"{folder.name}-copy")
    copy.mkdir()
    for name in service_session.KEPT:
        file = folder / name
        if not file.exists():
            continue
        shutil.copy(file, copy)
        if file.suffix == PACKED:
            packed = lzma.compress(file.read_bytes(), preset=lzma.PRESET_EXTREME)
            (target / f"{name}.xz").write_bytes(packed)
        else:
            shutil.copy(file, target)
    counted = contents(copy / JOURNAL)
    said = {
        "version": VERSION,
        "key": key,
        "contents": counted,
        "results": results(copy / JOURNAL, key),
    }
    (target / EXPECTED).write_text(written(said), encoding="utf-8")
    return counted


def written(value: dict[str, Any]) -> str:
    """JSON with a line for each thing, so that a difference can be read."""
    return "{\n" + ",\n".join(_lines(value, 0)) + "\n}\n"


def _lines(value: dict[str, Any], depth: int) -> Iterator[str]:
    for name, each in value.items():
        label = f"{' ' * depth}{json.dumps(name)}: "
        if isinstance(each, dict) and each and depth < 2:
            yield label + "{\n" + ",\n".join(_lines(each, depth + 1)) + "\n" + " " * depth + "}"
        elif isinstance(each, list) and each and depth < 2:
            rows = ",\n".join(f"{' ' * depth} {_text(row)}" for row in each)
            yield label + "[\n" + rows + "\n" + " " * depth + "]"
        else:
            yield label + _text(each)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def sums(folder: Path) -> Iterator[str]:
    """A line for each file of a recording, as sha256sum writes it."""
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name != SUMS:
            digest = sha256(file.read_bytes()).hexdigest()
            yield f"{digest}  {file.relative_to(folder).as_posix()}"


if __name__ == "__main__":
    print(record(*sys.argv[1:]))
