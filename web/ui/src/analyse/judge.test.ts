import { describe, expect, it } from 'vitest';
import { mistakeFrom, mistakesOf, personIn, reviewOf } from './judge';

describe('personIn', () => {
  it.each([
    ['human', 'kaeshi:skill=3', 'black'],
    ['kaeshi:skill=3', 'human', 'white'],
    ['human', 'human', 'both'],
    ['Ann', 'Bob', 'both'],
    ['', '', 'both'],
  ])('of %s and %s is %s', (black, white, side) => expect(personIn({ black, white })).toBe(side));
});

const document = {
  exact_from: 3,
  opening: { en: { name: 'Tiger', ply: 3 }, ja: { name: '虎', ply: 3 } },
  black_side: { moves: 30, choices: 28, loss: 12, accuracy: 88.5, inaccuracies: 1, mistakes: 1, blunders: 0 },
  moves: [
    {
      ply: 3,
      number: 3,
      pov: 'black' as const,
      move: 'c3',
      empties: 58,
      choices: 5,
      best: ['d3'],
      score: 2,
      played: -4,
      loss: 6,
      mark: '?',
      depth: 58,
      confidence: 100,
      exact: true,
      pv: ['d3'],
      reply: ['d3'],
      why: [{ code: 'corner', en: 'gives a1', ja: 'a1を渡す' }],
    },
    {
      ply: 1,
      number: 1,
      pov: 'black' as const,
      move: 'f5',
      empties: 60,
      choices: 4,
      best: ['f5'],
      score: 0,
      played: 0,
      loss: 0,
      depth: 12,
      confidence: 73,
      exact: false,
      pv: ['f5'],
      reply: [],
    },
    {
      ply: 2,
      number: 2,
      pov: 'white' as const,
      move: 'd6',
      empties: 59,
      choices: 3,
      best: ['f6'],
      score: 1,
      played: -1,
      loss: 2,
      mark: '?!',
      depth: 59,
      confidence: 95,
      exact: false,
      pv: ['f6'],
      reply: [],
    },
  ],
};

describe('a review', () => {
  const review = reviewOf(document);

  it('has the moves in order, with the source of each value', () => {
    expect(review.moves.map(({ ply, source }) => [ply, source])).toEqual([
      [1, 'depth'],
      [2, 'selective'],
      [3, 'exact'],
    ]);
    expect(review.moves[2]?.why[0]?.code).toBe('corner');
    expect(review.moves[0]?.mark).toBe('');
  });

  it('has a proof only if it covers both the best move and the played move', () => {
    const draw = { at_least: 0, at_most: 0, source: 'Takizawa 2023' };
    const move = { ply: 1, score: 0, played: 0, loss: 0, proved: draw };
    const proofs = [draw, { ...draw, at_least: -64 }, undefined].map(
      (playedProved) => reviewOf({ moves: [{ ...move, played_proved: playedProved }] }).moves[0]?.proved,
    );
    expect(proofs).toEqual([draw, undefined, undefined]);
  });

  it('has names and totals', () => {
    expect([review.opening, review.exactFrom, review.black?.accuracy, review.white]).toEqual([
      { en: 'Tiger', ja: '虎' },
      3,
      88.5,
      null,
    ]);
  });

  it('shows whether this device judged the moves', () => {
    expect([review.device, review.moves[0]?.device]).toEqual([false, false]);
    const here = reviewOf({ ...document, effort: { device: true } });
    expect([here.device, here.moves[0]?.device]).toEqual([true, true]);
  });

  it('accepts a document without results', () => {
    expect(reviewOf(undefined)).toEqual({
      moves: [],
      black: null,
      white: null,
      exactFrom: 0,
      opening: null,
      device: false,
    });
    expect(reviewOf({ moves: null }).moves).toEqual([]);
  });

  it('ranks the mistakes of one side or both', () => {
    expect(mistakesOf(review).map(({ ply }) => ply)).toEqual([3, 2]);
    expect(mistakesOf(review, 'white').map(({ ply }) => ply)).toEqual([2]);
  });

  it('ranks by the result first, then by discs, and uncertain marks last', () => {
    const scores = { score: 10, played: 0 };
    const marked = (ply: number, loss: number, more: object) => ({
      ...scores,
      ply,
      pov: 'black',
      loss,
      mark: '??',
      ...more,
    });
    const { moves } = reviewOf({
      moves: [
        marked(1, 28, {}),
        marked(2, 4, { result_loss: 2 }),
        marked(3, 2, { result_loss: 1 }),
        marked(4, 12, { result_loss: 1 }),
        marked(5, 40, { mark: '?!', uncertain: true }),
      ],
    });
    expect(mistakesOf({ ...review, moves }).map(({ ply }) => ply)).toEqual([2, 4, 3, 1, 5]);
  });

  it('finds the next and the previous mistake', () => {
    expect(mistakeFrom(review, 0, 1)?.ply).toBe(2);
    expect(mistakeFrom(review, 2, 1)?.ply).toBe(3);
    expect(mistakeFrom(review, 3, 1)).toBeNull();
    expect(mistakeFrom(review, 3, -1)?.ply).toBe(2);
    expect(mistakeFrom(review, 2, -1)).toBeNull();
  });
});
