-- What was found about positions. Symmetric positions share a row.
CREATE TABLE analyses (
	position BLOB    PRIMARY KEY,            -- size, discs of the side to move and of the other, in the canonical form
	found    TEXT    NOT NULL,               -- JSON, as package analysis writes it
	seen     INTEGER NOT NULL                -- when it was stored, in milliseconds since 1970 UTC
) STRICT, WITHOUT ROWID;

-- Long analyses that were asked for.
CREATE TABLE jobs (
	number  INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they were asked for
	id      TEXT    NOT NULL UNIQUE,           -- made by the client
	kind    TEXT    NOT NULL,
	game    TEXT    NOT NULL,                  -- JSON: the game as it was asked
	level   INTEGER NOT NULL,
	total   INTEGER NOT NULL,                  -- parts to be done
	state   TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed')),
	problem TEXT    NOT NULL DEFAULT '',
	created INTEGER NOT NULL,                  -- milliseconds since 1970 UTC
	started INTEGER,
	ended   INTEGER
) STRICT;

CREATE INDEX jobs_open ON jobs (number) WHERE state IN ('queued', 'running');

-- What a job has found so far.
CREATE TABLE job_parts (
	job   INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
	part  INTEGER NOT NULL,
	found TEXT    NOT NULL,                    -- JSON
	PRIMARY KEY (job, part)
) STRICT, WITHOUT ROWID;
