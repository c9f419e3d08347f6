/** An import of files into the database: batches of files are sent one after another. */
import { ApiError } from '../api/client';
import { sleep } from '../session/sleep';
import { importFiles } from './api';
import { batchesOf, lackNames, sizeOf, type Batch } from './files';
import type { Imported } from './types';

/** asking: whether WTHOR files without lists of names are meant. */
export type Phase = 'idle' | 'asking' | 'running' | 'done';

/** The sums of all batches. `faults` are the errors of games and files. */
export type Total = Pick<Imported, 'read' | 'stored' | 'known' | 'refused' | 'broken' | 'faults'>;

export const NOTHING: Total = { read: 0, stored: 0, known: 0, refused: 0, broken: 0, faults: [] };

/** Attempts at a batch while the server is busy. */
const ATTEMPTS = 20;
/** Errors that are kept. */
const MOST_FAULTS = 100;

export class Importer {
  phase = $state<Phase>('idle');
  total = $state.raw<Total>(NOTHING);
  /** Games read in the current batch. */
  read = $state(0);
  /** The share of the bytes that is imported, from 0 to 1. */
  share = $state(0);
  /** The names of the files in the current batch. */
  current = $state('');
  /** Files that are too large for the server. */
  large = $state.raw<readonly string[]>([]);
  failure = $state.raw<ApiError | null>(null);

  private waiting: File[] = [];
  private controller = new AbortController();

  /** `limit` returns the server's limit in bytes, and `stored` is called after each batch that stored games. */
  constructor(
    private readonly limit: () => number,
    private readonly stored: () => void,
  ) {}

  /** Starts an import, or asks first. While one is running, nothing happens. */
  add(files: readonly File[]): void {
    if (files.length === 0 || this.phase === 'running') return;
    this.waiting = this.phase === 'asking' ? [...this.waiting, ...files] : [...files];
    this.failure = null;
    if (lackNames(this.waiting)) this.phase = 'asking';
    else void this.start();
  }

  /** Imports the files although they have no names. */
  confirm(): void {
    if (this.phase === 'asking') void this.start();
  }

  /** Ends the import. The games of complete batches stay in the database. */
  cancel(): void {
    this.controller.abort();
    this.phase = this.phase === 'running' ? 'done' : 'idle';
    this.waiting = [];
  }

  private async start(): Promise<void> {
    this.controller = new AbortController();
    const { signal } = this.controller;
    this.phase = 'running';
    this.total = NOTHING;
    this.share = 0;
    const batches = batchesOf(this.waiting);
    const fitting = batches.filter((batch) => sizeOf(batch) <= this.limit());
    this.large = batches.filter((batch) => !fitting.includes(batch)).flatMap((batch) => batch.map(({ name }) => name));
    this.waiting = [];
    const bytes = fitting.reduce((sum, batch) => sum + sizeOf(batch), 0);
    let sent = 0;
    try {
      for (const batch of fitting) {
        await this.send(batch, signal);
        sent += sizeOf(batch);
        this.share = sent / Math.max(bytes, 1);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.failure = error;
    }
    this.phase = 'done';
  }

  /** Imports a batch. If the server is busy, it waits and tries again. */
  private async send(batch: Batch, signal: AbortSignal): Promise<void> {
    this.read = 0;
    this.current = batch.map(({ name }) => name).join(', ');
    for (let attempt = 1; ; attempt++) {
      try {
        const done = await importFiles(batch, (read) => (this.read = read), signal);
        this.total = sumOf(this.total, done);
        this.read = 0;
        if (done.stored > 0) this.stored();
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'busy' || attempt === ATTEMPTS) throw error;
        await sleep(error.retryAfter * 1000, signal);
      }
    }
  }
}

const sumOf = (a: Total, b: Total): Total => ({
  read: a.read + b.read,
  stored: a.stored + b.stored,
  known: a.known + b.known,
  refused: a.refused + b.refused,
  broken: a.broken + b.broken,
  faults: [...a.faults, ...b.faults].slice(0, MOST_FAULTS),
});
