/** The two clocks of a game in progress: one runs for the side to move until its time expires. */
import { faceOf, timesOf, type Face } from '../board/game/clock';
import type { Game } from '../board/game/game';
import type { Color } from '../board/game/types';

/** Interval between updates of the displayed time. */
const TICK_MS = 100;

const turnOf = (game: Game): string => `${game.id}/${game.plies.length}`;

export class Clocks {
  running = $state<Color | null>(null);
  /** The current time; updated while a clock runs. */
  private now = $state(0);
  private since = 0;
  /** Time spent on this turn before the clock was last stopped. */
  private before = $state(0);
  private turn = '';
  private ticks = 0;
  private expiry = 0;

  /** Returns what the clock of a side shows; null in a game without clocks. */
  face(game: Game, color: Color): Face | null {
    if (!game.control) return null;
    const spent =
      this.turn === turnOf(game) ? this.before + (this.running === color ? Math.max(0, this.now - this.since) : 0) : 0;
    const mine = this.running === color || (this.running === null && this.side === color);
    return faceOf(game.control, timesOf(game.plies, color), mine ? spent : 0);
  }

  /** The side to move on the current turn, while its clock runs or is stopped. */
  private side = $state<Color | null>(null);

  /** Starts the clock of the side to move; calls `onExpired` when its time plus `grace` milliseconds have passed. */
  start(game: Game, color: Color, onExpired: () => void, grace = 0): void {
    this.stop();
    if (!game.control) return;
    this.enter(game, color);
    this.since = this.now = performance.now();
    this.running = color;
    this.ticks = window.setInterval(() => (this.now = performance.now()), TICK_MS);
    const { left } = faceOf(game.control, timesOf(game.plies, color), this.before);
    this.expiry = window.setTimeout(onExpired, Math.max(0, left) + grace);
  }

  /** Stops the clocks; the time spent on this turn is kept. */
  stop(): void {
    clearInterval(this.ticks);
    clearTimeout(this.expiry);
    if (!this.running) return;
    this.before = this.spent();
    this.running = null;
  }

  /** Milliseconds spent on this turn so far. */
  spent(): number {
    return Math.round(this.before + (this.running ? performance.now() - this.since : 0));
  }

  /** Resumes a turn on which `spent` milliseconds had been used when the page was left. */
  restore(game: Game, color: Color, spent: number): void {
    this.stop();
    this.enter(game, color);
    this.before = spent;
  }

  private enter(game: Game, color: Color): void {
    if (this.turn !== turnOf(game)) this.before = 0;
    this.turn = turnOf(game);
    this.side = color;
  }
}
