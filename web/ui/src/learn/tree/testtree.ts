/** A small document for tests: the article's tree ((5 7 3)(1 B C)) searched by alpha-beta. */
import type { TreeDocument, TreeNode } from './types';

const node = (parent: number, move: string, turn: 'max' | 'min', more: Partial<TreeNode>): TreeNode => ({
  parent,
  move,
  position: move,
  turn,
  kind: 'visited',
  depth: 2,
  alpha: null,
  beta: null,
  bound: 'exact',
  enter: 0,
  leave: 0,
  ...more,
});

export const articleTree = (): TreeDocument => ({
  schema: 'kaeshi/tree/1',
  game: 'numbers',
  position: '((5 7 3)(1 ? ?))',
  algorithm: 'alphabeta',
  depth: 2,
  value: 3,
  move: '1',
  pv: ['1', '3'],
  nodes: 7,
  leaves: 4,
  cutoffs: 1,
  table_hits: 0,
  by_depth: [1, 2, 4],
  truncated: false,
  tree: [
    node(-1, '', 'max', { value: 3, enter: 0, leave: 14 }),
    node(0, '1', 'min', { value: -3, enter: 1, leave: 8 }),
    node(1, '1', 'max', { value: 5, enter: 2, leave: 3 }),
    node(1, '2', 'max', { value: 7, beta: 5, enter: 4, leave: 5 }),
    node(1, '3', 'max', { value: 3, beta: 5, enter: 6, leave: 7 }),
    node(0, '2', 'min', { value: -1, beta: -3, bound: 'lower', enter: 9, leave: 13 }),
    node(5, '1', 'max', { value: 1, alpha: 3, enter: 10, leave: 11 }),
    node(5, '2', 'max', {
      kind: 'cut',
      enter: 12,
      leave: 12,
      by: 0,
      reason: { en: 'B cannot matter', ja: 'B は関係がない' },
    }),
    node(5, '3', 'max', {
      kind: 'cut',
      enter: 12,
      leave: 12,
      by: 0,
      reason: { en: 'C cannot matter', ja: 'C は関係がない' },
    }),
  ],
});

/** Returns a full number tree in which every node was visited, in depth-first order. */
export function fullTree(branching: number, depth: number, most = Infinity): TreeDocument {
  const tree: TreeNode[] = [];
  let step = 0;
  const visit = (parent: number, move: string, left: number) => {
    const at = tree.length;
    const entered = node(parent, move, left % 2 === depth % 2 ? 'max' : 'min', {
      depth: left,
      value: at % 7,
      enter: step++,
    });
    tree.push(entered);
    for (let i = 1; left > 0 && i <= branching && tree.length < most; i++) visit(at, String(i), left - 1);
    tree[at] = { ...entered, leave: step++ };
  };
  visit(-1, '', depth);
  return { ...articleTree(), tree, nodes: tree.length, pv: [], by_depth: [] };
}
