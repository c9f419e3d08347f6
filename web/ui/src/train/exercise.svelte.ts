/** One challenge in progress: the moves tried, their loss, and the position shown on the board. */
import { fetchWhy } from '../api/analyses';
import type { Reason } from '../api/analyses';
import type { Analysis } from '../api/events';
import type { Announcer } from '../session/announcer.svelte';
import { ApiError } from '../api/client';
import type { PositionQuery } from '../api/games';
import { cellsAfter, cellsOf, squareIndex, type Cell } from '../board/game/cells';
import { newGame, PASS, type Game } from '../board/game/game';
import { HUMAN, type Color, type Ply, type Sides, type Snapshot } from '../board/game/types';
import { refusal, type Refusal } from '../board/game/why';
import { Positions } from '../session/positions';
import { Task } from '../session/task.svelte';
import { resultWords, whyNot } from '../board/words';
import { bestLine, everyMove } from './api';
import { choiceOfTwo, isGood, type Challenge } from './challenge';
import { gradeOf } from './grade';
import { LinePlayback } from './playback.svelte';
import { answerWords, rightWords, wrongAnnounced } from './verdict';
import { spoken, word } from './words';

export type Phase = 'loading' | 'question' | 'judging' | 'wrong' | 'right' | 'shown';

/** Both sides are human, so that the board accepts moves of either. */
const SIDES: Sides = { black: HUMAN, white: HUMAN };

export class Exercise {
  phase = $state<Phase>('loading');
  snapshot = $state.raw<Snapshot | null>(null);
  refused = $state.raw<Refusal | null>(null);
  /** The last tried move and its loss in discs. */
  tried = $state('');
  loss = $state(0);
  why = $state.raw<readonly Reason[]>([]);
  /** The squares of the hint, once requested. */
  choice = $state.raw<readonly string[]>([]);
  /** The move whose line is on the board; '' for the original position. */
  lineOf = $state('');
  /** The final position of that line. */
  lineEnd = $state.raw<Snapshot | null>(null);
  scores = $state.raw<Readonly<Record<string, number>>>({});
  readonly playback = new LinePlayback();
  readonly sides = SIDES;

  private misses = 0;
  private firstLoss = 0;
  private revealed = false;
  private began = 0;
  private took = Infinity;
  private readonly task = new Task();
  private analysis: Promise<Analysis | null> | null = null;
  private readonly positions = new Positions();

  constructor(
    readonly challenge: Challenge,
    private readonly announcer: Announcer,
    private readonly ended: (exercise: Exercise) => void,
    /** once: there is one try, and no line is shown. */
    private readonly options: { once?: boolean } = {},
  ) {
    this.scores = challenge.scores;
  }

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  over = $derived(this.phase === 'right' || this.phase === 'shown');
  turn = $derived.by<Color>(
    () => this.snapshot?.turn ?? (/ O$/.test(this.challenge.question.position ?? '') ? 'white' : 'black'),
  );
  base = $derived.by<readonly Cell[]>(() => cellsOf(this.snapshot?.position ?? this.challenge.question.position ?? ''));
  onBoard = $derived<readonly Ply[]>(this.playback.plies.slice(0, this.playback.shown));
  cells = $derived.by<Cell[]>(() =>
    this.base.length === 0 ? Array.from({ length: 64 }, () => null) : cellsAfter(this.base, this.onBoard, this.size),
  );
  size = $derived.by(() => this.challenge.question.size);
  game = $derived.by<Game>(() => {
    const plies = [
      ...(this.playback.shown === 0 ? this.before : []),
      ...this.onBoard.map((ply) => ({ ...ply, by: '' })),
    ];
    const { position = '' } = this.challenge.question;
    return { ...newGame(this.size, 'usual', 'exercise', { position }), plies, cursor: plies.length };
  });
  /** The last move before the position, in a game; empty for a puzzle. */
  private before = $derived((this.snapshot?.history ?? []).slice(-1).map((ply) => ({ ...ply, by: '' })));

  get quality() {
    return gradeOf({ misses: this.misses, hinted: this.choice.length > 0, revealed: this.revealed, took: this.took });
  }

  /** The loss of the first try in discs; 0 without one. */
  get lost(): number {
    return this.firstLoss;
  }

  begin(): Promise<void> {
    return this.task.run(async (signal) => {
      this.snapshot = await this.positions.load(this.challenge.question, signal);
      this.phase = 'question';
      this.began = performance.now();
    });
  }

  playAt = (square: string): void => {
    if (this.over || this.phase === 'judging') return;
    if (this.phase === 'wrong') return this.options.once ? undefined : this.again();
    const cell = this.base[squareIndex(square, this.size)] ?? null;
    this.refused = refusal(square, cell, this.snapshot, false);
    if (this.refused) return this.announcer.say(whyNot(this.refused));
    void this.judge(square);
  };

  /** Returns to the original position. */
  again = (): void => {
    if (this.phase !== 'wrong') return;
    this.task.begin();
    this.closeLine();
    this.phase = 'question';
    this.announcer.say(word('announce.again'));
  };

  hint = (): void => {
    if (this.over || !this.snapshot || this.phase === 'judging' || this.challenge.candidates) return;
    this.again();
    this.choice = choiceOfTwo(this.challenge, this.snapshot.legal);
    this.announcer.say(this.choiceWords);
  };

  get choiceWords(): string {
    return word('hint.two', { squares: this.choice.join(word('list.or')) });
  }

