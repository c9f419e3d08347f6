/** The client of the server's /api/v1. Every failure is a `Trouble` that says what can be done about it. */
import { request } from '../engine/request';
import type { ProblemEvent } from './events';
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

/** An answer that computes nothing is due within this time. */
const ANSWER_MS = 10_000;
/** Seconds until a busy server is asked again when it does not name a time. */
const BUSY_SECONDS = 2;

/** The address of a path below /api/v1; fields that are empty or undefined are left out. */
export function address(path: string, query: object = {}): URL {
  const url = new URL(path, new URL('api/v1/', document.baseURI));
  for (const [key, value] of Object.entries(query))
    if (value !== '' && value !== undefined) url.searchParams.set(key, String(value));
  return url;
}

/** A request that posts JSON. */
export const posted = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** The answer to a question. Rejects with a `Trouble`, or with the caller's reason once `caller` has aborted. */
export const ask = <T>(url: URL, init: RequestInit = {}, caller?: AbortSignal, due = ANSWER_MS): Promise<T> =>
  answered(caller, async (signal) => {
    const response = await accepted(url, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(due)]) });
    return (response.status === 204 ? undefined : await response.json()) as T;
  });

/** The answer as a file. */
export const fetchFile = (url: URL, caller?: AbortSignal): Promise<Blob> =>
  answered(caller, async (signal) => (await accepted(url, { signal })).blob());

/** What to take from an event stream. */
export interface Listening {
  /** The names of the events that end the stream. */
  ends: readonly string[];
  /** Called with each event but `problem`, its data parsed; `id` is '' for an event without one. */
  take: (name: string, data: unknown, id: string) => void;
  /** The id of the last event before the connection broke: the server sends only what has changed since. */
  since?: string;
  /** Called once the server has accepted the request. */
  opened?: () => void;
  /** The longest time between two pieces of the stream, in milliseconds; a longer one is a timeout. */
  silence?: number;
}

/**
 * Reads an event stream up to an event that ends it. Rejects with a `Trouble`, also when the stream breaks off or holds
 * a `problem`, or with the caller's reason once `caller` has aborted.
 */
export const listen = (url: URL, listening: Listening, caller?: AbortSignal): Promise<void> =>
  answered(caller, async (signal) => {
    const silence = new Silence(listening.silence);
    try {
      const headers: HeadersInit = listening.since ? { 'Last-Event-ID': listening.since } : {};
      const response = await accepted(url, { headers, signal: AbortSignal.any([signal, silence.signal]) });
      listening.opened?.();
      await readEvents(response, listening, silence);
    } finally {
      silence.end();
    }
  });

/** Aborts its signal when `heard` has not been called for some time. */
class Silence {
  private readonly controller = new AbortController();
  private alarm: ReturnType<typeof setTimeout> | undefined;
  readonly signal = this.controller.signal;

  constructor(private readonly ms: number | undefined) {
    this.heard();
  }

  heard(): void {
    clearTimeout(this.alarm);
    if (this.ms !== undefined)
      this.alarm = setTimeout(() => this.controller.abort(new DOMException('silence', 'TimeoutError')), this.ms);
  }

  end(): void {
    clearTimeout(this.alarm);
  }
}

async function readEvents({ body }: Response, { ends, take }: Listening, silence: Silence): Promise<void> {
  const reader = body?.getReader();
  const text = new TextDecoder();
  const events = new EventReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) throw new Trouble('offline'); // The stream ended before its last event: the server went away.
    silence.heard();
    for (const { name, data, id } of events.push(text.decode(value, { stream: true }))) {
      const told: unknown = JSON.parse(data);
      if (name === 'problem') throw troubleOf(told as ProblemEvent, 'refused');
      take(name, told, id);
      if (!ends.includes(name)) continue;
      void reader?.cancel();
      return;
    }
  }
}

/** Runs a request for a caller and turns what goes wrong into a `Trouble`. */
async function answered<T>(caller: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await work(caller ?? new AbortController().signal);
  } catch (error) {
    caller?.throwIfAborted();
    if (error instanceof Trouble) throw error;
    const late = error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');
    throw new Trouble(late ? 'timeout' : 'offline');
  }
}

/** The response to a request; rejects with a `Trouble` when the server refuses it. */
async function accepted(url: URL, init: RequestInit): Promise<Response> {
  const response = await request(url, init);
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as ProblemEvent;
  const { detail = problem.title } = problem;
  const kind = response.status >= 500 ? 'offline' : 'refused';
  throw troubleOf(
    { status: response.status, detail: detail || `HTTP ${response.status}` },
    kind,
    Number(response.headers.get('Retry-After')),
  );
}

/**
 * A problem as a `Trouble` of `kind`, unless the server is busy; `retryAfter` is in seconds, 0 when the server names
 * none.
 */
const troubleOf = ({ status, detail = '' }: ProblemEvent, kind: TroubleKind, retryAfter = 0): Trouble =>
  status === 503 || status === 429
    ? new Trouble('busy', detail, retryAfter || BUSY_SECONDS)
    : new Trouble(kind, detail);
