-- What was found belongs to the weights of the evaluation that found it, named by their SHA-256; empty: nobody noted which they were. What is exact holds for all weights.
ALTER TABLE analyses ADD COLUMN weights TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN weights TEXT NOT NULL DEFAULT '';
