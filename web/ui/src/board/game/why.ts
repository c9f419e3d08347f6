/** Why a square cannot be played, from the server's list of legal squares and the board. */
import type { Cell } from './cells';
import type { Color, Snapshot } from './types';

export type Refusal =
  | { kind: 'over' }
  | { kind: 'waiting' }
  | { kind: 'computer'; turn: Color }
  | { kind: 'taken'; square: string; by: Color }
  | { kind: 'mustPass'; turn: Color }
  | { kind: 'turnsNothing'; square: string; turn: Color };

/** Returns null if the square can be played. `snapshot` is null until the server has responded. */
export function refusal(square: string, cell: Cell, snapshot: Snapshot | null, computersTurn: boolean): Refusal | null {
  if (cell) return { kind: 'taken', square, by: cell };
  if (!snapshot) return { kind: 'waiting' };
  if (snapshot.over) return { kind: 'over' };
  if (computersTurn) return { kind: 'computer', turn: snapshot.turn };
  if (snapshot.pass) return { kind: 'mustPass', turn: snapshot.turn };
  if (snapshot.legal.some((legal) => legal.move === square)) return null;
  return { kind: 'turnsNothing', square, turn: snapshot.turn };
}
