/** A tournament as it goes on: what the server's stream of events tells, taken up again when the connection breaks or the tab comes back. */
import { Trouble } from '../api/client';
import { fetchTournament, watchAddress } from './api';
import { Pacer } from './pacer.svelte';
import type { LiveBoard, Tournament } from './types';

/** The browser comes back by itself after a broken connection; this is for one that was refused. */
const AGAIN_MS = 5000;

export class Watch {
  tournament = $state.raw<Tournament | null>(null);
  readonly pacer = new Pacer();
  /** The tournament cannot be shown. */
  trouble = $state.raw<Trouble | null>(null);
  /** What is shown may be old: the connection is being taken up again. */
  broken = $state(false);

  private source: EventSource | null = null;
  private timer = 0;
  private ended = false;

  constructor(private readonly id: number) {}

  /** Watches until the tournament has ended or `close` is called; hidden tabs do not watch. */
  open = (): void => {
    if (this.source || this.ended || document.hidden) return;
    clearTimeout(this.timer);
    this.trouble = null;
    const source = (this.source = new EventSource(watchAddress(this.id)));
    source.addEventListener('state', ({ data }: MessageEvent<string>) => {
      this.broken = false;
      this.tournament = JSON.parse(data) as Tournament;
    });
    source.addEventListener('boards', ({ data }: MessageEvent<string>) => {
      this.broken = false;
      this.pacer.take((JSON.parse(data) as { boards: readonly LiveBoard[] }).boards);
    });
    source.addEventListener('end', () => {
      this.ended = true;
      this.close();
    });
    source.addEventListener('open', () => (this.broken = false));
    source.addEventListener('error', () => {
      this.broken = true;
      if (source.readyState === EventSource.CLOSED) void this.refused();
    });
  };

  /** Tells a tournament that is not there from a server that is busy or away. */
  private async refused(): Promise<void> {
    this.close();
    try {
      this.tournament = await fetchTournament(this.id);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (error.kind === 'refused') {
        this.trouble = error;
        return;
      }
      if (!this.tournament) this.trouble = error;
    }
    this.timer = window.setTimeout(this.open, AGAIN_MS);
  }

  follow = (): void => (document.hidden ? this.close() : this.open());

  close = (): void => {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  };
}
