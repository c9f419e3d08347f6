/** Requests about move values: analyses, game reviews, the game explorer, and file export. */
import { localResponse, isLocalJob } from '../engine/request';
import type { Size } from '../board/game/types';
import type { Language } from '../i18n/language';
import { address, fetchJSON, fetchFile, listen, jsonPost } from './client';
import type { Analysis, Job, JobEvent, JudgedEvent } from './events';
import type { PositionQuery } from './games';
import type { Narrow, Schemas } from './types';

export type Explored = Schemas['Explored'];
export type ExploredMove = Schemas['ExploredMove'];
export type OpenedGame = Narrow<Schemas['OpenedGame'], { readonly size: Size }>;
export type Opened = Narrow<Schemas['Opened'], { readonly games: readonly OpenedGame[] }>;
/** What a file contains about a move. */
export type MoveNote = Schemas['MoveNote'];
export type Reason = Pick<Schemas['Reason'], 'code' | 'en' | 'ja'>;

/** A format in which the server can export a game tree. */
export type FileFormat = Schemas['Exported']['format'];

/** Returns the query fields that describe a game; a set-up board implies its size. */
export const gameFields = ({ size, start, position, moves }: PositionQuery): object =>
  position ? { position, moves } : { size, start, moves };

/** The level and the player of an analysis. `fresh` ignores stored results. */
export interface Effort {
  level: number;
  /** Another player to evaluate the moves; '' for the analysis engine. */
  player: string;
  fresh?: boolean;
}

/** Analyses every move of a position. `take` is called with each result, including the last. */
export const analyse = (
  query: PositionQuery,
  { level, player, fresh }: Effort,
  take: (analysis: Analysis) => void,
  caller: AbortSignal,
): Promise<void> =>
  listenToAnalysis(
    { ...gameFields(query), level: player ? '' : level, player, lines: 'all', fresh: fresh ? 1 : '' },
    take,
    caller,
  );

/** Like `analyse`, with the query passed through unchanged. */
export const listenToAnalysis = (
  query: object,
  take: (analysis: Analysis) => void,
  caller: AbortSignal,
): Promise<void> =>
  listen(address('analyse', query), { ends: ['done'], take: (_, data) => take(data as Analysis) }, caller);

export const fetchExplored = (query: PositionQuery, caller: AbortSignal): Promise<Explored> =>
  fetchJSON(address('explorer', gameFields(query)), {}, caller);

/** Timeout for game files, which may be large. */
const OPEN_MS = 30_000;

export const openText = (text: string, caller?: AbortSignal): Promise<Opened> =>
  fetchJSON(address('open'), jsonPost({ text }), caller, OPEN_MS);

export const openFile = (name: string, base64: string, caller?: AbortSignal): Promise<Opened> =>
  fetchJSON(address('open'), jsonPost({ name, base64 }), caller, OPEN_MS);

/** Converts a game tree to another format; `lost` lists what that format cannot represent. */
export const fetchExport = (
  format: FileFormat,
  language: Language,
  document: object,
  caller?: AbortSignal,
): Promise<Schemas['Exported']> =>
  fetchJSON(address('export'), jsonPost({ format, language, document }), caller, OPEN_MS);

/** Timeout for creating a job, which may have to start an engine first. */
const START_JOB_MS = 30_000;

export const beginReview = (id: string, query: PositionQuery, level: number, caller?: AbortSignal): Promise<Job> =>
  fetchJSON(address('jobs'), jsonPost({ id, kind: 'review', game: gameFields(query), level }), caller, START_JOB_MS);

interface JobList {
  readonly jobs: readonly Job[];
}

/** Lists jobs, newest first: those run by this device and those of the server. */
export const fetchJobs = async (caller?: AbortSignal): Promise<readonly Job[]> => {
  const url = address('jobs', { limit: 20 });
  const [data, here] = await Promise.all([
    fetchJSON<JobList>(url, {}, caller),
    localResponse(url, caller ? { signal: caller } : {}),
  ]);
  const own = here?.ok ? ((await here.json()) as JobList).jobs : [];
  const others = data.jobs.filter(({ id }) => !isLocalJob(id));
  return [...own, ...others].sort((a, b) => Date.parse(b.created) - Date.parse(a.created));
};

/** Cancels a running job, or deletes one that has ended. */
export const dropJob = (id: string): Promise<unknown> => fetchJSON(address(`jobs/${id}`), { method: 'DELETE' });

/**
 * Callbacks for a job's event stream: its state with the result so far, and each move as soon as it has been judged.
 */
export interface JobListener {
  state: (job: JobEvent) => void;
  move?: (move: JudgedEvent) => void;
}

/** Follows a job until it ends. */
export const watchJob = (id: string, { state, move }: JobListener, caller: AbortSignal): Promise<void> =>
  listen(
    address(`jobs/${id}/events`),
    {
      ends: ['done'],
      take: (name, data) => (name === 'move' ? move?.(data as JudgedEvent) : state(data as JobEvent)),
    },
    caller,
  );

/** Returns the URL of a review's report, or '' for a job that runs on this device, which has no URL. */
export const reportAddress = (id: string, lang: string): string =>
  isLocalJob(id) ? '' : address(`jobs/${id}/report`, { lang }).href;

export const fetchReport = (id: string, lang: string, caller: AbortSignal): Promise<Blob> =>
  fetchFile(address(`jobs/${id}/report`, { lang }), caller);

export const fetchWhy = async (
  query: PositionQuery,
  move: string,
  best: string,
  caller: AbortSignal,
): Promise<readonly Reason[]> =>
  (await fetchJSON<Schemas['Reasons']>(address('why', { ...gameFields(query), move, best }), {}, caller)).reasons;

/** Fetches a diagram as an image file. */
export const fetchPicture = (fields: object, caller?: AbortSignal): Promise<Blob> =>
  fetchFile(address('diagram', fields), caller);
