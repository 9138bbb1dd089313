"""The one base class of errors that a user of the library can meet."""

from __future__ import annotations


class CardroomError(ValueError):
    """What was asked for cannot be had; the message says why, and what would be right."""
