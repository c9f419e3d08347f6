/** Grades an answer by the user's actions instead of a self-assessment. */
import type { Quality } from './sm2';

/** An answer within this time counts as known. */
export const AT_ONCE_MS = 10_000;

export interface Course {
  /** Number of wrong tries. */
  misses: number;
  hinted: boolean;
  /** The answer was shown. */
  told: boolean;
  /** Milliseconds until the first try. */
  took: number;
}

export function gradeOf({ misses, hinted, told, took }: Course): Quality {
  if (told) return 1;
  if (misses > 0) return 2;
  if (hinted) return 3;
  return took <= AT_ONCE_MS ? 5 : 4;
}

/** Grades a line of `moves` own moves; a line of four or more passes with a single miss. */
export function gradeOfLine(course: Course, moves: number): Quality {
  const quality = gradeOf({ ...course, took: course.took / Math.max(1, moves) });
  return quality === 2 && course.misses === 1 && moves >= 4 ? 3 : quality;
}
