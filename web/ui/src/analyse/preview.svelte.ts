/** A line that is only looked at: its moves on a ghost board, which the server plays through like any others. */
import { cellsAfter, type Cell } from '../board/game/cells';
import { PASS, type Game } from '../board/game/game';
import type { Ply } from '../board/game/types';
import { sleep } from '../session/sleep';
import { Task } from '../session/task.svelte';
import type { Study } from './study.svelte';

/** A person follows the moves at this pace. */
const MOVE_MS = 550;

const text = (moves: readonly string[]): string =>
  moves
    .map((move) => (move === PASS ? '--' : move))
    .join('')
    .replace(/--(?=.)/g, '');

export class Preview {
  /** The plies of the line, once the server has told which discs they turn. */
  plies = $state.raw<readonly Ply[]>([]);
  /** How many of them are on the ghost board. */
  shown = $state(0);
  /** Which of the lines is shown, as whoever asked named it; '' for none. */
  name = $state('');
  /** It is played move by move, and stays until it is put away. */
  playing = $state(false);

  private readonly task = new Task();

  constructor(private readonly study: Study) {}

  active = $derived(this.name !== '' && this.shown > 0);

  cells = $derived.by<readonly Cell[]>(() =>
    cellsAfter(this.study.cells, this.plies.slice(0, this.shown), this.study.tree.origin.size),
  );

  /** The number of each move of the line on the square where it was played. */
  numbers = $derived(
    new Map(this.plies.slice(0, this.shown).flatMap(({ move }, i) => (move === PASS ? [] : [[move, i + 1] as const]))),
  );

  game = $derived.by<Game>(() => {
    const { game, cursor } = this.study;
    const plies = [
      ...game.plies.slice(0, cursor),
      ...this.plies.slice(0, this.shown).map((ply) => ({ ...ply, by: '' })),
    ];
    return { ...game, plies, cursor: plies.length };
  });

  /** Shows where a line leads, for as long as it is pointed at. */
  async peek(name: string, moves: readonly string[]): Promise<void> {
    if (this.playing || (this.name === name && this.plies.length > 0)) return;
    await this.begin(name, moves, () => {
      this.shown = this.plies.length;
    });
  }

  /** Plays a line move by move; calling it again for the same line puts it away. */
  async play(name: string, moves: readonly string[]): Promise<void> {
    if (this.playing && this.name === name) return this.end();
    await this.begin(name, moves, async (signal) => {
      this.playing = true;
      this.study.announcer.say(moves.join(' '));
      for (this.shown = 1; this.shown < this.plies.length; this.shown++) await sleep(MOVE_MS, signal);
    });
  }

  /** What is pointed at no longer. */
  unpeek(): void {
    if (!this.playing) this.end();
  }

  end = (): void => {
    this.task.end();
    this.name = '';
    this.plies = [];
    this.shown = 0;
    this.playing = false;
  };

  /** Puts the moves that are shown into the tree. */
  keep(): void {
    const plies = this.plies.slice(0, this.shown);
    this.end();
    if (plies.length > 0) this.study.play(plies);
  }

  private async begin(
    name: string,
    moves: readonly string[],
    then: (signal: AbortSignal) => void | Promise<void>,
  ): Promise<void> {
    this.end();
    if (moves.length === 0) return;
    const signal = this.task.begin();
    this.name = name;
    try {
      this.plies = await this.study.pliesOf(moves.length > 0 ? text(moves) : '', signal);
      await then(signal);
    } catch (error) {
      if (this.task.fail(error, signal)) this.end(); // The line stays in the list; there is just no picture of it now.
    }
  }
}
