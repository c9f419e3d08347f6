/** The engine beside the board. It follows the position, shows results as they arrive, and keeps them when stopped. */
import type { ApiError } from '../api/client';
import type { PositionQuery } from '../api/games';
import { sleep } from '../session/sleep';
import { Task } from '../session/task.svelte';
import { analyse } from '../api/analyses';
import type { Analysis } from '../api/events';

/** The offered levels; `deeper` moves to the next one. */
export const EFFORTS: readonly number[] = [8, 12, 16, 20, 24, 30, 60];
/** Delay before a position is analysed, so that stepping through a game sends no requests. */
const DELAY_MS = 180;
/** Far more positions than one person views. */
const KNOWN_POSITIONS = 2000;

export type Stage = 'off' | 'requesting' | 'queued' | 'searching' | 'stopped' | 'done';

const keyOf = ({ size, start, position = '', moves }: PositionQuery): string => `${size}/${start}/${position}/${moves}`;

export class Live {
  on = $state(true);
  level = $state(16);
  /** The result for the position on the board. */
  analysis = $state.raw<Analysis | null>(null);
  stage = $state<Stage>('off');
  /** Incremented with each new result, so that callers of `of` are re-evaluated. */
  revision = $state(0);

  private readonly known = new Map<string, Analysis>();
  private query: PositionQuery | null = null;
  private readonly task = new Task();

  constructor(public player = '') {}

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  /** Returns the result for any position. */
  of(query: PositionQuery): Analysis | null {
    void this.revision;
    return this.known.get(keyOf(query)) ?? null;
  }

  /** Switches to another position; null means that there is none. */
  follow(query: PositionQuery | null): void {
    this.query = query;
    this.analysis = query && this.of(query);
    this.task.begin();
    if (!query || !this.on) this.stage = this.analysis ? 'stopped' : 'off';
    else if (this.satisfied()) this.stage = 'done';
    else void this.request(query, DELAY_MS);
  }

  stop(): void {
    this.on = false;
    this.task.end();
    this.stage = this.analysis ? 'stopped' : 'off';
  }

  /** Continues from the current result. */
  resume(): void {
    this.on = true;
    if (this.query) void this.request(this.query);
  }

  toggle(): void {
    if (this.on) this.stop();
    else this.resume();
  }

  /** Raises the level of the analysis. */
  deeper(): void {
    this.level = EFFORTS.find((level) => level > this.level) ?? this.level;
    this.resume();
  }

  set(level: number): void {
    this.level = level;
    if (this.on) this.resume();
  }

  /** Switches to another engine and discards the results of the previous one. */
  setPlayer(player: string): void {
    this.player = player;
    this.known.clear();
    this.follow(this.query);
  }

  retry = (): void => this.resume();

  close(): void {
    this.task.end();
  }

  private satisfied(): boolean {
    const { analysis } = this;
    return analysis?.ended === 'complete' && (this.requestedLevel.get(analysis) ?? 0) >= this.level;
  }

  /** The level at which each result was requested. */
  private readonly requestedLevel = new WeakMap<Analysis, number>();

  private async request(query: PositionQuery, delay = 0): Promise<void> {
    const signal = this.task.begin();
    this.stage = 'requesting';
    const { level, player } = this;
    try {
      if (delay) await sleep(delay, signal);
      await analyse(
        query,
        { level, player },
        (result) => !signal.aborted && this.storeResult(query, result, level),
        signal,
      );
      this.stage = 'done';
    } catch (error) {
      // A busy server is retried automatically; other errors wait for the person.
      const failed = this.task.fail(error, signal, this.retry);
      if (failed) this.stage = this.analysis ? 'stopped' : 'off';
    }
  }

  private storeResult(query: PositionQuery, result: Analysis, level: number): void {
    this.stage = result.queue > 0 ? 'queued' : 'searching';
    // A queue update without a stored result has no moves: the previous result is kept.
    const analysis =
      result.moves.length > 0 || result.over || !this.analysis ? result : { ...this.analysis, queue: result.queue };
    this.analysis = analysis;
    this.requestedLevel.set(analysis, level);
    if (analysis.moves.length === 0 && !analysis.over) return;
    if (this.known.size >= KNOWN_POSITIONS) this.known.clear();
    this.known.set(keyOf(query), analysis);
    this.revision++;
  }
}
