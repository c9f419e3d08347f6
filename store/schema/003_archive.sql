-- Games imported from files. The index below is made from the games alone and can be made anew from them.
CREATE TABLE archive_names (
	number INTEGER PRIMARY KEY,
	name   TEXT NOT NULL UNIQUE                    -- of players, tournaments, files and tags; long values of tags
) STRICT;

CREATE TABLE archive_games (
	number  INTEGER PRIMARY KEY,                   -- from 1 without gaps, in the order in which they were stored
	content BLOB    NOT NULL UNIQUE,               -- hash of what was played, by whom, when and where
	size    INTEGER NOT NULL,
	start   TEXT    NOT NULL,                      -- one-line position, or empty for the usual start of that size
	moves   BLOB    NOT NULL,                      -- a byte a ply: the square in the 8×8 frame, 64 for a pass
	black   INTEGER NOT NULL,                      -- numbers of archive_names
	white   INTEGER NOT NULL,
	event   INTEGER NOT NULL,
	source  INTEGER NOT NULL,                      -- the file
	round   TEXT    NOT NULL,
	date    TEXT    NOT NULL,
	year    INTEGER NOT NULL,                      -- of the date, 0 when it is not known
	score   INTEGER,                               -- final disc difference seen by Black, empty squares to the winner; absent: not known
	sign    INTEGER NOT NULL CHECK (sign IN (0, 1)), -- 1: the score is 1, 0 or -1 and says who won, nothing more
	reason  TEXT    NOT NULL,                      -- why the game ended, or unfinished
	tags    BLOB    NOT NULL,                      -- what a format holds by name: numbers of names, short values in full
	rest    TEXT                                   -- JSON of what no column holds: comments, variations, clocks
) STRICT;

-- The games from first to last, 16,384 at most, are indexed together.
CREATE TABLE archive_segments (
	first   INTEGER PRIMARY KEY,
	last    INTEGER NOT NULL,
	bits    INTEGER NOT NULL,                      -- of a position's hash that choose its bucket
	facts   BLOB    NOT NULL                       -- 16 bytes a game: players, tournament, year, result
) STRICT;

CREATE TABLE archive_positions (
	segment INTEGER NOT NULL,                      -- its first game
	bucket  INTEGER NOT NULL,
	entries BLOB    NOT NULL,                      -- positions up to symmetry in order of their hash, and the games through each
	PRIMARY KEY (segment, bucket)
) STRICT;
