/**
 * A fake server for unit tests. It replaces engine/request, so that tests run the real client. Install it with
 * `vi.mock('../engine/request', async () => (await import('../api/fake')).fakeRequests)`.
 */
import { vi } from 'vitest';
import type { Analysis, Candidate } from './events';
import type { Snapshot } from '../board/game/types';
import { followAddress } from '../session/address';

/** A status with a document, or the events of a stream, which stays open unless one of them ends it. */
export type Reply =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | { events: readonly [string, unknown][] };

type Handler = (query: URLSearchParams, init: RequestInit) => Reply | Promise<Reply>;

const handlers = new Map<string, Handler>();

/** The requested paths below /api/v1/, in order. */
export const requests: string[] = [];

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const refused = (detail: string): Reply => ({ status: 422, body: { detail } });
export const busy = (seconds: number): Reply => ({
  status: 503,
  body: { detail: 'busy' },
  headers: { 'Retry-After': String(seconds) },
});

/** Sets the handler of a path. */
export const answer = (path: string, handler: Handler): void => void handlers.set(path, handler);

/** Removes all handlers and stubs the browser globals that the page uses. Call it before each test. */
export function setUpPage(hash = ''): void {
  handlers.clear();
  requests.length = 0;
  const kept = new Map<string, string>();
  const location = { hash, origin: 'http://kaeshi.test', pathname: '/' };
  const go = (_state: unknown, _title: string, address: string) => (location.hash = address);
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', { baseURI: 'http://kaeshi.test/' });
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', { pushState: go, replaceState: go });
  followAddress();
  vi.stubGlobal('localStorage', storageOf(kept));
  vi.stubGlobal('sessionStorage', storageOf(new Map()));
}

const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
  removeItem: (key: string) => kept.delete(key),
  clear: () => kept.clear(),
});

async function request(url: URL, init: RequestInit = {}): Promise<Response> {
  const path = url.pathname.replace('/api/v1/', '');
  requests.push(path);
  init.signal?.throwIfAborted();
  const reply = await handlers.get(path)?.(url.searchParams, init);
  if (!reply) throw new TypeError(`no handler for ${path}`);
  if ('events' in reply) return streamOf(reply.events, init.signal);
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers: reply.headers ?? {} });
}

function streamOf(events: readonly [string, unknown][], signal: AbortSignal | null | undefined): Response {
  const text = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  const body = new ReadableStream<Uint8Array>({
    start(out) {
      out.enqueue(new TextEncoder().encode(text));
      signal?.addEventListener('abort', () => out.error(signal.reason));
    },
  });
  return new Response(body);
}

export const fakeRequests = { request, localResponse: () => Promise.resolve(null), isLocalJob: () => false };

/** Lets all pending promises and timers run. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve));
};

const START = '---------------------------OX------XO--------------------------- X';

/** Returns a snapshot after some moves from the usual start. Every move flips d5, and the legal moves are a1 to d1. */
export function snapshotAfter(moves: string, more: Partial<Snapshot> = {}): Snapshot {
  const names: readonly string[] = moves.match(/../g) ?? [];
  const history = names.map((name, i) => ({
    turn: i % 2 === 0 ? ('black' as const) : ('white' as const),
    move: name === '--' ? 'pass' : name,
    flips: name === '--' ? [] : ['d5'],
  }));
  const legal = ['a1', 'b1', 'c1', 'd1']
    .filter((move) => !names.includes(move))
    .map((move) => ({ move, flips: ['d5'] }));
  return {
    size: 8,
    moves,
    history,
    initial: START,
    position: START,
    turn: names.length % 2 === 0 ? 'black' : 'white',
    legal,
    pass: false,
    over: false,
    black: 2,
    white: 2,
    winner: '',
    score_black: 0,
    ...more,
  };
}

/** Handles /game for any moves; `special` overrides fields for some of them. */
export const answerGames = (special: Readonly<Record<string, Partial<Snapshot>>> = {}): void =>
  answer('game', (query) => {
    const moves = query.get('moves') ?? '';
    return ok(snapshotAfter(moves, special[moves]));
  });

export const candidate = (move: string, score: number, more: Partial<Candidate> = {}): Candidate => ({
  move,
  score,
  depth: 10,
  confidence: 100,
  exact: false,
  source: 'depth',
  pv: [move],
  ...more,
});

export const analysisOf = (moves: readonly Candidate[], more: Partial<Analysis> = {}): Analysis => ({
  position: START,
  pov: 'black',
  turn: 'black',
  queue: 0,
  stored: false,
  depth: 10,
  confidence: 100,
  exact: false,
  nodes: 1000,
  seconds: 0.1,
  nps: 10_000,
  moves,
  ...more,
});
