/** What the answers so far tell: pure sums over them. */
import { dayOf, plusDays, type Day } from './day';
import type { Answer, Card, Difficulty } from './types';
import { DIFFICULTIES } from './types';

/** An answer without a wrong try and without help. */
export const isClean = ({ quality }: Pick<Answer, 'quality'>): boolean => quality >= 4;

export interface DayTally {
  day: Day;
  clean: number;
  /** The others. */
  missed: number;
}

const dayOfAnswer = ({ at }: Answer): Day => dayOf(new Date(at));

/** The last `n` days, today the last of them. */
export function tallies(answers: readonly Answer[], today: Day, n: number): DayTally[] {
  const days = new Map<Day, DayTally>();
  for (let i = n - 1; i >= 0; i--) days.set(plusDays(today, -i), { day: plusDays(today, -i), clean: 0, missed: 0 });
  for (const answer of answers) {
    const tally = days.get(dayOfAnswer(answer));
    if (tally) tally[isClean(answer) ? 'clean' : 'missed']++;
  }
  return [...days.values()];
}

/** Days in a row with an answer, up to today or, while today has none yet, up to yesterday. */
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
  /** Discs that the first try lost on average. */
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

/** Cards that stay in mind for three weeks and longer count as known. */
const KNOWN_DAYS = 21;

export type Stage = 'fresh' | 'learning' | 'known';
export const STAGES: readonly Stage[] = ['fresh', 'learning', 'known'];

export const stageOf = ({ memory }: Card): Stage =>
  memory.last === '' ? 'fresh' : memory.interval < KNOWN_DAYS ? 'learning' : 'known';

/** How many cards come on each of the next days; what is overdue comes today. */
export function forecast(cards: readonly Card[], today: Day, n: number): { day: Day; due: number }[] {
  return Array.from({ length: n }, (_, i) => plusDays(today, i)).map((day, i) => ({
    day,
    due: cards.filter(({ memory }) => (i === 0 ? memory.due <= day : memory.due === day)).length,
  }));
}

/** The day of the next card, or null when there is none. */
export const nextDue = (cards: readonly Card[]): Day | null => cards.map(({ memory }) => memory.due).sort()[0] ?? null;

/** A difficulty that suits who is asked: up after two clean answers in a row at it, down after a miss. */
export function suitable(answers: readonly Answer[]): Difficulty {
  let at: Difficulty = 2;
  let row = 0;
  for (const answer of [...answers].sort((a, b) => (a.at < b.at ? -1 : 1))) {
    if (answer.difficulty === undefined) continue;
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
