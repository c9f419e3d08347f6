/**
 * The data shown by the board and the components around it: a game in progress, a replay, an analysis, or a set-up
 * position.
 */
import type { Cell } from './game/cells';
import type { Game } from './game/game';
import type { Color, Sides, Snapshot } from './game/types';

/** The position on a board. */
export interface Shown {
  game: Game;
  cells: Cell[];
  /** The server's snapshot of the position; null until it has responded. */
  snapshot: Snapshot | null;
  sides: Sides;
  turn: Color;
}
