"""Settings that every test file shares."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from site_visit import browser, contexts, page, server  # noqa: F401  one browser for all tests of a process

collect_ignore = ["without_torch"]  # its sitecustomize.py, once imported, hides torch from the whole process

_SLOW_IS_FINE = [HealthCheck.too_slow]  # two cores are shared with browsers and models

settings.register_profile("dev", max_examples=100, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("deep", parent=settings.get_profile("dev"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What compares times is marked ``speed``: it runs alone, since a busy neighbour would be measured too."""
    for item in items:
        if item.name.startswith("test_ten_times") or item.path.stem.endswith("speed"):
            item.add_marker(pytest.mark.speed)
