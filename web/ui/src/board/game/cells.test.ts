import { describe, expect, it } from 'vitest';
import { cellsAfter, cellsOf, count, flipDelays, squareIndex, squareName } from './cells';
import type { Ply } from './types';

const START_4 = '-----OX--XO----- X';
const B1: Ply = { turn: 'black', move: 'b1', flips: ['b2'] };

describe('squares', () => {
  it('are numbered along the rows, a1 first', () => {
    expect(squareName(0, 8)).toBe('a1');
    expect(squareName(63, 8)).toBe('h8');
    expect(squareName(6, 6)).toBe('a2');
  });

  it.each([4, 6, 8])('go from name to index and back on %i×%i', (size) => {
    for (let i = 0; i < size * size; i++) expect(squareIndex(squareName(i, size), size)).toBe(i);
  });

  it.each(['e1', 'a5', 'pass', '', '--', 'a0', 'a1.5'])('have no name %j on 4×4', (name) => {
    expect(squareIndex(name, 4)).toBe(-1);
  });
});

describe('cellsAfter', () => {
  it('places the played disc and turns the flipped ones', () => {
    const cells = cellsAfter(cellsOf(START_4), [B1], 4);
    expect([cells[1], cells[5], cells[6]]).toEqual(['black', 'black', 'black']);
    expect([count(cells, 'black'), count(cells, 'white')]).toEqual([4, 1]);
  });

  it('returns the same board after a pass', () => {
    const initial = cellsOf(START_4);
    expect(cellsAfter(initial, [{ turn: 'black', move: 'pass', flips: [] }], 4)).toEqual(initial);
  });
});

describe('flipDelays', () => {
  it('start beside the played square and end within the span', () => {
    const delays = flipDelays({ turn: 'black', move: 'a1', flips: ['b1', 'c1', 'd1', 'b2'] }, 8, 75);
    expect(delays.get(1)).toBe(0);
    expect(delays.get(9)).toBe(0);
    expect(delays.get(3)).toBe(75);
    expect(Math.max(...delays.values())).toBeLessThanOrEqual(75);
  });
});
