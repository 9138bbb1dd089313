"""Answers as bytes: msgspec writes them, FastAPI only carries them."""

from __future__ import annotations

import math

from starlette.responses import Response

from cardroom import events
from cardroom.service.errors import RefusalReply, ServiceError

JSON = "application/json"


def reply(value: object, status: int = 200) -> Response:
    return Response(events.encode(value), status, media_type=JSON)


def computing(value: object) -> Response:
    """The answer is not there yet: what there is to say, and when to ask again."""
    answer = reply(value, 202)
    answer.headers["retry-after"] = "1"
    return answer


def reply_to(error: ServiceError) -> Response:
    answer = reply(RefusalReply(error.refusal), error.status)
    if error.wait_seconds:
        answer.headers["retry-after"] = str(math.ceil(error.wait_seconds))
    return answer
