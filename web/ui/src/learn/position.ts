/** One-line positions as boards, for drawing and for names: "…OX… X", "O-XX-X-OO X". */
import type { GameName } from './tree/types';

export type Mark = 'black' | 'white' | 'x' | 'o' | null;

export interface Picture {
  /** Squares on a side; 0 for a tree of numbers, which has no board. */
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

/** The square of an index, such as "d3". */
export const squareAt = (index: number, size: number): string =>
  `${'abcdefgh'[index % size]}${Math.floor(index / size) + 1}`;

export const indexOf = (square: string, size: number): number => {
  const column = 'abcdefgh'.indexOf(square.charAt(0));
  const row = Number(square.slice(1)) - 1;
  return column >= 0 && column < size && row >= 0 && row < size ? row * size + column : -1;
};

/** The size of the board that a pasted line describes, or null when it is no position of Othello. */
export function sizeOfPosition(text: string): 4 | 6 | 8 | null {
  const cells = /^([-.XxOo*]+)\s+[XxOo]$/.exec(text.trim())?.[1]?.length;
  return cells === 16 ? 4 : cells === 36 ? 6 : cells === 64 ? 8 : null;
}
