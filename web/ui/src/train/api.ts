/** Requests of the training pages to the server or to the engine on this device. Failures are `ApiError`s. */
import { gameFields, listenToAnalysis } from '../api/analyses';
import { address, fetchJSON } from '../api/client';
import type { Analysis } from '../api/events';
import type { PositionQuery } from '../api/games';
import type { Difficulty, Puzzle, Source } from './types';

/** A range of empty squares, both ends included. */
export interface Empties {
  least: number;
  most: number;
}

/** Timeout for a puzzle search, which may be queued. */
const PUZZLES_MS = 20_000;

export interface PuzzleQuery {
  n: number;
  difficulty: Difficulty;
  empties: Empties;
  source: Source;
  seed: number;
}

/** Fetches endgame puzzles of one difficulty; the same seed returns the same puzzles. */
export async function fetchPuzzles(
  { empties: { least, most }, ...fields }: PuzzleQuery,
  caller: AbortSignal,
): Promise<readonly Puzzle[]> {
  return requested({ ...fields, empties: `${least}-${most}` }, caller);
}

/** Fetches middle-game exercises of any difficulty. */
export const fetchMidgame = (n: number, seed: number, caller: AbortSignal): Promise<readonly Puzzle[]> =>
  requested({ n, kind: 'midgame', seed }, caller);

async function requested(
  query: Readonly<Record<string, string | number>>,
  caller: AbortSignal,
): Promise<readonly Puzzle[]> {
  return (await fetchJSON<{ puzzles: readonly Puzzle[] }>(address('puzzles', query), {}, caller, PUZZLES_MS)).puzzles;
}

async function analysed(query: PositionQuery, effort: object, caller: AbortSignal): Promise<Analysis | null> {
  let last: Analysis | null = null;
  await listenToAnalysis({ ...gameFields(query), ...effort }, (analysis) => (last = analysis), caller);
  return last;
}

/** The default level of game reviews. */
const LEVEL = 16;

/** Analyses every move of a position, best first. */
export const everyMove = (query: PositionQuery, caller: AbortSignal): Promise<Analysis | null> =>
  analysed(query, { level: LEVEL, lines: 'all' }, caller);

/** Returns the best line from a position; if `exact`, from a search to the end. */
export async function bestLine(query: PositionQuery, exact: boolean, caller: AbortSignal): Promise<readonly string[]> {
  const analysis = await analysed(query, { ...(exact ? { depth: 60 } : { level: LEVEL }), lines: 1 }, caller);
  return analysis?.moves[0]?.pv ?? [];
}
