/** The server's response types for tournaments. */
import type { Body, Narrow, Schemas } from '../api/types';

/** A row of the tournament list. */
export type Listed = Schemas['TournamentRow'];
export type State = Listed['state'];
export type Format = Listed['format'];
export const FORMATS: readonly Format[] = ['roundrobin', 'gauntlet', 'swiss', 'knockout'];
/** The state of the run of a tournament by the server. */
export type Run = NonNullable<Listed['run']>;

/** The description of a tournament. */
export type Spec = Narrow<Schemas['Tournament'], { readonly players: readonly string[] }>;
export type StartRequest = Schemas['TournamentRequest'];
export type Limits = Body<'TournamentLimits'>;

/** A board of the live view. */
export type LiveBoard = Schemas['WatchBoard'];
/** Why a game ended early. */
export type Reason = NonNullable<LiveBoard['reason']>;

export type Standing = Schemas['Standing'];

/** Counts of game pairs by the points that one player scored: 0, ½, 1, 1½, 2. */
export type Pairs = readonly number[];

/** One player's results against another; numbers that are infinite or unknown are absent. */
export type Cell = Narrow<Schemas['Cell'], { readonly pairs: Pairs }>;
export type Comparison = Omit<Cell, 'wins' | 'draws' | 'losses'>;
export type SprtProgress = Schemas['SPRTProgress'];
export type Head = Narrow<Schemas['Head'], { readonly pairs: Pairs }>;

export type Standings = Narrow<
  Omit<Schemas['Standings'], 'schema' | 'id'>,
  {
    readonly format: Format;
    readonly players: readonly Standing[];
    readonly cross: readonly (readonly Cell[])[];
    readonly head?: Head;
  }
>;

export type Tournament = Narrow<
  Body<'TournamentState'>,
  {
    readonly spec: Spec;
    readonly standings: Standings;
  }
>;

/** A finished game. `score` is Black's final disc difference. */
export type TournamentGame = Narrow<Omit<Schemas['Played'], 'schema' | 'pov'>, { readonly reason?: Reason }>;

/** A finished game with the seconds of each ply after the opening's `book` plies. */
export type TimedGame = Narrow<Omit<Schemas['TournamentGame'], 'schema' | 'pov'>, { readonly reason?: Reason }>;

/** A rating with its 95 % confidence interval. */
export type Bounds = Schemas['RatingBounds'];

/** A player's results over all tournaments. */
export type RatedPlayer = Schemas['RatedPlayer'];

/** Players whose ratings are comparable, strongest first. */
export type Group = Schemas['RatingGroup'];

export type Ratings = Body<'RatingList'>;

/** A player's results in one tournament. */
export type PlayedTournament = Schemas['PlayedTournament'];

/** `group` is an index into the groups of the ratings; -1 for a player without a rating. */
export type History = Body<'RatingHistory'>;
