/** Identifies the standard start of a one-line position. Games from other starts cannot be opened on the play page. */
import { SIZES, type Size, type Start } from '../board/game/types';

export interface StandardStart {
  size: Size;
  start: Start;
}

export function standardStartOf(position: string): StandardStart | null {
  for (const size of SIZES) {
    for (const start of ['usual', 'parallel'] as const) if (position === lineOf(size, start)) return { size, start };
  }
  return null;
}

/**
 * Returns the one-line position of a start, with Black to move: Black on e4 and d5 (usual) or on d5 and e5 (parallel)
 * of an 8×8 board.
 */
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
