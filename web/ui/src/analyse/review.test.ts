import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requests, ok, refused, setUpPage } from '../api/fake';
import type { PositionQuery } from '../api/games';
import { jobId } from './jobid';
import { ReviewJob } from './review.svelte';
import { addAll, newTree, ROOT } from './tree';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);

const GAME: PositionQuery = { size: 8, start: 'usual', moves: 'a1b1' };
const MOVES = ['a1', 'b1'];
const ID = jobId(GAME, 16);
const PATH = `jobs/${ID}/events`;
const JOB = {
  schema: '',
  id: ID,
  kind: 'review',
  state: 'running',
  queue: 0,
  created: '2026-01-01T00:00:00Z',
  level: 16,
  done: 0,
  total: 2,
  game: GAME,
};
const judged = (ply: number, move: string, loss = 0) => ({
  ply,
  number: ply,
  pov: ply % 2 ? 'black' : 'white',
  move,
  empties: 60 - ply,
  choices: 4,
  best: [move],
  score: 2,
  played: 2 - loss,
  loss,
  ...(loss >= 4 && { mark: '?' }),
  depth: 10,
  confidence: 100,
  exact: false,
  pv: [move],
  reply: [],
});
const RESULT = { moves: [judged(1, 'a1'), judged(2, 'b1', 6)], exact_from: 2 };

beforeEach(() => setUpPage());
afterEach(() => vi.unstubAllGlobals());

describe('a review', () => {
  it('starts a job and follows it until it ends', async () => {
    answer('jobs', () => ok(JOB));
    answer(PATH, () => ({
      events: [
        ['state', JOB],
        ['move', judged(2, 'b1', 6)],
        ['done', { ...JOB, state: 'done', done: 2, result: RESULT }],
      ],
    }));
    const review = new ReviewJob();
    await review.begin(GAME, MOVES);
    expect([review.running, review.requesting, review.job?.state, review.failure]).toEqual([
      false,
      false,
      'done',
      null,
    ]);
    expect(review.review.moves.map(({ ply, mark }) => [ply, mark])).toEqual([
      [1, ''],
      [2, '?'],
    ]);
  });

  it('shows each move as soon as it has been judged', async () => {
    answer('jobs', () => ok(JOB));
    answer(PATH, () => ({
      events: [
        ['state', JOB],
        ['move', judged(2, 'b1')],
      ],
    }));
    const review = new ReviewJob();
    void review.begin(GAME, MOVES);
    await expect.poll(() => review.job?.done).toBe(1);
    expect([review.running, review.review.moves.map(({ move }) => move)]).toEqual([true, ['b1']]);
    review.close();
  });

  it('finds the judged moves anywhere in the tree', async () => {
    answer('jobs', () => ok(JOB));
    answer(PATH, () => ({ events: [['done', { ...JOB, state: 'done', result: RESULT }]] }));
    const review = new ReviewJob();
    await review.begin(GAME, MOVES);
    const plies = MOVES.map((move, i) => ({ turn: i % 2 ? ('white' as const) : ('black' as const), move, flips: [] }));
    const { tree, id } = addAll(newTree(), ROOT, plies);
    expect(review.judgedIn(tree).get(id)?.loss).toBe(6);
  });

  it('finds the deepest review of the same game', async () => {
    const other = { ...JOB, id: 'other', level: 24, game: { ...GAME, moves: 'c1' } };
    answer('jobs', () =>
      ok({ jobs: [{ ...JOB, level: 20, state: 'done' }, other, { ...JOB, level: 24, state: 'failed' }] }),
    );
    answer(PATH, () => ({ events: [['done', { ...JOB, level: 20, state: 'done', result: RESULT }]] }));
    const review = new ReviewJob();
    await review.lookUp(GAME, MOVES);
    expect([review.level, review.review.moves.length]).toEqual([20, 2]);
  });

  it('deletes a cancelled job before it starts it again', async () => {
    let begun = 0;
    answer('jobs', () => ok({ ...JOB, state: begun++ === 0 ? 'cancelled' : 'running' }));
    answer(`jobs/${ID}`, () => ok({}));
    answer(PATH, () => ({ events: [['done', { ...JOB, state: 'done' }]] }));
    const review = new ReviewJob();
    await review.begin(GAME, MOVES);
    expect(requests).toEqual(['jobs', `jobs/${ID}`, 'jobs', PATH]);
  });

  it('keeps the error of a refused review', async () => {
    answer('jobs', () => refused('too long a game'));
    const review = new ReviewJob();
    await review.begin(GAME, MOVES);
    expect([review.requesting, review.failure?.kind, review.failure?.detail]).toEqual([
      false,
      'refused',
      'too long a game',
    ]);
  });

  it('discards everything when the game changes', async () => {
    answer('jobs', () => refused('no'));
    const review = new ReviewJob();
    await review.begin(GAME, MOVES);
    review.forget();
    expect([review.failure, review.job, review.review.moves]).toEqual([null, null, []]);
  });
});
