/** The two clocks of a game in progress: one runs for the side to move until its time expires. */
import { faceOf, timesOf, type Face } from '../board/game/clock';
import type { Game } from '../board/game/game';
import type { Color } from '../board/game/types';

/** Interval between updates of the displayed time. */
const TICK_MS = 100;

/** Time left when a running clock warns. */
export const LOW_MS = 10_000;

/** What a running clock calls. */
interface Alarms {
  /** The time has expired. */
  expired: () => void;
  /** The time left falls to LOW_MS on this turn. */
  low?: () => void;
}

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
  private warning = 0;

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

  /** Starts the clock of the side to move. Its time expires `grace` milliseconds late. */
  start(game: Game, color: Color, { expired, low = () => undefined }: Alarms, grace = 0): void {
    this.stop();
    if (!game.control) return;
    this.enter(game, color);
    this.since = this.now = performance.now();
    this.running = color;
    this.ticks = window.setInterval(() => (this.now = performance.now()), TICK_MS);
    const { left } = faceOf(game.control, timesOf(game.plies, color), this.before);
    this.expiry = window.setTimeout(expired, Math.max(0, left) + grace);
    if (left > LOW_MS) this.warning = window.setTimeout(low, left - LOW_MS);
  }

  /** Stops the clocks; the time spent on this turn is kept. */
  stop(): void {
    clearInterval(this.ticks);
    clearTimeout(this.expiry);
    clearTimeout(this.warning);
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
