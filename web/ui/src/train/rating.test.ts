import { describe, expect, it } from 'vitest';
import { after, bestRun, FIRST, history, ratingOf, streakOf } from './rating';
import type { Answer } from './types';

const answer = (n: number, more: Partial<Answer> = {}): Answer => ({
  id: `a${n}`,
  at: new Date(2026, 10, 1, 12, n).toISOString(),
  card: `puzzle:${n}`,
  kind: 'puzzle',
  quality: 5,
  difficulty: 3,
  rating: 1300,
  ...more,
});

describe('the rating', () => {
  it.each([
    // Values of another implementation, which finds the volatility by bisection.
    [{ rating: 1200, deviation: 350, volatility: 0.06 }, 1400, true, 1498.00928, 269.15002, 0.060001],
    [{ rating: 1500, deviation: 80, volatility: 0.06 }, 1100, false, 1468.42563, 79.97286, 0.0600085],
    [{ rating: 1500, deviation: 200, volatility: 0.06 }, 1500, false, 1415.48012, 175.52388, 0.0599995],
  ])('after a game is that of Glicko-2: %j, %d, %s', (before, puzzle, won, rating, deviation, volatility) => {
    const next = after(before, puzzle, won);
    expect(next.rating).toBeCloseTo(rating, 2);
    expect(next.deviation).toBeCloseTo(deviation, 2);
    expect(next.volatility).toBeCloseTo(volatility, 6);
  });

  it('counts the first answer to each puzzle, in order of time, and no runs', () => {
    const answers = [
      answer(3, { quality: 2 }),
      answer(1),
      answer(2, { card: 'puzzle:1', quality: 2 }),
      answer(4, { run: 'three:1' }),
      answer(5, { card: 'puzzle:4' }),
      answer(6, { card: 'mistake:1', kind: 'mistake' }),
    ];
    const rated = history(answers);
    expect(rated.map(({ at }) => at)).toEqual([answer(1).at, answer(3).at]);
    expect(rated.map(({ change }) => Math.sign(change))).toEqual([1, -1]);
    expect(rated[0]?.rating).toBe(FIRST.rating + (rated[0]?.change ?? 0));
  });

  it('of older answers comes from the difficulty', () => {
    const { rating, ...older } = answer(1);
    expect(rating).toBe(1300);
    expect(history([older])).toEqual(history([answer(1)]));
  });

  it('of a puzzle grows with its depth', () => {
    const puzzle = { position: '', empties: 10, difficulty: 3, from: '' } as const;
    const ratings = [1, 5, 12].map((depth) => ratingOf({ ...puzzle, depth, tempting: 1 }));
    expect(ratings).toEqual([970, 1330, 1960]);
    expect(ratingOf(puzzle)).toBe(1300);
  });

  it('approaches the level at which half of the puzzles are solved', () => {
    const answers = Array.from({ length: 120 }, (_, n) => answer(n, { rating: 1500, quality: n % 2 ? 5 : 2 }));
    const last = history(answers).at(-1);
    expect(Math.abs((last?.rating ?? 0) - 1500)).toBeLessThan(60);
    expect(last?.deviation).toBeLessThan(100);
  });
});

it('a streak is the number of clean answers up to the last one', () => {
  const answers = [5, 4, 5, 2, 5, 4].map((quality, n) => answer(n, { quality: quality as Answer['quality'] }));
  expect(streakOf(answers)).toEqual({ now: 2, best: 3 });
  expect(streakOf([...answers, answer(7, { quality: 3 })])).toEqual({ now: 0, best: 3 });
  expect(streakOf([])).toEqual({ now: 0, best: 0 });
});

it('the best run of a mode is the one with the most solved puzzles', () => {
  const answers = ['three:a', 'three:a', 'three:b', 'streak:c'].map((run, n) => answer(n, { run }));
  expect([bestRun(answers, 'three'), bestRun(answers, 'three', 'three:a'), bestRun(answers, 'streak')]).toEqual([
    2, 1, 1,
  ]);
});
