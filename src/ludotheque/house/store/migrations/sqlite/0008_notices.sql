-- What a person chose: in which language and when they are told that it is their turn. JSON.
CREATE TABLE notice_settings (
    person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    settings TEXT NOT NULL
) WITHOUT ROWID;

-- Where notices go: a browser, a mail address, a webhook, a calendar. A table's own webhook names the table.
CREATE TABLE notice_channels (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('push', 'mail', 'webhook', 'calendar')),
    target TEXT NOT NULL,
    table_id TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    details TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX notice_channels_person ON notice_channels (person);
CREATE INDEX notice_channels_table ON notice_channels (table_id);

-- Who is awaited where, of those who have a channel: written in the transaction of the move.
CREATE TABLE turns (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    since INTEGER NOT NULL,
    deadline INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    planned INTEGER NOT NULL,
    PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
CREATE INDEX turns_table ON turns (table_id);

-- The outbox: what is to be sent, is being sent, or was sent about a turn that still waits.
CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    channel TEXT NOT NULL REFERENCES notice_channels (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('turn', 'withdrawal', 'confirmation')),
    due INTEGER NOT NULL,
    message TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent')),
    attempts INTEGER NOT NULL,
    lease INTEGER NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX deliveries_channel ON deliveries (channel);
CREATE INDEX deliveries_turn ON deliveries (table_id, person);

-- Keys of the house itself, made at first use.
CREATE TABLE house_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
