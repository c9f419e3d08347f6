/** The form of a new tournament: its fields, the server's limits, and its start. */
import { ApiError } from '../api/client';
import { fetchLimits, startTournament } from './api';
import { commandOf, newDraft, requestOf, totalGames, type Draft } from './draft';
import type { Limits } from './types';

export class NewTournament {
  draft = $state<Draft>(newDraft([]));
  limits = $state.raw<Limits | null>(null);
  /** Why the limits could not be loaded, or why the tournament could not be started. */
  failure = $state.raw<ApiError | null>(null);
  starting = $state(false);

  constructor(players: readonly string[]) {
    this.draft = newDraft(players);
  }

  private readonly request = $derived(requestOf(this.draft, { openings: this.limits?.openings ?? 0 }));
  readonly command = $derived(commandOf(this.request));
  readonly games = $derived(totalGames(this.draft));
  readonly tooMany = $derived(this.limits !== null && this.games > this.limits.games);
  readonly ready = $derived(this.limits !== null && !this.starting && !this.tooMany && this.draft.players.length > 1);

  load = async (): Promise<void> => {
    await this.attempt(async () => void (this.limits = await fetchLimits()));
  };

  /** Starts the tournament and returns its id; null if the server refused it. */
  async start(): Promise<number | null> {
    if (!this.ready) return null;
    this.starting = true;
    let id: number | null = null;
    await this.attempt(async () => void ({ id } = await startTournament(this.request)));
    this.starting = false;
    return id;
  }

  choose(index: number, spec: string): void {
    this.draft.players = this.draft.players.with(index, spec);
  }

  add(spec: string): void {
    this.draft.players = [...this.draft.players, spec];
  }

  remove(index: number): void {
    this.draft.players = this.draft.players.toSpliced(index, 1);
  }

  private async attempt(task: () => Promise<void>): Promise<void> {
    this.failure = null;
    try {
      await task();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failure = error;
    }
  }
}
