/** Descriptions of a step, used under the controls, in the live region and as row labels. */
import { spoken, word } from '../words';
import { labelOf } from './label';
import { soFar, stageAt } from './stepping';
import { pathTo, type Trace } from './trace';
import type { TreePlayer } from './player.svelte';
import type { Bound, TreeDocument, TreeNode, Turn } from './types';
import { numberText, seenFrom, windowText, type View } from './view';

export const turnName = (turn: Turn): string => word(`turn.${turn}`);

/** Returns a node's move, or another name if it has none. */
export function nodeName(doc: TreeDocument, node: TreeNode): string {
  if (node.kind === 'pass')
    return node.depth < 0 || node.depth > 30 ? word('node.pass') : word('node.passTo', { n: node.depth });
  if (node.parent < 0) return word('node.root');
  if (node.move === 'pass') return word('node.passMove');
  return doc.game === 'numbers' ? word('node.branch', { n: node.move ?? '' }) : (node.move ?? '');
}

const boundWord = (bound: Bound): string => word(`bound.${bound}`);

/** Returns a node's result in words: "exactly +3", "at least +3". */
export function valueWords(doc: TreeDocument, node: TreeNode, view: View): string {
  const seen = seenFrom(doc, node, view);
  if (seen.value === null) return word('value.none');
  return word('value.words', { bound: boundWord(seen.bound), value: numberText(doc, seen.value) });
}

export function windowWords(doc: TreeDocument, node: TreeNode, view: View): string {
  return windowText(doc, seenFrom(doc, node, view).window);
}

/** Returns the moves from the root to a node: "c4 · c3 · d3". */
export function pathText(trace: Trace, index: number): string {
  const moves = pathTo(trace, index)
    .map((at) => trace.nodes[at])
    .filter((node) => node && node.parent >= 0);
  return moves.map((node) => (node ? labelOf(node) : '')).join(' · ');
}

export function stepWords(player: TreePlayer): string {
  const { trace, step, view } = player;
  const now = trace.events[step - 1];
  const index = now?.nodes[0];
  const node = index === undefined ? undefined : trace.nodes[index];
  const { doc } = trace;
  if (doc.algorithm === 'proof') return proofWords(player, node, now?.kind === 'leave');
  if (!now || !node) return word('step.before', { turn: turnName(trace.nodes[0]?.turn ?? 'max') });
  const name = nodeName(doc, node);
  switch (now.kind) {
    case 'enter':
      return step === player.last && doc.stopped ? spoken(doc.stopped) : enterWords(doc, node, name, view);
    case 'leave':
      return leaveWords(player, node, name);
    case 'table':
      return word('step.table', { name, value: valueWords(doc, node, view), n: node.saved ?? 0 });
    case 'cut': {
      const names = now.nodes.map((at) => labelOf(trace.nodes[at] as TreeNode)).join(' ');
      const cut = word('step.cut', { n: now.nodes.length, names });
      return `${cut} ${node.reason ? spoken(node.reason) : ''}`;
    }
  }
}

/** Returns the claim at a node of a proof, or the statement that everything below it has been shown. */
function proofWords({ trace, step, last }: TreePlayer, node: TreeNode | undefined, left: boolean): string {
  const root = trace.nodes[0];
  if (step === last) return word(trace.doc.truncated ? 'proof.partEnd' : 'proof.end');
  if (!node) return root?.reason ? word('proof.before', { claim: spoken(root.reason) }) : '';
  const name = nodeName(trace.doc, node);
  if (left) return word('proof.leave', { name });
  return node.reason ? word('proof.enter', { name, claim: spoken(node.reason) }) : '';
}

function enterWords(doc: TreeDocument, node: TreeNode, name: string, view: View): string {
  const window = windowWords(doc, node, view);
  const turn = turnName(node.turn);
  return window ? word('step.enterWindow', { name, turn, window }) : word('step.enter', { name, turn });
}

function leaveWords({ trace, view, step, last }: TreePlayer, node: TreeNode, name: string): string {
  const value = valueWords(trace.doc, node, view);
  if (step === last && trace.doc.stopped) return spoken(trace.doc.stopped);
  if (step === last) return word('step.end', { value, n: trace.doc.nodes });
  return word('step.leave', { name, value });
}

/** Returns the label of a list row: the move and the node's state at this step. */
export function rowWords(player: TreePlayer, index: number): string {
  const { trace, stages, step, view } = player;
  const node = trace.nodes[index];
  if (!node) return '';
  if (trace.doc.algorithm === 'proof') return node.reason ? spoken(node.reason) : '';
  const stage = stageAt(trace, stages, index, step);
  if (stage === 'cut') return `${word('row.cut')} ${node.reason ? spoken(node.reason) : ''}`;
  if (stage === 'table') return word('row.table', { value: valueWords(trace.doc, node, view), n: node.saved ?? 0 });
  if (stage === 'done') return valueWords(trace.doc, node, view);
  const best = soFar(trace, stages, index, step);
  if (best === null) return word('row.open');
  return word('row.openBest', { value: valueWords(trace.doc, { ...node, value: best, bound: 'lower' }, view) });
}
