/**
 * Follows a tournament in progress. The event stream is reopened when the connection breaks or the tab becomes visible
 * again.
 */
import { ApiError } from '../api/client';
import { sleep } from '../session/sleep';
import { fetchTournament, watchTournament } from './api';
import { Pacer } from './pacer.svelte';
import type { Tournament } from './types';

/** Delays before a broken or a refused connection is reopened. */
const BROKEN_MS = 3000;
const REFUSED_MS = 5000;

export class Watch {
  tournament = $state.raw<Tournament | null>(null);
  readonly pacer = new Pacer();
  /** Why the tournament cannot be shown. */
  failure = $state.raw<ApiError | null>(null);
  /** The connection is being reopened, so the data may be outdated. */
  broken = $state(false);

  private controller: AbortController | null = null;
  /** The id of the last event. */
  private seen = '';
  private ended = false;

  constructor(private readonly id: number) {}

  /** Follows the tournament until it ends or `close` is called; hidden tabs disconnect. */
  open = (): void => {
    if (this.controller || this.ended || document.hidden) return;
    this.failure = null;
    this.controller = new AbortController();
    void this.watch(this.controller.signal);
  };

  retry = (): void => {
    this.close();
    this.open();
  };

  follow = (): void => (document.hidden ? this.close() : this.open());

  close = (): void => {
    this.controller?.abort();
    this.controller = null;
  };

  private async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.ended) {
      try {
        await this.listen(signal);
        this.ended = true;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        this.broken = true;
        const wait = error.kind === 'offline' && this.tournament ? BROKEN_MS : await this.refresh(signal);
        await sleep(wait, signal).catch(() => undefined);
      }
    }
    if (this.ended) this.close();
  }

  private listen(signal: AbortSignal): Promise<void> {
    const restored = () => {
      this.broken = false;
      this.failure = null;
    };
    return watchTournament(
      this.id,
      this.seen,
      {
        opened: restored,
        seen: (id) => (this.seen = id),
        state: (tournament) => (this.tournament = tournament),
        boards: (boards) => this.pacer.add(boards),
      },
      signal,
    );
  }

  /**
   * Fetches the tournament once after its stream was refused; stops if it does not exist. Returns the delay before the
   * next attempt.
   */
  private async refresh(signal: AbortSignal): Promise<number> {
    try {
      this.tournament = await fetchTournament(this.id, signal);
    } catch (error) {
      if (signal.aborted) return 0;
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'refused') this.close();
      if (error.kind === 'refused' || !this.tournament) this.failure = error;
    }
    return REFUSED_MS;
  }
}
