/** Practising an opening from memory: the user plays one side, and the other side replies automatically. */
import type { Announcer } from '../session/announcer.svelte';
import type { ApiError } from '../api/client';
import type { PositionQuery } from '../api/games';
import { cellsAfter, cellsOf, squareIndex, type Cell } from '../board/game/cells';
import { newGame, PASS, transcript, type Game } from '../board/game/game';
import { HUMAN, type Color, type Ply, type Sides, type Snapshot } from '../board/game/types';
import { refusal, type Refusal } from '../board/game/why';
import { Positions } from '../session/positions';
import { sleep } from '../session/sleep';
import { Task } from '../session/task.svelte';
import { colorName, whyNot } from '../board/words';
import { gradeOfLine } from './grade';
import type { Line } from './types';
import { lineName, word } from './words';

/** wrong: a move outside the line was tried; revealed: the right move is marked; watching: the line is being shown. */
export type DrillPhase = 'loading' | 'question' | 'answering' | 'wrong' | 'revealed' | 'watching' | 'over';

/** Delay before the other side replies. */
const ANSWER_MS = 450;
const WATCH_MS = 750;
/** The first move is the same in all openings and is given. */
const GIVEN = 1;
/** After this many wrong tries in a position, the move is shown. */
const TRIES = 2;

const SIDES: Sides = { black: HUMAN, white: HUMAN };

export class Drill {
  phase = $state<DrillPhase>('loading');
  refused = $state.raw<Refusal | null>(null);
  snapshot = $state.raw<Snapshot | null>(null);
  plies = $state.raw<readonly Ply[]>([]);
  cursor = $state(0);
  /** The number of wrong moves in this line, and the last one. */
  misses = $state(0);
  wrong = $state('');
  revealed = $state(false);
  hinted = $state(false);
  readonly sides = SIDES;

  private initial = $state('');
  private triesHere = 0;
  private began = 0;
  private took = 0;
  private readonly task = new Task();
  private readonly positions = new Positions();

  constructor(
    readonly line: Line,
    /** The line is new, so viewing it first has no penalty. */
    readonly first: boolean,
    private readonly announcer: Announcer,
    private readonly ended: (drill: Drill) => void,
  ) {}

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  cells = $derived<Cell[]>(
    this.initial
      ? cellsAfter(cellsOf(this.initial), this.plies.slice(0, this.cursor), 8)
      : Array.from({ length: 64 }, () => null),
  );
  turn = $derived<Color>(this.plies[this.cursor]?.turn ?? this.snapshot?.turn ?? 'black');
  expected = $derived(this.plies[this.cursor]?.move ?? '');
  over = $derived(this.phase === 'over');
  game = $derived.by<Game>(() => {
    const plies = this.plies.slice(0, this.cursor).map((ply) => ({ ...ply, by: '' }));
    return { ...newGame(8, 'usual', 'drill'), plies, cursor: plies.length };
  });
  /** The number of moves of the user's side, in total and played so far. */
  own = $derived(this.count(this.plies.length));
  done = $derived(this.count(this.cursor));

  get quality() {
    return gradeOfLine(
      { misses: this.misses, hinted: this.hinted, revealed: this.revealed && this.misses === 0, took: this.took },
      this.own,
    );
  }

  begin(): Promise<void> {
    return this.task.run(async (signal) => {
      const { history, initial } = await this.positions.load(
        { size: 8, start: 'usual', moves: this.line.moves },
        signal,
      );
      this.plies = history;
      this.initial = initial;
      this.cursor = GIVEN;
      this.began = performance.now();
      await this.goOn(signal);
    });
  }

  playAt = (square: string): void => {
    if (this.phase !== 'question' && this.phase !== 'wrong' && this.phase !== 'revealed') return;
    const cell = this.cells[squareIndex(square, 8)] ?? null;
    this.refused = refusal(square, cell, this.snapshot, false);
    if (this.refused) return this.announcer.say(whyNot(this.refused));
    if (square === this.expected) void this.right();
    else this.miss(square);
  };

  /** Marks the right move, which must still be played. */
  hint = (): void => {
    if (this.phase !== 'question' && this.phase !== 'wrong') return;
    this.hinted = true;
    this.mark();
  };

  /** Shows the whole line once; then practice starts again. */
  watch = async (): Promise<void> => {
    if (this.plies.length === 0 || this.over) return;
    if (!this.first) this.revealed = true;
    this.phase = 'watching';
    this.announcer.say(word('announce.line', { moves: this.plies.map(({ move }) => move).join(' ') }));
    await this.task.run(async (signal) => {
      for (this.cursor = GIVEN; this.cursor < this.plies.length; this.cursor++) await sleep(WATCH_MS, signal);
      await sleep(2 * WATCH_MS, signal);
      await this.restart(signal);
    });
  };

  /** Ends the showing of the line early. */
  skip = (): void => {
    if (this.phase === 'watching') void this.task.run((signal) => this.restart(signal));
  };

  close(): void {
    this.task.end();
  }

  private count(plies: number): number {
    return this.plies.slice(GIVEN, plies).filter(({ turn, move }) => turn === this.line.side && move !== PASS).length;
  }

  private async restart(signal: AbortSignal): Promise<void> {
    this.cursor = GIVEN;
    this.triesHere = 0;
    this.wrong = '';
    this.began = performance.now();
    await this.goOn(signal);
  }

  /** Plays the other side's moves until the user's turn or the end. */
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
    this.snapshot = await this.positions.load(this.question(), signal);
    this.phase = 'question';
  }

  private async right(): Promise<void> {
    this.refused = null;
    this.cursor++;
    this.say();
    await this.task.run((signal) => this.goOn(signal));
  }

  private miss(square: string): void {
    this.misses++;
    this.wrong = square;
    if (++this.triesHere >= TRIES) return this.mark();
    this.phase = 'wrong';
    this.announcer.say(word('drill.wrong', { move: square }));
  }

  private mark(): void {
    this.phase = 'revealed';
    this.announcer.say(word('drill.answer', { move: this.expected }));
  }

  private finish(): void {
    this.took = performance.now() - this.began;
    this.phase = 'over';
    this.announcer.say(word('drill.over', { name: lineName(this.line) }));
    this.ended(this);
  }

  private say(): void {
    const ply = this.plies[this.cursor - 1];
    if (ply) this.announcer.say(word('announce.played', { color: colorName(ply.turn), move: ply.move }));
  }

  private question(): PositionQuery {
    return { size: 8, start: 'usual', moves: transcript(this.plies.slice(0, this.cursor)).replace(/--$/, '') };
  }
}
