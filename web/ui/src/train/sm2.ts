/**
 * Spaced repetition with the algorithm SM-2 of P. A. Woźniak ("Optimization of learning", master's thesis, Poznań 1990,
 * chapter 3.2; super-memory.com/english/ol/sm2.htm). A remembered card returns after 1 day, after 6 days, and then
 * after the last interval times an ease factor, which depends on the quality of the answers. A forgotten card returns
 * the next day.
 */
import { plusDays, type Day } from './day';

/**
 * The quality of an answer, as in the paper. 5: immediate; 4: after thinking; 3: with difficulty; 2: wrong, then right;
 * 1: had to be shown; 0: no recall.
 */
export type Quality = 0 | 1 | 2 | 3 | 4 | 5;

export interface Memory {
  /** The paper's E-factor, at least 1.3: the growth factor of intervals. */
  ease: number;
  /** Days between the last and the next review. */
  interval: number;
  /** Consecutive reviews in which the card was remembered. */
  streak: number;
  /** Number of times the card was forgotten. */
  lapses: number;
  due: Day;
  /** The day of the last review; '' for a new card. */
  last: Day | '';
}

const FIRST_EASE = 2.5;
const LEAST_EASE = 1.3;
/** The lowest quality that counts as remembered. */
const REMEMBERED = 3;
/** Cards with a lower quality are repeated on the same day (step 7 of the algorithm). */
const PASSING = 4;
/** The longest interval: ten years. */
const LONGEST = 3650;

/** Returns the memory of a new card, first due on `due`. */
export const fresh = (due: Day): Memory => ({ ease: FIRST_EASE, interval: 0, streak: 0, lapses: 0, due, last: '' });

export const isDue = ({ due }: Memory, today: Day): boolean => due <= today;

export const repeatsToday = (quality: Quality): boolean => quality < PASSING;

export function remembered(memory: Memory, quality: Quality, today: Day): Memory {
  if (quality < REMEMBERED)
    return { ...memory, interval: 1, streak: 0, lapses: memory.lapses + 1, due: plusDays(today, 1), last: today };
  const ease = easeAfter(memory.ease, quality);
  const streak = memory.streak + 1;
  const interval = Math.min(LONGEST, intervalAfter(memory.interval, streak, ease));
  return { ...memory, ease, streak, interval, due: plusDays(today, interval), last: today };
}

const easeAfter = (ease: number, quality: Quality): number =>
  Math.max(LEAST_EASE, ease + 0.1 - (5 - quality) * (0.08 + (5 - quality) * 0.02));

function intervalAfter(interval: number, streak: number, ease: number): number {
  if (streak === 1) return 1;
  return streak === 2 ? 6 : Math.ceil(interval * ease);
}
