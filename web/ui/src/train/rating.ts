/**
 * The rating of the person from answers to puzzles, by Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system",
 * 2013). Each first answer to a puzzle is a rating period with one game against that puzzle.
 */
import type { Mode } from './mode';
import { isClean } from './progress';
import type { Answer, Puzzle } from './types';

export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** A rating after an answer. */
export interface Rated {
  /** RFC 3339. */
  at: string;
  rating: number;
  deviation: number;
  change: number;
}

/** The rating of a person without answers. */
export const FIRST: Rating = { rating: 1200, deviation: 350, volatility: 0.06 };

/** The ratings of puzzles are estimates, which their deviation accounts for. */
const PUZZLE_DEVIATION = 100;
/** Below this deviation the rating would hardly follow what a person learns. */
const LEAST_DEVIATION = 50;
/** The scale and the middle of Glicko-2. */
const SCALE = 173.7178;
const MIDDLE = 1500;
/** Constrains the change of the volatility. */
const TAU = 0.5;
const PRECISION = 1e-6;

/** Estimates the rating of a puzzle from the depth of its answer, its tempting moves and its empty squares. */
export function ratingOf(puzzle: Omit<Puzzle, 'id' | 'best' | 'scores'>): number {
  const { difficulty, depth, tempting = 0, empties, pair } = puzzle;
  if (depth === undefined) return ratingOfDifficulty(difficulty);
  if (pair) return 700 + 90 * Math.min(12, depth); // One of two moves is easier to guess.
  return 800 + 90 * Math.min(12, depth) + 50 * Math.min(4, tempting) + 15 * (empties - 8);
}

const ratingOfDifficulty = (difficulty: number): number => 700 + 200 * difficulty;

/** Returns a rating after a game with a score of 0 or 1 against a puzzle. */
export function after({ rating, deviation, volatility }: Rating, puzzle: number, won: boolean): Rating {
  const mu = (rating - MIDDLE) / SCALE;
  const phi = deviation / SCALE;
  const g = 1 / Math.sqrt(1 + (3 * (PUZZLE_DEVIATION / SCALE) ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-g * (mu - (puzzle - MIDDLE) / SCALE)));
  const surprise = g * ((won ? 1 : 0) - expected);
  const variance = 1 / (g ** 2 * expected * (1 - expected));
  const next = volatilityAfter(volatility, phi, variance, variance * surprise);
  const wider = phi ** 2 + next ** 2;
  const squared = 1 / (1 / wider + 1 / variance);
  return {
    rating: (mu + squared * surprise) * SCALE + MIDDLE,
    deviation: Math.max(LEAST_DEVIATION, Math.sqrt(squared) * SCALE),
    volatility: next,
  };
}

/** Solves step 5 of Glicko-2 with the Illinois algorithm. */
function volatilityAfter(volatility: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(volatility ** 2);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi ** 2 + variance + e;
    return (e * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = delta ** 2 > phi ** 2 + variance ? Math.log(delta ** 2 - phi ** 2 - variance) : a - TAU;
  while (delta ** 2 <= phi ** 2 + variance && f(high) < 0) high -= TAU;
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}

const inOrder = (answers: readonly Answer[]): Answer[] => [...answers].sort((a, b) => (a.at < b.at ? -1 : 1));

/** Returns the rating after each first answer to a puzzle. Answers in runs do not count, since time is short there. */
export function history(answers: readonly Answer[]): Rated[] {
  const seen = new Set<string>();
  const rated: Rated[] = [];
  let now = FIRST;
  for (const answer of inOrder(answers)) {
    const { card, kind, difficulty, run, at } = answer;
    const puzzle = answer.rating ?? (difficulty === undefined ? undefined : ratingOfDifficulty(difficulty));
    if (kind !== 'puzzle' || puzzle === undefined || seen.has(card)) continue;
    seen.add(card);
    if (run) continue;
    const next = after(now, puzzle, isClean(answer));
    const change = Math.round(next.rating) - Math.round(now.rating);
    rated.push({ at, rating: Math.round(next.rating), deviation: Math.round(next.deviation), change });
    now = next;
  }
  return rated;
}

export interface Streak {
  now: number;
  best: number;
}

/** Returns the number of puzzles solved in a row at the first try, up to the last answer and at most. */
export function streakOf(answers: readonly Answer[]): Streak {
  let [now, best] = [0, 0];
  for (const answer of inOrder(answers)) {
    if (answer.kind !== 'puzzle' || answer.run) continue;
    now = isClean(answer) ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

/** Returns the most puzzles solved in a run of a mode, other than the run `except`. */
export function bestRun(answers: readonly Answer[], mode: Mode, except = ''): number {
  const solved = new Map<string, number>();
  for (const answer of answers) {
    const { run = '' } = answer;
    if (!run.startsWith(`${mode}:`) || run === except || !isClean(answer)) continue;
    solved.set(run, (solved.get(run) ?? 0) + 1);
  }
  return Math.max(0, ...solved.values());
}
