"""Headers that every answer has, whatever its status and whoever sends it."""

from __future__ import annotations

from typing import Final

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS: Final = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
STRICT_TRANSPORT_SECURITY: Final = "max-age=31536000"  # a year, for this host name alone
NO_STORE: Final = "no-store"


def security_headers(secure: bool) -> dict[str, str]:
    """The headers of every answer; ``secure`` if the house is reached by https."""
    if not secure:
        return SECURITY_HEADERS
    return {**SECURITY_HEADERS, "strict-transport-security": STRICT_TRANSPORT_SECURITY}
