/** The server's /api/v1/learn. Failures are the `Trouble` of the client. */
import { address, ask } from '../api/client';
import type { Subject } from './address';
import { END } from './address';
import type { Algorithm, TreeDocument } from './tree/types';

/** Trees and comparisons are searched while the page waits. */
const SEARCH_MS = 60_000;

/** To the end of the game, in the server's words: more plies than any game here has. */
const depthText = (depth: number): number => (depth === END ? 60 : depth);

const subjectFields = ({ game, size, start, position, moves }: Subject): object =>
  game === 'othello' && !position ? { game, size, start, moves } : { game, position, moves: game === 'othello' ? moves : '' };

export interface TreeQuestion {
  subject: Subject;
  algorithm: Algorithm;
  depth: number;
  most?: number;
}

export const fetchTree = ({ subject, algorithm, depth, most = 20_000 }: TreeQuestion, caller?: AbortSignal): Promise<TreeDocument> =>
  ask(address('learn/tree', { ...subjectFields(subject), algo: algorithm, depth: depthText(depth), max_nodes: most }), {}, caller, SEARCH_MS);

/** The side to move's legal moves and where they lead: a tree one ply deep. */
export const fetchMoves = (subject: Subject, caller?: AbortSignal): Promise<TreeDocument> =>
  fetchTree({ subject, algorithm: 'minimax', depth: 1, most: 100 }, caller);

export interface Row {
  algorithm: Algorithm;
  depth: number;
  value: number | null;
  move?: string;
  nodes: number;
  leaves: number;
  cutoffs: number;
  table_hits: number;
  seconds: number;
}

export interface Comparison {
  position: string;
  depth: number;
  rows: readonly Row[];
  by_depth?: Readonly<Record<string, readonly number[]>>;
}

export function fetchComparison(subject: Subject, depth: number, algorithms: readonly Algorithm[], depths: boolean, caller?: AbortSignal): Promise<Comparison> {
  const fields = { ...subjectFields(subject), depth: depthText(depth), algo: algorithms.join(','), depths: depths ? 1 : '' };
  return ask(address('learn/compare', fields), {}, caller, SEARCH_MS);
}

export interface TicTacToe {
  position: string;
  turn: 'x' | 'o';
  over: boolean;
  winner: 'x' | 'o' | 'draw' | '';
  line: readonly number[] | null;
  moves: readonly { move: string; index: number; value: number }[] | null;
  program?: { move: string; index: number; score: number };
}

export const fetchTicTacToe = (position: string, caller?: AbortSignal): Promise<TicTacToe> =>
  ask(address('learn/tictactoe', { position }), {}, caller);

export interface LearnRecord {
  wins: number;
  losses: number;
  draws: number;
  since: string;
}

export const fetchLearnRecord = (): Promise<LearnRecord> => ask(address('learn/record'));
export const resetLearnRecord = (): Promise<void> => ask(address('learn/record'), { method: 'DELETE' });

export const storeLearnGame = (game: { id: string; moves: string; human: 'x' | 'o' }): Promise<unknown> =>
  ask(address('learn/games'), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(game) });

export interface Solution {
  value: number;
  pv: readonly string[];
  nodes: number;
  seconds: number;
  positions_made: number;
}

export const fetchSolution = (caller?: AbortSignal): Promise<Solution> =>
  ask(address('learn/solve4', { start: 'usual' }), {}, caller, SEARCH_MS);
