/** How good an answer was, from what was done rather than from what one thinks of oneself. */
import type { Quality } from './sm2';

/** Whoever knows the answer gives it within this time. */
export const AT_ONCE_MS = 10_000;

export interface Course {
  /** Wrong tries. */
  misses: number;
  hinted: boolean;
  /** The answer was shown. */
  told: boolean;
  /** Milliseconds to the first try. */
  took: number;
}

export function gradeOf({ misses, hinted, told, took }: Course): Quality {
  if (told) return 1;
  if (misses > 0) return 2;
  if (hinted) return 3;
  return took <= AT_ONCE_MS ? 5 : 4;
}

/** A line of `moves` own moves is still remembered when one of many was wrong at first. */
export function gradeOfLine(course: Course, moves: number): Quality {
  const quality = gradeOf({ ...course, took: course.took / Math.max(1, moves) });
  return quality === 2 && course.misses === 1 && moves >= 4 ? 3 : quality;
}
