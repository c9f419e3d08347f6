/** Questions about what moves are worth: analyses, reviews of games, known games, and the files made from them. */
import { alsoHere, isHeldHere } from '../engine/request';
import type { Size } from '../board/game/types';
import type { Language } from '../i18n/language';
import { address, ask, fetchFile, listen, posted } from './client';
import type { Analysis, Job, JobEvent, JudgedEvent } from './events';
import type { Question } from './games';
import type { Narrow, Schemas } from './types';

export type Explored = Schemas['Explored'];
export type ExploredMove = Schemas['ExploredMove'];
export type OpenedGame = Narrow<Schemas['OpenedGame'], { readonly size: Size }>;
export type Opened = Narrow<Schemas['Opened'], { readonly games: readonly OpenedGame[] }>;
export type Reason = Pick<Schemas['Reason'], 'code' | 'en' | 'ja'>;

/** A format that the server can write a tree of moves in. */
export type FileFormat = Schemas['Exported']['format'];

/** The fields that describe a game to the server; a set-up board implies its size. */
export const gameFields = ({ size, start, position, moves }: Question): object =>
  position ? { position, moves } : { size, start, moves };

export interface Effort {
  level: number;
  /** Another player to ask; '' for the engine of analyses. */
  player: string;
  fresh?: boolean;
}

/** Analyses every move of a position; `take` is called with each state of the analysis, the last one included. */
export const analyse = (
  question: Question,
  { level, player, fresh }: Effort,
  take: (analysis: Analysis) => void,
  caller: AbortSignal,
): Promise<void> =>
  listenToAnalysis(
    { ...gameFields(question), level: player ? '' : level, player, lines: 'all', fresh: fresh ? 1 : '' },
    take,
    caller,
  );

/** The same with the query as it is. */
export const listenToAnalysis = (
  query: object,
  take: (analysis: Analysis) => void,
  caller: AbortSignal,
): Promise<void> =>
  listen(address('analyse', query), { ends: ['done'], take: (_, told) => take(told as Analysis) }, caller);

export const fetchExplored = (question: Question, caller: AbortSignal): Promise<Explored> =>
  ask(address('explorer', gameFields(question)), {}, caller);

/** Files of games are larger than other questions. */
const OPEN_MS = 30_000;

export const openText = (text: string, caller?: AbortSignal): Promise<Opened> =>
  ask(address('open'), posted({ text }), caller, OPEN_MS);

export const openFile = (name: string, base64: string, caller?: AbortSignal): Promise<Opened> =>
  ask(address('open'), posted({ name, base64 }), caller, OPEN_MS);

/** A tree as a file of another format; `lost` lists what that format cannot hold. */
export const fetchExport = (
  format: FileFormat,
  language: Language,
  document: object,
  caller?: AbortSignal,
): Promise<Schemas['Exported']> => ask(address('export'), posted({ format, language, document }), caller, OPEN_MS);

/** It may take an engine that is started for it. */
const BEGIN_MS = 30_000;

export const beginReview = (id: string, question: Question, level: number, caller?: AbortSignal): Promise<Job> =>
  ask(address('jobs'), posted({ id, kind: 'review', game: gameFields(question), level }), caller, BEGIN_MS);

interface JobList {
  readonly jobs: readonly Job[];
}

/** The newest first: those that this device holds, and those of the engine that answers. */
export const fetchJobs = async (caller?: AbortSignal): Promise<readonly Job[]> => {
  const url = address('jobs', { limit: 20 });
  const [told, here] = await Promise.all([
    ask<JobList>(url, {}, caller),
    alsoHere(url, caller ? { signal: caller } : {}),
  ]);
  const own = here?.ok ? ((await here.json()) as JobList).jobs : [];
  const others = told.jobs.filter(({ id }) => !isHeldHere(id));
  return [...own, ...others].sort((a, b) => Date.parse(b.created) - Date.parse(a.created));
};

/** Ends a job that is running; one that has ended is forgotten. */
export const dropJob = (id: string): Promise<unknown> => ask(address(`jobs/${id}`), { method: 'DELETE' });

/**
 * What a job's stream reports: its state, with as much of its result as is known, and each move as soon as it is
 * judged.
 */
export interface JobListener {
  state: (job: JobEvent) => void;
  move?: (move: JudgedEvent) => void;
}

/** Watches a job to its end. */
export const watchJob = (id: string, { state, move }: JobListener, caller: AbortSignal): Promise<void> =>
  listen(
    address(`jobs/${id}/events`),
    {
      ends: ['done'],
      take: (name, told) => (name === 'move' ? move?.(told as JudgedEvent) : state(told as JobEvent)),
    },
    caller,
  );

/** The address of a review's report; '' when this device holds it, as no address leads there. */
export const reportAddress = (id: string, lang: string): string =>
  isHeldHere(id) ? '' : address(`jobs/${id}/report`, { lang }).href;

export const fetchReport = (id: string, lang: string, caller: AbortSignal): Promise<Blob> =>
  fetchFile(address(`jobs/${id}/report`, { lang }), caller);

export const fetchWhy = async (
  question: Question,
  move: string,
  best: string,
  caller: AbortSignal,
): Promise<readonly Reason[]> =>
  (await ask<Schemas['Reasons']>(address('why', { ...gameFields(question), move, best }), {}, caller)).reasons;

/** The file of a diagram. */
export const fetchPicture = (fields: object, caller?: AbortSignal): Promise<Blob> =>
  fetchFile(address('diagram', fields), caller);
