import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../api/events';
import { mistakeOf } from './mistake';

const candidate = (move: string, score?: number): Candidate => ({
  move,
  source: 'depth',
  depth: 12,
  confidence: 73,
  exact: false,
  pv: [move],
  ...(score !== undefined && { score }),
});
const moves = [candidate('c4', 2), candidate('d3', -1), candidate('g6', -8), candidate('a1')];

describe('mistakeOf', () => {
  it('reports a move that loses at least the limit, and the better move', () => {
    expect(mistakeOf({ moves, pov: 'white' }, 'g6', 4)).toMatchObject({
      move: 'g6',
      pov: 'white',
      best: { move: 'c4' },
      played: { move: 'g6' },
      loss: 10,
    });
    expect(mistakeOf({ moves, pov: 'white' }, 'd3', 3)?.loss).toBe(3);
  });

  it('is null below the limit and for unknown values', () => {
    expect(mistakeOf({ moves, pov: 'white' }, 'd3', 4)).toBeNull();
    expect(mistakeOf({ moves, pov: 'white' }, 'c4', 2)).toBeNull();
    expect(mistakeOf({ moves, pov: 'white' }, 'a1', 2)).toBeNull();
    expect(mistakeOf({ moves: [], pov: 'white' }, 'c4', 2)).toBeNull();
  });
});
