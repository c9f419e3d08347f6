-- What ratings over all tournaments are made of, beside the games themselves, which are long.
CREATE INDEX tournament_results ON tournament_games (tournament, number, black, white, score_black);
