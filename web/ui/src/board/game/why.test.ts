import { describe, expect, it } from 'vitest';
import { snapshot } from './snapshots';
import type { Snapshot } from './types';
import { refusal } from './why';

const position = (change: Partial<Snapshot> = {}) => snapshot({ legal: [{ move: 'd3', flips: ['d4'] }], ...change });

describe('refusal', () => {
  it('is null for a legal square', () => {
    expect(refusal('d3', null, position(), false)).toBeNull();
  });

  it('names the square and the reason', () => {
    expect(refusal('a1', null, position(), false)).toEqual({ kind: 'turnsNothing', square: 'a1', turn: 'black' });
    expect(refusal('d4', 'white', position(), false)).toEqual({ kind: 'taken', square: 'd4', by: 'white' });
  });

  it('reports when no move is possible, or it is not this person’s turn', () => {
    expect(refusal('d3', null, null, false)?.kind).toBe('waiting');
    expect(refusal('d3', null, position({ over: true }), false)?.kind).toBe('over');
    expect(refusal('d3', null, position({ legal: [], pass: true }), false)?.kind).toBe('mustPass');
    expect(refusal('d3', null, position(), true)?.kind).toBe('computer');
  });
});
