"""The page's files, as a browser may keep them.

Versions never mix. The page itself is asked for each time, and names the version of its scripts and
styles in their addresses. What is at such an address never changes, so a browser that has it asks
for nothing. The page also names every script that it begins with, so that a browser asks for all of
them at once, and texts are sent compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

ASKED_EACH_TIME: Final = {"cache-control": "no-cache"}
KEPT: Final = {"cache-control": "public, max-age=31536000, immutable"}
INDEX: Final = "index.html"
VERSION: Final = "version-"
FIRST: Final = "main.js"
SCRIPT: Final = '<script type="module"'
IMPORTED: Final = re.compile(r'^(?:import|export) .*?from "(\.{1,2}/[\w./-]+\.js)";$', re.MULTILINE)
COMPRESSED: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
LINKS: Final = ('="css/', '="js/', '="icon.svg"')
"""How the page refers to its other files."""


class Page(StaticFiles):
    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _, rest = path.partition("/")
        if not first.startswith(VERSION):
            return await super().get_response(path, scope)
        answer = await super().get_response(rest, scope)
        if answer.status_code == 200 and first == f"{VERSION}{version_of(self._folder)}":
            answer.headers.update(KEPT)
        return answer

    def file_response(self, full_path: Any, stat_result: Any, scope: Any, *rest: Any) -> Response:
        path = Path(full_path)
        if path.name == INDEX:
            return HTMLResponse(self._index(path), headers=ASKED_EACH_TIME)
        answer = super().file_response(full_path, stat_result, scope, *rest)
        answer.headers.update(ASKED_EACH_TIME)
        kind = COMPRESSED.get(path.suffix)
        if kind is None:
            return answer
        answer.headers["vary"] = "accept-encoding"
        if answer.status_code != 200:
            return answer
        answer.headers["content-type"] = kind
        accepted = Headers(scope=scope).get("accept-encoding", "")
        if scope["method"] != "GET" or "gzip" not in accepted:
            return answer
        kept = {name: answer.headers[name] for name in ("cache-control", "vary", "etag")}
        small = _compressed(path, stat_result.st_mtime_ns)
        return Response(small, headers={**kept, "content-encoding": "gzip", "content-type": kind})

    def _index(self, path: Path) -> str:
        version = version_of(self._folder)
        text, place = path.read_text(encoding="utf-8"), f"{VERSION}{version}/"
        names = scripts(self._folder, version)
        early = (f'<link rel="modulepreload" href="js/{name}">\n' for name in names)
        text = text.replace(SCRIPT, "".join(early) + SCRIPT)
        for link in LINKS:
            text = text.replace(link, f'="{place}{link[2:]}')
        return text


@lru_cache(maxsize=4)
def scripts(folder: Path, version: str) -> tuple[str, ...]:
    """The first script, what it imports at once, and what those import."""
    del version
    found = [FIRST]
    for name in found:
        path = folder / "js" / name
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        imported = [normpath(join(dirname(name), each)) for each in IMPORTED.findall(text)]
        found += [each for each in imported if each not in found]
    return tuple(found)


@lru_cache(maxsize=256)
def _compressed(path: Path, changed: int) -> bytes:
    del changed
    return gzip.compress(path.read_bytes(), mtime=0)


def version_of(folder: Path) -> str:
    """A digest of all files. It is computed again when one of them has changed."""
    return _digest(folder, tuple(sorted(_files(str(folder)))))


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    """Every file, when it was changed, and its size. A browser asks for a hundred of them at once,
    and each time all are looked at: `Path.rglob` would take four times as long."""
    with os.scandir(folder) as found:
        for each in found:
            if each.is_dir():
                yield from _files(each.path)
            else:
                facts = each.stat()
                yield each.path, facts.st_mtime_ns, facts.st_size


@lru_cache(maxsize=4)
def _digest(folder: Path, files: tuple[tuple[str, int, int], ...]) -> str:
    found = hashlib.sha256()
    for name, _, _ in files:
        path = Path(name)
        place = path.relative_to(folder).as_posix()
        found.update(place.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]
