"""Commands for a table that another worker owns: they are sent there, with the same key.

A worker may die, or give the table away, at any moment. Then the command is sent again, to the
table's next owner; its key sees to it that it is carried out once.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from hmac import compare_digest
from pathlib import Path
from typing import Final

import httpx
import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from cardroom.events import encode
from cardroom.play.round import Refusal
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.accounts.sessions import COOKIE
from cardroom.service.errors import RefusalReply, ServiceError, refuse
from cardroom.service.live.command_auth import CommandRequest
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.measures import joined
from cardroom.service.live.messages import Ack
from cardroom.service.live.workers import Workers
from cardroom.store.errors import FencedError

RELAYED: Final = "x-cardroom-relayed"
"""The header of a request that came from another worker; it is not sent on again."""
ELSEWHERE: Final = 421
"""The answer to such a request if the table is no longer here."""
PATIENCE_SECONDS: Final = 6.0
"""Longer than it takes until another worker has taken the tables of one that died."""
AGAIN_SECONDS: Final = 0.1
ANSWER_SECONDS: Final = 3.0


class Relay:
    def __init__(self, workers: Workers, certificate: Path | None, mark: str) -> None:
        """`mark` is what only the workers of this room know: anybody can send a header."""
        self._workers, self._mark = workers, mark
        verify: ssl.SSLContext | bool = True
        if certificate is not None:
            # Workers know each other by the room's own certificate, whatever name it has.
            verify = ssl.create_default_context(cafile=str(certificate))
            verify.check_hostname = False
        self._client = httpx.AsyncClient(verify=verify, timeout=ANSWER_SECONDS, trust_env=False)

    async def close(self) -> None:
        await self._client.aclose()

    def relayed(self, asked: HTTPConnection) -> bool:
        """Whether another worker sends this for a person."""
        return compare_digest(asked.headers.get(RELAYED, "").encode(), self._mark.encode())

    async def command(
        self, live: LiveTable, person: Person, request: CommandRequest, asked: HTTPConnection
    ) -> Ack:
        """Carry out a command here, or where its table is."""
        until = time.monotonic() + PATIENCE_SECONDS
        relayed = self.relayed(asked)
        while time.monotonic() < until:
            if live.owned:
                try:
                    return await live.command(person, request)
                except FencedError:
                    self._workers.lost(live)
                except ServiceError:
                    # A worker that was stopped may have refused by a table that has moved on. So a
                    # refusal counts only if the journal has nothing that it did not know.
                    if self._workers.decides(live):
                        if not await live.follow_news():
                            raise
                        continue
            if relayed:
                raise ServiceError(ELSEWHERE, Refusal(errors.JOURNAL, "another worker has it now"))
            path = f"/api/tables/{live.id}/commands"
            answer = await self._send("POST", live, path, asked, encode(request))
            if answer is not None:
                return _ack(answer)
            await asyncio.sleep(AGAIN_SECONDS)
        raise refuse(503, errors.JOURNAL, "nobody could carry out the command; try again", 1.0)

    async def forward(self, live: LiveTable, asked: HTTPConnection, method: str) -> Response | None:
        """The owner's answer to a request; None if the table is this worker's."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until and not live.owned:
            if self.relayed(asked):
                raise ServiceError(ELSEWHERE, Refusal(errors.JOURNAL, "another worker has it now"))
            answer = await self._send(method, live, asked.url.path, asked, b"")
            if answer is not None:
                return Response(answer.content, answer.status_code, media_type="application/json")
            await asyncio.sleep(AGAIN_SECONDS)
        return None

    async def measured(self, own: bytes, asked: HTTPConnection) -> bytes:
        """What every worker of the room measures; one that does not answer is left out."""
        if self.relayed(asked):
            return own
        others = {
            id: at for id, at in self._workers.fleet.workers.items() if id != self._workers.id
        }
        found = await asyncio.gather(*(self._measures_of(at, asked) for at in others.values()))
        texts = dict(zip(others, found, strict=True))
        return joined({self._workers.id: own, **{id: text for id, text in texts.items() if text}})

    async def _measures_of(self, address: str, asked: HTTPConnection) -> bytes:
        headers = {"host": asked.headers.get("host", ""), RELAYED: self._mark}
        try:
            answer = await self._client.get(f"{address}/metrics", headers=headers)
        except httpx.HTTPError:
            return b""
        return answer.content if answer.status_code == 200 else b""

    async def _send(
        self, method: str, live: LiveTable, path: str, asked: HTTPConnection, body: bytes
    ) -> httpx.Response | None:
        """None if the owner is not known or not there: ask again in a moment."""
        to = self._workers.owner_address(live.id)
        if to is None:
            return None
        headers = {
            "host": asked.headers.get("host", ""),
            "cookie": f"{COOKIE}={asked.cookies.get(COOKIE, '')}",
            "content-type": "application/json",
            RELAYED: self._mark,
        }
        try:
            answer = await self._client.request(method, to + path, content=body, headers=headers)
        except httpx.HTTPError:
            return None
        return None if answer.status_code == ELSEWHERE else answer


def _ack(answer: httpx.Response) -> Ack:
    if answer.status_code == 200:
        return msgspec.json.decode(answer.content, type=Ack)
    said = msgspec.json.decode(answer.content, type=RefusalReply)
    wait = float(answer.headers.get("retry-after", 0))
    raise ServiceError(answer.status_code, said.refusal, wait)
