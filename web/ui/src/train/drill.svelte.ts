/** An opening from memory: one side's moves are played, the other side answers by itself. */
import type { Announcer } from '../session/announcer.svelte';
import { Trouble } from '../api/client';
import type { Question } from '../api/games';
import { cellsAfter, cellsOf, squareIndex, type Cell } from '../board/game/cells';
import { PASS, transcript, type Game } from '../board/game/game';
import { HUMAN, type Color, type Ply, type Sides, type Snapshot } from '../board/game/types';
import { refusal, type Refusal } from '../board/game/why';
import { Positions } from '../session/positions';
import { sleep } from '../session/sleep';
import { colorName, whyNot } from '../play/words';
import { gradeOfLine } from './grade';
import type { Line } from './types';
import { lineName, word } from './words';

/** wrong: another move than the line's was tried; told: the right one is marked; watching: the line plays itself. */
export type DrillPhase = 'loading' | 'asked' | 'answering' | 'wrong' | 'told' | 'watching' | 'over';

/** The other side takes as long to answer. */
const ANSWER_MS = 450;
const WATCH_MS = 750;
/** The first move is the same in all openings and on the board from the beginning. */
const GIVEN = 1;
/** So many wrong tries at one place show the move. */
const TRIES = 2;

const SIDES: Sides = { black: HUMAN, white: HUMAN };

export class Drill {
  phase = $state<DrillPhase>('loading');
  trouble = $state.raw<Trouble | null>(null);
  refused = $state.raw<Refusal | null>(null);
  snapshot = $state.raw<Snapshot | null>(null);
  plies = $state.raw<readonly Ply[]>([]);
  cursor = $state(0);
  /** The wrong moves of this line so far: how many, and the last one. */
  misses = $state(0);
  wrong = $state('');
  told = $state(false);
  hinted = $state(false);
  readonly sides = SIDES;

  private initial = $state('');
  private triesHere = 0;
  private began = 0;
  private took = 0;
  private leave = new AbortController();
  private readonly positions = new Positions();

  constructor(
    readonly line: Line,
    /** It was never asked before: it may be looked at first. */
    readonly first: boolean,
    private readonly announcer: Announcer,
    private readonly ended: (drill: Drill) => void,
  ) {}

  cells = $derived<Cell[]>(this.initial ? cellsAfter(cellsOf(this.initial), this.plies.slice(0, this.cursor), 8) : Array.from({ length: 64 }, () => null));
  turn = $derived<Color>(this.plies[this.cursor]?.turn ?? this.snapshot?.turn ?? 'black');
  expected = $derived(this.plies[this.cursor]?.move ?? '');
  over = $derived(this.phase === 'over');
  game = $derived.by<Game>(() => {
    const plies = this.plies.slice(0, this.cursor).map((ply) => ({ ...ply, by: '' }));
    return {
      id: 'drill', size: 8, start: 'usual', position: '', control: null, given: 0, ended: null, plies, cursor: plies.length, takenBack: false, stored: false,
    };
  });
  /** How many moves are one's own, and how many of them have been played. */
  own = $derived(this.count(this.plies.length));
  done = $derived(this.count(this.cursor));

  get quality() {
    return gradeOfLine({ misses: this.misses, hinted: this.hinted, told: this.told && this.misses === 0, took: this.took }, this.own);
  }

  async begin(): Promise<void> {
    const signal = this.interrupt();
    try {
      const { history, initial } = await this.positions.ask({ size: 8, start: 'usual', moves: this.line.moves }, signal);
      this.plies = history;
      this.initial = initial;
      this.cursor = GIVEN;
      this.began = performance.now();
      await this.goOn(signal);
    } catch (error) {
      this.suffer(error, signal);
    }
  }

  playAt = (square: string): void => {
    if (this.phase !== 'asked' && this.phase !== 'wrong' && this.phase !== 'told') return;
    const cell = this.cells[squareIndex(square, 8)] ?? null;
    this.refused = refusal(square, cell, this.snapshot, false);
    if (this.refused) return this.announcer.say(whyNot(this.refused));
    if (square === this.expected) void this.right();
    else this.miss(square);
  };

  /** Marks the right move; it is still to be played. */
  hint = (): void => {
    if (this.phase !== 'asked' && this.phase !== 'wrong') return;
    this.hinted = true;
    this.tell();
  };

  /** The whole line, once, from the beginning; then it is asked. */
  watch = async (): Promise<void> => {
    if (this.plies.length === 0 || this.over) return;
    const signal = this.interrupt();
    if (!this.first) this.told = true;
    this.phase = 'watching';
    this.announcer.say(word('say.line', { moves: this.plies.map(({ move }) => move).join(' ') }));
    try {
      for (this.cursor = GIVEN; this.cursor < this.plies.length; this.cursor++) await sleep(WATCH_MS, signal);
      await sleep(2 * WATCH_MS, signal);
      await this.restart(signal);
    } catch (error) {
      this.suffer(error, signal);
    }
  };

  /** Ends the watching before its end. */
  skip = (): void => {
    if (this.phase === 'watching') void this.restart(this.interrupt());
  };

  close(): void {
    this.leave.abort();
  }

  private count(plies: number): number {
    return this.plies.slice(GIVEN, plies).filter(({ turn, move }) => turn === this.line.side && move !== PASS).length;
  }

  private interrupt(): AbortSignal {
    this.leave.abort();
    this.leave = new AbortController();
    this.trouble = null;
    return this.leave.signal;
  }

  private async restart(signal: AbortSignal): Promise<void> {
    this.cursor = GIVEN;
    this.triesHere = 0;
    this.wrong = '';
    this.began = performance.now();
    await this.goOn(signal).catch((error: unknown) => this.suffer(error, signal));
  }

  /** Lets the other side answer until it is one's own turn, or the end. */
  private async goOn(signal: AbortSignal): Promise<void> {
    this.wrong = '';
    this.triesHere = 0;
    while (this.cursor < this.plies.length && (this.turn !== this.line.side || this.expected === PASS)) {
      this.phase = 'answering';
      await sleep(ANSWER_MS, signal);
      this.cursor++;
      this.say();
    }
    if (this.cursor >= this.plies.length) return this.finish();
    this.snapshot = await this.positions.ask(this.question(), signal);
    this.phase = 'asked';
  }

  private async right(): Promise<void> {
    const signal = this.interrupt();
    this.refused = null;
    this.cursor++;
    this.say();
    await this.goOn(signal).catch((error: unknown) => this.suffer(error, signal));
  }

  private miss(square: string): void {
    this.misses++;
    this.wrong = square;
    if (++this.triesHere >= TRIES) return this.tell();
    this.phase = 'wrong';
    this.announcer.say(word('drill.wrong', { move: square }));
  }

  private tell(): void {
    this.phase = 'told';
    this.announcer.say(word('drill.told', { move: this.expected }));
  }

  private finish(): void {
    this.took = performance.now() - this.began;
    this.phase = 'over';
    this.announcer.say(word('drill.over', { name: lineName(this.line) }));
    this.ended(this);
  }

  private say(): void {
    const ply = this.plies[this.cursor - 1];
    if (ply) this.announcer.say(word('say.played', { color: colorName(ply.turn), move: ply.move }));
  }

  private question(): Question {
    return { size: 8, start: 'usual', moves: transcript(this.plies.slice(0, this.cursor)).replace(/--$/, '') };
  }

  private suffer(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    if (!(error instanceof Trouble)) throw error;
    this.trouble = error;
  }
}
