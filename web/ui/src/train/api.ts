/** What the trainer asks of the server, or of the engine on this device. Failures are the `Trouble` of the client. */
import { gameFields, listenToAnalysis } from '../api/analyses';
import { address, ask } from '../api/client';
import type { Analysis } from '../api/events';
import type { Question } from '../api/games';
import type { Difficulty, Puzzle, Source } from './types';

/** How many squares are empty, both ends included. */
export interface Empties {
  least: number;
  most: number;
}

/** A search for puzzles may have to wait for its turn. */
const PUZZLES_MS = 20_000;

/** Endings of one difficulty; the same seed gives the same ones. */
export async function fetchPuzzles(
  n: number,
  difficulty: Difficulty,
  { least, most }: Empties,
  source: Source,
  seed: number,
  caller: AbortSignal,
): Promise<readonly Puzzle[]> {
  const query = { n, difficulty, empties: `${least}-${most}`, source, seed };
  return (await ask<{ puzzles: readonly Puzzle[] }>(address('puzzles', query), {}, caller, PUZZLES_MS)).puzzles;
}

async function analysed(question: Question, effort: object, caller: AbortSignal): Promise<Analysis | null> {
  let last: Analysis | null = null;
  await listenToAnalysis({ ...gameFields(question), ...effort }, (told) => (last = told), caller);
  return last;
}

/** As a review of a game searches. */
const LEVEL = 16;

/** What each move is worth, the best first. */
export const everyMove = (question: Question, caller: AbortSignal): Promise<Analysis | null> =>
  analysed(question, { level: LEVEL, lines: 'all' }, caller);

/** The line that is best for both from here on: to the end where that is near enough to be searched. */
export async function bestLine(question: Question, exact: boolean, caller: AbortSignal): Promise<readonly string[]> {
  const analysis = await analysed(question, { ...(exact ? { depth: 60 } : { level: LEVEL }), lines: 1 }, caller);
  return analysis?.moves[0]?.pv ?? [];
}
