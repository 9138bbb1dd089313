"""Past rounds: listed, step by step, and as a scenario file."""

from __future__ import annotations

from cardroom.service.routes import Route

ROUTES: tuple[Route, ...] = ()
