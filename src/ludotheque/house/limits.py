"""Limits and shares of one process of the house; ``docs/self-host.md`` has a table of them.

Where two numbers differ only by who they are for, the one of an address is the larger: several
people may have the same. An address is an IPv4 address, or a network of IPv6 addresses
(`addresses.client_key`). A burst is what is allowed at once, a rate what is gained again.
"""

from __future__ import annotations

from typing import Final

# Time of the event loop that asks over sockets take; above it the asker waits, nobody else
ASK_WORK_BURST_S_PER_PERSON: Final = 1.0
ASK_WORK_S_PER_S_PER_PERSON: Final = 0.1
ASK_WORK_BURST_S_PER_ADDRESS: Final = 4.0
ASK_WORK_S_PER_S_PER_ADDRESS: Final = 0.3
MAX_ASK_DELAY_S: Final = 5.0

# Messages of a socket; a client that sends more is disconnected
MESSAGE_BURST: Final = 40
MESSAGES_PER_S: Final = 15

# Chat messages, mutes and hurries
CHAT_BURST_PER_PERSON: Final = 5
CHAT_PER_S_PER_PERSON: Final = 0.5
CHAT_BURST_PER_ADDRESS: Final = 50
CHAT_PER_S_PER_ADDRESS: Final = 5

# Hints
HINT_BURST_PER_PERSON: Final = 30  # of different decisions
HINTS_PER_S_PER_PERSON: Final = 0.5
HINT_BURST_PER_ADDRESS: Final = 120
HINTS_PER_S_PER_ADDRESS: Final = 2
MAX_HINTS_AT_ONCE_PER_PERSON: Final = 2
MAX_HINTS_AT_ONCE_PER_ADDRESS: Final = 10

# Other languages on an open socket, each of which needs a whole view
LANGUAGE_BURST_PER_PERSON: Final = 10
LANGUAGES_PER_S_PER_PERSON: Final = 0.2
LANGUAGE_BURST_PER_ADDRESS: Final = 60
LANGUAGES_PER_S_PER_ADDRESS: Final = 2

# New tables
TABLE_BURST_PER_PERSON: Final = 30
TABLES_PER_S_PER_PERSON: Final = 0.1
TABLE_BURST_PER_ADDRESS: Final = 100
TABLES_PER_S_PER_ADDRESS: Final = 0.5

# Requests to be matched with others
MATCH_BURST_PER_PERSON: Final = 20
MATCHES_PER_S_PER_PERSON: Final = 0.2
MATCH_BURST_PER_ADDRESS: Final = 100
MATCHES_PER_S_PER_ADDRESS: Final = 2
MAX_MATCH_WAIT_S: Final = 600
MAX_MATCHES_PER_ADDRESS: Final = 60  # people who wait at once

# Links to friends and circles, calls, blocks, mutes, new circles
COMMUNITY_BURST_PER_PERSON: Final = 30
COMMUNITY_PER_S_PER_PERSON: Final = 0.2
COMMUNITY_BURST_PER_ADDRESS: Final = 200
COMMUNITY_PER_S_PER_ADDRESS: Final = 2
MAX_FRIENDS_PER_PERSON: Final = 200
MAX_BLOCKS_PER_PERSON: Final = 500  # and mutes, together
MAX_CIRCLES_PER_PERSON: Final = 20
MAX_MEMBERS_PER_CIRCLE: Final = 100
MAX_CIRCLE_NAME_LENGTH: Final = 40
FRIEND_LINK_USES: Final = 10
FRIEND_LINK_DAYS: Final = 7
CIRCLE_LINK_USES: Final = 50
CIRCLE_LINK_DAYS: Final = 30
CALL_LIFETIME_S: Final = 86_400  # of a friend's call to a table

# Reports to the host
REPORT_BURST_PER_PERSON: Final = 5
REPORTS_PER_S_PER_PERSON: Final = 1 / 60
REPORT_BURST_PER_ADDRESS: Final = 20
REPORTS_PER_S_PER_ADDRESS: Final = 1 / 10
MAX_OPEN_REPORTS_PER_PERSON: Final = 10
MAX_REPORT_LENGTH: Final = 300
SHOWN_REPORTS: Final = 100

