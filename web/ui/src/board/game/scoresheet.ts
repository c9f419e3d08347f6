/** The moves as a scoresheet: each row holds a ply of Black and one of White, passes included. */
import type { PlayedPly } from './game';
import { PASS } from './game';
import type { Color } from './types';

export interface Entry {
  /** The cursor with this ply on the board. */
  cursor: number;
  /** 1 for the first move; null for a pass. */
  number: number | null;
  move: string;
}

export type Row = Record<Color, Entry | null>;

export function scoresheet(plies: readonly PlayedPly[]): Row[] {
  const rows: Row[] = [];
  let number = 0;
  plies.forEach((ply, index) => {
    if (ply.move !== PASS) number++;
    const entry = { cursor: index + 1, number: ply.move === PASS ? null : number, move: ply.move };
    const last = rows[rows.length - 1];
    if (ply.turn === 'white' && last && !last.white) last.white = entry;
    else rows.push({ black: null, white: null, [ply.turn]: entry });
  });
  return rows;
}
