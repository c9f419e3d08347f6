import { expect, it } from 'vitest';
import type { PlayedPly } from './game';
import { scoresheet } from './scoresheet';

const ply = (turn: 'black' | 'white', move: string): PlayedPly => ({ turn, move, flips: [], by: '' });

it('puts Black and White of one row side by side', () => {
  const rows = scoresheet([ply('black', 'f5'), ply('white', 'd6'), ply('black', 'c3')]);
  expect(rows).toHaveLength(2);
  expect(rows[0]?.white).toEqual({ cursor: 2, number: 2, move: 'd6' });
  expect(rows[1]?.white).toBeNull();
});

it('lists a pass without a number', () => {
  const rows = scoresheet([ply('black', 'b1'), ply('white', 'pass'), ply('black', 'd4')]);
  expect(rows[0]?.white).toEqual({ cursor: 2, number: null, move: 'pass' });
  expect(rows[1]?.black).toEqual({ cursor: 3, number: 2, move: 'd4' });
});

it('starts with White if White moves first', () => {
  expect(scoresheet([ply('white', 'a1')])).toEqual([{ black: null, white: { cursor: 1, number: 1, move: 'a1' } }]);
});
