import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../api/events';
import { mistakeOf } from './mistake';

const candidate = (move: string, score?: number): Candidate => ({
  move,
  source: 'depth',
  depth: 12,
  selectivity: 73,
  exact: false,
  pv: [move],
  ...(score !== undefined && { score }),
});
const moves = [candidate('c4', 2), candidate('d3', -1), candidate('g6', -8), candidate('a1')];

describe('mistakeOf', () => {
  it('is a move that loses as much as the limit, and what would have been better', () => {
    expect(mistakeOf({ moves }, 'g6', 4)).toMatchObject({
      move: 'g6',
      best: { move: 'c4' },
      played: { move: 'g6' },
      loss: 10,
    });
    expect(mistakeOf({ moves }, 'd3', 3)?.loss).toBe(3);
  });

  it('is nothing below the limit, and nothing where nobody knows', () => {
    expect(mistakeOf({ moves }, 'd3', 4)).toBeNull();
    expect(mistakeOf({ moves }, 'c4', 2)).toBeNull();
    expect(mistakeOf({ moves }, 'a1', 2)).toBeNull();
    expect(mistakeOf({ moves: [] }, 'c4', 2)).toBeNull();
  });
});
