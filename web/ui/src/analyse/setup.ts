/** Boards as text for the editor: 16, 36 or 64 squares, in any of the usual notations, and the side to move. */
import type { Cell } from '../board/game/cells';
import { SIZES, type Color, type Size } from '../board/game/types';

export interface SetUp {
  /** In the letters X, O and -. */
  cells: string;
  turn: Color;
  size: Size;
}

/** Reads rows with or without line breaks; returns null if the text is not a board. */
export function readPosition(text: string): SetUp | null {
  const [head = ''] = text.split(';');
  const letters = head
    .replace(/[\s|]/g, '')
    .replace(/[●Bb*xXＸ]/g, 'X')
    .replace(/[○WwoO0Ｏ]/g, 'O')
    .replace(/[-._·＿－]/g, '-');
  if (!/^[-XO]+$/.test(letters)) return null;
  const size = SIZES.find((s) => letters.length === s * s || letters.length === s * s + 1);
  const turn = size && letters.charAt(size * size);
  if (!size || turn === '-') return null;
  return { cells: letters.slice(0, size * size), turn: turn === 'O' ? 'white' : 'black', size };
}

/** Formats a one-line position as rows, followed by the side to move. */
export function rowsOf(position: string): string {
  const [cells = '', turn = ''] = position.split(' ');
  const size = Math.sqrt(cells.length);
  return [...Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size)), turn].join('\n');
}

/** Returns the usual start on a board of any size. */
export function usualCells(size: Size): Cell[] {
  const cells: Cell[] = Array.from({ length: size * size }, () => null);
  const middle = size / 2;
  for (const [row, column, color] of [
    [-1, -1, 'white'],
    [-1, 0, 'black'],
    [0, -1, 'black'],
    [0, 0, 'white'],
  ] as const) {
    cells[(middle + row) * size + middle + column] = color;
  }
  return cells;
}