  /** Shows the answer. */
  show = (): void => {
    if (this.over || !this.snapshot || this.phase === 'judging') return;
    this.task.begin();
    this.revealed = true;
    this.took = Math.min(this.took, performance.now() - this.began);
    this.phase = 'shown';
    this.announcer.say(answerWords(this));
    void this.showLine(this.challenge.best[0] ?? '');
    this.ended(this);
  };

  /** Plays the line after a move; a second call for the same move returns to the original position. */
  async showLine(move: string): Promise<void> {
    const signal = this.task.begin();
    if (move === this.lineOf && this.playback.active) return this.closeLine();
    await this.play(move, signal).catch((error: unknown) => this.task.fail(error, signal));
  }

  close(): void {
    this.task.end();
    this.playback.clear();
  }

  private closeLine(): void {
    this.playback.clear();
    this.lineOf = '';
    this.lineEnd = null;
    this.refused = null;
  }

  private async judge(square: string): Promise<void> {
    const signal = this.task.begin();
    this.tried = square;
    this.why = [];
    this.took = Math.min(this.took, performance.now() - this.began);
    this.phase = 'judging';
    this.place(square);
    try {
      this.loss = await this.lossOf(square, signal);
    } catch (error) {
      if (!this.task.fail(error, signal)) return;
      this.closeLine();
      this.phase = 'question'; // The person can answer again when the server responds.
      return;
    }
    if (isGood(this.loss, this.challenge.exact)) return this.right(square, signal);
    await this.wrong(square, signal);
  }

  private async right(square: string, signal: AbortSignal): Promise<void> {
    this.phase = 'right';
    this.announcer.say(rightWords(this));
    this.ended(this);
    if (this.options.once) return;
    // The line after the move is fetched in the background for later display.
    const { plies, end } = await this.following(square, signal).catch(() => ({ plies: [], end: null }));
    if (signal.aborted || plies.length === 0) return;
    this.lineEnd = end;
    this.playback.hold(plies, 1);
  }

  private async wrong(square: string, signal: AbortSignal): Promise<void> {
    if (this.misses === 0) this.firstLoss = this.loss;
    this.misses++;
    this.phase = 'wrong';
    this.announcer.say(wrongAnnounced(this));
    if (this.options.once) return this.ended(this);
    const reasons = this.reasons(square, signal);
    await this.play(square, signal).catch((error: unknown) => this.task.fail(error, signal));
    this.why = await reasons;
    const [reason] = this.why;
    if (reason && !signal.aborted) this.announcer.say(spoken(reason));
  }

  get bestScore(): number {
    return this.scores[this.challenge.best[0] ?? ''] ?? 0;
  }

  /** Shows the move on the board, before the line after it is available. */
  private place(square: string): void {
    const legal = this.snapshot?.legal.find(({ move }) => move === square);
    if (!this.snapshot || !legal) return;
    this.lineOf = square;
    this.lineEnd = null;
    void this.playback.play([{ turn: this.snapshot.turn, ...legal }]);
  }

  private async play(move: string, signal: AbortSignal): Promise<void> {
    if (this.lineOf !== move || !this.playback.active) this.place(move);
    const { plies, end } = await this.following(move, signal);
    this.lineEnd = end;
    const moves = plies.slice(1).map((ply) => ply.move);
    this.announcer.say(
      [moves.length > 0 ? word('announce.line', { moves: moves.join(' ') }) : '', end.over ? resultWords(end) : '']
        .filter(Boolean)
        .join(' '),
    );
    await this.playback.play(plies, Math.max(1, this.playback.shown));
  }

  /** Fetches a move, best play after it, and the final position. */
  private async following(move: string, signal: AbortSignal): Promise<{ plies: readonly Ply[]; end: Snapshot }> {
    const { question, lines, exact } = this.challenge;
    const next = after(question, [move]);
    const { over } = await this.positions.load(next, signal);
    const line = lines[move] ?? (over ? [move] : [move, ...(await bestLine(next, exact, signal))]);
    const end = await this.positions.load(after(question, line), signal);
    return { plies: end.history.slice(this.snapshot?.history.length ?? 0), end };
  }

  private async lossOf(square: string, signal: AbortSignal): Promise<number> {
    const { best } = this.challenge;
    if (best.includes(square)) return 0;
    const known = this.scores[square];
    if (known !== undefined) return this.bestScore - known;
    this.analysis ??= everyMove(this.challenge.question, signal).catch((error: unknown) => {
      this.analysis = null;
      throw error;
    });
    const moves = (await this.analysis)?.moves ?? [];
    signal.throwIfAborted();
    const values = Object.fromEntries(
      moves.flatMap((move) => (move.score === undefined ? [] : [[move.move, move.score]])),
    );
    const top = Math.max(...best.map((move) => values[move] ?? -Infinity), ...Object.values(values));
    if (values[square] === undefined) throw new ApiError('offline');
    this.scores = { ...values, ...this.challenge.scores, [square]: this.bestScore - (top - values[square]) };
    return top - values[square];
  }

  private reasons(square: string, signal: AbortSignal): Promise<readonly Reason[]> {
    const known = this.challenge.why[square];
    if (known) return Promise.resolve(known);
    return fetchWhy(this.challenge.question, square, this.challenge.best[0] ?? square, signal).catch(() => []);
  }
}

/** Returns the query for the position after further moves. */
const after = (question: PositionQuery, moves: readonly string[]): PositionQuery => ({
  ...question,
  moves: question.moves + moves.filter((move) => move !== PASS).join(''),
});
