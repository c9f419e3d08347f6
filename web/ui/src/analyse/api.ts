/** The server's /api/v1 for analyses. Failures are the `Trouble` of the client. */
import { address, ask, Trouble, type Question } from '../api/client';
import { alsoHere, isHeldHere, request } from '../engine/request';
import type { Language } from '../i18n/language';
import { EventReader, type StreamEvent } from '../api/sse';
import type { FileFormat } from './exports';
import type { Analysis, Explored, Job, Opened, Reason } from './types';

/** What says a game to the server; a set-up board says the size itself. */
export const gameFields = ({ size, start, position, moves }: Question): object =>
  position ? { position, moves } : { size, start, moves };

async function* events(url: URL, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const response = await request(url, { signal });
  if (!response.ok || !response.body) throw await refusalOf(response);
  const reader = response.body.getReader();
  const text = new TextDecoder();
  const parts = new EventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* parts.push(text.decode(value, { stream: true }));
  }
}

async function refusalOf(response: Response): Promise<Trouble> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: string };
  return troubleOf({ status: response.status, ...problem });
}

function troubleOf(problem: { status?: number; detail?: string }): Trouble {
  const busy = problem.status === 503 || problem.status === 429;
  return new Trouble(busy ? 'busy' : (problem.status ?? 0) >= 500 ? 'offline' : 'refused', problem.detail ?? '', busy ? 2 : 0);
}

/** What a stream tells, up to an event of one of the names in `ends`. Throws a `Trouble`, or the caller's reason when `caller` aborts. */
export async function listen(url: URL, ends: readonly string[], take: (name: string, data: unknown) => void, caller: AbortSignal): Promise<void> {
  try {
    for await (const { name, data } of events(url, caller)) {
      const told: unknown = JSON.parse(data);
      if (name === 'problem') throw troubleOf(told as { status?: number; detail?: string });
      take(name, told);
      if (ends.includes(name)) return;
    }
  } catch (error) {
    caller.throwIfAborted();
    throw error instanceof Trouble ? error : new Trouble('offline');
  }
  throw new Trouble('offline'); // The stream ended before its end was told: the server went away.
}

export interface Effort {
  level: number;
  /** Another player to ask; '' for the engine of analyses. */
  player: string;
  fresh?: boolean;
}

export const analyse = (question: Question, { level, player, fresh }: Effort, take: (analysis: Analysis) => void, caller: AbortSignal): Promise<void> =>
  listen(
    address('analyse', { ...gameFields(question), level: player ? '' : level, player, lines: 'all', fresh: fresh ? 1 : '' }),
    ['done'],
    (_, told) => take(told as Analysis),
    caller,
  );

export const fetchExplored = (question: Question, caller: AbortSignal): Promise<Explored> =>
  ask(address('explorer', gameFields(question)), {}, caller);

const posted = (body: object): RequestInit => ({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** Files of games are larger than other questions. */
const OPEN_MS = 30_000;

export const openText = (text: string, caller?: AbortSignal): Promise<Opened> => ask(address('open'), posted({ text }), caller, OPEN_MS);

export const openFile = (name: string, base64: string, caller?: AbortSignal): Promise<Opened> =>
  ask(address('open'), posted({ name, base64 }), caller, OPEN_MS);

/** A tree as a file of another format; `lost` is what that has no place for. */
export const fetchExport = async (format: FileFormat, language: Language, document: object, caller?: AbortSignal): Promise<{ text: string; lost: readonly string[] }> =>
  ask(address('export'), posted({ format, language, document }), caller, OPEN_MS);

/** It may take an engine that is started for it. */
const BEGIN_MS = 30_000;

export const beginReview = (id: string, question: Question, level: number, caller?: AbortSignal): Promise<Job> =>
  ask(address('jobs'), posted({ id, kind: 'review', game: gameFields(question), level }), caller, BEGIN_MS);

interface JobList {
  jobs: readonly Job[] | null;
}

/** The newest first: those that this device holds, and those of whoever answers. */
export const fetchJobs = async (caller?: AbortSignal): Promise<readonly Job[]> => {
  const url = address('jobs', { limit: 20 });
  const [told, here] = await Promise.all([ask<JobList>(url, {}, caller), alsoHere(url, caller ? { signal: caller } : {})]);
  const own = here?.ok ? (((await here.json()) as JobList).jobs ?? []) : [];
  const others = (told.jobs ?? []).filter(({ id }) => !isHeldHere(id));
  return [...own, ...others].sort((a, b) => Date.parse(b.created) - Date.parse(a.created));
};

/** Ends a job that is under way; one that has ended is forgotten. */
export const dropJob = (id: string): Promise<unknown> => ask(address(`jobs/${id}`), { method: 'DELETE' });

export const watchJob = (id: string, take: (name: string, told: unknown) => void, caller: AbortSignal): Promise<void> =>
  listen(address(`jobs/${id}/events`), ['done'], take, caller);

/** Where the report of a review is; '' when this device holds it, so that no address leads there. */
export const reportAddress = (id: string, lang: string): string => (isHeldHere(id) ? '' : address(`jobs/${id}/report`, { lang }).href);

export const fetchReport = (id: string, lang: string, caller: AbortSignal): Promise<Blob> => fetchBlob(address(`jobs/${id}/report`, { lang }), caller);

export const fetchWhy = async (question: Question, move: string, best: string, caller: AbortSignal): Promise<readonly Reason[]> =>
  (await ask<{ reasons: readonly Reason[] | null }>(address('why', { ...gameFields(question), move, best }), {}, caller)).reasons ?? [];

/** The file of a diagram. */
export const fetchPicture = (fields: object, caller?: AbortSignal): Promise<Blob> => fetchBlob(address('diagram', fields), caller);

async function fetchBlob(url: URL, caller?: AbortSignal): Promise<Blob> {
  try {
    const response = await request(url, caller ? { signal: caller } : {});
    if (!response.ok) throw await refusalOf(response);
    return await response.blob();
  } catch (error) {
    caller?.throwIfAborted();
    throw error instanceof Trouble ? error : new Trouble('offline');
  }
}
