import { describe, expect, it } from 'vitest';
import { distribute, splittable, mergeResults } from './split';

const url = (query: string) => new URL(`http://kaeshi.test/api/v1/analyse?${query}`);
const event = (moves: [string, number][], depth: number, exact: boolean) => ({
  schema: 'kaeshi/analyse/1',
  moves: moves.map(([move, score]) => ({ move, score, depth, exact })),
  score: moves[0]?.[1] ?? 0,
  depth,
  exact,
  confidence: exact ? 100 : 73,
  nodes: 100,
  seconds: depth / 10,
  nps: 1000,
});

describe('an analysis split among workers', () => {
  it('must include all moves and use the analysis engine', () => {
    expect(splittable(url('moves=f5&lines=all'))).toBe(true);
    expect(splittable(url('moves=f5&lines=3'))).toBe(false);
    expect(splittable(url('moves=f5&lines=all&player=random'))).toBe(false);
    expect(splittable(new URL('http://kaeshi.test/api/v1/think?lines=all'))).toBe(false);
  });

  it('distributes the moves evenly', () => {
    const parts = distribute(['a1', 'b1', 'c1', 'd1', 'e1'], 3);
    expect(parts).toEqual([['a1', 'd1'], ['b1', 'e1'], ['c1']]);
    expect(distribute(['a1'], 3)).toEqual([['a1']]);
    expect(distribute([], 3)).toEqual([]);
  });

  it('merges results: best move first, with the minimum depth', () => {
    const all = mergeResults([
      event(
        [
          ['d3', 2],
          ['c4', -4],
        ],
        12,
        false,
      ),
      event([['e6', 3]], 10, false),
    ]);
    expect(all.moves.map(({ move }) => move)).toEqual(['e6', 'd3', 'c4']);
    expect(all).toMatchObject({
      schema: 'kaeshi/analyse/1',
      score: 3,
      depth: 10,
      exact: false,
      nodes: 200,
      nps: 2000,
      seconds: 1.2,
    });
    expect(mergeResults([event([['d3', 2]], 8, true), event([['e6', -2]], 9, false)]).exact).toBe(false);
    expect(mergeResults([event([['d3', 2]], 8, true), event([['e6', -2]], 8, true)])).toMatchObject({
      exact: true,
      confidence: 100,
    });
  });
});
