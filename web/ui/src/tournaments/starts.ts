/**
 * Which of the usual beginnings a one-line position is; games from elsewhere cannot be put on the board where one
 * plays.
 */
import { SIZES, type Size, type Start } from '../board/game/types';

export interface Beginning {
  size: Size;
  start: Start;
}

export function beginningOf(position: string): Beginning | null {
  for (const size of SIZES) {
    for (const start of ['usual', 'parallel'] as const) if (position === lineOf(size, start)) return { size, start };
  }
  return null;
}

/** Black on e4 and d5 of a full-size board, or on d5 and e5, and Black to move. */
function lineOf(size: Size, start: Start): string {
  const middle = size / 2;
  const cells = Array.from({ length: size * size }, (_, i) => {
    const [row, column] = [Math.floor(i / size), i % size];
    if (row < middle - 1 || row > middle || column < middle - 1 || column > middle) return '-';
    const black = start === 'usual' ? row + column === size - 1 : row === middle;
    return black ? 'X' : 'O';
  });
  return `${cells.join('')} X`;
}
