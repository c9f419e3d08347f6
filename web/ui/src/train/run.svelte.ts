/** Runs: puzzles of growing difficulty against the clock, or until the first miss. */
import type { ApiError } from '../api/client';
import { Announcer } from '../session/announcer.svelte';
import { sleep } from '../session/sleep';
import { Task } from '../session/task.svelte';
import { fetchPuzzles } from './api';
import { ANY_EMPTIES } from './address';
import { challengeOfPuzzle } from './challenge';
import type { Deck } from './deck.svelte';
import { Exercise } from './exercise.svelte';
import { newRun, type Mode } from './mode';
import { ratingOf } from './rating';
import { DIFFICULTIES, type Puzzle } from './types';
import { word } from './words';

export const THREE_MINUTES_MS = 180_000;
/** The number of misses that ends a run. */
export const MOST_MISSES: Readonly<Record<Mode, number>> = { three: 3, streak: 1 };

/** The number of puzzles of each difficulty in a run. */
const EACH = 20;
/** How long a verdict stays on the board. */
const RIGHT_MS = 400;
const WRONG_MS = 1500;
const TICK_MS = 100;

export type End = 'time' | 'misses' | 'ended' | 'all';

export class Run {
  phase = $state<'ready' | 'loading' | 'playing' | 'over'>('ready');
  end = $state<End>('ended');
  puzzle = $state.raw<Puzzle | null>(null);
  exercise = $state.raw<Exercise | null>(null);
  solved = $state(0);
  missed = $state.raw<readonly Puzzle[]>([]);
  /** Milliseconds until the end of a run of three minutes. */
  left = $state(THREE_MINUTES_MS);
  /** Marks the answers of the run. */
  id = '';
  readonly announcer = new Announcer();

  private queue: readonly Puzzle[] = [];
  private upcoming: { puzzle: Puzzle; exercise: Exercise } | null = null;
  private until = 0;
  private clock: ReturnType<typeof setInterval> | undefined;
  private readonly task = new Task();

  constructor(
    private readonly deck: Deck,
    readonly mode: Mode,
  ) {}

  /** Why the puzzles could not be loaded; null if they were. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  begin = (): Promise<void> => {
    this.close();
    this.phase = 'loading';
    this.id = newRun(this.mode);
    this.solved = 0;
    this.missed = [];
    this.left = THREE_MINUTES_MS;
    return this.task.run(async (signal) => {
      const seed = Math.floor(Math.random() * 1e9);
      const load = DIFFICULTIES.map((difficulty) =>
        fetchPuzzles({ n: EACH, difficulty, empties: ANY_EMPTIES, source: 'shipped', seed }, signal),
      );
      this.queue = (await Promise.all(load)).flat().sort((a, b) => ratingOf(a) - ratingOf(b));
      this.prepare();
      await this.advance(signal);
      this.phase = 'playing';
      if (this.mode === 'three') this.startClock();
    });
  };

  /** Ends the run early. */
  stop = (): void => this.finish('ended');

  close(): void {
    clearInterval(this.clock);
    this.task.end();
    this.exercise?.close();
    this.upcoming?.exercise.close();
    this.upcoming = null;
  }

  private startClock(): void {
    this.until = performance.now() + THREE_MINUTES_MS;
    this.clock = setInterval(() => {
      this.left = Math.max(0, this.until - performance.now());
      if (this.left === 0) this.finish('time');
    }, TICK_MS);
  }

  /** Loads the position after the one on the board. */
  private prepare(): void {
    const [puzzle, ...rest] = this.queue;
    this.queue = rest;
    if (!puzzle) {
      this.upcoming = null;
      return;
    }
    const exercise = new Exercise(challengeOfPuzzle(puzzle), this.announcer, (ended) => void this.note(puzzle, ended), {
      once: true,
    });
    this.upcoming = { puzzle, exercise };
    void exercise.begin();
  }

  private async advance(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.upcoming) return this.finish('all');
    this.exercise?.close();
    ({ puzzle: this.puzzle, exercise: this.exercise } = this.upcoming);
    this.prepare();
  }

  private async note(puzzle: Puzzle, { phase, quality, lost }: Exercise): Promise<void> {
    if (this.phase !== 'playing') return;
    const right = phase === 'right';
    if (right) this.solved++;
    else this.missed = [...this.missed, puzzle];
    void this.deck.recordPuzzle(puzzle, quality, lost, this.id);
    const signal = this.task.begin();
    try {
      await sleep(right ? RIGHT_MS : WRONG_MS, signal);
      if (this.missed.length >= MOST_MISSES[this.mode]) this.finish('misses');
      else await this.advance(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private finish(end: End): void {
    if (this.phase !== 'playing') return;
    this.phase = 'over';
    this.end = end;
    this.close();
    this.announcer.say(`${word(`run.over.${end}`)}. ${word('run.result', { n: this.solved })}`);
  }
}
