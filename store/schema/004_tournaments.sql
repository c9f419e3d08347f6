-- Tournaments. What a tournament is, and what it came to, is text that package match writes and reads.
CREATE TABLE tournaments (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	name     TEXT    NOT NULL,
	spec     TEXT    NOT NULL,                    -- JSON: players, format, time control, seed
	began    INTEGER NOT NULL,                    -- milliseconds since 1970 UTC
	ended    INTEGER,                             -- NULL while games are left to play
	outcome  TEXT    NOT NULL DEFAULT ''          -- JSON: the final table, once ended
) STRICT;

-- The starts that are played, in order.
CREATE TABLE tournament_openings (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	number     INTEGER NOT NULL,                  -- from 0
	position   TEXT    NOT NULL,                  -- in one line
	moves      TEXT    NOT NULL,                  -- transcript from there, without passes
	PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Who meets whom. A round is added when the one before has ended, or all at once where results do not matter.
CREATE TABLE tournament_pairings (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	number     INTEGER NOT NULL,                  -- from 0 over all rounds
	round      INTEGER NOT NULL,                  -- from 0
	first      INTEGER NOT NULL,                  -- players, from 0 in the order of the spec
	second     INTEGER NOT NULL,                  -- -1: nobody, the first has a bye
	games      INTEGER NOT NULL,
	PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Finished games. The key makes it impossible to count one twice.
CREATE TABLE tournament_games (
	tournament  INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	number      INTEGER NOT NULL,                 -- from 0, in the order of the schedule
	pairing     INTEGER NOT NULL,
	opening     INTEGER NOT NULL,
	black       INTEGER NOT NULL,                 -- players, from 0
	white       INTEGER NOT NULL,
	moves       TEXT    NOT NULL,                 -- transcript from the opening's position on, without passes
	score_black INTEGER NOT NULL,                 -- final disc difference seen by Black, empty squares to the winner
	reason      TEXT    NOT NULL,                 -- empty when played out; fault, time or adjudicated
	detail      TEXT    NOT NULL,                 -- the fault in words
	times       TEXT    NOT NULL,                 -- microseconds of each ply after the opening, apart by blanks
	began       INTEGER NOT NULL,                 -- milliseconds since 1970 UTC
	ended       INTEGER NOT NULL,
	PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Boards of games that are being played, for onlookers: what they hold is of no account after a restart.
CREATE TABLE tournament_boards (
	tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE,
	number     INTEGER NOT NULL,
	black      INTEGER NOT NULL,
	white      INTEGER NOT NULL,
	position   TEXT    NOT NULL,
	moves      TEXT    NOT NULL,
	seen       INTEGER NOT NULL,                  -- milliseconds since 1970 UTC
	PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
