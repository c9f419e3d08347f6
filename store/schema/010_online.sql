-- Games of two people over the network. Only hashes of the players' keys are stored.
CREATE TABLE online_games (
	id      TEXT    PRIMARY KEY,
	creator BLOB    NOT NULL,                  -- SHA-256 of the creator's key
	guest   BLOB    NOT NULL,                  -- SHA-256 of the guest's key
	setup   TEXT    NOT NULL,                  -- JSON, as package online writes it
	created INTEGER NOT NULL                   -- milliseconds since 1970 UTC
) STRICT, WITHOUT ROWID;

-- The events of a game in their order. The state of the game follows from them.
CREATE TABLE online_events (
	game   TEXT    NOT NULL REFERENCES online_games ON DELETE CASCADE,
	number INTEGER NOT NULL,                   -- from 1, without gaps
	event  TEXT    NOT NULL,                   -- JSON
	PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
