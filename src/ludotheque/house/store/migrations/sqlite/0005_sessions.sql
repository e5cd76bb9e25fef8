-- On how many days a session was found unused for too long, and the last of these days.
ALTER TABLE sessions ADD COLUMN stale_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN stale_on INTEGER NOT NULL DEFAULT 0;

-- What a name looks like: no two people have one in common. Those of older names are added when a house starts.
CREATE TABLE skeletons (
    skeleton TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX skeletons_person ON skeletons (person);

-- From where a person has signed in by password: 16 bits of a hash, from which no address can be found.
CREATE TABLE login_networks (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    network INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (person, network)
) WITHOUT ROWID;
