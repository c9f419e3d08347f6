/** A preview of a line on the board. The server computes the flips, as for other moves. */
import { cellsAfter, type Cell } from '../board/game/cells';
import { PASS, type Game } from '../board/game/game';
import type { Ply } from '../board/game/types';
import { sleep } from '../session/sleep';
import { Task } from '../session/task.svelte';
import type { Study } from './study.svelte';

/** The pace at which the moves are shown. */
const MOVE_MS = 550;

const text = (moves: readonly string[]): string =>
  moves
    .map((move) => (move === PASS ? '--' : move))
    .join('')
    .replace(/--(?=.)/g, '');

export class Preview {
  /** The plies of the line, once the server has returned the flipped discs. */
  plies = $state.raw<readonly Ply[]>([]);
  /** The number of plies shown. */
  shown = $state(0);
  /** The caller's name of the line being shown; '' if none. */
  name = $state('');
  /** The line is played move by move and stays until it is closed. */
  playing = $state(false);

  private readonly task = new Task();

  constructor(private readonly study: Study) {}

  active = $derived(this.name !== '' && this.shown > 0);

  cells = $derived.by<readonly Cell[]>(() =>
    cellsAfter(this.study.cells, this.plies.slice(0, this.shown), this.study.tree.origin.size),
  );

  /** Maps each square to the number of the move of the line played there. */
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

  /** Shows the end of a line while the pointer is over it. */
  async showEnd(name: string, moves: readonly string[]): Promise<void> {
    if (this.playing || (this.name === name && this.plies.length > 0)) return;
    await this.begin(name, moves, () => {
      this.shown = this.plies.length;
    });
  }

  /** Plays a line move by move; a second call for the same line closes it. */
  async play(name: string, moves: readonly string[]): Promise<void> {
    if (this.playing && this.name === name) return this.end();
    await this.begin(name, moves, async (signal) => {
      this.playing = true;
      this.study.announcer.say(moves.join(' '));
      for (this.shown = 1; this.shown < this.plies.length; this.shown++) await sleep(MOVE_MS, signal);
    });
  }

  /** Ends a preview shown by `showEnd`. */
  hideEnd(): void {
    if (!this.playing) this.end();
  }

  end = (): void => {
    this.task.end();
    this.name = '';
    this.plies = [];
    this.shown = 0;
    this.playing = false;
  };

  /** Adds the shown moves to the tree. */
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
      if (this.task.fail(error, signal)) this.end(); // The line stays in the list, without a preview.
    }
  }
}
