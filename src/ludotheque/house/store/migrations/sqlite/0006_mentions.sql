-- Which entries name a person: so that these are found without reading all logs.
CREATE TABLE mentions (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    PRIMARY KEY (person, table_id, number)
) WITHOUT ROWID;

INSERT INTO mentions
    SELECT substr(rest, 1, instr(rest, '"') - 1), table_id, number FROM (
        SELECT table_id, number, substr(entry, instr(entry, '"person":"') + 10) AS rest
        FROM entries WHERE instr(entry, '"person":"') > 0)
    WHERE instr(rest, '"') > 1;

-- Who set a table up. Of finished tables it may be packed away, and nobody asks for it.
CREATE TABLE hosts (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    person TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX hosts_person ON hosts (person);

INSERT INTO hosts
    SELECT table_id, substr(rest, 1, instr(rest, '"') - 1) FROM (
        SELECT table_id, substr(entry, instr(entry, '"host":"') + 8) AS rest
        FROM entries WHERE number = 0 AND instr(entry, '"host":"') > 0)
    WHERE instr(rest, '"') > 1;
