/** The rules, learnt by playing: one position for each step, on which the person makes a move. */
import type { ApiError } from '../api/client';
import type { PositionQuery } from '../api/games';
import { cellsAfter, cellsOf, squareIndex, type Cell } from '../board/game/cells';
import { newGame, PASS, transcript, type Game } from '../board/game/game';
import { HUMAN, type Color, type Ply, type Sides, type Snapshot } from '../board/game/types';
import { refusal } from '../board/game/why';
import { passWords, resultWords, whyNot } from '../board/words';
import { Announcer } from '../session/announcer.svelte';
import { Positions } from '../session/positions';
import { Task } from '../session/task.svelte';
import { STEPS, type Step } from './steps';
import { word } from './words';

const SIDES: Sides = { black: HUMAN, white: HUMAN };

export class Tour {
  at = $state(0);
  /** The person has completed the task of the step. */
  done = $state(false);
  /** What the last move did, or why it was not possible. */
  said = $state('');
  snapshot = $state.raw<Snapshot | null>(null);
  readonly sides = SIDES;
  readonly announcer = new Announcer();
  /** The position of the step. */
  private base = $state.raw<Snapshot | null>(null);
  /** The moves in this step, passes included. */
  private played = $state.raw<readonly Ply[]>([]);
  private readonly task = new Task();
  private readonly positions = new Positions();

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  step = $derived<Step>(STEPS[this.at] ?? { id: 'place', moves: '', least: 1 });
  last = $derived(this.at === STEPS.length - 1);
  turn = $derived<Color>(this.snapshot?.turn ?? 'black');
  cells = $derived.by<Cell[]>(() =>
    this.base ? cellsAfter(cellsOf(this.base.position), this.played, 8) : Array.from({ length: 64 }, () => null),
  );
  game = $derived.by<Game>(() => {
    const plies = this.played.map((ply) => ({ ...ply, by: '' }));
    return { ...newGame(8, 'usual', `rules-${this.at}`), plies, cursor: plies.length };
  });

  /** Shows a step from its beginning. */
  show = (at: number): void => {
    this.at = Math.max(0, Math.min(STEPS.length - 1, at));
    this.done = false;
    this.said = '';
    this.played = [];
    this.snapshot = null;
    this.load();
  };

  /** Loads the position on the board and continues from there, also after an error. */
  load = (): void => {
    void this.task.run(async (signal) => {
      const ply = this.played.findLast(({ move }) => move !== PASS);
      const snapshot = await this.positions.load(this.query(), signal);
      if (ply) return this.follow(ply, snapshot, signal);
      this.base = this.snapshot = snapshot;
    });
  };

  playAt = (square: string): void => {
    const { snapshot } = this;
    if (this.done || !snapshot) return;
    const refused = refusal(square, this.cells[squareIndex(square, 8)] ?? null, snapshot, false);
    if (refused) return this.say(whyNot(refused));
    const legal = snapshot.legal.find(({ move }) => move === square);
    if (!legal) return;
    const n = legal.flips.length;
    if (n < this.step.least) return this.say(word('few', { square, n }));
    this.played = [...this.played, { turn: snapshot.turn, ...legal }];
    this.snapshot = null; // Until the next position is known.
    this.load();
  };

  close(): void {
    this.task.end();
  }

  /**
   * Continues after a move of the person. In the step about passing, the opponent passes and the person moves again.
   */
  private async follow(ply: Ply, after: Snapshot, signal: AbortSignal): Promise<void> {
    if (this.step.id === 'pass' && this.played.length === 1) {
      return after.pass ? this.passOn(ply, after.turn, signal) : this.takeBack(ply);
    }
    this.snapshot = after;
    this.done = true;
    const flipped = word('flipped', { square: ply.move, n: ply.flips.length });
    this.say(after.over ? `${flipped} ${resultWords(after)}` : flipped);
  }

  private async passOn(ply: Ply, opponent: Color, signal: AbortSignal): Promise<void> {
    const passed = [ply, { turn: opponent, move: PASS, flips: [] }];
    const snapshot = await this.positions.load(this.query(passed), signal);
    this.played = passed;
    this.snapshot = snapshot;
    this.say(`${passWords(opponent)} ${word('again')}`);
  }

  private takeBack({ move }: Ply): void {
    this.played = [];
    this.snapshot = this.base;
    this.say(word('canMove', { square: move }));
  }

  private query(played = this.played): PositionQuery {
    return { size: 8, start: 'usual', moves: this.step.moves + transcript(played) };
  }

  private say(words: string): void {
    this.said = words;
    this.announcer.say(words);
  }
}
