-- Finished games of tic-tac-toe of a person against the computer.
CREATE TABLE tictactoe_games (
	number INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they were stored
	id     TEXT    NOT NULL UNIQUE,
	played INTEGER NOT NULL,                  -- milliseconds since 1970 UTC
	moves  TEXT    NOT NULL,                  -- squares in the order in which they were marked, X first
	human  TEXT    NOT NULL CHECK (human IN ('x', 'o')),
	result INTEGER NOT NULL CHECK (result IN (-1, 0, 1)) -- 1 when the person won
) STRICT;

-- Their record counts games stored after the last reset.
CREATE TABLE tictactoe_resets (
	at     INTEGER NOT NULL,                  -- milliseconds since 1970 UTC
	number INTEGER NOT NULL                   -- of the last game that no longer counts, 0 for none
) STRICT;
