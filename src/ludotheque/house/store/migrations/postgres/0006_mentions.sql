-- Which entries name a person: so that these are found without reading all logs.
CREATE TABLE mentions (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    PRIMARY KEY (person, table_id, number)
);

INSERT INTO mentions
    SELECT substring(entry FROM '"person":"([^"]+)"'), table_id, number FROM entries
    WHERE entry ~ '"person":"[^"]+"';

-- Who set a table up. Of finished tables it may be packed away, and nobody asks for it.
CREATE TABLE hosts (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    person TEXT NOT NULL
);
CREATE INDEX hosts_person ON hosts (person);

INSERT INTO hosts
    SELECT table_id, substring(entry FROM '"host":"([^"]+)"') FROM entries
    WHERE number = 0 AND entry ~ '"host":"[^"]+"';
