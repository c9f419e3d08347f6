import { describe, expect, it, vi } from 'vitest';
import { analysisOf, candidate } from '../api/fake';
import { DEFAULT_HINTS, hintNotes, type Hints } from './hints';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en', perspective: 'black' } }));

const moves = [
  candidate('d3', 2),
  candidate('c4', 1.7),
  candidate('e6', -1),
  candidate('f5', -14),
  candidate('g7', -30),
  candidate('pass', 0),
];
const notes = (hints: Partial<Hints>, more = {}) =>
  Object.fromEntries(hintNotes(analysisOf(moves, more), { ...DEFAULT_HINTS, ...hints }));
const texts = (hints: Partial<Hints>, more = {}) =>
  Object.fromEntries(Object.entries(notes(hints, more)).map(([square, { text }]) => [square, text]));

describe('the values on the squares', () => {
  it.each([
    ['all', {}, { d3: '+2', c4: '+2', e6: '−1', f5: '−14', g7: '−30' }],
    ['the best, which may be several', { which: 'best' }, { d3: '+2', c4: '+2' }],
    ['a number of moves', { which: 'some', count: 3 }, { d3: '+2', c4: '+2', e6: '−1' }],
    ['losses', { by: 'loss' }, { d3: '0', c4: '0', e6: '3', f5: '16', g7: '32' }],
  ] as const)('are those of %s', (_, hints, want) => {
    expect(texts(hints)).toEqual(want);
  });

  it('are from the view of Black, and losses have no side', () => {
    expect(texts({ which: 'best' }, { pov: 'white' })).toEqual({ d3: '−2', c4: '−2' });
    expect(texts({ which: 'best', by: 'loss' }, { pov: 'white' })).toEqual({ d3: '0', c4: '0' });
  });

  it('are described by their loss or value and its source', () => {
    expect(notes({ by: 'loss' })).toMatchObject({
      d3: { words: 'best, depth 10', rank: 'best' },
      e6: { words: 'loses 3, depth 10', rank: 'fair' },
      f5: { words: 'loses 16, depth 10', rank: 'poor' },
    });
    expect(notes({})['e6']?.words).toBe('−1, depth 10');
  });

  it('have colours from warm to cold only with a heat map', () => {
    const heats = (hints: Partial<Hints>) => Object.values(notes(hints)).map(({ heat }) => heat);
    expect(heats({})).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(heats({ heat: true })).toEqual([1, expect.closeTo(0.981, 3), 0.8125, 0, 0]);
  });

  it('are missing without an analysis', () => {
    expect(hintNotes(null, DEFAULT_HINTS).size).toBe(0);
  });
});
