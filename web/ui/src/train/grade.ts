/** Grades an answer by the user's actions instead of a self-assessment. */
import type { Quality } from './sm2';

/** An answer within this time counts as known. */
export const IMMEDIATE_MS = 10_000;

export interface Attempt {
  /** Number of wrong tries. */
  misses: number;
  hinted: boolean;
  /** The answer was shown. */
  revealed: boolean;
  /** Milliseconds until the first try. */
  took: number;
}

export function gradeOf({ misses, hinted, revealed, took }: Attempt): Quality {
  if (revealed) return 1;
  if (misses > 0) return 2;
  if (hinted) return 3;
  return took <= IMMEDIATE_MS ? 5 : 4;
}

/** Grades a line of `moves` own moves; a line of four or more passes with a single miss. */
export function gradeOfLine(attempt: Attempt, moves: number): Quality {
  const quality = gradeOf({ ...attempt, took: attempt.took / Math.max(1, moves) });
  return quality === 2 && attempt.misses === 1 && moves >= 4 ? 3 : quality;
}
