import { describe, expect, it, vi } from 'vitest';
import { EMPTY } from '../analyse/judge';
import type { Judged } from '../analyse/types';
import { snapshot } from '../board/game/snapshots';
import { HUMAN } from '../board/game/types';
import { discPoints, outcomeOf, turningPoint, turningWords, valuePoints } from './outcome';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en' } }));

const end = snapshot({ over: true, black: 40, white: 24, winner: 'black', score_black: 16 });
const draw = snapshot({ over: true, black: 32, white: 32, winner: 'draw', score_black: 0 });
const COMPUTER = 'kaeshi:skill=1';

describe('outcomeOf', () => {
  it('is null before the end', () => {
    expect(outcomeOf(snapshot(), null, { black: HUMAN, white: HUMAN })).toBeNull();
  });

  it.each([
    ['two people', end, null, HUMAN, HUMAN, 'black', 'Black wins', '40–24, by 16 discs'],
    ['a person who wins', end, null, HUMAN, COMPUTER, 'black', 'You win!', '40–24, by 16 discs'],
    ['a person who loses', end, null, COMPUTER, HUMAN, 'black', 'You lose', '40–24, by 16 discs'],
    ['a draw', draw, null, HUMAN, COMPUTER, 'draw', 'A draw', '32–32'],
    ['time', end, { how: 'time', loser: 'white' }, HUMAN, COMPUTER, 'black', 'You win!', 'White’s time ran out.'],
    [
      'a resignation',
      end,
      { how: 'resigned', loser: 'white' },
      COMPUTER,
      HUMAN,
      'black',
      'You lose',
      'White resigned.',
    ],
  ] as const)('of %s', (_, position, ended, black, white, winner, heading, reason) => {
    expect(outcomeOf(position, ended, { black, white })).toEqual({ winner, heading, reason });
  });
});

const judged = (ply: number, change: Partial<Judged>): Judged => ({
  ply,
  number: ply,
  pov: ply % 2 ? 'black' : 'white',
  move: 'd3',
  choices: 4,
  best: ['f5'],
  score: 2,
  played: 2,
  loss: 0,
  resultLoss: 0,
  mark: '',
  uncertain: false,
  pv: [],
  reply: [],
  why: [],
  device: false,
  source: 'depth',
  depth: 8,
  confidence: 100,
  exact: false,
  ...change,
});

describe('the graph', () => {
  it('of discs starts with the initial position', () => {
    const cells = Array.from({ length: 16 }, (_, i) =>
      [5, 10].includes(i) ? 'white' : [6, 9].includes(i) ? 'black' : null,
    );
    const plies = [
      { turn: 'black', move: 'b1', flips: ['b2'] },
      { turn: 'white', move: 'pass', flips: [] },
    ] as const;
    expect(discPoints(cells as ('black' | 'white' | null)[], plies, 4).map(({ score }) => score)).toEqual([0, 3, 3]);
  });

  it('of values takes Black’s view; unknown positions stay unknown', () => {
    const review = { ...EMPTY, moves: [judged(1, { score: 4, played: 1 }), judged(2, { score: -1, played: -6 })] };
    expect(valuePoints(review, 3).map(({ score }) => score)).toEqual([4, 1, 6, null]);
  });
});

describe('the turning point', () => {
  it('is the certain mistake that lost the result, before one that lost more discs', () => {
    const moves = [
      judged(1, { mark: '??', loss: 20 }),
      judged(2, { mark: '?', loss: 6, resultLoss: 2 }),
      judged(3, { mark: '??', loss: 40, resultLoss: 2, uncertain: true }),
    ];
    const found = turningPoint({ ...EMPTY, moves });
    expect(found?.ply).toBe(2);
    expect(found && turningWords(found)).toBe('Move 2: White d3 lost 6 discs. Better: f5.');
  });

  it('is absent without a certain mistake', () => {
    expect(
      turningPoint({ ...EMPTY, moves: [judged(1, { loss: 1 }), judged(2, { mark: '?!', uncertain: true })] }),
    ).toBeNull();
  });
});
