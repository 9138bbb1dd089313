"""Every run of the tests looks at the same random examples; `make prove` asks for new ones.

No example has a deadline: a machine that is busy proves as much as one that is not.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")
