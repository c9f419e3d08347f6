import { describe, expect, it } from 'vitest';
import { formatPlace, parsePlace } from './address';
import { challengeOfPuzzle, choiceOfTwo, goalOf, isGood } from './challenge';
import { gradeOf, gradeOfLine } from './grade';

describe('addresses', () => {
  it.each([
    '#train',
    '#train/puzzles',
    '#train/puzzles?difficulty=3&empties=8-10',
    '#train/due?kind=mistake',
    '#train/puzzles?source=games',
    '#train/openings',
    '#train/puzzles?part=midgame&open=1',
    '#train/run?mode=streak',
    '#train/card?id=opening%3Ablack%3Af5d6',
  ])('%s is read and written back', (hash) => expect(formatPlace(parsePlace(hash))).toBe(hash));

  it('replace invalid fields with defaults', () => {
    expect(parsePlace('#train/nowhere?kind=x').section).toBe('home');
    expect(parsePlace('#train/puzzles?difficulty=9&empties=99-1')).toMatchObject({
      difficulty: 'suitable',
      empties: { least: 4, most: 14 },
    });
  });
});

describe('an answer', () => {
  it('is correct without loss if values are exact, else within a disc', () => {
    expect([isGood(0, true), isGood(1, true), isGood(0.5, false), isGood(1, false)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('is graded by the user’s actions', () => {
    const attempt = { misses: 0, hinted: false, revealed: false, took: 4000 };
    expect(gradeOf(attempt)).toBe(5);
    expect(gradeOf({ ...attempt, took: 60_000 })).toBe(4);
    expect(gradeOf({ ...attempt, hinted: true })).toBe(3);
    expect(gradeOf({ ...attempt, misses: 1 })).toBe(2);
    expect(gradeOf({ ...attempt, revealed: true })).toBe(1);
    expect(gradeOfLine({ ...attempt, took: 40_000 }, 6)).toBe(5);
    expect([
      gradeOfLine({ ...attempt, misses: 1 }, 6),
      gradeOfLine({ ...attempt, misses: 1 }, 2),
      gradeOfLine({ ...attempt, misses: 2 }, 6),
    ]).toEqual([3, 2, 2]);
  });

  it('has a hint of two squares, the second the most tempting one', () => {
    const legal = ['a1', 'b2', 'h8'].map((move) => ({ move, flips: ['c3'] }));
    expect(choiceOfTwo({ best: ['h8'], scores: { h8: 4, a1: -2, b2: 2 } }, legal)).toEqual(['b2', 'h8']);
    expect(choiceOfTwo({ best: ['a1'], scores: {} }, [{ move: 'a1', flips: ['b1'] }])).toEqual(['a1']);
  });
});

describe('a puzzle', () => {
  it('asks for a win or a draw if few moves reach it, else for the best move', () => {
    const scores: Record<string, number>[] = [
      { a1: 12, b1: 4, c1: 0, d1: -4, e1: -4, f1: -8 },
      { a1: 12, b1: 4, c1: 2, d1: -4 },
      { a1: 0, b1: -4, c1: -8 },
      { a1: -28, b1: -40, c1: -64 },
    ];
    expect(scores.map(goalOf)).toEqual(['win', 'best', 'draw', 'best']);
  });

  it('of the middle game names two candidates, or none', () => {
    const puzzle = { id: '1', position: '', empties: 30, difficulty: 2, best: ['b1'], from: '' } as const;
    const midgame = { ...puzzle, scores: { a1: -4, b1: 6, c1: 2 }, pair: ['a1', 'b1'], plies: 16 };
    expect(challengeOfPuzzle(midgame)).toMatchObject({ goal: 'pair', candidates: ['a1', 'b1'], exact: false });
    expect(challengeOfPuzzle(midgame, true)).toMatchObject({ goal: 'best', best: ['b1'] });
    expect(challengeOfPuzzle(midgame, true).candidates).toBeUndefined();
  });

  it('that asks for a win accepts every winning move, the best one first', () => {
    const scores = { a1: 4, b1: 12, c1: 0, d1: -4, e1: -4, f1: -8 };
    const puzzle = { id: '1', position: '', empties: 8, difficulty: 2, best: ['b1'], scores, from: '' } as const;
    expect(challengeOfPuzzle(puzzle)).toMatchObject({ goal: 'win', best: ['b1', 'a1'] });
  });
});
