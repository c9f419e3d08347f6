-- Tournaments that were started from the page. Servers run them one after another, in the order of their ids.
CREATE TABLE tournament_runs (
	tournament INTEGER PRIMARY KEY REFERENCES tournaments ON DELETE CASCADE,
	state      TEXT    NOT NULL,               -- queued, running, paused, cancelled, failed or done
	problem    TEXT    NOT NULL DEFAULT '',    -- reason of a failure
	spent      INTEGER NOT NULL DEFAULT 0      -- running time in milliseconds
) STRICT;
