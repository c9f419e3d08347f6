/** The board as cells in reading order, a1 first. Changes come from plies sent by the server. */
import type { Color, Ply } from './types';

export type Cell = Color | null;

const LETTERS = 'abcdefgh';

export const squareName = (index: number, size: number): string =>
  `${LETTERS[index % size]}${Math.floor(index / size) + 1}`;

/** Returns the index of a square such as "d3", or -1 if the board has no such square. */
export function squareIndex(name: string, size: number): number {
  const column = LETTERS.indexOf(name.charAt(0));
  const row = Number(name.slice(1)) - 1;
  const inside = column >= 0 && column < size && Number.isInteger(row) && row >= 0 && row < size;
  return inside ? row * size + column : -1;
}

/** Returns the cells of a one-line position: X is black, O is white, anything else is empty. */
export function cellsOf(position: string): Cell[] {
  const cells = position.split(' ')[0] ?? '';
  return Array.from(cells, (c) => (c === 'X' ? 'black' : c === 'O' ? 'white' : null));
}

export function cellsAfter(initial: readonly Cell[], plies: readonly Ply[], size: number): Cell[] {
  const cells = [...initial];
  for (const ply of plies) {
    for (const square of ply.flips) cells[squareIndex(square, size)] = ply.turn;
    const played = squareIndex(ply.move, size);
    if (played >= 0) cells[played] = ply.turn;
  }
  return cells;
}

export const count = (cells: readonly Cell[], color: Color): number => cells.filter((c) => c === color).length;

/** Returns the number of steps between two squares of one line, which determines the order of flips. */
export function distance(a: number, b: number, size: number): number {
  const rows = Math.abs(Math.floor(a / size) - Math.floor(b / size));
  const columns = Math.abs((a % size) - (b % size));
  return Math.max(rows, columns);
}

/**
 * Returns when each disc starts to flip, in milliseconds after the move: a wave from the played square. The wave takes
 * at most `span`, however long the line is.
 */
export function flipDelays(ply: Ply, size: number, span: number): Map<number, number> {
  const from = squareIndex(ply.move, size);
  const steps = ply.flips.map((square) => {
    const index = squareIndex(square, size);
    return [index, distance(from, index, size) - 1] as const;
  });
  const last = Math.max(1, ...steps.map(([, step]) => step));
  return new Map(steps.map(([index, step]) => [index, Math.round((step / last) * span)]));
}
