/**
 * Client for the server's /api/v1. Every failure is an `ApiError`, whose kind determines what the page offers to do.
 */
import { request } from '../engine/request';
import type { ProblemEvent } from './events';
import { EventReader } from './sse';

/**
 * offline: no response or a broken connection; timeout: no response in time; busy: retry later; refused: invalid
 * request.
 */
export type ApiErrorKind = 'offline' | 'timeout' | 'busy' | 'refused';

/** A failed request to the server. */
export class ApiError extends Error {
  constructor(
    readonly kind: ApiErrorKind,
    /** The server's message, in English; empty when there was no response. */
    readonly detail = '',
    /** Seconds to wait before a retry. */
    readonly retryAfter = 0,
  ) {
    super(detail || kind);
  }
}

/** Timeout for requests that need no search. */
const TIMEOUT_MS = 10_000;
/** Seconds before a retry when a busy server sends no Retry-After. */
const BUSY_SECONDS = 2;

/** Returns the URL of a path below /api/v1. Query fields that are empty or undefined are omitted. */
export function address(path: string, query: object = {}): URL {
  const url = new URL(path, new URL('api/v1/', document.baseURI));
  for (const [key, value] of Object.entries(query))
    if (value !== '' && value !== undefined) url.searchParams.set(key, String(value));
  return url;
}

/** Returns the options of a request that posts JSON. */
export const jsonPost = (body: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Fetches a JSON document. Rejects with an `ApiError`, or with the caller's reason once `caller` has aborted. */
export const fetchJSON = <T>(
  url: URL,
  init: RequestInit = {},
  caller?: AbortSignal,
  timeout = TIMEOUT_MS,
): Promise<T> =>
  withApiErrors(caller, async (signal) => {
    const response = await fetchOk(url, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) });
    return (response.status === 204 ? undefined : await response.json()) as T;
  });

/** Fetches a file. Rejects like `fetchJSON`. */
export const fetchFile = (url: URL, caller?: AbortSignal, init: RequestInit = {}): Promise<Blob> =>
  withApiErrors(caller, async (signal) => (await fetchOk(url, { ...init, signal })).blob());

/** Options for reading an event stream. */
export interface StreamOptions {
  /** Names of the events that end the stream. */
  ends: readonly string[];
  /** Called with the name, parsed data and id ('' if absent) of each event except `problem`. */
  take: (name: string, data: unknown, id: string) => void;
  /** Id of the last event before the connection broke; the server then sends only later changes. */
  since?: string;
  /** Called once the server has accepted the request. */
  opened?: () => void;
  /** Further headers of the request. */
  headers?: Readonly<Record<string, string>>;
  /** The body of a POST request. */
  form?: FormData;
  /** Longest time in milliseconds between two chunks of the stream; a longer one is a timeout. */
  idleTimeout?: number;
}

/**
 * Reads an event stream until one of the events in `ends`. Rejects with an `ApiError`, also when the stream breaks off
 * or contains a `problem` event, or with the caller's reason once `caller` has aborted.
 */
export const listen = (url: URL, options: StreamOptions, caller?: AbortSignal): Promise<void> =>
  withApiErrors(caller, async (signal) => {
    const idleTimeout = new IdleTimer(options.idleTimeout);
    try {
      const headers = { ...options.headers, ...(options.since && { 'Last-Event-ID': options.since }) };
      const post = options.form && { method: 'POST', body: options.form };
      const response = await fetchOk(url, { ...post, headers, signal: AbortSignal.any([signal, idleTimeout.signal]) });
      options.opened?.();
      await readEvents(response, options, idleTimeout);
    } finally {
      idleTimeout.end();
    }
  });

/** Aborts its signal when `restart` has not been called for `ms` milliseconds. */
class IdleTimer {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly signal = this.controller.signal;

  constructor(private readonly ms: number | undefined) {
    this.restart();
  }

  restart(): void {
    clearTimeout(this.timer);
    if (this.ms !== undefined)
      this.timer = setTimeout(() => this.controller.abort(new DOMException('silence', 'TimeoutError')), this.ms);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

async function readEvents({ body }: Response, { ends, take }: StreamOptions, idleTimeout: IdleTimer): Promise<void> {
  const reader = body?.getReader();
  const text = new TextDecoder();
  const events = new EventReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) throw new ApiError('offline'); // The stream ended before its last event, so the connection is lost.
    idleTimeout.restart();
    for (const { name, data, id } of events.push(text.decode(value, { stream: true }))) {
      const payload: unknown = JSON.parse(data);
      if (name === 'problem') throw apiErrorOf(payload as ProblemEvent, 'refused');
      take(name, payload, id);
      if (!ends.includes(name)) continue;
      void reader?.cancel();
      return;
    }
  }
}

/** Runs a request and converts its errors to an `ApiError`. */
async function withApiErrors<T>(
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await work(caller ?? new AbortController().signal);
  } catch (error) {
    caller?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    const late = error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');
    throw new ApiError(late ? 'timeout' : 'offline');
  }
}

/** Fetches a response; rejects with an `ApiError` unless its status is a success. */
async function fetchOk(url: URL, init: RequestInit): Promise<Response> {
  const response = await request(url, init);
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as ProblemEvent;
  const { detail = problem.title } = problem;
  const kind = response.status >= 500 ? 'offline' : 'refused';
  throw apiErrorOf(
    { status: response.status, detail: detail || `HTTP ${response.status}` },
    kind,
    Number(response.headers.get('Retry-After')),
  );
}

/**
 * Converts a problem document to an `ApiError` of the given kind, or of kind `busy` for status 429 and 503.
 * `retryAfter` is in seconds; 0 if the server sent none.
 */
const apiErrorOf = ({ status, detail = '' }: ProblemEvent, kind: ApiErrorKind, retryAfter = 0): ApiError =>
  status === 503 || status === 429
    ? new ApiError('busy', detail, retryAfter || BUSY_SECONDS)
    : new ApiError(kind, detail);
