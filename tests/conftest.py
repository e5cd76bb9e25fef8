"""What all tests share: how hard the property tests try."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("usual", max_examples=25, deadline=None, suppress_health_check=SLOW)
settings.register_profile("soak", max_examples=500, deadline=None, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("LUDOTHEQUE_TESTS", "usual"))
