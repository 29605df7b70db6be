"""Settings that every test file shares."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = [HealthCheck.too_slow]  # two cores are shared with browsers and models

settings.register_profile("dev", max_examples=100, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("deep", parent=settings.get_profile("dev"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))
