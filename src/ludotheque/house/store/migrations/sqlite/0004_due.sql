-- A move changes no indexed column of a table's row. Public tables are listed by status, the newest first.
DROP INDEX tables_changed;
CREATE INDEX tables_public ON tables (status, created, id) WHERE public = 1;

-- When somebody must look at a table, and the process that does so while it lives.
CREATE TABLE due_tables (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    due INTEGER NOT NULL,
    keeper TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX due_tables_due ON due_tables (due, table_id);

-- When earlier tables are due is not known: somebody looks at each that is not finished.
INSERT INTO due_tables SELECT id, changed, '' FROM tables WHERE status IN ('waiting', 'playing');
