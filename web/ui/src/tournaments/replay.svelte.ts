/** A finished game being viewed. It has the data that the board, the score and the move list need. */
import { Announcer } from '../session/announcer.svelte';
import { cellsAfter, cellsOf } from '../board/game/cells';
import { fromHistory, isLive, stepTo } from '../board/game/game';
import type { Color, Sides, Snapshot } from '../board/game/types';
import { afterStep } from '../board/words';
import { writeAddress } from '../session/address';
import { formatPlace, type Place } from './address';
import type { TimedGame } from './types';

const winnerOf = (score: number): Color | 'draw' => (score > 0 ? 'black' : score < 0 ? 'white' : 'draw');

export class Replay {
  readonly announcer = new Announcer();
  readonly sides: Sides;
  game;

  constructor(
    readonly timed: TimedGame,
    private readonly final: Snapshot,
    private readonly place: Place,
  ) {
    const whole = fromHistory(final.size, final.start ?? 'usual', final.history, 'replay');
    this.game = $state.raw(stepTo(whole, place.at ?? whole.cursor));
    this.sides = { black: timed.black, white: timed.white };
  }

  cells = $derived.by(() => {
    const { plies, cursor, size } = this.game;
    return cellsAfter(cellsOf(this.final.initial), plies.slice(0, cursor), size);
  });
  turn = $derived.by((): Color => this.game.plies[this.game.cursor]?.turn ?? this.final.turn);

  /** The result is the referee's, who may have ended the game early. */
  snapshot = $derived.by((): Snapshot => {
    const { score } = this.timed;
    if (isLive(this.game))
      return {
        ...this.final,
        turn: this.turn,
        legal: [],
        pass: false,
        over: true,
        winner: winnerOf(score),
        score_black: score,
      };
    const count = (color: Color) => this.cells.filter((cell) => cell === color).length;
    return {
      ...this.final,
      turn: this.turn,
      legal: [],
      pass: false,
      over: false,
      winner: '',
      black: count('black'),
      white: count('white'),
    };
  });

  address = $derived.by(() => formatPlace({ ...this.place, at: isLive(this.game) ? null : this.game.cursor }));

  /** Seconds spent on the move on the board; null for moves of the opening. */
  took = $derived.by((): number | null => this.timed.took[this.game.cursor - 1 - this.timed.book] ?? null);

  step = (cursor: number): void => {
    const next = stepTo(this.game, cursor);
    if (next === this.game) return;
    this.game = next;
    this.announcer.say(afterStep(next, this.snapshot));
    writeAddress(this.address);
  };
}
