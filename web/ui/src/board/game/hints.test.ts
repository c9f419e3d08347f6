import { describe, expect, it, vi } from 'vitest';
import type { Analysis, Candidate } from '../../api/events';
import { settings } from '../../session/settings.svelte';
import { hintsOf } from './hints';

vi.mock('../../session/settings.svelte', () => ({ settings: { language: 'en', perspective: 'black' } }));

const candidate = (move: string, score: number | undefined, more: Partial<Candidate> = {}): Candidate => ({
  move,
  source: 'depth',
  depth: 12,
  confidence: 73,
  exact: false,
  pv: [move],
  ...(score !== undefined && { score }),
  ...more,
});
const analysis = (...moves: Candidate[]) => ({ moves, pov: 'black' }) as unknown as Analysis;

describe('hintsOf', () => {
  it('gives the value of each move, its quality and its source', () => {
    const notes = hintsOf(
      analysis(
        candidate('d3', 2.4),
        candidate('c4', -0.3),
        candidate('b2', -6, { source: 'exact', exact: true, depth: 20 }),
      ),
    );
    expect(notes.get('d3')).toEqual({ text: '+2', words: 'best, +2, depth 12', kind: 'depth', rank: 'best' });
    expect(notes.get('c4')).toEqual({ text: '0', words: '0, depth 12', kind: 'depth', rank: 'fair' });
    expect(notes.get('b2')).toEqual({ text: '−6', words: '−6, exact', kind: 'exact', rank: 'poor' });
  });

  it('names published proofs', () => {
    const source = 'Takizawa 2023';
    const notes = hintsOf(
      analysis(
        candidate('d3', 0, { proved: { at_least: 0, at_most: 0, source } }),
        candidate('c4', -1, { proved: { at_least: -64, at_most: 0, source } }),
      ),
    );
    expect(notes.get('d3')).toMatchObject({ words: 'best, 0, proved (Takizawa 2023)', kind: 'exact' });
    expect(notes.get('c4')?.words).toBe('−1, depth 12, proved to be at most 0 (Takizawa 2023)');
  });

  it('shows values of White from the view of Black, unless the settings are for the side to move', () => {
    const source = 'Takizawa 2023';
    const bound = candidate('c4', -1, { proved: { at_least: -64, at_most: 0, source } });
    const ofWhite = { ...analysis(candidate('d3', 2.4), bound), pov: 'white' } as const;
    const words = () => ['d3', 'c4'].map((move) => hintsOf(ofWhite).get(move)?.words);
    expect(words()).toEqual(['best, −2, depth 12', '+1, depth 12, proved to be at least 0 (Takizawa 2023)']);
    settings.perspective = 'mover';
    expect(words()).toEqual(['best, +2, depth 12', '−1, depth 12, proved to be at most 0 (Takizawa 2023)']);
    settings.perspective = 'black';
  });

  it('is empty without values', () => {
    expect(hintsOf(null).size).toBe(0);
    expect(hintsOf(analysis(candidate('d3', undefined))).size).toBe(0);
    expect(hintsOf(analysis(candidate('pass', 4))).size).toBe(0);
  });
});
