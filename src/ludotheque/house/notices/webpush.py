"""Web push: messages encrypted for one browser (RFC 8291) and signed by the house (RFC 8292).

Written on `cryptography`, which the house has: `pywebpush` would bring two HTTP clients for the
hundred lines that are needed here.
"""

from __future__ import annotations

import base64
import os
import struct
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ludotheque.house.refusals import Refused

CURVE: Final = ec.SECP256R1()
RECORD_BYTES: Final = 4096  # no message is longer
MAX_PLAIN_BYTES: Final = 3000  # with all that is added it stays below what services take
LAST_RECORD: Final = b"\x02"  # ends the padding of the only record
TOKEN_LIFETIME_S: Final = 12 * 3600  # services refuse more than a day
KEY_BYTES: Final = 65  # an uncompressed point
AUTH_BYTES: Final = 16
MAX_TOPIC_LENGTH: Final = 32


class PushKeys(msgspec.Struct, frozen=True):
    """The keys of a browser's subscription, as it gives them."""

    p256dh: str
    auth: str


def check_keys(keys: PushKeys) -> None:
    """Refuse keys that nothing can be encrypted for."""
    try:
        _public_key(_decode(keys.p256dh))
        is_right = len(_decode(keys.auth)) == AUTH_BYTES
    except (ValueError, UnsupportedAlgorithm):
        is_right = False
    if not is_right:
        raise Refused("bad-subscription", "the keys of this subscription can't be used")


def encrypt(message: bytes, keys: PushKeys) -> bytes:
    """A message that only the browser with these keys can read (RFC 8291, aes128gcm)."""
    if len(message) > MAX_PLAIN_BYTES:
        raise ValueError(f"a push message may have at most {MAX_PLAIN_BYTES} bytes")
    return encrypt_with(message, keys, ec.generate_private_key(CURVE), os.urandom(16))


def encrypt_with(
    message: bytes, keys: PushKeys, own: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """The same with a key and a salt that are given, and must never be used again."""
    receiver, secret = _decode(keys.p256dh), _decode(keys.auth)
    sender = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), _public_key(receiver))
    material = _hkdf(secret, b"WebPush: info\x00" + receiver + sender, 32, shared)
    key = _hkdf(salt, b"Content-Encoding: aes128gcm\x00", 16, material)
    nonce = _hkdf(salt, b"Content-Encoding: nonce\x00", 12, material)
    header = salt + struct.pack("!LB", RECORD_BYTES, len(sender)) + sender
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def new_vapid_key() -> str:
    """A new private key of a house, as text for its store."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return _encode(number.to_bytes(32, "big"))


class Vapid:
    """The key by which a house identifies itself to push services (RFC 8292)."""

    def __init__(self, private_key: str, contact: str) -> None:
        number = int.from_bytes(_decode(private_key), "big")
        self._key = ec.derive_private_key(number, CURVE)
        self.contact = contact  # a mailto: or https: address, for the operator of a push service
        self.public_key = _encode(_point(self._key.public_key()))

    def authorization(self, endpoint: str, now_s: int) -> str:
        """The value of the Authorization header for a push service."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now_s + TOKEN_LIFETIME_S,
            "sub": self.contact,
        }
        head = _encode(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
        signed = f"{head}.{_encode(msgspec.json.encode(claims))}"
        return f"vapid t={signed}.{self._signature(signed)}, k={self.public_key}"

    def _signature(self, text: str) -> str:
        der = self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256()))
        return _encode(b"".join(part.to_bytes(32, "big") for part in decode_dss_signature(der)))


def headers(
    vapid: Vapid, endpoint: str, message_id: str, now_s: int, lifetime_s: int, *, is_urgent: bool
) -> dict[str, str]:
    """The headers of a push message. A later one with the same topic replaces it on the way."""
    return {
        "authorization": vapid.authorization(endpoint, now_s),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(lifetime_s),
        "urgency": "high" if is_urgent else "normal",
        "topic": message_id[:MAX_TOPIC_LENGTH],
    }


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    if len(point) != KEY_BYTES:
        raise ValueError("not an uncompressed point")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    encoding = serialization.Encoding.X962
    return key.public_bytes(encoding, serialization.PublicFormat.UncompressedPoint)


def _hkdf(salt: bytes, info: bytes, length: int, material: bytes) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
