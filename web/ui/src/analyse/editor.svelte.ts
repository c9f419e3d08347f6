/** The board editor: discs are placed freely, and the server checks whether the position is valid. */
import { cellsOf, squareIndex, type Cell } from '../board/game/cells';
import { newGame } from '../board/game/game';
import { HUMAN, type Color, type Sides, type Size, type Snapshot } from '../board/game/types';
import { readPosition, usualCells } from './setup';

export type Brush = Color | 'empty';

const letterOf = (cell: Cell): string => (cell === 'black' ? 'X' : cell === 'white' ? 'O' : '-');

export class Editor {
  size = $state<Size>(8);
  cells = $state.raw<readonly Cell[]>([]);
  turn = $state<Color>('black');
  brush = $state<Brush>('black');

  readonly sides: Sides = { black: HUMAN, white: HUMAN };
  game = $derived(newGame(this.size, 'usual', 'editor'));
  /** The one-line position, "<cells> X". */
  position = $derived(`${this.cells.map(letterOf).join('')} ${letterOf(this.turn)}`);
  /** A snapshot for the board component, without legal moves. */
  snapshot = $derived<Snapshot>({
    size: this.size,
    moves: '',
    history: [],
    initial: this.position,
    position: this.position,
    turn: this.turn,
    legal: [],
    pass: false,
    over: false,
    black: 0,
    white: 0,
    winner: '',
    score_black: 0,
  });

  /** The props of the board component. */
  table = $derived({
    game: this.game,
    cells: [...this.cells],
    snapshot: this.snapshot,
    sides: this.sides,
    turn: this.turn,
    playAt: (square: string) => this.playAt(square),
  });

  load(cells: readonly Cell[], turn: Color, size: Size): void {
    this.size = size;
    this.cells = [...cells];
    this.turn = turn;
  }

  /** Places the disc of the current brush; placing the same disc again removes it. */
  playAt = (square: string): void => {
    const at = squareIndex(square, this.size);
    const next = this.brush === 'empty' ? null : this.brush;
    this.cells = this.cells.map((cell, i) => (i === at ? (cell === next ? null : next) : cell));
  };

  clear(): void {
    this.cells = this.cells.map(() => null);
  }

  usual(size: Size = this.size): void {
    this.load(usualCells(size), 'black', size);
  }

  /** Reads a typed or pasted position; returns false if it is invalid. */
  read(text: string): boolean {
    const read = readPosition(text);
    if (!read) return false;
    this.load(cellsOf(read.cells), read.turn, read.size);
    return true;
  }
}
