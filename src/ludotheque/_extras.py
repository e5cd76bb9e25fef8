"""What is installed only with an extra of the package, and what is said where it is missing."""

from __future__ import annotations

from importlib.util import find_spec


class MissingExtra(ImportError):
    """Something needs packages that are not installed."""


def require(extra: str, *modules: str) -> None:
    """Raise `MissingExtra`, which says what to install, unless all of these modules are there."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtra(f"{', '.join(missing)} not installed: pip install 'ludotheque[{extra}]'")
