"""The health check of the image: the exit status is 0 if the house in this container is well."""

from __future__ import annotations

import os
import ssl
import sys
import urllib.error
import urllib.request

TIMEOUT_S = 12


def main() -> int:
    """Ask the house at its port, by https if it is served so."""
    by_https = os.environ.get("LUDOTHEQUE_HTTPS") in {"1", "true", "yes"}
    port = os.environ.get("LUDOTHEQUE_PORT", "8000")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # it is this container
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
    )
    address = f"{'https' if by_https else 'http'}://127.0.0.1:{port}/healthz"
    try:
        with opener.open(address, timeout=TIMEOUT_S):
            return 0
    except (OSError, urllib.error.HTTPError) as error:
        print(error, file=sys.stderr)  # noqa: T201 - what the container engine shows
        return 1


if __name__ == "__main__":
    sys.exit(main())
