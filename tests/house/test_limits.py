"""The tables of limits in `docs/self-host.md` have every limit of the code, with its number."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any, Final

import pytest

from ludotheque.house import limits
from ludotheque.house.table.asks import MAX_MESSAGE_BYTES

DOCUMENT: Final = (Path(__file__).parents[2] / "docs" / "self-host.md").read_text(encoding="utf-8")
NUMBERS: Final[dict[str, Any]] = {
    name: value for name, value in vars(limits).items() if name.isupper()
}
# The beginning of each row, and its second column and perhaps more of them.
ROWS: Final = {
    "requests and new sockets of one address": "{REQUEST_BURST} at once, "
    "then {REQUESTS_PER_S} a second",
    "files and replayed scenes of one address": "{FILE_BURST} at once, then {FILES_PER_S} a second",
    "addresses that are remembered": "{MAX_TRACKED_ADDRESSES}",
    "connections of one address": "{MAX_CONNECTIONS_PER_ADDRESS}",
    "connections together": "{MAX_CONNECTIONS}, or as many as the system has files for, "
    "less {RESERVED_FILES}",
    "sockets of one person": "{MAX_SOCKETS_PER_CLIENT}",
    "sockets of all people": "{MAX_SOCKETS_PER_ADDRESS}",
    "path and query": "{MAX_TARGET_BYTES} bytes",
    "header fields": "{MAX_HEADER_FIELDS}, of {MAX_HEAD_BYTES} bytes together",
    "body of a request": "{MAX_BODY_BYTES} bytes",
    "a request, from its first byte": "{REQUEST_TIMEOUT_S:g} seconds",
    "a connection between two requests": "{KEEP_ALIVE_S} seconds",
    "requests that wait on one connection": "{MAX_PIPELINED_REQUESTS}",
    "a client that takes nothing": "{SEND_TIMEOUT_S:g} seconds",
    "pings, pongs and fragments": "{CONTROL_FRAME_BURST} at once, "
    "then {CONTROL_FRAMES_PER_S} a second",
    "a pong to the house's ping, which comes every 20 seconds": "{PING_TIMEOUT_S} seconds",
    "time of the event loop": "burst {ASK_WORK_BURST_S_PER_PERSON:g} s, "
    "then {ASK_WORK_S_PER_S_PER_PERSON} s a second | burst {ASK_WORK_BURST_S_PER_ADDRESS:g} s, "
    "then {ASK_WORK_S_PER_S_PER_ADDRESS} s a second | the next ask waits, "
    "at most {MAX_ASK_DELAY_S:g} s |",
    "a refusal with 429": "comes after {REFUSAL_DELAY_S:g} s, "
    "so that asking again at once gains nothing; {MAX_DELAYED_REFUSALS} wait",
    "processor time of replays": "| burst {HEAVY_BURST_S_PER_ADDRESS:g} s, "
    "then {HEAVY_S_PER_S_PER_ADDRESS} s a second; "
    "{MAX_HEAVY_REQUESTS_PER_ADDRESS} requests under way | the next waits, "
    "at most 5 s; with a debt of more than {MAX_HEAVY_DEBT_S_PER_ADDRESS:g} s",
    "messages on one socket": "burst {MESSAGE_BURST}, then {MESSAGES_PER_S} a second",
    "chat messages": "burst {CHAT_BURST_PER_PERSON}, then {CHAT_PER_S_PER_PERSON} a second "
    "| burst {CHAT_BURST_PER_ADDRESS}, then {CHAT_PER_S_PER_ADDRESS} a second",
    "hints, once": "burst {HINT_BURST_PER_PERSON}, then {HINTS_PER_S_PER_PERSON} a second "
    "| burst {HINT_BURST_PER_ADDRESS}, then {HINTS_PER_S_PER_ADDRESS} a second",
    "hints searched": "{MAX_HINTS_AT_ONCE_PER_PERSON} | {MAX_HINTS_AT_ONCE_PER_ADDRESS}",
    "other languages": "burst {LANGUAGE_BURST_PER_PERSON}, "
    "then {LANGUAGES_PER_S_PER_PERSON} a second "
    "| burst {LANGUAGE_BURST_PER_ADDRESS}, then {LANGUAGES_PER_S_PER_ADDRESS} a second",
    "new tables": "burst {TABLE_BURST_PER_PERSON}, then {TABLES_PER_S_PER_PERSON} a second "
    "| burst {TABLE_BURST_PER_ADDRESS}, then {TABLES_PER_S_PER_ADDRESS} a second",
    "requests to be matched": "burst {MATCH_BURST_PER_PERSON}, "
    "then {MATCHES_PER_S_PER_PERSON} a second; {MAX_MATCH_WAIT_S} "
    "| burst {MATCH_BURST_PER_ADDRESS}, then {MATCHES_PER_S_PER_ADDRESS} a second; "
    "{MAX_MATCHES_PER_ADDRESS}",
    "links to friends": "burst {COMMUNITY_BURST_PER_PERSON}, "
    "then {COMMUNITY_PER_S_PER_PERSON} a second "
    "| burst {COMMUNITY_BURST_PER_ADDRESS}, then {COMMUNITY_PER_S_PER_ADDRESS} a second",
    "friends; blocks": "{MAX_FRIENDS_PER_PERSON}; {MAX_BLOCKS_PER_PERSON}; "
    "{MAX_CIRCLES_PER_PERSON}",
    "members of a circle": "{MAX_MEMBERS_PER_CIRCLE}; {MAX_CIRCLE_NAME_LENGTH}",
    "a link to a friend": "{FRIEND_LINK_USES} uses, {FRIEND_LINK_DAYS} days; "
    "{CIRCLE_LINK_USES} uses, {CIRCLE_LINK_DAYS} days; {CALL_LIFETIME_S} seconds",
    "reports to the host": "burst {REPORT_BURST_PER_PERSON}, "
    "then one in {REPORTS_PER_S_PER_PERSON:interval} seconds; "
    "{MAX_OPEN_REPORTS_PER_PERSON}, {MAX_REPORT_LENGTH} | burst {REPORT_BURST_PER_ADDRESS}, "
    "then one in {REPORTS_PER_S_PER_ADDRESS:interval} seconds",
    "tables set up": "{MAX_OPEN_TABLES_PER_PERSON} | {MAX_OPEN_TABLES_PER_ADDRESS}",
    "public ones": "{MAX_LISTED_TABLES_PER_PERSON} | {MAX_LISTED_TABLES_PER_ADDRESS}",
    "new guests": "| burst {GUEST_BURST}, then one in {GUESTS_PER_S:interval} seconds",
    "new accounts": "| burst {REGISTRATION_BURST}, "
    "then one in {REGISTRATIONS_PER_S:interval} seconds",
    "attempts to log in": "| burst {PASSWORD_BURST}, "
    "then one in {PASSWORDS_PER_S:interval} seconds",
    "wrong passwords": "{FREE_PASSWORD_ATTEMPTS} free | | the next waits, "
    "at most {MAX_PASSWORD_DELAY_S:g} s; {MAX_PASSWORDS_WAITING_PER_ACCOUNT} may wait",
    "requests about passkeys": "| burst {PASSKEY_BURST}, "
    "then one in {PASSKEYS_PER_S:interval} seconds",
    "passkeys": "{MAX_PASSKEYS_PER_PERSON}",
    "companions of one browser": "{MAX_COMPANIONS}",
    "new names": "burst {RENAME_BURST}, then one in {RENAMES_PER_S:interval} seconds",
    "erasures": "| burst {ERASURE_BURST}, then one in {ERASURES_PER_S:interval} seconds",
    "downloads of one's data": "burst {EXPORT_BURST_PER_PERSON}, "
    "then one in {EXPORTS_PER_S_PER_PERSON:interval} seconds | burst {EXPORT_BURST_PER_ADDRESS}, "
    "then one in {EXPORTS_PER_S_PER_ADDRESS:interval} seconds",
    "record files that are opened": "burst {OPEN_RECORD_BURST_PER_PERSON}, "
    "then one in {OPEN_RECORDS_PER_S_PER_PERSON:interval} seconds "
    "| burst {OPEN_RECORD_BURST_PER_ADDRESS}, "
    "then one in {OPEN_RECORDS_PER_S_PER_ADDRESS:interval} seconds",
    "one of these: bytes": "{MAX_RECORD_BYTES}, {MAX_RECORD_EVENTS}, {MAX_RECORD_WORK_S:g}",
    "opened records": "{MAX_OPENED_RECORDS} together, {OPENED_RECORD_DAYS}",
    "analyses of finished games": "burst {ANALYSIS_BURST_PER_PERSON}, "
    "then one in {ANALYSES_PER_S_PER_PERSON:interval} seconds "
    "| burst {ANALYSIS_BURST_PER_ADDRESS}, "
    "then one in {ANALYSES_PER_S_PER_ADDRESS:interval} seconds",
    "events of a game that is analysed": "{MAX_ANALYSED_EVENTS}; {MAX_WAITING_ANALYSES} "
    "| {MAX_WAITING_ANALYSES_PER_ADDRESS} wait",
    "pages of statistics": "burst {STATISTICS_BURST_PER_PERSON}, "
    "then {STATISTICS_PER_S_PER_PERSON} a second "
    "| burst {STATISTICS_BURST_PER_ADDRESS}, then {STATISTICS_PER_S_PER_ADDRESS} a second",
    "records in a download": "{MAX_EXPORTED_RECORDS}",
    "downloads of a backup": "burst {BACKUP_BURST}, then one in {BACKUPS_PER_S:interval} seconds",
    "invitations: uses, days": "{MAX_LINK_USES}, {MAX_LINK_DAYS}; to the house 1, "
    "{MEMBER_LINK_DAYS} unless told otherwise, to a table {TABLE_LINK_USES}, {TABLE_LINK_DAYS}",
    "invitations to one table": "{MAX_LINKS_PER_TABLE}",
    "a link to a new password": "one use, {PASSWORD_LINK_DAYS} day; {HOST_LINK_DAYS} days",
    "a ban of an address": "{MAX_BAN_DAYS} days",
    "entries of the audit": "the last {MAX_AUDIT_ENTRIES}",
    "channels for notices of one person": "{MAX_CHANNELS_PER_PERSON}",
    "channels that one person adds": "burst {NOTICE_CHANGE_BURST}, "
    "then one in {NOTICE_CHANGES_PER_S:interval} seconds",
    "mails that ask to confirm an address": "burst {CONFIRMATION_BURST}, "
    "then one in {CONFIRMATIONS_PER_S:interval} seconds",
    "announcements": "{MAX_ANNOUNCEMENTS}, {MAX_ANNOUNCEMENT_LENGTH}, {MAX_ANNOUNCEMENT_DAYS}",
}
# Described in sentences elsewhere, or of no concern to anybody but the code.
ELSEWHERE: Final = {
    *("PING_INTERVAL_S", "WATCHED_BOTS_PER_UNWATCHED", "MIN_FREE_DISK_BYTES"),
    *("HEALTH_CACHE_S", "HEALTH_TIMEOUT_S", "LINGER_S", "MAX_LINGERING_PER_ADDRESS"),
    "MAX_CALLED_TABLES",
    *("SHOWN_AUDIT_ENTRIES", "PEOPLE_PER_PAGE", "MAX_FAULTS", "KEPT_ERRORS"),
    "SHOWN_REPORTS",
}


class Numbers(string.Formatter):
    """Formats a rate of less than one a second as the seconds between two."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """A number as the tables have it."""
        return f"{1 / value:g}" if format_spec == "interval" else format(value, format_spec)


@pytest.mark.parametrize("what", ROWS)
def test_the_document_has_the_limit(what: str) -> None:
    rows = [line for line in DOCUMENT.splitlines() if line.startswith(f"| {what}")]
    wanted = Numbers().vformat(ROWS[what], (), NUMBERS).removeprefix("| ")
    assert any(f"| {wanted}" in row for row in rows), (wanted, rows)


def test_every_limit_is_documented() -> None:
    """A new limit needs a row in a table of the document."""
    parsed = (field for row in ROWS.values() for _, field, _, _ in string.Formatter().parse(row))
    documented = {field for field in parsed if field}
    assert documented | ELSEWHERE == set(NUMBERS)


def test_a_body_and_a_message_have_the_same_limit() -> None:
    assert limits.MAX_BODY_BYTES == MAX_MESSAGE_BYTES


def test_what_is_described_in_sentences() -> None:
    for text in (
        f"which comes every {limits.PING_INTERVAL_S} seconds",
        f"less than {limits.MIN_FREE_DISK_BYTES >> 20} MiB",
        f"at most every {limits.HEALTH_CACHE_S:.0f} seconds",
        f"waits {limits.HEALTH_TIMEOUT_S:.0f} seconds for each part",
    ):
        assert text in DOCUMENT
