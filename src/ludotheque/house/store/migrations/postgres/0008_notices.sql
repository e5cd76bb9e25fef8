-- What a person chose: in which language and when they are told that it is their turn. JSON.
CREATE TABLE notice_settings (
    person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    settings TEXT NOT NULL
);

-- Where notices go: a browser, a mail address, a webhook, a calendar. A table's own webhook names the table.
CREATE TABLE notice_channels (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('push', 'mail', 'webhook', 'calendar')),
    target TEXT NOT NULL,
    table_id TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    details TEXT NOT NULL,
    confirmed SMALLINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX notice_channels_person ON notice_channels (person);
CREATE INDEX notice_channels_table ON notice_channels (table_id);

-- Who is awaited where, of those who have a channel: written in the transaction of the move.
CREATE TABLE turns (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    since BIGINT NOT NULL,
    deadline BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    planned SMALLINT NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX turns_table ON turns (table_id);

-- The outbox: what is to be sent, is being sent, or was sent about a turn that still waits.
CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    channel TEXT NOT NULL REFERENCES notice_channels (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('turn', 'withdrawal', 'confirmation')),
    due BIGINT NOT NULL,
    message TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent')),
    attempts BIGINT NOT NULL,
    lease BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX deliveries_channel ON deliveries (channel);
CREATE INDEX deliveries_turn ON deliveries (table_id, person);

-- Keys of the house itself, made at first use.
CREATE TABLE house_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
