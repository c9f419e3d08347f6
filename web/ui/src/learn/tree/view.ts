/**
 * The point of view of the numbers: the side to move of each node (negamax), or the side to move at the root (minimax).
 */
import type { Bound, TreeDocument, TreeNode } from './types';

export type View = 'mover' | 'root';

export interface Seen {
  /** null if unknown; null sides of a window are unbounded. */
  value: number | null;
  bound: Bound;
  window: { alpha: number | null; beta: number | null } | null;
}

/** Trees without a window. */
const OPEN: ReadonlySet<string> = new Set(['minimax', 'negamax', 'pns', 'mcts', 'proof']);

const turned: Readonly<Record<Bound, Bound>> = { exact: 'exact', lower: 'upper', upper: 'lower' };
const minus = (value: number | null): number | null => (value === null ? null : value === 0 ? 0 : -value);

export function seenFrom(doc: TreeDocument, node: TreeNode, view: View): Seen {
  const value = node.value ?? null;
  const bound = node.bound ?? 'exact';
  const hasWindow = !OPEN.has(doc.algorithm) && node.kind !== 'cut' && node.alpha !== undefined;
  const window = hasWindow ? { alpha: node.alpha ?? null, beta: node.beta ?? null } : null;
  if (view === 'mover' || node.turn === doc.tree[0]?.turn) return { value, bound, window };
  return {
    value: minus(value),
    bound: turned[bound],
    window: window && { alpha: minus(window.beta), beta: minus(window.alpha) },
  };
}

/** Formats a value with its sign and up to two decimals. */
export function signed(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : '0';
}

const SIGNS: Readonly<Record<Bound, string>> = { exact: '', lower: '≥ ', upper: '≤ ' };

/** Formats a value with its bound, "+3", "≥ +3", "≤ −2"; without a sign in number trees. */
export function valueText(doc: TreeDocument, { value, bound }: Seen): string {
  if (value === null) return '';
  return SIGNS[bound] + numberText(doc, value);
}

export const numberText = (doc: TreeDocument, value: number): string =>
  doc.game === 'numbers' ? String(value).replace('-', '−') : signed(value);

export function windowText(doc: TreeDocument, window: Seen['window']): string {
  if (!window) return '';
  const low = window.alpha === null ? '−∞' : numberText(doc, window.alpha);
  const high = window.beta === null ? '+∞' : numberText(doc, window.beta);
  return `${low} … ${high}`;
}
