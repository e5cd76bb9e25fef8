-- A link may lead to a friend or to a circle, too.
ALTER TABLE links RENAME TO old_links;
CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('host', 'member', 'table', 'password', 'friend', 'circle')),
    subject TEXT NOT NULL,
    maker TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    uses INTEGER NOT NULL CHECK (uses >= 0)
) WITHOUT ROWID;
INSERT INTO links SELECT hash, id, kind, subject, maker, created, expires, uses FROM old_links;
DROP TABLE old_links;

-- Whom a person does not want to meet.
CREATE TABLE blocks (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    blocked TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    PRIMARY KEY (person, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);

-- Whom a person does not want to read in any chat.
CREATE TABLE mutes (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    muted TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    PRIMARY KEY (person, muted)
);

-- Friends: a row for each of the two.
CREATE TABLE friends (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    friend TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (person, friend)
);

-- Who does not show their friends that they are here.
CREATE TABLE hidden_people (
    person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE
);

-- Which friend called a person to a table.
CREATE TABLE table_calls (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    caller TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, table_id)
);

-- A group with its own tables; weekday (0 is Monday) and minute of the day of its evening, -1 for none.
CREATE TABLE circles (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    owner TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    weekday INTEGER NOT NULL,
    minute INTEGER NOT NULL,
    zone TEXT NOT NULL
);
CREATE TABLE circle_members (
    circle TEXT NOT NULL REFERENCES circles (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (circle, person)
);
CREATE INDEX circle_members_person ON circle_members (person);
CREATE TABLE circle_tables (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    circle TEXT NOT NULL REFERENCES circles (id) ON DELETE CASCADE
);
CREATE INDEX circle_tables_circle ON circle_tables (circle);

-- Who waits to be matched with others: the wish as JSON, and the table once there is one.
CREATE TABLE match_requests (
    person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    wish TEXT NOT NULL,
    since INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    table_id TEXT NOT NULL
);

-- What people report to the host; handled is 0 until the host has seen to it.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    quote TEXT NOT NULL,
    handled INTEGER NOT NULL
);

-- What each seat of a finished game came to. Of a rated game also its number in the order of ratings, and the ratings
-- before and after it, in millionths; an unrated game has the number 0.
CREATE TABLE results (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    players INTEGER NOT NULL,
    public INTEGER NOT NULL CHECK (public IN (0, 1)),
    ended INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    person TEXT NOT NULL,
    bot TEXT NOT NULL,
    team INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    score INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    think_ms INTEGER NOT NULL,
    departed INTEGER NOT NULL CHECK (departed IN (0, 1)),
    rated INTEGER NOT NULL,
    player TEXT NOT NULL,
    mean_before INTEGER NOT NULL,
    deviation_before INTEGER NOT NULL,
    mean_after INTEGER NOT NULL,
    deviation_after INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX results_person ON results (person, ended);
CREATE INDEX results_game ON results (game, ended);
CREATE INDEX results_rated ON results (game, rated, seat) WHERE rated > 0;

-- What a game's folder finds worth remembering: records, and favourites that are counted.
CREATE TABLE highlights (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    game TEXT NOT NULL,
    person TEXT NOT NULL,
    public INTEGER NOT NULL CHECK (public IN (0, 1)),
    value INTEGER NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (table_id, kind, seat)
) WITHOUT ROWID;
CREATE INDEX highlights_value ON highlights (game, kind, value);
CREATE INDEX highlights_person ON highlights (person, game);

-- The rating of a person, or of a bot without a fixed one, in millionths.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    player TEXT NOT NULL,
    mean INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (game, player)
) WITHOUT ROWID;
CREATE INDEX ratings_player ON ratings (player);

-- How many rated games of each game were counted: whoever counts the next one first has counted it.
CREATE TABLE rated_games (
    game TEXT PRIMARY KEY,
    count INTEGER NOT NULL
) WITHOUT ROWID;

-- Who shows nobody their page.
CREATE TABLE hidden_pages (
    person TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE
) WITHOUT ROWID;

-- The deal of a day, the same for everybody; its seed is secret until the day is over.
CREATE TABLE daily_deals (
    day TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    bot TEXT NOT NULL,
    seed TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE daily_tries (
    day TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (day, person)
) WITHOUT ROWID;
CREATE INDEX daily_tries_table ON daily_tries (table_id);

-- Records that somebody opened in the page, for a short time.
CREATE TABLE opened_records (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX tables_game ON tables (game, created, id);
