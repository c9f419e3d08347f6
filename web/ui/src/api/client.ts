/** The server's /api/v1, as far as the page uses it. Every failure is a `Trouble` that says what can be done about it. */
import type { ClockQuery } from '../board/game/clock';
import type { Color, Ended, PlayerInfo, PlayRecord, Report, Sides, Size, Snapshot, Spec, Start, StoredGame } from '../board/game/types';
import { request } from '../engine/request';
import { EventReader } from './sse';

/** offline: no answer; timeout: too late an answer; busy: ask again later; refused: the question was wrong. */
export type TroubleKind = 'offline' | 'timeout' | 'busy' | 'refused';

export class Trouble extends Error {
  constructor(
    readonly kind: TroubleKind,
    /** The server's own sentence, in English; empty when there was no answer. */
    readonly detail = '',
    /** Seconds to wait before asking again. */
    readonly retryAfter = 0,
  ) {
    super(detail || kind);
  }
}

export interface Question {
  size: Size;
  start: Start;
  /** A set-up board, "<cells> X"; it comes before `size` and `start`. */
  position?: string;
  moves: string;
}

export interface FinishedGame extends Question, Sides {
  id: string;
  mixed: boolean;
  ended?: Ended['how'];
  loser?: Color;
}

/** An answer that computes nothing is due within this time; a think stream may be silent for longer, since it may wait for its turn. */
const ANSWER_MS = 10_000;
const SILENCE_MS = 45_000;
const BUSY_SECONDS = 2;

const BASE = new URL('api/v1/', document.baseURI);

export function address(path: string, query: object = {}): URL {
  const url = new URL(path, BASE);
  for (const [key, value] of Object.entries(query)) if (value !== '' && value !== undefined) url.searchParams.set(key, String(value));
  return url;
}

/** Tells a caller who left (rethrown as it is) from an answer that came too late and from no answer at all. */
function troubleOf(error: unknown, caller?: AbortSignal): unknown {
  if (error instanceof Trouble || caller?.aborted) return error;
  const late = error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return new Trouble(late ? 'timeout' : 'offline');
}

/** The server wants its token, as after a session has ended: instead of the page it sends the form to log in. */
const wantsLogin = (response: Response): boolean => response.status === 401 && !!response.headers.get('WWW-Authenticate')?.includes('realm="kaeshi"');

async function refusalOf(response: Response): Promise<Trouble> {
  if (wantsLogin(response)) location.reload();
  const problem = (await response.json().catch(() => ({}))) as { detail?: string; title?: string };
  const detail = problem.detail || problem.title || `HTTP ${response.status}`;
  if (response.status === 503 || response.status === 429) {
    return new Trouble('busy', detail, Number(response.headers.get('Retry-After')) || BUSY_SECONDS);
  }
  return new Trouble(response.status >= 500 ? 'offline' : 'refused', detail);
}

export async function ask<T>(url: URL, init: RequestInit = {}, caller?: AbortSignal, due = ANSWER_MS): Promise<T> {
  const limit = AbortSignal.timeout(due);
  try {
    const response = await request(url, { ...init, signal: caller ? AbortSignal.any([caller, limit]) : limit });
    if (!response.ok) throw await refusalOf(response);
    return (response.status === 204 ? undefined : await response.json()) as T;
  } catch (error) {
    throw troubleOf(error, caller);
  }
}

export const fetchSnapshot = (question: Question, caller: AbortSignal): Promise<Snapshot> =>
  ask(address('game', question), {}, caller);

export const fetchPlayers = async (): Promise<readonly PlayerInfo[]> =>
  (await ask<{ players: readonly PlayerInfo[] }>(address('players'))).players;

/** A named opening from the usual start. */
export interface Opening {
  moves: string;
  name: { en?: string; ja?: string };
}

export const fetchOpenings = async (): Promise<readonly Opening[]> =>
  (await ask<{ openings: readonly Opening[] | null }>(address('openings'))).openings ?? [];

/** The moves of a balanced start, chosen by chance. */
export const fetchStarts = async (): Promise<string> =>
  (await ask<{ starts: readonly { moves: string }[] | null }>(address('starts', { kind: 'balanced', n: 1 }))).starts?.[0]?.moves ?? '';

export const fetchGames = async (before = '', limit = 20): Promise<readonly StoredGame[]> =>
  (await ask<{ games: readonly StoredGame[] | null }>(address('games', { before, limit }))).games ?? [];

export const fetchRecord = async (): Promise<PlayRecord> => {
  const record = await ask<{ since: string; rows: PlayRecord['rows'] | null }>(address('record'));
  return { since: record.since, rows: record.rows ?? [] };
};

export const resetRecord = (): Promise<void> => ask(address('record'), { method: 'DELETE' });

/** Storing the same game again is harmless: the server knows it by its id. */
export const storeGame = (game: FinishedGame): Promise<StoredGame> =>
  ask(address('games'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(game),
  });

/**
 * The computer's choice for the side to move; `progress` hears every finished depth. When `caller` aborts, the connection
 * closes and the server's search ends at once.
 */
export async function think(
  question: Question,
  player: Spec,
  progress: (report: Report) => void,
  caller: AbortSignal,
  clock: ClockQuery = {},
): Promise<Report> {
  const silence = new AbortController();
  const signal = AbortSignal.any([caller, silence.signal]);
  let alarm = 0;
  const heard = () => {
    clearTimeout(alarm);
    alarm = window.setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  try {
    const response = await request(address('think', { ...question, player, ...clock }), { signal });
    if (!response.ok || !response.body) throw await refusalOf(response);
    return await chosen(response.body, progress, heard);
  } catch (error) {
    throw troubleOf(error, caller);
  } finally {
    clearTimeout(alarm);
  }
}

/** Reads a think stream to its `move`. */
async function chosen(
  body: ReadableStream<Uint8Array>,
  progress: (report: Report) => void,
  heard: () => void,
): Promise<Report> {
  const events = new EventReader();
  const text = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Trouble('offline'); // The stream ended before a move: the server went away.
    heard();
    for (const event of events.push(text.decode(value, { stream: true }))) {
      if (event.name === 'move') return JSON.parse(event.data) as Report;
      if (event.name === 'progress') progress(JSON.parse(event.data) as Report);
      if (event.name === 'problem') throw problemOf(event.data);
    }
  }
}

function problemOf(data: string): Trouble {
  const problem = JSON.parse(data) as { status?: number; detail?: string };
  const busy = problem.status === 503 || problem.status === 429;
  return new Trouble(busy ? 'busy' : 'refused', problem.detail, busy ? BUSY_SECONDS : 0);
}
