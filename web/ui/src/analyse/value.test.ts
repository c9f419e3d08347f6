import { describe, expect, it } from 'vitest';
import { analysisOf, candidate } from '../api/fake';
import { positionValue, valuedSquares } from './value';

const { score: _, ...unvalued } = candidate('d3', 0, { source: 'player' });

describe('positionValue', () => {
  it.each([
    ['no analysis', null, null],
    ['nothing known', analysisOf([]), null],
    ['a player without values', analysisOf([unvalued]), null],
    [
      'the best move',
      analysisOf([candidate('d3', 2), candidate('c4', 1)]),
      { score: 2, source: 'depth', depth: 10, confidence: 100, exact: false },
    ],
    [
      'the result of an ended game',
      analysisOf([], { over: true, score: -6, depth: 7, confidence: 73 }),
      { score: -6, source: 'exact', depth: 0, confidence: 100, exact: true },
    ],
    ['an ended game without a result', analysisOf([], { over: true }), null],
  ])('%s', (_name, analysis, want) => {
    expect(positionValue(analysis)).toEqual(want);
  });
});

describe('valuedSquares', () => {
  it('omits passes and moves without a value', () => {
    const moves = [candidate('d3', 0), candidate('pass', 3), unvalued];
    expect(valuedSquares(analysisOf(moves))).toEqual([{ square: 'd3', score: 0 }]);
    expect(valuedSquares(null)).toEqual([]);
  });
});