# Tables that somebody set up and that are waiting or running
MAX_OPEN_TABLES_PER_PERSON: Final = 30
MAX_OPEN_TABLES_PER_ADDRESS: Final = 100
MAX_LISTED_TABLES_PER_PERSON: Final = 5  # those of them that are public
MAX_LISTED_TABLES_PER_ADDRESS: Final = 25  # half a page of the list

# Ways in, by address
GUEST_BURST: Final = 120  # a school may have one address
GUESTS_PER_S: Final = 1 / 5
REGISTRATION_BURST: Final = 10  # new accounts, and invitations that are accepted
REGISTRATIONS_PER_S: Final = 1 / 10
PASSWORD_BURST: Final = 10
PASSWORDS_PER_S: Final = 1 / 5
PASSKEY_BURST: Final = 20  # requests about passkeys
PASSKEYS_PER_S: Final = 1 / 2
MAX_PASSKEYS_PER_PERSON: Final = 20

# Wrong passwords of one account, from anywhere
FREE_PASSWORD_ATTEMPTS: Final = 5  # then the delay doubles from one second on
MAX_PASSWORD_DELAY_S: Final = 30.0
MAX_PASSWORDS_WAITING_PER_ACCOUNT: Final = 8  # one for each address

# New names of a person, at all their tables, and erasures by address
RENAME_BURST: Final = 10
RENAMES_PER_S: Final = 1 / 30
ERASURE_BURST: Final = 5
ERASURES_PER_S: Final = 1 / 60

# Downloads of everything that is stored about a person
EXPORT_BURST_PER_PERSON: Final = 3
EXPORTS_PER_S_PER_PERSON: Final = 1 / 60
EXPORT_BURST_PER_ADDRESS: Final = 20
EXPORTS_PER_S_PER_ADDRESS: Final = 1 / 10

# Bots: whose turn it is to be thought for goes round by address and by host
WATCHED_BOTS_PER_UNWATCHED: Final = 3  # while both wait

# Requests over HTTP, by address
REQUEST_BURST: Final = 60
REQUESTS_PER_S: Final = 20
FILE_BURST: Final = 400  # a page needs many
FILES_PER_S: Final = 100
MAX_TRACKED_ADDRESSES: Final = 50_000  # of each limit; those not seen for longest are forgotten

# Whoever is refused for speed is told so later: asking again at once gains nothing
REFUSAL_DELAY_S: Final = 1.0
MAX_DELAYED_REFUSALS: Final = 2000  # more are answered at once: each needs some memory

# Requests that take long, such as the replay of a game: processor time in a thread. The same holds
# for those that read much of the database: time
HEAVY_BURST_S_PER_ADDRESS: Final = 2.0
HEAVY_S_PER_S_PER_ADDRESS: Final = 0.1
MAX_HEAVY_DEBT_S_PER_ADDRESS: Final = 6.0  # above its share; until then it only waits
MAX_HEAVY_REQUESTS_PER_ADDRESS: Final = 10  # under way

# What a request may be
MAX_TARGET_BYTES: Final = 4096  # its path and query
MAX_HEAD_BYTES: Final = 16_384  # all its header fields
MAX_HEADER_FIELDS: Final = 64
MAX_BODY_BYTES: Final = 65_536
MAX_PIPELINED_REQUESTS: Final = 16  # of one connection that wait for their turn
REQUEST_TIMEOUT_S: Final = 20.0  # from its first byte, or from the connection, to its last
KEEP_ALIVE_S: Final = 5  # between two requests of a connection
SEND_TIMEOUT_S: Final = 60.0  # until a client has taken an answer
LINGER_S: Final = 2.0  # for a refused client to read why

# People who share a device, each with a session of their own
MAX_COMPANIONS: Final = 8

# Connections, HTTP and WebSocket together
MAX_CONNECTIONS: Final = 20_000  # or as many as the system has files for
MAX_CONNECTIONS_PER_ADDRESS: Final = 250  # without a proxy
MAX_LINGERING_PER_ADDRESS: Final = 20  # of those that are refused; others may not read why
RESERVED_FILES: Final = 200  # for the database, the workers and the house itself

