/** The state of the database page: the size of the database, and the games of the filter. */
import type { ApiError } from '../api/client';
import { Answer } from '../session/answer.svelte';
import type { Filter, Place } from './address';
import { fetchFound, fetchState } from './api';
import { Importer } from './importer.svelte';
import type { DatabaseState, Explored } from './types';

export const PAGE_SIZE = 50;

export class Archive {
  private readonly state = new Answer<DatabaseState>();
  readonly found = new Answer<Explored>();
  readonly importer = new Importer(
    () => this.about?.upload_bytes ?? 0,
    () => this.renew(),
  );
  /** Counts the changes of the database, so that lists are loaded again. */
  changes = $state(0);
  private shown: { filter: Filter; page: number } | null = null;

  get about(): DatabaseState | null {
    return this.state.value;
  }

  get failure(): ApiError | null {
    return this.state.failure;
  }

  /** The server was started without a database, so it has no such operation. */
  get missing(): boolean {
    return this.failure?.kind === 'refused';
  }

  load = (): void => void this.state.load(fetchState);

  /** Shows a page of the games of a filter. */
  show({ filter, page }: Pick<Place, 'filter' | 'page'>): void {
    this.shown = { filter, page };
    void this.found.load((caller) => fetchFound(filter, (page - 1) * PAGE_SIZE, PAGE_SIZE, caller));
  }

  /** Loads everything again, after an import. */
  private renew(): void {
    this.changes++;
    this.load();
    if (this.shown) this.show(this.shown);
  }

  close(): void {
    this.importer.cancel();
    this.state.close();
    this.found.close();
  }
}
