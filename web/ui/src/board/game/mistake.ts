/** What counts as a mistake when a person wants to be taught. */
import type { Reason } from '../../api/analyses';
import type { Analysis, Candidate } from '../../api/events';

/** A mistake: the move, a better one, what each is worth to who moved, and why. */
export interface Lesson {
  move: string;
  best: Candidate;
  played: Candidate;
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
  const [best] = moves;
  const played = moves.find((candidate) => candidate.move === move);
  if (best?.score === undefined || played?.score === undefined) return null;
  const loss = best.score - played.score;
  return loss >= limit ? { move, best, played, loss } : null;
}
