/** The definition of a mistake in teaching mode. */
import type { Reason } from '../../api/analyses';
import type { Analysis, Candidate } from '../../api/events';
import type { Color } from './types';

/** A move with a known value. */
export type Scored = Candidate & { readonly score: number };

/** A mistake: the move, the best move, their values from the view of the player, and the reasons. */
export interface Lesson {
  move: string;
  pov: Color;
  best: Scored;
  played: Scored;
  /** In discs. */
  loss: number;
  reasons: readonly Reason[];
}

/** Returns the move's loss if it is at least `limit` discs; null if it is less or unknown. */
export function mistakeOf(
  { moves, pov }: Pick<Analysis, 'moves' | 'pov'>,
  move: string,
  limit: number,
): Omit<Lesson, 'reasons'> | null {
  const best = scored(moves[0]);
  const played = scored(moves.find((candidate) => candidate.move === move));
  if (!best || !played) return null;
  const loss = best.score - played.score;
  return loss >= limit ? { move, pov, best, played, loss } : null;
}

const scored = (candidate: Candidate | undefined): Scored | null =>
  candidate?.score === undefined ? null : { ...candidate, score: candidate.score };
