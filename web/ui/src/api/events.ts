/** The payloads of the server's event streams. */
import type { Size } from '../board/game/types';
import type { Body, Narrow, Schemas } from './types';

/**
 * `move` and `progress` of /think: the chosen move, or the best move so far. `score` is in discs from the view of
 * `pov`.
 */
export type Report = Body<'Answer'>;

/** `progress` and `done` of /analyse: the results so far, best move first. */
export type Analysis = Omit<Schemas['Analysed'], 'schema' | 'empties' | 'player'>;

/** A move and its value in discs, from the view of the side to move. */
export type Candidate = Schemas['AnalysedMove'];

/**
 * Where a value comes from. `depth` is in plies, `confidence` is the confidence in percent, and `proved` holds
 * published bounds of the value.
 */
export type Provenance = Pick<Candidate, 'source' | 'depth' | 'confidence' | 'exact' | 'proved'>;

/**
 * The origin of a value: the book, an exact or selective endgame search, a search to a limited depth, or a player that
 * does not search.
 */
export type Source = Provenance['source'];

/** A long-running game analysis, without its result. */
export type Job = Narrow<
  Omit<Schemas['Job'], 'schema' | 'result'>,
  {
    readonly game: Narrow<Schemas['JobGame'], { readonly size: Size; readonly moves: string }>;
  }
>;

/** `state` and `done` of /jobs/{id}/events. */
export type JobEvent = Job & Pick<Schemas['Job'], 'result'>;

/** `move` of /jobs/{id}/events: sent as soon as a move has been judged. */
export type JudgedEvent = Schemas['Move'];

/** `state` of /tournaments/{id}/watch. */
export type TournamentEvent = Schemas['TournamentState'];

/** `boards` of /tournaments/{id}/watch. */
export type BoardsEvent = Schemas['BoardList'];

/** `progress` of /prove: what the proof is doing. */
export type ProofProgress = Schemas['Proving'];

/** `certificate` of /prove: a proved claim with its file in base64. */
export type Certificate = Schemas['Certificate'];

/** `problem` of every stream. */
export type ProblemEvent = Pick<Schemas['ErrorModel'], 'status' | 'detail' | 'title'>;
