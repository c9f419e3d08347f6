-- Finished games. played is in milliseconds since 1970 UTC and unique, so that it can serve as a cursor.
CREATE TABLE games (
	number      INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they were stored
	id          TEXT    NOT NULL UNIQUE,
	played      INTEGER NOT NULL UNIQUE,
	size        INTEGER NOT NULL,
	start       TEXT    NOT NULL,                  -- usual or parallel; empty when the game began from a set-up position
	position    TEXT    NOT NULL,                  -- that position in one line, otherwise empty
	moves       TEXT    NOT NULL,                  -- transcript without passes
	black       TEXT    NOT NULL,                  -- human, or a player's specification
	white       TEXT    NOT NULL,
	mixed       INTEGER NOT NULL CHECK (mixed IN (0, 1)),
	score_black INTEGER NOT NULL,                  -- final disc difference seen by Black, empty squares to the winner
	discs_black INTEGER NOT NULL,
	discs_white INTEGER NOT NULL,
	CHECK ((start = '') <> (position = ''))
) STRICT;

-- The record counts games stored after the last reset.
CREATE TABLE resets (
	at     INTEGER NOT NULL,                       -- milliseconds since 1970 UTC
	number INTEGER NOT NULL                        -- of the last game that no longer counts, 0 for none
) STRICT;
