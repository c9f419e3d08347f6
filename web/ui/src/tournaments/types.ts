/** The server's words for tournaments (see the OpenAPI document at /api/v1/openapi.json). */

export type State = 'running' | 'quiet' | 'finished';
export type Format = 'roundrobin' | 'gauntlet' | 'swiss' | 'knockout';
export type Reason = 'fault' | 'time' | 'adjudicated';

/** A tournament in the list of all. */
export interface Listed {
  id: number;
  name?: string;
  state: State;
  began: string;
  ended?: string;
  heard: string;
  format: Format;
  time?: string;
  players: readonly string[];
  played: number;
  total: number;
  winner?: string;
}

export interface Standing {
  player: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  mean_discs: number;
  elo: number;
  elo_low: number;
  elo_high: number;
  faults: number;
  seconds_per_move: number;
}

/** Pairs of games by the points that one player took from the two: 0, ½, 1, 1½, 2. */
export type Pairs = readonly number[];

/** What one player proved against another; a number is absent when it is infinite or nothing is known yet. */
export interface Comparison {
  pairs: Pairs;
  elo?: number;
  elo_low?: number;
  elo_high?: number;
  normalized_elo?: number;
  los?: number;
}

export interface Cell extends Comparison {
  wins: number;
  draws: number;
  losses: number;
}

export interface Course {
  test: string;
  pairs: number;
  llr: number;
  lower: number;
  upper: number;
  verdict: '' | 'H0' | 'H1';
}

export interface Head extends Comparison {
  first: string;
  second: string;
  sprt?: Course;
}

export interface Standings {
  format: Format;
  time: string;
  openings: string;
  seed: number;
  played: number;
  total: number;
  finished: boolean;
  players: readonly Standing[];
  cross: readonly (readonly Cell[])[];
  head?: Head;
}

export interface Tournament {
  id: number;
  name?: string;
  state: State;
  began: string;
  ended?: string;
  heard: string;
  spec: { games?: number; rounds?: number; concurrency?: number; adjudicate?: string };
  names: readonly string[];
  standings: Standings;
}

/** A board that onlookers see. */
export interface LiveBoard {
  game: number;
  black: string;
  white: string;
  position: string;
  last?: string;
  moves: number;
  over: boolean;
  score: number;
  reason?: Reason;
}

/** A finished game. `score` is Black's final disc difference. */
export interface TournamentGame {
  game: number;
  black: string;
  white: string;
  opening: number;
  position: string;
  moves: string;
  score: number;
  reason?: Reason;
  detail?: string;
  seconds: number;
}

/** The same with its times: seconds of each ply after the opening's `book` plies. */
export interface TimedGame extends TournamentGame {
  began: string;
  ended: string;
  book: number;
  took: readonly number[];
}

/** A rating with the bounds between which the truth lies with a probability of 95 %. */
export interface Bounds {
  elo: number;
  elo_low: number;
  elo_high: number;
}

/** A player over all tournaments. */
export interface RatedPlayer extends Bounds {
  player: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  mean_discs: number;
  opponents: number;
  tournaments: number;
}

/** Players who can be compared; the strongest first. */
export interface Group {
  games: number;
  players: readonly RatedPlayer[];
}

export interface Ratings {
  tournaments: number;
  games: number;
  groups: readonly Group[];
  left_out: number;
}

/** What a player did in a tournament. */
export interface PlayedTournament {
  id: number;
  name?: string;
  players: readonly string[];
  began: string;
  ended?: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  performance?: Bounds;
}

export interface History {
  player: string;
  /** Of the groups of the ratings; -1 for a player without a rating. */
  group: number;
  rating?: RatedPlayer;
  tournaments: readonly PlayedTournament[];
}
