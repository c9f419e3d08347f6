/**
 * When to ask again: the algorithm SM-2 of P. A. Woźniak ("Optimization of learning", master's thesis, Poznań 1990,
 * chapter 3.2; super-memory.com/english/ol/sm2.htm). What was remembered comes back after 1 day, after 6, and then
 * after the last interval times an ease, which follows how well it was remembered. What was not comes back the next
 * day.
 */
import { plusDays, type Day } from './day';

/**
 * As in the paper. 5: at once; 4: after thinking; 3: with difficulty; 2: wrong first, then right; 1: had to be shown;
 * 0: nothing.
 */
export type Quality = 0 | 1 | 2 | 3 | 4 | 5;

export interface Memory {
  /** The paper's E-factor, at least 1.3: by how much intervals grow. */
  ease: number;
  /** Days from the last time to the next. */
  interval: number;
  /** How often in a row it was remembered. */
  streak: number;
  /** How often it was forgotten. */
  lapses: number;
  due: Day;
  /** The last time; '' for what has not been asked yet. */
  last: Day | '';
}

const FIRST_EASE = 2.5;
const LEAST_EASE = 1.3;
/** From here on it was remembered. */
const REMEMBERED = 3;
/** Items below this are asked again on the same day, until they are not (step 7 of the algorithm). */
const SURE = 4;
/** No interval is longer: ten years. */
const LONGEST = 3650;

/** Asked for the first time on `due`. */
export const fresh = (due: Day): Memory => ({ ease: FIRST_EASE, interval: 0, streak: 0, lapses: 0, due, last: '' });

export const isDue = ({ due }: Memory, today: Day): boolean => due <= today;

export const asksAgainToday = (quality: Quality): boolean => quality < SURE;

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
