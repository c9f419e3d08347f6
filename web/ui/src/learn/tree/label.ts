/** Short labels of a node: its move and its window. */
import type { Language } from '../../i18n/language';
import type { TreeDocument, TreeNode } from './types';
import { numberText, seenFrom, type View } from './view';

/** Returns "c4"; a dash for a pass in the game, and "↻ 3" for a search iteration to depth 3. */
export const labelOf = (node: TreeNode): string => {
  if (node.kind === 'pass') return node.depth < 0 || node.depth > 30 ? '↻' : `↻ ${node.depth}`;
  if (node.move === 'pass') return '—';
  return node.move ?? '';
};

/**
 * Returns "α −3  β +5". Searches without a window have proof numbers or visits instead, and a proof has the kind of the
 * node.
 */
export function windowLine(doc: TreeDocument, node: TreeNode, view: View, language: Language = 'en'): string {
  if (node.foot) return node.foot[language];
  if (node.proof !== undefined) return `p ${node.proof ?? '∞'}  d ${node.disproof ?? '∞'}`;
  if (node.visits !== undefined)
    return `n ${node.visits}  ${node.mean === undefined ? '' : `ø ${node.mean.toFixed(2)}`}`;
  const { window } = seenFrom(doc, node, view);
  if (!window) return '';
  const alpha = window.alpha === null ? '−∞' : numberText(doc, window.alpha);
  const beta = window.beta === null ? '+∞' : numberText(doc, window.beta);
  return `α ${alpha}  β ${beta}`;
}
