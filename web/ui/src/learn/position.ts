/** Parses one-line positions such as "…OX… X" and "O-XX-X-OO X", for drawing and for labels. */
import type { GameName } from './tree/types';

export type Mark = 'black' | 'white' | 'x' | 'o' | null;

export interface Picture {
  /** Squares per side; 0 for a number tree, which has no board. */
  size: number;
  cells: readonly Mark[];
}

const NONE: Picture = { size: 0, cells: [] };

export function pictureOf(position: string, game: GameName): Picture {
  if (game === 'numbers') return NONE;
  const cells = position.split(' ')[0] ?? '';
  const size = Math.round(Math.sqrt(cells.length));
  if (size * size !== cells.length) return NONE;
  const [first, second]: [Mark, Mark] = game === 'othello' ? ['black', 'white'] : ['x', 'o'];
  return { size, cells: Array.from(cells, (c) => (/[Xx*B]/.test(c) ? first : /[OoW]/.test(c) ? second : null)) };
}

/** Returns the name of a square, such as "d3". */
export const squareAt = (index: number, size: number): string =>
  `${'abcdefgh'[index % size]}${Math.floor(index / size) + 1}`;

export const indexOf = (square: string, size: number): number => {
  const column = 'abcdefgh'.indexOf(square.charAt(0));
  const row = Number(square.slice(1)) - 1;
  return column >= 0 && column < size && row >= 0 && row < size ? row * size + column : -1;
};

/** Returns the board size of a pasted position, or null if it is not an Othello position. */
export function sizeOfPosition(text: string): 4 | 6 | 8 | null {
  const cells = /^([-.XxOo*]+)\s+[XxOo]$/.exec(text.trim())?.[1]?.length;
  return cells === 16 ? 4 : cells === 36 ? 6 : cells === 64 ? 8 : null;
}
