-- Games that ended before the board was full: one side's time ran out, or it resigned. score_black is that of a whole board then.
ALTER TABLE games ADD COLUMN ended TEXT NOT NULL DEFAULT '' CHECK (ended IN ('', 'time', 'resigned'));
