/**
 * A tournament in progress: the events of the server's stream, which is opened again when the connection breaks or the
 * tab returns.
 */
import { Trouble } from '../api/client';
import { sleep } from '../session/sleep';
import { fetchTournament, watchTournament } from './api';
import { Pacer } from './pacer.svelte';
import type { Tournament } from './types';

/** Until a broken connection is opened again, and until a refused one is. */
const BROKEN_MS = 3000;
const REFUSED_MS = 5000;

export class Watch {
  tournament = $state.raw<Tournament | null>(null);
  readonly pacer = new Pacer();
  /** The tournament cannot be shown. */
  trouble = $state.raw<Trouble | null>(null);
  /** What is shown may be old: the connection is being opened again. */
  broken = $state(false);

  private leave: AbortController | null = null;
  /** The id of the last event. */
  private seen = '';
  private ended = false;

  constructor(private readonly id: number) {}

  /** Watches until the tournament has ended or `close` is called; hidden tabs do not watch. */
  open = (): void => {
    if (this.leave || this.ended || document.hidden) return;
    this.trouble = null;
    this.leave = new AbortController();
    void this.watch(this.leave.signal);
  };

  retry = (): void => {
    this.close();
    this.open();
  };

  follow = (): void => (document.hidden ? this.close() : this.open());

  close = (): void => {
    this.leave?.abort();
    this.leave = null;
  };

  private async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.ended) {
      try {
        await this.listen(signal);
        this.ended = true;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Trouble)) throw error;
        this.broken = true;
        const wait = error.kind === 'offline' && this.tournament ? BROKEN_MS : await this.ask(signal);
        await sleep(wait, signal).catch(() => undefined);
      }
    }
    if (this.ended) this.close();
  }

  private listen(signal: AbortSignal): Promise<void> {
    const whole = () => {
      this.broken = false;
      this.trouble = null;
    };
    return watchTournament(
      this.id,
      this.seen,
      {
        opened: whole,
        seen: (id) => (this.seen = id),
        state: (tournament) => (this.tournament = tournament),
        boards: (boards) => this.pacer.take(boards),
      },
      signal,
    );
  }

  /**
   * Asks once for the tournament, as its stream was refused: one that does not exist ends the watching. Returns the
   * time to wait.
   */
  private async ask(signal: AbortSignal): Promise<number> {
    try {
      this.tournament = await fetchTournament(this.id, signal);
    } catch (error) {
      if (signal.aborted) return 0;
      if (!(error instanceof Trouble)) throw error;
      if (error.kind === 'refused') this.close();
      if (error.kind === 'refused' || !this.tournament) this.trouble = error;
    }
    return REFUSED_MS;
  }
}
