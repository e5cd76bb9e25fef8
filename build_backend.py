"""The build backend: setuptools, and a compiler unless nothing is to be compiled."""

from __future__ import annotations

import os

from setuptools.build_meta import *  # noqa: F403 - the hooks of PEP 517 and PEP 660

# What compiles, and whatever has types that compiled modules use.
COMPILER = ["mypy[mypyc]==2.4.1", "msgspec>=0.20", "numpy>=2"]


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    """What a build needs besides setuptools."""
    del config_settings
    return [] if os.environ.get("LUDOTHEQUE_PURE") == "1" else COMPILER


get_requires_for_build_editable = get_requires_for_build_wheel


def get_requires_for_build_sdist(config_settings: object = None) -> list[str]:
    """What an archive of the sources needs: it has nothing compiled."""
    del config_settings
    return []
