/** The example of a lesson: a position of a game, and moves that can be played and stepped through. */
import type { ApiError } from '../api/client';
import { cellsAfter, cellsOf, type Cell } from '../board/game/cells';
import { newGame, PASS, type Game } from '../board/game/game';
import type { SquareNote } from '../board/game/notes';
import type { Color, Sides, Snapshot } from '../board/game/types';
import { Announcer } from '../session/announcer.svelte';
import { Positions } from '../session/positions';
import { Task } from '../session/task.svelte';
import { LinePlayback } from '../train/playback.svelte';
import { positionOf } from './challenge';
import type { Example } from './lessons';

/** Without people, so that the board shows no legal squares. */
const NOBODY: Sides = { black: '', white: '' };

export class Figure {
  snapshot = $state.raw<Snapshot | null>(null);
  readonly sides = NOBODY;
  readonly playback = new LinePlayback();
  readonly announcer = new Announcer();
  private readonly task = new Task();
  private readonly positions = new Positions();

  constructor(private readonly example: Example) {}

  /** Why the last request failed; null if it did not. */
  get failure(): ApiError | null {
    return this.task.failure;
  }

  turn = $derived.by<Color>(() => this.snapshot?.turn ?? 'black');
  cells = $derived.by<Cell[]>(() =>
    this.snapshot
      ? cellsAfter(cellsOf(this.snapshot.position), this.onBoard, 8)
      : Array.from({ length: 64 }, () => null),
  );
  game = $derived.by<Game>(() => {
    const before = this.onBoard.length === 0 ? (this.snapshot?.history ?? []).slice(-1) : [];
    const plies = [...before, ...this.onBoard].map((ply) => ({ ...ply, by: '' }));
    return { ...newGame(8, 'usual', 'example'), plies, cursor: plies.length };
  });
  private onBoard = $derived(this.playback.plies.slice(0, this.playback.shown));

  /** The letters on the squares, or the numbers of the moves played. */
  notes = $derived.by<ReadonlyMap<string, SquareNote>>(() => {
    const numbers = this.onBoard.flatMap(({ move }, i): [string, SquareNote][] =>
      move === PASS ? [] : [[move, { text: `${i + 1}`, words: `${i + 1}`, kind: 'step', rank: '' }]],
    );
    const letters = Object.entries(this.example.marks ?? {}).map(([square, text]): [string, SquareNote] => [
      square,
      { text, words: text, kind: 'depth', rank: 'fair' },
    ]);
    return new Map(numbers.length > 0 ? numbers : letters);
  });

  load = (): void => {
    void this.task.run(async (signal) => {
      const start = positionOf(this.example);
      const before = await this.positions.load(start, signal);
      const after = await this.positions.load({ ...start, moves: start.moves + this.example.line }, signal);
      this.snapshot = before;
      this.playback.hold(after.history.slice(before.history.length), 0);
    });
  };

  /** The board of an example is read-only. */
  readonly playAt = (): void => undefined;

  readonly reset = (): void => this.playback.step(0);

  close(): void {
    this.task.end();
    this.playback.clear();
  }
}
