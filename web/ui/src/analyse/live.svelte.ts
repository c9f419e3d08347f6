/**
 * The engine beside the board: it follows the position, tells what it finds as it finds it, and forgets nothing when it
 * stops.
 */
import type { Trouble } from '../api/client';
import type { Question } from '../api/games';
import { sleep } from '../session/sleep';
import { Task } from '../session/task.svelte';
import { analyse } from '../api/analyses';
import type { Analysis } from '../api/events';

/** Levels that are offered; the next one is what "deeper" leads to. */
export const EFFORTS: readonly number[] = [8, 12, 16, 20, 24, 30, 60];
/** Stepping through a game asks nothing of the positions that are only passed by. */
const REST_MS = 180;
/** Far more than one person looks at. */
const KNOWN_POSITIONS = 2000;

export type Stage = 'off' | 'asking' | 'queued' | 'searching' | 'stopped' | 'done';

const keyOf = ({ size, start, position = '', moves }: Question): string => `${size}/${start}/${position}/${moves}`;

export class Live {
  on = $state(true);
  level = $state(16);
  /** What is known of the position on the board. */
  analysis = $state.raw<Analysis | null>(null);
  stage = $state<Stage>('off');
  /** Counts what has been learnt of any position, so that who asks `of` can follow. */
  learnt = $state(0);

  private readonly known = new Map<string, Analysis>();
  private question: Question | null = null;
  private readonly task = new Task();

  constructor(public player = '') {}

  /** Why the last question failed; null while nothing is wrong. */
  get trouble(): Trouble | null {
    return this.task.trouble;
  }

  /** What is known of a position, this one or another. */
  of(question: Question): Analysis | null {
    void this.learnt;
    return this.known.get(keyOf(question)) ?? null;
  }

  /** The position on the board is another one; null: there is none to look at. */
  follow(question: Question | null): void {
    this.question = question;
    this.analysis = question && this.of(question);
    this.task.begin();
    if (!question || !this.on) this.stage = this.analysis ? 'stopped' : 'off';
    else if (this.satisfied()) this.stage = 'done';
    else void this.ask(question, REST_MS);
  }

  stop(): void {
    this.on = false;
    this.task.end();
    this.stage = this.analysis ? 'stopped' : 'off';
  }

  /** Goes on from what is known. */
  resume(): void {
    this.on = true;
    if (this.question) void this.ask(this.question);
  }

  toggle(): void {
    if (this.on) this.stop();
    else this.resume();
  }

  /** Looks further than it was asked to so far. */
  deeper(): void {
    this.level = EFFORTS.find((level) => level > this.level) ?? this.level;
    this.resume();
  }

  set(level: number): void {
    this.level = level;
    if (this.on) this.resume();
  }

  /** Asks another engine; what the one before it found is not its own. */
  seat(player: string): void {
    this.player = player;
    this.known.clear();
    this.follow(this.question);
  }

  retry = (): void => this.resume();

  close(): void {
    this.task.end();
  }

  private satisfied(): boolean {
    const { analysis } = this;
    return analysis?.ended === 'complete' && (this.asked.get(analysis) ?? 0) >= this.level;
  }

  /** How hard was looked for what is known. */
  private readonly asked = new WeakMap<Analysis, number>();

  private async ask(question: Question, rest = 0): Promise<void> {
    const signal = this.task.begin();
    this.stage = 'asking';
    const { level, player } = this;
    try {
      if (rest) await sleep(rest, signal);
      await analyse(question, { level, player }, (told) => !signal.aborted && this.take(question, told, level), signal);
      this.stage = 'done';
    } catch (error) {
      // A busy server is asked again; everything else waits for the person.
      const failed = this.task.fail(error, signal, this.retry);
      if (failed) this.stage = this.analysis ? 'stopped' : 'off';
    }
  }

  private take(question: Question, told: Analysis, level: number): void {
    this.stage = told.queue > 0 ? 'queued' : 'searching';
    // The place in the queue comes without moves where nothing is stored: what was known before stays.
    const analysis =
      told.moves.length > 0 || told.over || !this.analysis ? told : { ...this.analysis, queue: told.queue };
    this.analysis = analysis;
    this.asked.set(analysis, level);
    if (analysis.moves.length === 0 && !analysis.over) return;
    if (this.known.size >= KNOWN_POSITIONS) this.known.clear();
    this.known.set(keyOf(question), analysis);
    this.learnt++;
  }
}
