-- An account may have a password, passkeys or both; a guest has neither.
ALTER TABLE people ADD COLUMN account SMALLINT NOT NULL DEFAULT 0;
UPDATE people SET account = 1 WHERE password IS NOT NULL;

CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    key TEXT NOT NULL,
    uses BIGINT NOT NULL,
    device TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE INDEX passkeys_person ON passkeys (person);

-- What a passkey is asked to sign, once; for nobody yet where somebody wants to come in.
CREATE TABLE challenges (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    expires BIGINT NOT NULL
);
