/**
 * What the board and its companions show: a game that is played, replayed or analysed, or a position that is set up.
 */
import type { Cell } from './game/cells';
import type { Game } from './game/game';
import type { Color, Sides, Snapshot } from './game/types';

/** The position on a board. */
export interface Shown {
  game: Game;
  cells: Cell[];
  /** What the server says about the position; null until it has answered. */
  snapshot: Snapshot | null;
  sides: Sides;
  turn: Color;
}
