/** Keys outside the board. Keys of one letter can be switched off (WCAG 2.1.4); the others never take a letter away. */

export type Action =
  | 'back' | 'forward' | 'first' | 'last'
  | 'undo' | 'redo' | 'newGame' | 'pass' | 'computers' | 'computerMove' | 'playPause'
  | 'coordinates' | 'legal' | 'keys';

export interface KeyPress {
  key: string;
  ctrl: boolean;
  shift: boolean;
  /** Where the key was pressed: text fields keep every key, controls keep arrows, Home, End, Enter and Space. */
  at: 'text' | 'control' | 'board' | 'page';
}

const NAMED: Readonly<Record<string, Action>> = {
  ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', Enter: 'computerMove', ' ': 'playPause',
};

const LETTERS: Readonly<Record<string, Action>> = {
  u: 'undo', r: 'redo', n: 'newGame', p: 'pass', l: 'computers', c: 'coordinates', h: 'legal', '?': 'keys',
};

export function actionFor(press: KeyPress, lettersOn: boolean): Action | null {
  if (press.at === 'text') return null;
  if (press.ctrl) return undoChord(press);
  const named = NAMED[press.key];
  if (named) return press.at === 'page' ? named : null;
  return lettersOn ? (LETTERS[press.key.toLowerCase()] ?? null) : null;
}

function undoChord(press: KeyPress): Action | null {
  const key = press.key.toLowerCase();
  if (key === 'z') return press.shift ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}

/** Where an arrow key leads on a board of `size`, or null when the key is none of the grid's. */
export function gridTarget(key: string, ctrl: boolean, index: number, size: number): number | null {
  const row = Math.floor(index / size);
  const column = index % size;
  switch (key) {
    case 'ArrowLeft': return row * size + Math.max(0, column - 1);
    case 'ArrowRight': return row * size + Math.min(size - 1, column + 1);
    case 'ArrowUp': return Math.max(0, row - 1) * size + column;
    case 'ArrowDown': return Math.min(size - 1, row + 1) * size + column;
    case 'Home': return ctrl ? 0 : row * size;
    case 'End': return ctrl ? size * size - 1 : row * size + size - 1;
    default: return null;
  }
}