# WebSockets
MAX_SOCKETS_PER_CLIENT: Final = 20  # of a person, or without a token of an address
MAX_SOCKETS_PER_ADDRESS: Final = 200  # of all people there
CONTROL_FRAME_BURST: Final = 60  # pings, pongs and fragments of one socket
CONTROL_FRAMES_PER_S: Final = 10
PING_INTERVAL_S: Final = 20
PING_TIMEOUT_S: Final = 20

# Notices
MAX_CHANNELS_PER_PERSON: Final = 10
MAX_CALLED_TABLES: Final = 50  # of a person who adds a channel: those that wait already
NOTICE_CHANGE_BURST: Final = 20  # channels that a person adds
NOTICE_CHANGES_PER_S: Final = 1 / 30
CONFIRMATION_BURST: Final = 3  # mails to confirm an address, for each address and client
CONFIRMATIONS_PER_S: Final = 1 / 1200

# The health check
HEALTH_CACHE_S: Final = 5.0
HEALTH_TIMEOUT_S: Final = 5.0
MIN_FREE_DISK_BYTES: Final = 33_554_432  # below this the disk counts as full

# Invitations and other links
MAX_LINK_USES: Final = 100
MAX_LINK_DAYS: Final = 90
MEMBER_LINK_DAYS: Final = 7
TABLE_LINK_DAYS: Final = 7
TABLE_LINK_USES: Final = 10
MAX_LINKS_PER_TABLE: Final = 20  # that can be used
HOST_LINK_DAYS: Final = 7
PASSWORD_LINK_DAYS: Final = 1

# What a host writes and reads
MAX_BAN_DAYS: Final = 3650
MAX_ANNOUNCEMENT_LENGTH: Final = 200
MAX_ANNOUNCEMENT_DAYS: Final = 90
MAX_ANNOUNCEMENTS: Final = 3  # at once
MAX_AUDIT_ENTRIES: Final = 5000
SHOWN_AUDIT_ENTRIES: Final = 100
PEOPLE_PER_PAGE: Final = 50
MAX_FAULTS: Final = 50  # broken tables that one check lists
BACKUP_BURST: Final = 3
BACKUPS_PER_S: Final = 1 / 60
KEPT_ERRORS: Final = 20

# Records that are opened in the page
OPEN_RECORD_BURST_PER_PERSON: Final = 10
OPEN_RECORDS_PER_S_PER_PERSON: Final = 1 / 10
OPEN_RECORD_BURST_PER_ADDRESS: Final = 30
OPEN_RECORDS_PER_S_PER_ADDRESS: Final = 1 / 3
MAX_RECORD_BYTES: Final = 1_048_576  # unpacked; what is sent is limited as any body
MAX_RECORD_EVENTS: Final = 20_000
MAX_RECORD_WORK_S: Final = 5.0  # of the referee
OPENED_RECORD_DAYS: Final = 1
MAX_OPENED_RECORDS: Final = 500  # that are stored
MAX_EXPORTED_RECORDS: Final = 1000  # of one's own, in one file

# Analyses of finished games that somebody asks for; one is made at a time, in a process of its own
ANALYSIS_BURST_PER_PERSON: Final = 10
ANALYSES_PER_S_PER_PERSON: Final = 1 / 60
ANALYSIS_BURST_PER_ADDRESS: Final = 40
ANALYSES_PER_S_PER_ADDRESS: Final = 1 / 15
MAX_ANALYSED_EVENTS: Final = 4000
MAX_WAITING_ANALYSES: Final = 200
MAX_WAITING_ANALYSES_PER_ADDRESS: Final = 40

# Pages of statistics and searches among past games
STATISTICS_BURST_PER_PERSON: Final = 60
STATISTICS_PER_S_PER_PERSON: Final = 2
STATISTICS_BURST_PER_ADDRESS: Final = 120
STATISTICS_PER_S_PER_ADDRESS: Final = 6
