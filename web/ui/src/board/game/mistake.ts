/** What counts as a mistake when a person wants to be taught. */
import type { Reason } from '../../api/analyses';
import type { Analysis, Candidate } from '../../api/events';

/** A move with a known value. */
export type Scored = Candidate & { readonly score: number };

/** A mistake: the move, a better one, what each is worth to who moved, and why. */
export interface Lesson {
  move: string;
  best: Scored;
  played: Scored;
  /** In discs. */
  loss: number;
  reasons: readonly Reason[];
}

/** What a move lost, where it is as much as `limit` discs; null where it is less or nobody knows. */
export function mistakeOf(
  { moves }: Pick<Analysis, 'moves'>,
  move: string,
  limit: number,
): Omit<Lesson, 'reasons'> | null {
  const best = scored(moves[0]);
  const played = scored(moves.find((candidate) => candidate.move === move));
  if (!best || !played) return null;
  const loss = best.score - played.score;
  return loss >= limit ? { move, best, played, loss } : null;
}

const scored = (candidate: Candidate | undefined): Scored | null =>
  candidate?.score === undefined ? null : { ...candidate, score: candidate.score };
