/** Text and numbers of the page of machines in the selected language; reactive, since they read the settings. */
import { number, UNKNOWN } from '../i18n/t';
import type { Values } from '../i18n/text';
import { settings } from '../session/settings.svelte';
import { wordIn, type Word } from './text';
import type { Job, Machine, Machines } from './types';

export const word = (key: Word, values?: Values): string => wordIn(settings.language, key, values);

/** Returns how many units of a job have an outcome. */
export const finishedOf = ({ done, failed }: Pick<Job, 'done' | 'failed'>): number => done + failed;

/** Returns the seconds until a job ends; undefined if they are unknown. */
export function secondsLeft(job: Pick<Job, 'state' | 'total' | 'done' | 'failed' | 'per_second'>): number | undefined {
  const left = job.total - finishedOf(job);
  return job.state === 'running' && left > 0 && job.per_second > 0 ? left / job.per_second : undefined;
}

/** Formats a duration with its largest unit: "40 s", "3 min", "2 h". */
export function durationWords(seconds: number): string {
  if (seconds < 99.5) return word('time.seconds', { n: number(Math.max(1, Math.round(seconds))) });
  if (seconds < 99.5 * 60) return word('time.minutes', { n: number(Math.round(seconds / 60)) });
  return word('time.hours', { n: number(Math.round(seconds / 3600)) });
}

export const progressWords = (job: Job): string =>
  job.total > 0
    ? word('job.of', { done: number(finishedOf(job)), total: number(job.total) })
    : word('job.done', { n: job.done === 1 ? 1 : number(job.done) });

/** Returns the counts of a job that are not 0, its rate and the time left. */
export function jobFacts(job: Job): string {
  const left = secondsLeft(job);
  return [
    job.active ? word('job.active', { n: number(job.active) }) : '',
    job.waiting ? word('job.waiting', { n: number(job.waiting) }) : '',
    job.per_second > 0 ? word('job.rate', { n: rate(job.per_second * 60) }) : '',
    left === undefined ? '' : word('job.left', { time: durationWords(left) }),
    job.submitter || !isActive(job) ? '' : word('job.alone'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Formats units per minute. */
export const rate = (perMinute: number): string =>
  perMinute > 0 ? new Intl.NumberFormat(settings.language, { maximumSignificantDigits: 3 }).format(perMinute) : UNKNOWN;

export const isActive = ({ state }: Pick<Job, 'state'>): boolean => state === 'running' || state === 'paused';

export const stateOf = ({ draining, busy }: Machine): string =>
  word(draining ? 'worker.draining' : busy ? 'worker.busy' : 'worker.idle');

export const totalsWords = ({ totals: { workers, busy, slots, waiting } }: Machines): string =>
  [
    word('totals.workers', { n: workers }),
    word('totals.slots', { busy: number(busy), slots: number(slots) }),
    word('totals.waiting', { n: number(waiting) }),
  ].join(' · ');
