/** The machines and jobs of the server's cluster, fetched again every few seconds while the page is visible. */
import { ApiError } from '../api/client';
import { sleep } from '../session/sleep';
import { Task } from '../session/task.svelte';
import { changeJob, drainWorker, fetchMachines } from './api';
import type { Action, Machines } from './types';

const REFRESH_MS = 2000;
/** Delay after a failed request. */
const RETRY_MS = 5000;

export class Fleet {
  list = $state.raw<Machines | null>(null);
  /** Why the list is missing or outdated. */
  failure = $state.raw<ApiError | null>(null);
  /** The last change of a job or a worker. */
  readonly change = new Task();
  /** The id of the job or worker that is being changed; '' for none. */
  changing = $state('');

  private controller: AbortController | null = null;

  /** Fetches the list until `close` is called. */
  open = (): void => {
    if (this.controller || document.hidden) return;
    this.controller = new AbortController();
    void this.poll(this.controller.signal);
  };

  close = (): void => {
    this.controller?.abort();
    this.controller = null;
  };

  retry = (): void => {
    this.close();
    this.open();
  };

  /** Hidden tabs send no requests. */
  follow = (): void => (document.hidden ? this.close() : this.open());

  changeJob = (id: string, action: Action): Promise<void> => this.apply(id, (signal) => changeJob(id, action, signal));

  drain = (id: string): Promise<void> => this.apply(id, (signal) => drainWorker(id, signal));

  private async apply(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.changing = id;
    await this.change.run(async (signal) => {
      await work(signal);
      this.retry();
    });
    this.changing = '';
  }

  private async poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let wait = REFRESH_MS;
      try {
        this.list = await fetchMachines(signal);
        this.failure = null;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        this.failure = error;
        wait = RETRY_MS;
      }
      await sleep(wait, signal).catch(() => undefined);
    }
  }
}
