/** Shows a stream of board updates at the viewer's speed, with a queue of pending updates. */
import { PACES, settings } from '../session/settings.svelte';
import { assignSlots, type Slot } from './slots';
import type { LiveBoard } from './types';

/** Maximum queue length; beyond it, the oldest updates are dropped. */
const MAX_QUEUE = 2000;

export class Pacer {
  slots = $state.raw<readonly Slot[]>([]);
  paused = $state(false);
  /** The number of queued updates. */
  behind = $state(0);

  private waiting: (readonly LiveBoard[])[] = [];
  private timer = 0;

  add(boards: readonly LiveBoard[]): void {
    this.waiting.push(boards);
    if (this.waiting.length > MAX_QUEUE) this.waiting.shift();
    this.show();
  }

  toggle(): void {
    this.paused = !this.paused;
    this.show();
  }

  /** Skips to the newest update. */
  catchUp(): void {
    this.waiting = this.waiting.slice(-1);
    this.paused = false;
    clearTimeout(this.timer);
    this.timer = 0;
    this.show();
  }

  /** Shows the next update if it is due; call it when the speed has changed. */
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
    this.slots = assignSlots(this.slots, boards);
    if (pace === 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.show();
    }, pace);
  }
}
