/** A line of moves played on the board one by one, like a film: it can be stopped, and stepped through by hand. */
import type { Ply } from '../board/game/types';
import { sleep } from '../session/sleep';

/** A person follows the moves at this pace. */
const MOVE_MS = 650;

export class Reel {
  plies = $state.raw<readonly Ply[]>([]);
  /** How many of them are on the board. */
  shown = $state(0);
  playing = $state(false);
  private leave = new AbortController();

  active = $derived(this.plies.length > 0);
  atEnd = $derived(this.shown === this.plies.length);

  /** Plays the plies from the first that is not on the board yet; `shown` are there at once. */
  async play(plies: readonly Ply[], shown = 1): Promise<void> {
    this.leave.abort();
    const { signal } = (this.leave = new AbortController());
    this.plies = plies;
    this.shown = Math.min(shown, plies.length);
    this.playing = true;
    try {
      while (this.shown < this.plies.length) {
        await sleep(MOVE_MS, signal);
        this.shown++;
      }
      this.playing = false;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Keeps a line ready to be stepped through. */
  hold(plies: readonly Ply[], shown: number): void {
    this.plies = plies;
    this.step(shown);
  }

  step(shown: number): void {
    this.leave.abort();
    this.playing = false;
    this.shown = Math.max(0, Math.min(this.plies.length, shown));
  }

  /** From the beginning, or on from where it was stopped. */
  toggle(): void {
    if (this.playing) this.step(this.shown);
    else void this.play(this.plies, this.atEnd ? 0 : this.shown);
  }

  clear(): void {
    this.leave.abort();
    this.plies = [];
    this.shown = 0;
    this.playing = false;
  }
}
