// Snapshots for tests.
import type { Snapshot } from './types';

/** An empty 8×8 board with Black to move, with the given changes. */
export const snapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  size: 8,
  moves: '',
  history: [],
  initial: '',
  position: '',
  turn: 'black',
  legal: [],
  pass: false,
  over: false,
  black: 2,
  white: 2,
  winner: '',
  score_black: 0,
  ...change,
});
