/** Lets onlookers see a stream of boards at their own speed: what comes meanwhile waits for its turn. */
import { PACES, settings } from '../session/settings.svelte';
import { seated, type Slot } from './slots';
import type { LiveBoard } from './types';

/** So many pictures wait at most; then the oldest are passed over. */
const MOST_WAITING = 2000;

export class Pacer {
  slots = $state.raw<readonly Slot[]>([]);
  paused = $state(false);
  /** How many pictures of the boards are still to be shown. */
  behind = $state(0);

  private waiting: (readonly LiveBoard[])[] = [];
  private timer = 0;

  take(boards: readonly LiveBoard[]): void {
    this.waiting.push(boards);
    if (this.waiting.length > MOST_WAITING) this.waiting.shift();
    this.show();
  }

  toggle(): void {
    this.paused = !this.paused;
    this.show();
  }

  /** Passes over everything up to what is on the boards now. */
  catchUp(): void {
    this.waiting = this.waiting.slice(-1);
    this.paused = false;
    clearTimeout(this.timer);
    this.timer = 0;
    this.show();
  }

  /** Shows what is due; the speed may have changed since. */
  show(): void {
    const pace = PACES[settings.watchPace] ?? 0;
    if (!this.paused && pace === 0) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.waiting = this.waiting.slice(-1);
    }
    if (!this.paused && this.timer === 0) this.next(pace);
    this.behind = this.waiting.length;
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  private next(pace: number): void {
    const boards = this.waiting.shift();
    if (!boards) return;
    this.slots = seated(this.slots, boards);
    if (pace === 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.show();
    }, pace);
  }
}
