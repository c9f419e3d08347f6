/** The rules of Othello on small, plain data, for walking through certificates of any board size. */

export type Side = 'X' | 'O';

export interface Position {
  /** Squares per side. */
  size: number;
  /** From a1, row by row: X, O or -. */
  cells: string;
  turn: Side;
}

const DIRECTIONS = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const)).filter(([x, y]) => x || y);

export const other = (side: Side): Side => (side === 'X' ? 'O' : 'X');

export const passed = (p: Position): Position => ({ ...p, turn: other(p.turn) });

export const textOf = ({ cells, turn }: Position): string => `${cells} ${turn}`;

/** Parses "…OX… X"; null if the text is not a position. */
export function parsePosition(text: string): Position | null {
  const [, cells = '', turn] = /^([XO-]{16}|[XO-]{36}|[XO-]{64}) ([XO])$/.exec(text) ?? [];
  return turn ? { size: Math.sqrt(cells.length), cells, turn: turn as Side } : null;
}

/** Returns the squares of the discs that a move turns; empty if the move is illegal. */
function flipsOf({ size, cells, turn }: Position, square: number): number[] {
  if (cells[square] !== '-') return [];
  return DIRECTIONS.flatMap(([dx, dy]) => {
    const line: number[] = [];
    let [x, y] = [(square % size) + dx, Math.floor(square / size) + dy];
    for (; x >= 0 && x < size && y >= 0 && y < size; x += dx, y += dy) {
      const cell = cells[y * size + x];
      if (cell === turn) return line;
      if (cell === '-') return [];
      line.push(y * size + x);
    }
    return [];
  });
}

export const movesOf = (p: Position): number[] =>
  Array.from(p.cells, (_, square) => square).filter((square) => flipsOf(p, square).length > 0);

/** Returns the position after a move; null if it is illegal. */
export function play(p: Position, square: number): Position | null {
  const turned = flipsOf(p, square);
  if (turned.length === 0) return null;
  const cells = p.cells.split('');
  for (const at of [square, ...turned]) cells[at] = p.turn;
  return { ...p, cells: cells.join(''), turn: other(p.turn) };
}

const count = ({ cells }: Position, cell: string): number => cells.split(cell).length - 1;

export const emptiesOf = (p: Position): number => count(p, '-');

/** Returns the score of a finished game for a side: the disc difference, with empty squares counted for the winner. */
export function scoreOf(p: Position, side: Side): number {
  const lead = count(p, side) - count(p, other(side));
  return lead + Math.sign(lead) * emptiesOf(p);
}

const SYMMETRIES: ReadonlyMap<number, readonly (readonly number[])[]> = new Map(
  [4, 6, 8].map((size) => [size, Array.from({ length: 8 }, (_, symmetry) => imagesOf(size, symmetry))]),
);

function imagesOf(size: number, symmetry: number): number[] {
  return Array.from({ length: size * size }, (_, square) => {
    let [row, column] = [Math.floor(square / size), square % size];
    if (symmetry & 1) column = size - 1 - column;
    if (symmetry & 2) row = size - 1 - row;
    if (symmetry & 4) [row, column] = [column, row];
    return row * size + column;
  });
}

/** Returns the eight symmetries of a board: the image of each square, in the order of docs/proofs.md. */
export const symmetriesOf = (size: number): readonly (readonly number[])[] => SYMMETRIES.get(size) ?? [];
