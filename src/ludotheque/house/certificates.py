"""Certificates for https in a home network, by a certificate authority of the house's own.

The authority lies beside the database and stays the same, so that a phone has to trust it once. It
can only vouch for private addresses and names (RFC 5280, 4.2.1.10): whoever steals its key can't
pose as any site of the internet. The certificate of the server is made anew at every start, since
the addresses of a machine at home change.
"""

from __future__ import annotations

import datetime
import ipaddress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ludotheque.house.store import StoreError, is_postgres
from ludotheque.house.store.private_files import new_private_file

if TYPE_CHECKING:
    from collections.abc import Iterable

AUTHORITY_DAYS: Final = 3650
SERVER_DAYS: Final = 820  # Apple accepts at most 825
RENEWAL_DAYS: Final = 30  # an authority that ends sooner is replaced
DAY: Final = datetime.timedelta(days=1)
PRIVATE_NETWORKS: Final = tuple(
    ipaddress.ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),  # RFC 1918
        *("100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),  # shared, loopback, link-local
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
PRIVATE_DOMAINS: Final = ("localhost", "local", "home.arpa", "internal", "lan", "fritz.box")


@dataclass(frozen=True, slots=True)
class Authority:
    """A certificate authority and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate, as browsers and phones show it."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def der(self) -> bytes:
        """The certificate without its key, as phones install it."""
        return self.certificate.public_bytes(serialization.Encoding.DER)


def folder_of(database: str) -> Path:
    """Where the certificates of a house are: beside its database."""
    return Path("ludotheque.tls" if is_postgres(database) else database).with_suffix(".tls")


def server_file(database: str) -> Path:
    """The file with the key and the certificate of the server."""
    return folder_of(database) / "server.pem"


def is_private(host: str) -> bool:
    """Whether a host, by name or by address, is one that the authority can vouch for."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return any(host == domain or host.endswith(f".{domain}") for domain in PRIVATE_DOMAINS)
    return any(address in network for network in PRIVATE_NETWORKS)


def make_certificates(database: str, hosts: Iterable[str]) -> Authority:
    """Make a certificate for the private ones of these hosts; and the authority, if needed."""
    folder = folder_of(database)
    folder.mkdir(mode=0o700, exist_ok=True)
    authority = _kept(folder / "authority.pem")
    if authority is None:
        authority = _new_authority()
        _write(folder / "authority.pem", authority.certificate, authority.key)
    key = ec.generate_private_key(ec.SECP256R1())
    names = [host for host in dict.fromkeys(hosts) if is_private(host)]
    _write(server_file(database), _server_certificate(authority, key, names), key)
    return authority


def kept_authority(database: str) -> Authority | None:
    """The authority of a house; none if it has none, or if that has ended."""
    return _kept(folder_of(database) / "authority.pem")


def _kept(path: Path) -> Authority | None:
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        key = serialization.load_pem_private_key(text, password=None)
        certificate = x509.load_pem_x509_certificate(text)
    except ValueError:
        raise StoreError(f"{path} is damaged: delete it, and a new one is made") from None
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    is_ending = certificate.not_valid_after_utc < _now() + RENEWAL_DAYS * DAY
    return None if is_ending else Authority(certificate, key)


def _write(path: Path, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
    """Write both to a file for its owner only, which is complete as soon as it is there."""
    new = path.with_suffix(".new")
    with new_private_file(new) as file:
        file.write(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        file.write(certificate.public_bytes(serialization.Encoding.PEM))
    new.replace(path)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _builder(subject: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - DAY)  # for clocks that are behind
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _new_authority() -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    made = _now()
    name = _name(f"Ludothèque at home, {made:%Y-%m-%d %H:%M}")
    permitted: list[x509.GeneralName] = [x509.IPAddress(network) for network in PRIVATE_NETWORKS]
    permitted += [x509.DNSName(domain) for domain in PRIVATE_DOMAINS]
    certificate = (
        _builder(name, key.public_key())
        .issuer_name(name)
        .not_valid_after(made + AUTHORITY_DAYS * DAY)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Authority(certificate, key)


def _server_certificate(
    authority: Authority, key: ec.EllipticCurvePrivateKey, hosts: list[str]
) -> x509.Certificate:
    signer = authority.certificate
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    names = x509.SubjectAlternativeName([_general_name(host) for host in hosts])
    return (
        _builder(_name("Ludothèque"), key.public_key())
        .issuer_name(signer.subject)
        .not_valid_after(min(_now() + SERVER_DAYS * DAY, signer.not_valid_after_utc))
        .add_extension(identifier, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(names, critical=False)
        .sign(authority.key, hashes.SHA256())
    )
