import { afterEach, describe, expect, it, vi } from 'vitest';
import { analysisOf, candidate } from '../api/fake';
import { settings } from '../session/settings.svelte';
import {
  endedWords,
  evalAloud,
  forSide,
  kindOf,
  leadWords,
  lineWords,
  meanText,
  sourceAloud,
  sourceText,
  squareWords,
  valueText,
} from './words';

vi.mock('../session/settings.svelte', () => ({ settings: { language: 'en', perspective: 'black' } }));

describe('a value', () => {
  it('is a dash only if it is unknown', () => {
    expect([undefined, 0, 2.67, -0.33].map((value) => valueText(value, 'black'))).toEqual(['–', '0', '+2.7', '−0.3']);
  });

  it.each([
    ['depth', { depth: 12, confidence: 73 }, 'depth 12 · 73 %'],
    ['depth', { depth: 12, confidence: 100 }, 'depth 12'],
    ['exact', { depth: 20, confidence: 100, exact: true }, 'exact'],
    ['selective', { depth: 0, confidence: 95, exact: true }, 'exact'],
    ['book', { depth: 24, confidence: 95 }, 'book'],
    ['player', { depth: 0, confidence: 0 }, 'player’s choice'],
  ] as const)('%s with %o is "%s"', (source, more, want) => {
    expect(sourceText({ source, exact: false, ...more }, 'black')).toBe(want);
  });

  const proof = (atLeast: number, atMost: number) => ({
    proved: { at_least: atLeast, at_most: atMost, source: 'Takizawa 2023' },
  });

  it.each([
    ['a value', proof(0, 0), 'proved', 'proved (Takizawa 2023)', 'exact'],
    [
      'a lower bound',
      proof(0, 64),
      'depth 12 · proved ≥ 0',
      'depth 12, 73 percent confidence, proved to be at least 0 (Takizawa 2023)',
      'depth',
    ],
    [
      'an upper bound',
      { ...proof(-64, -2), source: 'book' },
      'book · proved ≤ −2',
      'book, proved to be at most −2 (Takizawa 2023)',
      'book',
    ],
  ] as const)('with a proof of %s', (_, more, words, aloud, kind) => {
    const value = { source: 'depth', depth: 12, confidence: 73, exact: false, ...more } as const;
    expect([sourceText(value, 'black'), sourceAloud(value, 'black'), kindOf(value)]).toEqual([words, aloud, kind]);
  });

  it('of a player that returns no values is only its source', () => {
    const { score: _, ...unvalued } = candidate('c3', 0, { source: 'player' });
    expect(squareWords(unvalued, 'black')).toBe('player’s choice');
  });
});

describe('descriptions of positions', () => {
  const best = candidate('d3', 2.5);
  it.each([
    ['no analysis', null, 'No value yet.'],
    ['no move yet', analysisOf([]), 'No value yet.'],
    ['a searched move', analysisOf([best]), `Best d3: +2.5, Black ahead, ${sourceAloud(best, 'black')}.`],
    ['a pass', analysisOf([{ ...best, move: 'pass' }]), `Best pass: +2.5, Black ahead, ${sourceAloud(best, 'black')}.`],
    [
      'an ended game',
      analysisOf([], { over: true, score: -4, pov: 'black', exact: true }),
      'Game over: −4, White ahead, exact.',
    ],
    ['an ended game that is even', analysisOf([], { over: true, score: 0, exact: true }), 'Game over: 0, even, exact.'],
  ])('%s', (_, analysis, want) => {
    expect(evalAloud(analysis)).toBe(want);
  });

  it('number moves, but not a pass', () => {
    const line = candidate('d3', 2.5, { pv: ['d3', 'pass', 'c4'] });
    expect(lineWords(line, 1, 'black')).toBe(`Line 1: d3, +2.5, ${sourceAloud(line, 'black')}; then pass c4`);
    expect(lineWords({ ...line, move: 'pass', pv: ['pass', 'c4'] }, 1, 'black')).toBe(
      `pass, +2.5, ${sourceAloud(line, 'black')}; then c4`,
    );
  });
});

describe('with White to move', () => {
  afterEach(() => {
    settings.perspective = 'black';
  });
  const bound = { source: 'depth', depth: 12, confidence: 100, exact: false } as const;
  const value = { ...bound, proved: { at_least: 2, at_most: 64, source: 'A 1' } };

  it.each([
    ['black', ['−3', '−3, White ahead', '−3 for Black', 'depth 12 · proved ≤ −2', '+1']],
    ['mover', ['+3', '+3, White ahead', '+3 for White', 'depth 12 · proved ≥ +2', '−1']],
  ] as const)('all values are from the view of %s', (perspective, want) => {
    settings.perspective = perspective;
    const shown = [valueText(3, 'white'), leadWords(3, 'white'), forSide(3, 'white'), sourceText(value, 'white')];
    expect([...shown, meanText(1, 'white')]).toEqual(want);
  });
});

describe('games that ended in the position', () => {
  const results = { games: 3, black_wins: 1, white_wins: 2, draws: 0 };
  it.each([
    [
      { ...results, average_score_black: -4.5 },
      '3 games ended here: Black won 1, White 2, drawn 0; mean −4.5 for Black',
    ],
    [results, '3 games ended here: Black won 1, White 2, drawn 0; mean – for Black'],
    [
      { games: 1, black_wins: 0, white_wins: 0, draws: 1, average_score_black: 0 },
      '1 game ended here: Black won 0, White 0, drawn 1; mean 0 for Black',
    ],
  ])('%o', (results, want) => {
    expect(endedWords(results)).toBe(want);
  });
});
