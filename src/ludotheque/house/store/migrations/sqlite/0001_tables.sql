-- A table is a numbered log; its row is the index of it, kept in the same transaction.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'playing', 'over', 'closed')),
    public INTEGER NOT NULL CHECK (public IN (0, 1)),
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    summary TEXT NOT NULL,
    secret TEXT NOT NULL,
    next INTEGER NOT NULL
);
CREATE INDEX tables_changed ON tables (changed);

-- The primary key is the arbiter between writers.
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

CREATE TABLE seated (
    table_id TEXT NOT NULL REFERENCES tables (id),
    place INTEGER NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (table_id, place)
) WITHOUT ROWID;
CREATE INDEX seated_person ON seated (person);
