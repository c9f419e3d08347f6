import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendQueued, queuedRequests, enqueue } from './outbox';

const BASE = new URL('http://kaeshi.test/api/v1/');
const games = new URL('games', BASE);
const game = (id: string): RequestInit => ({ method: 'POST', body: JSON.stringify({ id }) });

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

/** A fake server that responds with the given statuses in order, and is unreachable after that. */
function server(...answers: number[]): string[] {
  const received: string[] = [];
  vi.stubGlobal('fetch', (url: URL, { body }: RequestInit) => {
    const status = answers.shift();
    if (status === undefined) return Promise.reject(new TypeError('away'));
    received.push(`${url.pathname} ${String(body)}`);
    return Promise.resolve(new Response(null, { status }));
  });
  return received;
}

describe('the outbox', () => {
  it('accepts finished games, each once', async () => {
    expect(enqueue(new URL('move', BASE), game('a'))).toBeNull();
    expect(enqueue(games, {})).toBeNull();
    expect(enqueue(games, game('a'))?.status).toBe(202);
    expect(await enqueue(new URL('learn/games', BASE), game('b'))?.json()).toEqual({ id: 'b' });
    enqueue(games, game('a'));
    expect(queuedRequests().map(({ path, body }) => `${path} ${body}`)).toEqual([
      'learn/games {"id":"b"}',
      'games {"id":"a"}',
    ]);
  });

  it('sends entries in order, and removes them when they are accepted or refused', async () => {
    for (const id of ['a', 'b', 'c']) enqueue(games, game(id));
    const received = server(201, 409, 200);
    await sendQueued(BASE);
    expect(received).toEqual(['a', 'b', 'c'].map((id) => `/api/v1/games {"id":"${id}"}`));
    expect(queuedRequests()).toEqual([]);
  });

  it('keeps entries while the server is busy, unreachable or denies access', async () => {
    for (const id of ['a', 'b']) enqueue(games, game(id));
    for (const answers of [[201, 503], [429], [401], []]) {
      server(...answers);
      await sendQueued(BASE);
      expect(queuedRequests()).toEqual([{ path: 'games', body: '{"id":"b"}' }]);
    }
  });

  it('treats corrupt storage as empty', () => {
    kept.set('kaeshi.outbox', '{"a":');
    expect(queuedRequests()).toEqual([]);
    kept.set('kaeshi.outbox', '[{"path":1},{"path":"games","body":"{}"}]');
    expect(queuedRequests()).toEqual([{ path: 'games', body: '{}' }]);
  });
});
