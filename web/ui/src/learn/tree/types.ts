/** The step-by-step record of a search: the server's "kaeshi/tree/1" and other responses of /api/v1/learn. */
import type { Narrow, Schemas } from '../../api/types';

export type GameName = 'othello' | 'tictactoe' | 'numbers';

export type Algorithm =
  | 'minimax'
  | 'negamax'
  | 'alphabeta'
  | 'alphabeta-soft'
  | 'alphabeta-table'
  | 'iterative'
  | 'pvs'
  | 'mtdf'
  | 'pns'
  | 'mcts';

export const ALGORITHMS: readonly Algorithm[] = [
  'minimax',
  'negamax',
  'alphabeta',
  'alphabeta-soft',
  'alphabeta-table',
  'iterative',
  'pvs',
  'mtdf',
  'pns',
  'mcts',
];

export type Turn = 'black' | 'white' | 'x' | 'o' | 'max' | 'min';
export type Bound = 'exact' | 'lower' | 'upper';

export type Sentence = Schemas['Sentence'];

/** Optional fields of a node in the server's response. */
type Optional = 'move' | 'alpha' | 'beta' | 'alpha_out' | 'value' | 'proof' | 'disproof';

/**
 * Values and windows are from the view of the side to move in the node; a null side of a window is unbounded. `leave`
 * is -1 or absent if the search stopped inside the node. `depth` is the remaining depth in plies, or negative to the
 * end of the game.
 */
export type TreeNode = Narrow<
  Omit<Schemas['Node'], Optional | 'again' | 'pass'>,
  {
    readonly turn: Turn;
    /** pass: the root of one iteration of a search that traverses the tree several times. */
    readonly kind: 'visited' | 'cut' | 'table' | 'pass';
    readonly bound?: Bound;
  }
> & {
  readonly move?: string;
  /** The last line of the card in a proof. */
  readonly foot?: Sentence;
} & { readonly [Name in Exclude<Optional, 'move'>]?: number | null };

type Answered =
  | 'schema'
  | 'game'
  | 'size'
  | 'position'
  | 'depth'
  | 'move'
  | 'stopped'
  | 'nodes'
  | 'leaves'
  | 'cutoffs'
  | 'table_hits'
  | 'by_depth'
  | 'truncated';

/**
 * `stopped` is the reason why a search ended without a result. `pictures` are drawings, each valid from its step on.
 */
export type TreeDocument = Narrow<Pick<Schemas['Document'], Answered>, { readonly game: GameName }> & {
  /** proof: a part of a certificate, not a search. */
  readonly algorithm: Algorithm | 'proof';
  readonly value?: number | null;
  readonly pv?: readonly string[] | null;
  readonly unit?: string;
  readonly pictures?: readonly Schemas['Picture'][] | null;
  readonly tree: readonly TreeNode[];
};
