import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analysisOf, answer, requests, busy, candidate, setUpPage } from '../api/fake';
import type { PositionQuery } from '../api/games';
import { wake } from '../session/fakesleep';
import { Live } from './live.svelte';

vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests);
vi.mock('../session/sleep', () => import('../session/fakesleep'));

const HERE: PositionQuery = { size: 8, start: 'usual', moves: '' };
const THERE: PositionQuery = { size: 8, start: 'usual', moves: 'f5' };
const FIRST = analysisOf([candidate('a1', 1)]);
const LAST = analysisOf([candidate('b1', 3), candidate('a1', 1)], { ended: 'complete' });

beforeEach(() => setUpPage());
afterEach(() => vi.unstubAllGlobals());

describe('Live', () => {
  it('follows a position to the end of its analysis', async () => {
    answer('analyse', () => ({
      events: [
        ['progress', FIRST],
        ['done', LAST],
      ],
    }));
    const live = new Live();
    live.follow(HERE);
    await expect.poll(() => live.stage).toBe('done');
    expect(live.analysis).toEqual(LAST);
    expect(live.of(HERE)).toEqual(LAST);
  });

  it('keeps the result of a finished game', async () => {
    const over = analysisOf([], { over: true, score: 4, exact: true, ended: 'complete' });
    answer('analyse', () => ({ events: [['done', over]] }));
    const live = new Live();
    live.follow(HERE);
    await expect.poll(() => live.of(HERE)).toEqual(over);
    live.follow(THERE);
    live.follow(HERE);
    expect(live.stage).toBe('done');
  });

  it('sends no request for a position that is shown only briefly', async () => {
    answer('analyse', () => ({ events: [['done', LAST]] }));
    const live = new Live();
    live.follow(HERE);
    live.follow(THERE);
    await expect.poll(() => live.stage).toBe('done');
    expect(requests).toEqual(['analyse']);
    expect([live.of(HERE), live.of(THERE)]).toEqual([null, LAST]);
  });

  it('keeps its result while queued and when stopped', async () => {
    answer('analyse', () => ({
      events: [
        ['progress', FIRST],
        ['progress', analysisOf([], { queue: 2 })],
      ],
    }));
    const live = new Live();
    live.follow(HERE);
    await expect.poll(() => live.stage).toBe('queued');
    expect(live.analysis).toEqual({ ...FIRST, queue: 2 });
    live.stop();
    expect([live.stage, live.analysis?.moves]).toEqual(['stopped', FIRST.moves]);
  });

  it('does not repeat a request at this level, and sends one for a deeper level', async () => {
    answer('analyse', () => ({ events: [['done', LAST]] }));
    const live = new Live();
    live.follow(HERE);
    await expect.poll(() => live.stage).toBe('done');
    live.follow(THERE);
    live.follow(HERE);
    expect([live.stage, requests.length]).toEqual(['done', 1]);
    live.deeper();
    await expect.poll(() => [live.stage, live.level, requests.length]).toEqual(['done', 20, 2]);
  });

  it('retries a busy server after its Retry-After time', async () => {
    let times = 0;
    answer('analyse', () => (times++ === 0 ? busy(7) : { events: [['done', LAST]] }));
    const live = new Live();
    live.follow(HERE);
    await expect.poll(() => live.failure).toMatchObject({ kind: 'busy', retryAfter: 7 });
    wake();
    await expect.poll(() => [live.stage, live.failure]).toEqual(['done', null]);
  });

  it('keeps the error of a broken stream until the next request', async () => {
    answer('analyse', () => ({ events: [['problem', { status: 500, detail: 'the player failed' }]] }));
    const live = new Live();
    live.follow(HERE);
    await expect.poll(() => live.failure).toMatchObject({ kind: 'refused', detail: 'the player failed' });
    answer('analyse', () => ({ events: [['done', LAST]] }));
    live.retry();
    await expect.poll(() => [live.stage, live.failure]).toEqual(['done', null]);
  });
});
