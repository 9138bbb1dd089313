"""The table in the browser: ES modules, custom elements and drawings, served as they lie here.

There is no build step: what is in `STATIC` is what the browser loads, and nothing comes from
elsewhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
"""The folder the service serves; its `index.html` is the page."""
