/** Why a square cannot be played, as far as the server's list of legal squares and the board itself tell. */
import type { Cell } from './cells';
import type { Color, Snapshot } from './types';

export type Refusal =
  | { kind: 'over' }
  | { kind: 'waiting' }
  | { kind: 'computer'; turn: Color }
  | { kind: 'taken'; square: string; by: Color }
  | { kind: 'mustPass'; turn: Color }
  | { kind: 'turnsNothing'; square: string; turn: Color };

/** `snapshot` is null while the server has not answered yet. Null: the square can be played. */
export function refusal(square: string, cell: Cell, snapshot: Snapshot | null, computersTurn: boolean): Refusal | null {
  if (cell) return { kind: 'taken', square, by: cell };
  if (!snapshot) return { kind: 'waiting' };
  if (snapshot.over) return { kind: 'over' };
  if (computersTurn) return { kind: 'computer', turn: snapshot.turn };
  if (snapshot.pass) return { kind: 'mustPass', turn: snapshot.turn };
  if (snapshot.legal.some((legal) => legal.move === square)) return null;
  return { kind: 'turnsNothing', square, turn: snapshot.turn };
}
