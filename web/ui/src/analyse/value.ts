/** The value of a position, from its analysis. */
import type { Analysis, Provenance } from '../api/events';
import { PASS } from '../board/game/game';

/** A value in discs from the view of the side to move, and its source. */
export interface Value extends Provenance {
  score: number;
}

/** The result of a finished game is exact. */
const RESULT: Provenance = { source: 'exact', depth: 0, confidence: 100, exact: true };

/** Returns the value of the best move, or the result of a finished game; null if unknown. */
export function positionValue(analysis: Analysis | null): Value | null {
  const known = analysis?.over ? { ...RESULT, score: analysis.score } : analysis?.moves[0];
  if (known?.score === undefined) return null;
  const { score, source, depth, confidence, exact, proved } = known;
  return { score, source, depth, confidence, exact, ...(proved && { proved }) };
}

/** Returns the squares of moves with values, best first. Passes, and moves without a value, are omitted. */
export const valuedSquares = (analysis: Analysis | null): { square: string; score: number }[] =>
  (analysis?.moves ?? []).flatMap(({ move, score }) =>
    score === undefined || move === PASS ? [] : [{ square: move, score }],
  );
