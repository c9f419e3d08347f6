/** A search written down step by step: the server's "kaeshi/tree/1" and the other answers of /api/v1/learn. */

export type GameName = 'othello' | 'tictactoe' | 'numbers';

export type Algorithm =
  | 'minimax' | 'negamax' | 'alphabeta' | 'alphabeta-soft' | 'alphabeta-table'
  | 'iterative' | 'pvs' | 'mtdf' | 'pns' | 'mcts';

export const ALGORITHMS: readonly Algorithm[] = [
  'minimax', 'negamax', 'alphabeta', 'alphabeta-soft', 'alphabeta-table', 'iterative', 'pvs', 'mtdf', 'pns', 'mcts',
];

export type Turn = 'black' | 'white' | 'x' | 'o' | 'max' | 'min';
export type Bound = 'exact' | 'lower' | 'upper';

export interface Sentence {
  en: string;
  ja: string;
}

/** Values and windows are in the view of the side to move in the node; a null side of a window is open. */
export interface TreeNode {
  parent: number;
  move?: string;
  position: string;
  turn: Turn;
  /** pass: the root entered again by a search that goes over the tree several times. */
  kind: 'visited' | 'cut' | 'table' | 'pass';
  /** Plies left; below 0, to the end of the game. */
  depth: number;
  alpha?: number | null;
  beta?: number | null;
  alpha_out?: number | null;
  value?: number | null;
  bound?: Bound;
  enter: number;
  /** -1 or absent when the search stopped inside. */
  leave?: number;
  by?: number;
  reason?: Sentence;
  hit?: number;
  saved?: number;
  proof?: number | null;
  disproof?: number | null;
  visits?: number;
  mean?: number;
}

export interface TreeDocument {
  schema: string;
  game: GameName;
  size?: number;
  position: string;
  algorithm: Algorithm;
  depth: number;
  value?: number | null;
  move?: string;
  pv?: readonly string[] | null;
  unit?: string;
  /** Why a search had to end without a result, as where a number is not known. */
  stopped?: Sentence;
  /** Drawings in the manner of the article, each at the step of the document from which it is right. */
  pictures?: readonly { step: number; caption: Sentence; text: string }[];
  nodes: number;
  leaves: number;
  cutoffs: number;
  table_hits: number;
  by_depth: readonly number[] | null;
  truncated: boolean;
  tree: readonly TreeNode[];
}
