/** Client for /api/v1/learn. Failures are `ApiError`s. */
import { address, fetchJSON, jsonPost } from '../api/client';
import type { Body, Narrow, Schemas } from '../api/types';
import type { Subject } from './address';
import { END } from './address';
import type { Algorithm, TreeDocument } from './tree/types';

/** Timeout for trees and comparisons, which the server computes during the request. */
const SEARCH_MS = 60_000;

/** Returns the depth for the server; END becomes more plies than any game here has. */
const depthText = (depth: number): number => (depth === END ? 60 : depth);

const subjectFields = ({ game, size, start, position, moves }: Subject): object =>
  game === 'othello' && !position
    ? { game, size, start, moves }
    : { game, position, moves: game === 'othello' ? moves : '' };

export interface TreeQuestion {
  subject: Subject;
  algorithm: Algorithm;
  depth: number;
  most?: number;
}

export const fetchTree = (
  { subject, algorithm, depth, most = 20_000 }: TreeQuestion,
  caller?: AbortSignal,
): Promise<TreeDocument> =>
  fetchJSON(
    address('learn/tree', { ...subjectFields(subject), algo: algorithm, depth: depthText(depth), max_nodes: most }),
    {},
    caller,
    SEARCH_MS,
  );

/** Fetches the legal moves and the positions after them: a tree one ply deep. */
export const fetchMoves = (subject: Subject, caller?: AbortSignal): Promise<TreeDocument> =>
  fetchTree({ subject, algorithm: 'minimax', depth: 1, most: 100 }, caller);

/** The result of one algorithm on the position. */
export type Row = Narrow<Omit<Schemas['Row'], 'unit' | 'move'>, { readonly algorithm: Algorithm }> & {
  readonly move?: string;
};

export type Comparison = Narrow<Pick<Schemas['Table'], 'position' | 'depth'>, { readonly rows: readonly Row[] }> & {
  readonly by_depth?: Readonly<Record<string, readonly number[]>>;
};

export function fetchComparison(
  subject: Subject,
  depth: number,
  algorithms: readonly Algorithm[],
  depths: boolean,
  caller?: AbortSignal,
): Promise<Comparison> {
  const fields = {
    ...subjectFields(subject),
    depth: depthText(depth),
    algo: algorithms.join(','),
    depths: depths ? 1 : '',
  };
  return fetchJSON(address('learn/compare', fields), {}, caller, SEARCH_MS);
}

export type TicTacToe = Body<'TicTacToeState'>;

export const fetchTicTacToe = (position: string, caller?: AbortSignal): Promise<TicTacToe> =>
  fetchJSON(address('learn/tictactoe', { position }), {}, caller);

export type LearnRecord = Body<'TicTacToeRecord'>;

export const fetchLearnRecord = (): Promise<LearnRecord> => fetchJSON(address('learn/record'));
export const resetLearnRecord = (): Promise<void> => fetchJSON(address('learn/record'), { method: 'DELETE' });

export const storeLearnGame = (game: Schemas['FinishedTicTacToe']): Promise<unknown> =>
  fetchJSON(address('learn/games'), jsonPost(game));

export type Solution = Narrow<Omit<Schemas['Small'], 'schema' | 'start'>, { readonly pv: readonly string[] }>;

export const fetchSolution = (caller?: AbortSignal): Promise<Solution> =>
  fetchJSON(address('learn/solve4', { start: 'usual' }), {}, caller, SEARCH_MS);
