/** A search prepared for stepping: the document, and the events of each step. */
import type { TreeDocument, TreeNode } from './types';

export interface TraceEvent {
  /** The step number in the document. */
  at: number;
  kind: 'enter' | 'leave' | 'cut' | 'table';
  /** One node, or several if a bound cut off all remaining moves at once. */
  nodes: readonly number[];
}

export interface Trace {
  doc: TreeDocument;
  nodes: readonly TreeNode[];
  /** The children of each node, in order of first occurrence. */
  children: readonly (readonly number[])[];
  /** The number of nodes below each node. */
  below: Int32Array;
  /** Plies from the root. */
  ply: Int32Array;
  events: readonly TraceEvent[];
  /** The number of positions entered up to and including each step. */
  entered: Int32Array;
  /** The nodes of the principal variation, including the root. */
  line: ReadonlySet<number>;
}

export function traceOf(doc: TreeDocument): Trace {
  const nodes = doc.tree;
  const children = childrenOf(nodes);
  const ply = new Int32Array(nodes.length);
  const below = new Int32Array(nodes.length);
  nodes.forEach((node, i) => {
    if (node.parent >= 0) ply[i] = (ply[node.parent] ?? 0) + 1;
  });
  for (let i = nodes.length - 1; i > 0; i--) {
    const parent = nodes[i]?.parent ?? -1;
    if (parent >= 0) below[parent] = (below[parent] ?? 0) + (below[i] ?? 0) + 1;
  }
  const events = eventsOf(nodes);
  return {
    doc,
    nodes,
    children,
    below,
    ply,
    events,
    entered: enteredOf(events, nodes),
    line: lineOf(doc, children),
  };
}

function childrenOf(nodes: readonly TreeNode[]): number[][] {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach((node, i) => {
    if (node.parent >= 0) children[node.parent]?.push(i);
  });
  return children;
}

/** The order of events within one step, as in a search that enters and leaves a node at once. */
const KINDS: readonly TraceEvent['kind'][] = ['enter', 'cut', 'table', 'leave'];

/**
 * Returns the events in order. Steps that no node mentions, such as those beyond a truncated trace, are omitted, so
 * that every step shows a change.
 */
function eventsOf(nodes: readonly TreeNode[]): TraceEvent[] {
  const at = new Map<number, { at: number; kind: TraceEvent['kind']; nodes: number[] }>();
  const add = (step: number, kind: TraceEvent['kind'], node: number) => {
    const key = step * KINDS.length + KINDS.indexOf(kind);
    const there = at.get(key);
    if (there) there.nodes.push(node);
    else at.set(key, { at: step, kind, nodes: [node] });
  };
  nodes.forEach((node, i) => {
    if (node.kind === 'cut' || node.kind === 'table') return add(node.enter, node.kind, i);
    add(node.enter, 'enter', i);
    if (node.leave !== undefined && node.leave >= 0) add(node.leave, 'leave', i);
  });
  return [...at.entries()].sort(([a], [b]) => a - b).map(([, event]) => event);
}

function enteredOf(events: readonly TraceEvent[], nodes: readonly TreeNode[]): Int32Array {
  const entered = new Int32Array(events.length);
  let sum = 0;
  events.forEach(({ kind, nodes: there }, step) => {
    const several = nodes[1]?.kind === 'pass' && there[0] === 0; // The first visit represents the whole search.
    if (kind === 'enter' && !several) sum++;
    entered[step] = sum;
  });
  return entered;
}

/**
 * Returns the last visit of each position along the principal variation; with several iterations, that of the last one.
 */
function lineOf(doc: TreeDocument, children: readonly (readonly number[])[]): Set<number> {
  const line = new Set<number>(doc.tree.length > 0 ? [0] : []);
  let at = 0;
  const passes = (children[0] ?? []).filter((child) => doc.tree[child]?.kind === 'pass');
  const last = passes.at(-1);
  if (last !== undefined) line.add((at = last));
  for (const move of doc.pv ?? []) {
    const next = (children[at] ?? [])
      .filter((child) => doc.tree[child]?.move === move && doc.tree[child]?.kind !== 'cut')
      .at(-1);
    if (next === undefined) break;
    line.add((at = next));
  }
  return line;
}

/** Returns the nodes from the root to `node`. */
export function pathTo(trace: Trace, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = trace.nodes[at]?.parent ?? -1) path.unshift(at);
  return path;
}
