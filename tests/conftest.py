"""Settings of all tests: how many examples the property tests try.

``LUDOTHEQUE_TESTS`` is a list of words separated by commas: ``soak`` tries twenty times as many,
``nobrowser`` skips what needs Chromium.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("usual", max_examples=25, deadline=None, suppress_health_check=SLOW)
settings.register_profile("soak", max_examples=500, deadline=None, suppress_health_check=SLOW)

WANTED = set(filter(None, os.environ.get("LUDOTHEQUE_TESTS", "").split(",")))
if unknown := WANTED - {"soak", "usual", "nobrowser"}:
    raise ValueError(f"LUDOTHEQUE_TESTS knows soak and nobrowser, not {', '.join(sorted(unknown))}")
settings.load_profile("soak" if "soak" in WANTED else "usual")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with real servers and browsers are retried once, as a busy machine may be too slow.

    The summary names every retry; a fault that is there each time still fails.
    """
    for item in items:
        if item.path.parent.name in {"house", "page"}:
            item.add_marker(pytest.mark.flaky(reruns=1))
