-- The analysis of a finished game, by its table, or by a record that somebody opened.
CREATE TABLE analyses (
    subject TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    progress INTEGER NOT NULL,
    lease INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    data TEXT NOT NULL
);

-- Tables whose game began at a position: they have no results.
CREATE TABLE position_tables (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE
);
