/** Animates a line of moves on the board; it can be stopped and stepped through. */
import type { Ply } from '../board/game/types';
import { sleep } from '../session/sleep';

/** The pace at which the moves are shown. */
const MOVE_MS = 650;

export class LinePlayback {
  plies = $state.raw<readonly Ply[]>([]);
  /** The number of plies on the board. */
  shown = $state(0);
  playing = $state(false);
  private controller = new AbortController();

  active = $derived(this.plies.length > 0);
  atEnd = $derived(this.shown === this.plies.length);

  /** Plays the plies; the first `shown` appear at once. */
  async play(plies: readonly Ply[], shown = 1): Promise<void> {
    this.controller.abort();
    const { signal } = (this.controller = new AbortController());
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

  /** Loads a line for stepping. */
  hold(plies: readonly Ply[], shown: number): void {
    this.plies = plies;
    this.step(shown);
  }

  step(shown: number): void {
    this.controller.abort();
    this.playing = false;
    this.shown = Math.max(0, Math.min(this.plies.length, shown));
  }

  /** Starts or stops; at the end it restarts from the beginning. */
  toggle(): void {
    if (this.playing) this.step(this.shown);
    else void this.play(this.plies, this.atEnd ? 0 : this.shown);
  }

  clear(): void {
    this.controller.abort();
    this.plies = [];
    this.shown = 0;
    this.playing = false;
  }
}
