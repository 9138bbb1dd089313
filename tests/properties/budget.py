"""How long the properties may look: a little in every run, a lot in `make prove`.

Every run looks at the same rounds, so that code which passed once passes again; `make prove` looks
at new ones each time.
"""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

# A round is a slow example by Hypothesis' measure, and its options are rightly many.
_ROUNDS = settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
)
FEW = settings(_ROUNDS, max_examples=10, derandomize=True)
QUICK = settings(_ROUNDS, max_examples=20, derandomize=True)
LONG = settings(_ROUNDS, max_examples=3_000, derandomize=False)
