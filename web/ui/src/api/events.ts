/** The payloads of the server's event streams. */
import type { Size } from '../board/game/types';
import type { Body, Narrow, Schemas } from './types';

/**
 * `move` and `progress` of /think: a computer's choice, or how far it has come. `score` is in discs from the view of
 * `pov`.
 */
export type Report = Body<'Answer'>;

/** `progress` and `done` of /analyse: what is known of a position so far, the best move first. */
export type Analysis = Omit<Schemas['Analysed'], 'schema' | 'empties' | 'player'>;

/** A move and its value, in discs as the side to move sees them. */
export type Candidate = Schemas['AnalysedMove'];

/** How a value is known. `depth` is in plies, `selectivity` the confidence in percent. */
export type Provenance = Pick<Candidate, 'source' | 'depth' | 'selectivity' | 'exact'>;

/**
 * A value's origin: the book, a search to the end, one that cut branches off at some confidence, one to a depth, or a
 * player that does not search.
 */
export type Source = Provenance['source'];

/** A long analysis of a game, without its result. */
export type Job = Narrow<
  Omit<Schemas['Job'], 'schema' | 'result'>,
  {
    readonly game: Narrow<Schemas['JobGame'], { readonly size: Size; readonly moves: string }>;
  }
>;

/** `state` and `done` of /jobs/{id}/events. */
export type JobEvent = Job & Pick<Schemas['Job'], 'result'>;

/** `move` of /jobs/{id}/events: a move as soon as it is judged. */
export type JudgedEvent = Schemas['Move'];

/** `state` of /tournaments/{id}/watch. */
export type TournamentEvent = Schemas['TournamentState'];

/** `boards` of /tournaments/{id}/watch. */
export type BoardsEvent = Schemas['BoardList'];

/** `problem` of every stream. */
export type ProblemEvent = Pick<Schemas['ErrorModel'], 'status' | 'detail' | 'title'>;
