-- A guest has no password; somebody deleted has no name and no key either.
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT,
    key TEXT UNIQUE,
    password TEXT,
    created BIGINT NOT NULL
);

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    device TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);

CREATE TABLE banned (
    key TEXT PRIMARY KEY
);
