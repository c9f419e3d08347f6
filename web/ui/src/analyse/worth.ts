/** What a position is worth, as an analysis tells it. */
import type { Analysis, Provenance } from '../api/events';
import { PASS } from '../board/game/game';

/** A value in discs as the side to move sees it, and how it is known. */
export interface Worth extends Provenance {
  score: number;
}

/** The result of a game that has ended is known, not searched. */
const RESULT: Provenance = { source: 'exact', depth: 0, selectivity: 100, exact: true };

/** The value of the best move, or the result of a game that has ended; null where no value is known. */
export function worthOf(analysis: Analysis | null): Worth | null {
  const known = analysis?.over ? { ...RESULT, score: analysis.score } : analysis?.moves[0];
  if (known?.score === undefined) return null;
  const { score, source, depth, selectivity, exact } = known;
  return { score, source, depth, selectivity, exact };
}

/** The values of moves to squares, the best first. A pass has no square, and some players give no values. */
export const valuedSquares = (analysis: Analysis | null): { square: string; score: number }[] =>
  (analysis?.moves ?? []).flatMap(({ move, score }) =>
    score === undefined || move === PASS ? [] : [{ square: move, score }],
  );
