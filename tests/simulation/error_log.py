"""What the service logs while it is simulated."""

from __future__ import annotations

import logging


class ErrorLog(logging.Handler):
    """The errors that the service logs; its warnings are no fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        wrong = record.exc_info[1] if record.exc_info else None
        self.texts.append(f"{record.getMessage()} {wrong!r}")

    def __enter__(self) -> ErrorLog:
        logger = logging.getLogger("cardroom")
        self._before = logger.propagate
        logger.propagate = False
        logger.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logger = logging.getLogger("cardroom")
        logger.propagate = self._before
        logger.removeHandler(self)
