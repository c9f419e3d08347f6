/** Statistics of the answers so far, as pure functions. */
import { dayOf, plusDays, type Day } from './day';
import type { Answer, Card, Difficulty } from './types';
import { DIFFICULTIES } from './types';

/** Reports whether an answer had neither wrong tries nor help. */
export const isClean = ({ quality }: Pick<Answer, 'quality'>): boolean => quality >= 4;

export interface DayTally {
  day: Day;
  clean: number;
  /** All other answers. */
  missed: number;
}

const dayOfAnswer = ({ at }: Answer): Day => dayOf(new Date(at));

/** Returns the tallies of the last `n` days, ending today. */
export function tallies(answers: readonly Answer[], today: Day, n: number): DayTally[] {
  const days = new Map<Day, DayTally>();
  for (let i = n - 1; i >= 0; i--) days.set(plusDays(today, -i), { day: plusDays(today, -i), clean: 0, missed: 0 });
  for (const answer of answers) {
    const tally = days.get(dayOfAnswer(answer));
    if (tally) tally[isClean(answer) ? 'clean' : 'missed']++;
  }
  return [...days.values()];
}

/**
 * Returns the number of consecutive days with an answer, up to today, or up to yesterday if there is none today yet.
 */
export function daysInARow(answers: readonly Answer[], today: Day): number {
  const days = new Set(answers.map(dayOfAnswer));
  let day = days.has(today) ? today : plusDays(today, -1);
  let n = 0;
  for (; days.has(day); day = plusDays(day, -1)) n++;
  return n;
}

export interface Rate {
  difficulty: Difficulty;
  tried: number;
  clean: number;
  /** The mean loss of the first try in discs. */
  loss: number;
}

export function rates(answers: readonly Answer[]): Rate[] {
  return DIFFICULTIES.map((difficulty) => {
    const these = answers.filter((answer) => answer.difficulty === difficulty);
    const lost = these.reduce((sum, { loss = 0 }) => sum + loss, 0);
    return {
      difficulty,
      tried: these.length,
      clean: these.filter(isClean).length,
      loss: these.length > 0 ? lost / these.length : 0,
    };
  });
}

/** Cards with an interval of at least three weeks count as known. */
const KNOWN_DAYS = 21;

export type Stage = 'fresh' | 'learning' | 'known';
export const STAGES: readonly Stage[] = ['fresh', 'learning', 'known'];

export const stageOf = ({ memory }: Card): Stage =>
  memory.last === '' ? 'fresh' : memory.interval < KNOWN_DAYS ? 'learning' : 'known';

/** Returns the number of cards due on each of the next days; overdue ones count for today. */
export function forecast(cards: readonly Card[], today: Day, n: number): { day: Day; due: number }[] {
  return Array.from({ length: n }, (_, i) => plusDays(today, i)).map((day, i) => ({
    day,
    due: cards.filter(({ memory }) => (i === 0 ? memory.due <= day : memory.due === day)).length,
  }));
}

/** Returns the next due day, or null if there are no cards. */
export const nextDue = (cards: readonly Card[]): Day | null => cards.map(({ memory }) => memory.due).sort()[0] ?? null;

/** Returns a suitable difficulty: up after two clean answers in a row, down after a miss. */
export function suitable(answers: readonly Answer[]): Difficulty {
  let at: Difficulty = 2;
  let row = 0;
  for (const answer of [...answers].sort((a, b) => (a.at < b.at ? -1 : 1))) {
    if (answer.difficulty === undefined || answer.run) continue;
    if (!isClean(answer)) {
      at = Math.max(1, Math.min(at, answer.difficulty) - 1) as Difficulty;
      row = 0;
    } else if (answer.difficulty >= at && ++row === 2) {
      at = Math.min(5, at + 1) as Difficulty;
      row = 0;
    }
  }
  return at;
}
