-- Who belongs to the house: its members, and its host among them.
CREATE TABLE members (
    person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('member', 'host')),
    since BIGINT NOT NULL
);

-- Who came to a table by its own invitation: in a closed house they see that table only.
CREATE TABLE table_guests (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX table_guests_table ON table_guests (table_id);

-- Links that let somebody in: to become the host or a member, to come to a table, to choose a new password.
CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('host', 'member', 'table', 'password')),
    subject TEXT NOT NULL,
    maker TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    uses BIGINT NOT NULL CHECK (uses >= 0)
);

-- When a ban ends; 0 for never.
ALTER TABLE banned ADD COLUMN expires BIGINT NOT NULL DEFAULT 0;
CREATE TABLE banned_networks (
    network TEXT PRIMARY KEY,
    expires BIGINT NOT NULL
);

CREATE TABLE announcements (
    id TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

-- What hosts have done.
CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL
);
CREATE INDEX audit_at ON audit (at, id);
